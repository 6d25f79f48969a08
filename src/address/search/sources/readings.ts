import { isSameStreet, isShort, isSuburb, isWholeName, type NameParse } from '../parse/names/name-parse.ts';
import { findNames, parseNames, parseOneName } from '../parse/names/parse-names.ts';
import { isNonAddress, type NumberParse } from '../parse/numbers/number-parse.ts';
import type { SourceKind } from '../policy.ts';
import { COSTS, EDITS_OF_LAST } from '../query/costs.ts';
import { LOCALITY_COST, LOCALITY_NEIGHBOUR, LOCALITY_OTHER, NUMBER_COST, NUMBER_OTHER } from '../query/grades.ts';
import { ENOUGH, MOST_SCANNED, MOST_SHALLOW } from '../query/limits.ts';
import { readText, type TextRead } from '../retrieve/query.ts';
import { findBuildings } from '../score/buildings.ts';
import { readingOf } from '../score/candidates.ts';
import { hasGap } from '../score/street-grades.ts';
import { type Asked, rewritten } from '../text/parts.ts';
import { withDigits, withTypesApart } from '../text/plain-text.ts';
import { tokenRange } from '../text/tokens.ts';
import { suggestCalled } from './called.ts';
import { leadsByUnit } from './collector.ts';
import { suggestMisspelled, suggestMisspelledAnywhere } from './misspelled.ts';
import { suggestInOtherPlaces, suggestNextDoor, suggestOtherNumbers, suggestStreet, suggestStreets } from './named.ts';
import { suggestBestKnown, suggestLocality, suggestNumber } from './places.ts';
import { copyOf, isInPlace, isNumbered, type Retrieval, retrievalOf } from './retrieval.ts';
import {
  boundOf,
  type Engine,
  type Named,
  namesBeside,
  numbersOf,
  type Source,
  sourceLike,
  sourceOf,
  wait,
} from './source.ts';

/** For sources that are opened however many records cost less. */
const EVERY = Number.POSITIVE_INFINITY;

/** Queues the texts of a query: as it is, with street types split from names, with digits for letters misread. */
export function waitForTexts(engine: Engine, text: TextRead, asked: Asked, parses: readonly NumberParse[]): void {
  waitForNumbers(engine, text, parses, 0);
  waitForText(engine, rewritten(asked, withTypesApart), 1, COSTS.joinedType);
  if (engine.search.policy.misread) waitForText(engine, rewritten(asked, withDigits), 2, COSTS.misreadDigits);
}

/** How many records make a text needless. Digits for letters are always tried: for `l7`, lot 7 is no surer than 17. */
function leastOf(textCost: number): number {
  return textCost === COSTS.misreadDigits ? EVERY : 1;
}

/** Queues the i-th text, null for none. */
function waitForText(engine: Engine, other: Asked | null, i: number, bound: number): void {
  if (other === null) return;
  wait(engine, sourceOf('text', bound, leastOf(bound), readText(engine.search, other, i)));
}

/** Opens a source: adds its candidates, and queues the sources that it leads to, whose bounds are no lower. */
export function openSource(engine: Engine, source: Source): void {
  const { kind, named, asked, names } = source;
  if (kind === 'text') waitForNumbers(engine, source.text, numbersOf(engine), source.bound);
  else if (kind === 'numbers') waitForNames(engine, source);
  else if (named === null || asked === null) openLast(engine, source);
  else if (names !== null) openStreets(engine, source, named, asked);
  else openOtherwise(engine, source, named, asked);
}

/** Opens what may be meant if no name parse explains all words, or none that does leads anywhere. */
function openOtherwise(engine: Engine, source: Source, named: Named, asked: Retrieval): void {
  const { search } = engine;
  const { kind } = source;
  if (kind === 'building') waitForRest(engine, source, named);
  if (kind === 'leftOver') {
    const others = parseNames(named.spans, false).filter(
      (it) => it.unmatched > 0 && !named.names.some((of) => isWithoutPlace(it, of)),
    );
    const { consumed, spans, unmatched, partial } = named;
    waitForStreets(engine, source, { consumed, spans, names: others, unmatched, partial }, asked);
  } else if (kind === 'unplaced') {
    const others = partialOf(named).filter(({ street, unmatched }) => street?.whole === true && unmatched > 0);
    for (const parse of others.slice(0, search.policy.unexplained.alone))
      suggestStreet(search, shallow(asked), parse, false);
  } else if (search.placedUnmatched > 0) {
    if (kind === 'short' || kind === 'region') suggestCalled(search, asked, partialOf(named), kind);
    else if (kind === 'building') findBuildings(search, asked, partialOf(named));
    else if (kind === 'misspelled') suggestMisspelled(search, asked, partialOf(named), named.names);
    else suggestMisspelledAnywhere(search, asked, partialOf(named), named.names);
  }
}

/** Queues the number parses of a text. One that needs an exact record does not raise the bound of the next. */
function waitForNumbers(engine: Engine, text: TextRead, parses: readonly NumberParse[], textCost: number): void {
  const { policy } = engine.search;
  const least = leastOf(textCost);
  if (text.tokens.count === 0 || isNonAddress(parses[0])) return;
  let cost = textCost;
  let isAfterPartial = false;
  for (const numbers of parses) {
    // A type that is being typed is as likely as the prefix of a name.
    const isAlike = numbers.typePartial || isAfterPartial;
    const bound = isAlike ? textCost : cost;
    const source = sourceOf('numbers', bound, isAlike ? Math.max(policy.wanted, least) : least, text);
    source.numbers = numbers;
    source.least = least;
    // A later reading is not charged again for needing an exact record.
    source.cost = numbers.exactOnly && bound > textCost ? bound - COSTS.strictNumbers : bound;
    wait(engine, source);
    isAfterPartial = numbers.typePartial;
    if (!numbers.exactOnly) cost = textCost + COSTS.laterReading;
  }
  const last = NUMBER_COST[NUMBER_OTHER];
  if (textCost === 0 && !policy.others) {
    const others = sourceOf('otherNumber', last, policy.wanted, text);
    others.numbers = parses[0];
    wait(engine, others);
  }
  const partial = parses.find(({ typePartial }) => typePartial);
  if (partial === undefined) return;
  const best = sourceOf('bestKnown', last, 1, text);
  best.numbers = partial;
  best.cost = last;
  wait(engine, best);
}

/** Opens the sources with the highest bounds: other numbers, and the best-known addresses. */
function openLast(engine: Engine, { kind, numbers, cost }: Source): void {
  const { search } = engine;
  if (numbers === null) return;
  const retrieval = retrievalOf(search, numbers, cost);
  const { spans, names } = namesBeside(engine, numbers);
  if (kind === 'otherNumber') suggestOtherNumbers(search, retrieval, names);
  else suggestBestKnown(search, retrieval, parseOneName(spans));
}

/** Queues what a number parse leads to: the name parses, and what may be meant if these lead nowhere. */
function waitForNames(engine: Engine, source: Source): void {
  const { search } = engine;
  const { policy } = search;
  const { numbers, cost } = source;
  if (numbers === null) return;
  // `LOT 31 1`: streets that have a unit 31 come first, though the others cost no more.
  if (numbers.unit?.optional) search.shown = 0;
  const asked = retrievalOf(search, numbers, cost);
  const named = namesBeside(engine, numbers);
  const { names } = named;
  if (source.text.tokens === search.work.texts[0].tokens) search.first ??= readingOf(search, numbers, names[0]);
  if (!policy.bareNames && numbers.planned && isParcelAlone(search, source.text, names, numbers)) return;
  source.named = named;
  source.asked = asked;
  waitForStreets(engine, source, named, asked);
  if (policy.sources.has('building')) waitForOther(engine, source, 'building', COSTS.buildingAlone);
  else waitForRest(engine, source, named);
}

/** Queues the others: they wait until the first of them, with the lowest bound, is opened, as that is needless with them. */
function waitForRest(engine: Engine, of: Source, { spans, names }: Named): void {
  const [{ street, locality, unmatched }] = names;
  findNames(spans);
  if (spans.streets.found.some(({ whole }) => whole)) {
    waitForOther(engine, of, 'short', COSTS.localityShort);
    waitForOther(engine, of, 'region', COSTS.localityRegion);
  }
  waitForOther(engine, of, 'misspelled', EDITS_OF_LAST * COSTS.localityEdit);
  waitForOther(engine, of, 'misspelledAnywhere', EDITS_OF_LAST * COSTS.nameEdit + COSTS.misspelledAnywhere);
  if (unmatched > 0) return;
  waitForOther(engine, of, 'leftOver', COSTS.unmatchedWord);
  if (street !== null && locality?.whole === false) waitForOther(engine, of, 'unplaced', COSTS.unmatchedWord);
}

/** Queues what may be meant if no name parse leads anywhere, of the same reading as another source. */
function waitForOther(engine: Engine, of: Source, kind: SourceKind, bound: number): void {
  wait(engine, sourceLike(of, kind, of.cost + bound, 1));
}

/** The parses of the words as a street or a place or neither, made once. */
function partialOf(named: Named): readonly NameParse[] {
  named.partial ??= parseOneName(named.spans);
  return named.partial;
}

/** Whether any of the words are a name of a street or locality. */
function isNamed({ spans }: Named): boolean {
  return spans.streets.found.length + spans.localities.found.length > 0;
}

/** Queues name parses, each as a street, a place or a number alone. */
function waitForStreets(engine: Engine, of: Source, named: Named, retrieval: Retrieval): void {
  const { policy } = engine.search;
  const { names } = named;
  const { parse: typed } = retrieval.numbers;
  const numbered = isNumbered(retrieval);
  const { beside, alone } = policy.unexplained;
  const most = named.unmatched === 0 ? beside : alone;
  let unexplained = 0;
  for (let i = 0; i < names.length; i++) {
    const parse = names[i];
    const { street, locality, unmatched, penalty } = parse;
    if (unmatched > 0 && unexplained++ === most) return;
    if (!policy.bareNames && (saysTooLittle(engine, of.text, parse, numbered) || isOfOtherName(parse, typed))) continue;
    const passed = unmatched === named.unmatched ? 0 : unmatched * COSTS.unmatchedWord;
    const base = retrieval.cost + penalty + (unmatched === 0 ? 0 : COSTS.leftWords) + passed;
    const bound = boundOf(parse, numbered, isNamed(named));
    const isLikeliest = unmatched === 0 || (passed === 0 && parse.localityUnknown);
    const wanted = isLikeliest ? Math.max(policy.wanted, of.least) : 1;
    const waitFor = (kind: SourceKind, most: number): void => {
      const source = sourceLike(of, kind, base + bound, most);
      source.names = parse;
      source.named = named;
      source.at = i;
      if (kind === 'street' && !policy.sources.has(kind)) waitForOtherStreets(engine, source);
      else wait(engine, source);
    };
    if (street !== null) {
      waitFor('street', wanted);
      while (i + 1 < names.length && isSameStreet(names[i + 1], parse)) i++;
    } else if (locality !== null) {
      // Hardly any address of a place has the unit at the number: for a prefix of a place, anything else is better; so it
      // is where a street and its type are read as a place.
      const isPoor = (numbered && !locality.whole && leadsByUnit(retrieval)) || penalty >= COSTS.capitalState;
      waitFor('place', isPoor ? 1 : wanted);
    } else if (unmatched === 0) waitFor('number', wanted);
  }
}

/** Queues where else the street of a source may be: they wait until it is opened, as they are needless if it is. */
function waitForOtherStreets(engine: Engine, of: Source): void {
  const { named, asked, names } = of;
  if (named === null || asked === null || names === null) return;
  const { locality, unmatched } = names;
  const { number, postcode } = asked.numbers.parse;
  const waitFor = (kind: SourceKind, more: number, wanted = of.wanted) =>
    wait(engine, sourceLike(of, kind, of.bound + more, wanted));
  // Another number in another place is neither the house nor the street that was meant.
  if (asked.others && isNumbered(asked) && locality === null && unmatched === 0)
    waitFor('otherNumber', number === null ? COSTS.otherLot : NUMBER_COST[NUMBER_OTHER], 1);
  if (locality?.whole !== true) return;
  waitFor('nextDoor', LOCALITY_COST[LOCALITY_NEIGHBOUR]);
  if (postcode !== null) waitFor('otherPlace', LOCALITY_COST[LOCALITY_OTHER]);
  const away = COSTS.elsewhere + (postcode === null ? 0 : COSTS.otherPostcode);
  const words = unmatched === named.unmatched ? unmatched * COSTS.unmatchedWord : 0;
  waitFor('elsewhere', LOCALITY_COST[LOCALITY_OTHER] + away + words);
}

/** Whether a kind of source has streets that are not in the place given. */
function isAway(kind: SourceKind): boolean {
  return kind === 'nextDoor' || kind === 'otherPlace' || kind === 'elsewhere';
}

/** What the source of a name parse asks of streets. */
function askedBy({ kind, bound }: Source, { unmatched }: NameParse, retrieval: Retrieval): Retrieval {
  if (unmatched === 0 && !isAway(kind) && kind !== 'otherNumber') return retrieval;
  const asked = unmatched === 0 ? copyOf(retrieval) : shallow(retrieval);
  if (unmatched > 0) {
    asked.cost += COSTS.leftWords;
    asked.floor = bound;
  }
  if (kind === 'nextDoor') asked.others = false;
  else if (kind === 'otherNumber') asked.othersAnywhere = true;
  else if (isAway(kind)) asked.mostScanned = MOST_SCANNED;
  if (kind === 'elsewhere') asked.cost += COSTS.elsewhere;
  return asked;
}

/** Opens a source that follows a name parse. */
function openStreets(engine: Engine, source: Source, named: Named, retrieval: Retrieval): void {
  const { search } = engine;
  const { kind, at } = source;
  const { names } = named;
  const parse = names[at];
  if (kind === 'street') waitForOtherStreets(engine, source);
  if (kind === 'street' && wasTried(engine, source)) return;
  if ((isAway(kind) || (kind === 'street' && parse.locality === null)) && isInPlace(search, parse.unmatched)) return;
  const asked = askedBy(source, parse, retrieval);
  if (kind === 'place') suggestLocality(search, asked, parse);
  else if (kind === 'number') suggestNumber(search, asked, parse, isNamed(named) ? COSTS.numberInPlace : 0);
  if (kind === 'street') suggestStreets(search, asked, names, at);
  for (let i = at; i === at || (i < names.length && isSameStreet(names[i], parse)); i++)
    if (kind === 'otherNumber') suggestStreet(search, asked, names[i], false);
    else if (kind === 'nextDoor') suggestNextDoor(search, asked, names[i]);
    else if (isAway(kind)) suggestInOtherPlaces(search, asked, names[i], kind === 'elsewhere');
}

/** Whether the straight way tried a source. */
function wasTried({ tried }: Engine, { numbers, names }: Source): boolean {
  if (tried === null || numbers !== tried.numbers) return false;
  return names?.street?.node === tried.names?.street?.node && names?.locality?.node === tried.names?.locality?.node;
}

/** `Aitken College, 1010 Mickleham Road`: whether a street without a known place is rather a word of another name. */
function isOfOtherName(parse: NameParse, numbers: NumberParse): boolean {
  const { street, type, localityUnknown } = parse;
  if (!localityUnknown || street === null || numbers.number === null) return false;
  return hasGap(parse, numbers) || (type < 0 && street.from < numbers.number.token);
}

/** `LOT 5 DP 12345, CAMMERAY`: whether nothing beside a plan says a street: a place, or no number, type or other name. */
function isParcelAlone(
  { localities }: Engine['search'],
  { tokens }: TextRead,
  names: readonly NameParse[],
  { number }: NumberParse,
): boolean {
  const least = names[0].unmatched;
  if (number !== null || names.some(isSuburb)) return number === null;
  return !names.some(
    ({ street, type, locality, unmatched }) =>
      street !== null &&
      unmatched === least &&
      (type >= 0 || (locality !== null && !isWholeName(localities, tokens, street.from, street.end))),
  );
}

/** Whether a parse leaves over just the place of another with the same street, which then is found elsewhere, at less. */
function isWithoutPlace({ street, type, suffix, localityUnknown, left }: NameParse, of: NameParse): boolean {
  if (!localityUnknown || of.locality?.whole !== true || type !== of.type || suffix !== of.suffix) return false;
  return street?.node === of.street?.node && left === tokenRange(of.locality.from, of.locality.end);
}

/** The retrieval for a parse that leaves words over: few streets are scanned. */
function shallow(retrieval: Retrieval) {
  const asked = copyOf(retrieval);
  asked.wanted = Math.max(retrieval.wanted, ENOUGH);
  asked.leastElsewhere = 0;
  asked.mostScanned = MOST_SHALLOW;
  return asked;
}

/** Whether a parse says too little for a street: one or two letters without a type, or a bare name of a locality. */
function saysTooLittle({ search }: Engine, { tokens }: TextRead, parse: NameParse, numbered: boolean): boolean {
  const { street, type, locality } = parse;
  if (street === null || type >= 0) return false;
  if (isShort(tokens, street)) return true;
  return !numbered && locality === null && isWholeName(search.localities, tokens, street.from, street.end);
}
