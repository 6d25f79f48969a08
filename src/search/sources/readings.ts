import { type NameParse, type Span, walkExact } from '../parse/names/name-parse.ts';
import { nameSpans, parseNames, parseOneName } from '../parse/names/parse-names.ts';
import { fitting, isNonAddress, type NumberParse } from '../parse/numbers/number-parse.ts';
import { parseNumbers } from '../parse/numbers/parse-numbers.ts';
import { COSTS, EDITS_OF_LAST, LOCALITY_COST, NUMBER_COST } from '../query/costs.ts';
import { LOCALITY_NEIGHBOUR, LOCALITY_OTHER, LOCALITY_PREFIX, NUMBER_OTHER } from '../query/grades.ts';
import { MOST_SHALLOW } from '../query/limits.ts';
import { readText, type TextRead, textOf } from '../retrieve/query.ts';
import { findBuildings } from '../score/buildings.ts';
import { type Asked, rewritten } from '../text/parts.ts';
import { withDigits, withTypesApart } from '../text/plain-text.ts';
import { leadsByUnit } from './collector.ts';
import { suggestMisspelled, suggestMisspelledAnywhere } from './misspelled.ts';
import { suggestInOtherPlaces, suggestNextDoor, suggestOtherNumbers, suggestStreet } from './named.ts';
import { suggestBestKnown, suggestLocality, suggestNumber } from './places.ts';
import { dearer, type Retrieval, retrievalOf } from './retrieval.ts';
import { type Engine, type Source, wait } from './source.ts';

/** Wanted however many records cost no more. */
const EVERY = Number.POSITIVE_INFINITY;

/** Lets the ways to read a query as text wait: as it is, with a street's type apart from its name, with digits for the letters that they were misread as. */
export function waitForTexts(engine: Engine, asked: Asked): void {
  const { search } = engine;
  const first = textOf(search);
  waitForNumbers(engine, first, 0);
  // However many records have the lot, none is surer than the number that its letter may be a digit of.
  const others = [
    { other: rewritten(asked, withTypesApart), bound: COSTS.joinedType, wanted: 1 },
    { other: search.tokens.typing ? null : rewritten(asked, withDigits), bound: COSTS.misreadDigits, wanted: EVERY },
  ];
  others.forEach(({ other, bound, wanted }, i) => {
    if (other === null) return;
    const text = readText(search, other, i + 1);
    const open = () => waitForNumbers(engine, text, bound, wanted);
    wait(engine, { kind: 'text', bound, wanted, text, numbers: null, names: null, open });
  });
}

/**
 * Lets the ways to read the numbers of a text wait. One that only an exact record bears out makes the next no less likely. At least `leastWanted` records
 * are wanted of each, and of the streets that it leads to.
 */
function waitForNumbers(of: Engine, text: TextRead, textCost: number, leastWanted = 1): void {
  const { search } = of;
  const policy = { ...of.policy, wanted: Math.max(of.policy.wanted, leastWanted) };
  const engine = { ...of, policy };
  if (text.tokens.count === 0) return;
  const parses = fitting(parseNumbers(search.index, text.tokens, text.words, policy.rules), text.roles);
  if (isNonAddress(parses[0])) return;
  let cost = textCost;
  parses.forEach((numbers, i) => {
    // A type that is being typed is as likely as the beginning of a name.
    const isAlike = numbers.typePartial || (i > 0 && parses[i - 1].typePartial);
    const wanted = isAlike ? policy.wanted : leastWanted;
    const bound = isAlike ? textCost : cost;
    // That it needs an exact record is no reason of its own against a reading that is not the likeliest.
    const its = numbers.exactOnly && bound > textCost ? bound - COSTS.strictNumbers : bound;
    const open = () => waitForNames(engine, text, numbers, its);
    wait(engine, { kind: 'numbers', bound, wanted, text, numbers, names: null, open });
    if (!numbers.exactOnly) cost = textCost + COSTS.laterReading;
  });
  const partial = parses.find(({ typePartial }) => typePartial);
  const last = { bound: NUMBER_COST[NUMBER_OTHER], text, names: null };
  const { wanted } = policy;
  if (textCost === 0) {
    const open = () => {
      const names = parseNames(nameSpans(search, parses[0].consumed), true);
      suggestOtherNumbers(search, retrievalOf(search, parses[0], policy, 0), names);
    };
    wait(engine, { ...last, kind: 'otherNumber', wanted, numbers: parses[0], open });
  }
  if (partial === undefined) return;
  const open = () => {
    const some = parseOneName(nameSpans(search, partial.consumed));
    suggestBestKnown(search, retrievalOf(search, partial, policy, last.bound), some);
  };
  wait(engine, { ...last, kind: 'bestKnown', wanted: 1, numbers: partial, open });
}

/** What one way to read the numbers leads to. */
interface Reading {
  readonly engine: Engine;
  readonly text: TextRead;
  readonly retrieval: Retrieval;
  /** The words that the best ways to read them leave over. */
  readonly least: number;
}

/** Lets what one way to read the numbers leads to wait: the ways to read the words, and what may be meant where these lead nowhere. */
function waitForNames(engine: Engine, text: TextRead, numbers: NumberParse, cost: number): void {
  const { search, policy } = engine;
  const retrieval = retrievalOf(search, numbers, policy, cost);
  const spans = nameSpans(search, numbers.consumed);
  const names = parseNames(spans, true);
  const least = names[0].unmatched;
  const reading = { engine, text, retrieval, least };
  const isName = spans.streets.length + spans.localities.length > 0;
  waitForStreets(reading, names, isName);
  const source = (kind: Source['kind'], bound: number, open: () => void) =>
    wait(engine, { kind, bound: cost + bound, wanted: 1, text, numbers, names: null, open });
  if (least === 0)
    source('leftOver', COSTS.unmatchedWord, () => {
      const others = parseNames(spans, false).filter(({ unmatched }) => unmatched > 0);
      waitForStreets(reading, others, isName);
    });
  let partial: readonly NameParse[] | null = least > 0 ? names : null;
  const some = () => (partial ??= parseOneName(spans));
  const isMissing = () => search.placedUnmatched > 0;
  source('building', COSTS.buildingAlone, () => {
    if (isMissing()) findBuildings(search, retrieval, some());
  });
  source('misspelled', EDITS_OF_LAST * COSTS.localityEdit, () => {
    if (isMissing()) suggestMisspelled(search, retrieval, some(), names);
  });
  source('misspelledAnywhere', EDITS_OF_LAST * COSTS.nameEdit + COSTS.misspelledAnywhere, () => {
    if (isMissing()) suggestMisspelledAnywhere(search, retrieval, some(), names);
  });
  const [{ street, locality }] = names;
  if (least === 0 && street !== null && locality?.whole === false)
    source('unplaced', COSTS.unmatchedWord, () => {
      const others = some().filter(({ street: its, unmatched }) => its?.whole === true && unmatched > 0);
      for (const parse of others.slice(0, policy.unexplained)) suggestStreet(search, shallow(retrieval), parse, false);
    });
}

/** Lets ways to read the words wait, as streets, as places and as a number alone. */
function waitForStreets(
  { engine, text, retrieval, least }: Reading,
  names: readonly NameParse[],
  isName: boolean,
): void {
  const { search, policy } = engine;
  const { number, lot } = retrieval.numbers.parse;
  const numbered = number !== null || lot !== null;
  const suburb = names.some(
    ({ street, locality, unmatched }) => street === null && locality?.whole === true && unmatched === 0,
  );
  let unexplained = 0;
  for (let i = 0; i < names.length; i++) {
    const parse = names[i];
    const { street, locality, unmatched, penalty } = parse;
    if (unmatched > 0 && ((least === 0 && policy.typing) || unexplained++ === policy.unexplained)) return;
    const passed = unmatched === least ? 0 : unmatched * COSTS.unmatchedWord;
    const left = unmatched === 0 ? 0 : COSTS.leftWords;
    const base = retrieval.cost + penalty + left + passed;
    const asked = unmatched === 0 ? retrieval : { ...dearer(shallow(retrieval), left), floor: base };
    const wanted = unmatched > 0 ? 1 : policy.wanted;
    const reads = { text, numbers: retrieval.numbers.parse, names: parse };
    const source = (kind: Source['kind'], bound: number, open: () => void, most = wanted) =>
      wait(engine, { kind, bound: base + bound, wanted: most, ...reads, open });
    if (street !== null) {
      if (!policy.bareNames && saysTooLittle(engine, text, parse, numbered)) continue;
      const group = [parse];
      while (i + 1 < names.length && isSameStreet(names[i + 1], parse)) group.push(names[++i]);
      source('street', locality?.whole === false ? LOCALITY_COST[LOCALITY_PREFIX] : 0, () => {
        for (const each of group) suggestStreet(search, asked, each, suburb);
      });
      if (locality?.whole !== true) continue;
      source('nextDoor', LOCALITY_COST[LOCALITY_NEIGHBOUR], () =>
        suggestNextDoor(search, { ...asked, others: false }, parse),
      );
      source('otherPlace', LOCALITY_COST[LOCALITY_OTHER], () => suggestInOtherPlaces(search, asked, parse));
    } else if (locality !== null) {
      const bound = (locality.whole ? 0 : LOCALITY_COST[LOCALITY_PREFIX]) + (numbered ? COSTS.numberInSuburb : 0);
      // Hardly an address of a place has the unit at the number: where its name is only begun, anything else is better.
      const most = numbered && !locality.whole && leadsByUnit(retrieval) ? 1 : wanted;
      source('place', bound, () => suggestLocality(search, asked, parse), most);
    } else if (unmatched === 0) {
      const implausible = isName ? COSTS.numberInState : 0;
      source('number', implausible, () => suggestNumber(search, retrieval, parse, implausible));
    }
  }
}

/** Whether two parses divide the same words otherwise between a street's name and its type: `THE GROVE`, THE of the type GROVE. */
function isSameStreet(a: NameParse, b: NameParse): boolean {
  return (
    a.street !== null && a.street.from === b.street?.from && a.locality === b.locality && a.unmatched === b.unmatched
  );
}

/** Few streets are scanned for what leaves words over. */
function shallow(retrieval: Retrieval): Retrieval {
  const wanted = Math.max(retrieval.wanted, 20);
  return { ...retrieval, wanted, leastElsewhere: 0, mostScanned: MOST_SHALLOW };
}

/** Whether a parse is too little to be a street: one or two letters without a type, or a bare name that a locality has too. */
function saysTooLittle({ search }: Engine, { tokens }: TextRead, parse: NameParse, numbered: boolean): boolean {
  const { street, type, locality } = parse;
  if (street === null || type >= 0) return false;
  const { start, end } = tokens;
  if (street.end - street.from === 1 && end[street.from] - start[street.from] <= 2) return true;
  if (numbered || locality !== null) return false;
  const named: Span[] = [];
  walkExact(search.localities, tokens, street.from, street.end, false, named);
  return named.some((span) => span.end === street.end && span.whole);
}
