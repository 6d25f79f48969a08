import { MEANING } from '../../index/lexicon.ts';
import { POSTING_MASK } from '../../index/name-trie.ts';
import { ANY_LOT, suffixOnCard, typeOnCard } from '../../index/street-card.ts';
import { suffixIn, typeIn } from '../../index/street-codes.ts';
import { RECORD_CODES, STREET_RECORD } from '../../index/street-record.ts';
import { editsOf, type NameParse } from '../parse/names/name-parse.ts';
import type { Taken } from '../parse/names/runs.ts';
import { COSTS, EDITS_OF_SPACE } from '../query/costs.ts';
import { ABSENT, EXACT, FUZZY, type Grade, LOCALITY_ABSENT, PREFIX } from '../query/grades.ts';
import { ENOUGH, MOST_SCANNED } from '../query/limits.ts';
import type { UnitMatch } from '../query/workspace.ts';
import { findUnits } from '../resolve/unit-matches.ts';
import { isOther } from '../retrieve/name-postings.ts';
import type { NumberCodes } from '../retrieve/numbers/number-codes.ts';
import { streetsNear } from '../retrieve/places/place-streets.ts';
import { ANY_NAME, type Names, type StreetRun } from '../retrieve/places/regions.ts';
import { NO_POSTING } from '../retrieve/ranked-walk.ts';
import { isBelow, nextStreet, streetsWithPrefix } from '../retrieve/street-scan.ts';
import { addStreet, mayKeep } from '../score/add-street.ts';
import { mayShow, readingOf, type Search } from '../score/candidates.ts';
import type { StreetMatch } from '../score/street-grades.ts';
import { hasCode, hasCodeIn } from '../text/lexicon.ts';
import { asGoodAsAnyLeft, type Retrieval, wantedNumber } from './retrieval.ts';

/** Collects candidates from streets for one retrieval and one name parse. */
export interface Collector {
  readonly search: Search;
  retrieval: Retrieval;
  /** Edits between what was typed and the streets' names. */
  readonly edits: number;
  /** The entry of the name that was typed in full, -1 for none; streets with other entries have it as a prefix. */
  readonly whole: number;
  /** Edits of the place's name, including what missing and additional spaces count. */
  readonly placeEdits: number;
  /** The locality grade of streets that are looked for anywhere. */
  anywhere: number;
  /** What is known of the current street. */
  readonly match: StreetMatch;
  /** The last street that answered, -1 for none yet. */
  last: number;
}

/** Edits between what was typed and the names of streets, and of their places; the words, where the parse lacks them. */
interface Edits {
  readonly name: number;
  readonly place: number;
  readonly taken?: Taken;
}

/** A collector for a name parse. */
export function collectorOf(
  search: Search,
  retrieval: Retrieval,
  parse: NameParse,
  { name: edits, place, taken }: Edits = { name: parse.street === null ? 0 : editsOf(parse.street), place: 0 },
): Collector {
  const { numbers, unitListed } = retrieval;
  const { street, locality } = parse;
  return {
    search,
    retrieval,
    edits,
    whole: street?.whole === true ? search.streets.low[street.node] : -1,
    placeEdits: place + (locality?.spaces ?? 0) * EDITS_OF_SPACE.locality,
    anywhere: LOCALITY_ABSENT,
    match: {
      street: 0,
      name: FUZZY,
      nameEdits: edits + (street?.spaces ?? 0) * EDITS_OF_SPACE.name,
      nameOther: false,
      locality: 0,
      localityEdits: 0,
      unitMatch: null,
      unitListed,
      parse,
      numbers,
      reading: readingOf(search, numbers.parse, parse, taken),
      floor: retrieval.floor,
      isMet: false,
      leftovers: null,
      penalty:
        retrieval.cost +
        parse.penalty +
        (saysSuburbFirst(numbers, parse) ? COSTS.suburbFirst : 0) +
        (numbers.parse.exactOnly ? COSTS.strictNumbers : 0),
    },
    last: -1,
  };
}

/** Collects from a street, by its posting; answers how many of its addresses are new and, unless `others`, flawless. */
export function collect(collector: Collector, posting: number, name: Grade, locality: number): number {
  const { match } = collector;
  match.nameOther = isOther(posting);
  match.unitMatch = null;
  return add(collector, posting & POSTING_MASK, name, locality);
}

/** Collects from a street of any place; its own name decides between EXACT and PREFIX. */
export function collectNamed(collector: Collector, posting: number): number {
  return collect(collector, posting, nameGrade(collector, posting & POSTING_MASK), collector.anywhere);
}

/** Collects the addresses that a unit led to; answers how many have the type typed. */
function collectUnits(collector: Collector): number {
  let ofType = 0;
  for (const match of collector.search.work.unitMatches.list) {
    collectUnit(collector, match);
    if (match.unit <= PREFIX) ofType++;
  }
  return ofType;
}

/** Collects an address that a unit led to. */
function collectUnit(collector: Collector, unitMatch: UnitMatch): number {
  const { match } = collector;
  match.nameOther = false;
  match.unitMatch = unitMatch;
  return add(collector, unitMatch.street, nameGrade(collector, unitMatch.street), LOCALITY_ABSENT);
}

function nameGrade({ search, match, whole }: Collector, street: number): Grade {
  if (match.parse.street === null) return ABSENT;
  return whole >= 0 && search.index.columns.streetEntry[street] === whole ? EXACT : PREFIX;
}

function add(collector: Collector, street: number, name: Grade, locality: number): number {
  const { search, retrieval, edits, placeEdits, match } = collector;
  match.street = street;
  match.name = edits > 0 ? FUZZY : name;
  match.locality = locality;
  match.localityEdits = placeEdits;
  const before = search.candidates.length;
  const plain = addStreet(search, match, retrieval.perStreet, retrieval.others);
  const answered = retrieval.others ? search.candidates.length - before : plain;
  if (answered > 0) collector.last = street;
  return answered;
}

/** Whether a suburb stands where the street would: after the number, or, if none, before a street without a type. */
function saysSuburbFirst({ parse: { number } }: NumberCodes, { street, locality, type }: NameParse): boolean {
  if (street === null || locality === null || locality.end > street.from) return false;
  return number === null ? type < 0 : number.token < locality.from;
}

/** Collects more addresses of a street that already has a candidate, perhaps by a likelier reading. */
export function fill({ search, match }: Collector, street: number): void {
  const known = search.candidates.find((candidate) => candidate.street === street);
  if (known === undefined) return;
  addStreet(
    search,
    {
      street,
      name: known.name,
      nameEdits: known.nameEdits,
      nameOther: known.nameOther,
      locality: known.locality,
      localityEdits: known.localityEdits,
      unitMatch: null,
      unitListed: false,
      parse: match.parse,
      numbers: match.numbers,
      reading: match.reading,
      floor: known.floor,
      isMet: match.isMet,
      leftovers: match.leftovers,
      penalty: Math.max(known.penalty, match.penalty),
    },
    ENOUGH,
    false,
  );
}

/**
 * Collects from the streets below a node of the trie, in a state (-1 for any), the best known first, until `wanted`
 * streets answer; returns how many do.
 */
export function scanPrefix(collector: Collector, node: number, state: number, wanted: number): number {
  const { search, retrieval, match } = collector;
  if (wanted <= 0) return 0;
  const number = wantedNumber(retrieval);
  const scan = streetsWithPrefix(search, node, { number, codes: retrieval.numbers, state });
  // A whole lot leads to every street that has it, by the street's own name.
  const isLed = number === ANY_LOT && retrieval.numbers.grownLots.length === 0;
  let found = 0;
  let alike = 0;
  for (let scanned = 0; found < wanted && alike < retrieval.shown && scanned < retrieval.mostScanned; scanned++) {
    const posting = mayKeep(search, match) ? nextStreet(scan) : NO_POSTING;
    if (posting === NO_POSTING) return found;
    // Those that follow are less known.
    if (state < 0 && isBelow(scan) && !mayShow(search, posting & POSTING_MASK)) return found;
    if (isLed && isBelow(scan) && !isOther(posting)) continue;
    const from = search.candidates.length;
    if (collectNamed(collector, posting) > 0) found++;
    else alike += asGoodAsAnyLeft(search, retrieval, from);
  }
  return found;
}

/** What was found on the streets around a point. */
export interface Surroundings {
  /** How many streets answer. */
  readonly found: number;
  /** Whether no others are wanted: enough answer, or all streets of the names were scanned. */
  readonly enough: boolean;
}

const NOTHING_AROUND: Surroundings = { found: 0, enough: false };

/**
 * Collects from streets with names in a run of entries around the preferred point; with `whole`, which says that they
 * have the very name typed, only from those of the type typed.
 */
export function scanNear(collector: Collector, names: Names, whole: boolean): Surroundings {
  const { search, retrieval, match } = collector;
  const streets = streetsNear(search, names, wantedNumber(retrieval));
  if (streets === null) return NOTHING_AROUND;
  let found = 0;
  for (let scanned = 0; found < ENOUGH && scanned < MOST_SCANNED; scanned++) {
    const posting = streets.next();
    if (posting === NO_POSTING) return { found, enough: streets.all };
    if (whole && !fitsType(search, match.parse, posting & POSTING_MASK, streets.card)) continue;
    const answered = whole ? collect(collector, posting, EXACT, collector.anywhere) : collectNamed(collector, posting);
    if (answered > 0) found++;
  }
  return { found, enough: found >= ENOUGH };
}

/** How many streets are wanted from anywhere, after those around the point. */
export function wantedAnywhere({ wanted }: Retrieval, { found, enough }: Surroundings): number {
  return enough ? 0 : wanted - found;
}

/** Whether a street has the type and suffix given or being typed; `card` may be BLANK_CARD (street-card.ts). */
export function fitsType(search: Search, parse: NameParse, street: number, card: number): boolean {
  const { type: typedType, suffix: typedSuffix, typesOpen, suffixesOpen } = parse;
  if (typedType < 0 && typedSuffix < 0 && typesOpen === null && suffixesOpen === null) return true;
  let type = typeOnCard(card);
  let suffix = suffixOnCard(card);
  if (type < 0 || suffix < 0) {
    const codes = search.index.columns.streetRecord[street * STREET_RECORD + RECORD_CODES];
    type = typeIn(codes);
    suffix = suffixIn(codes);
  }
  if (typedType >= 0 && !hasCode(search.index, typedType, MEANING.streetType, type)) return false;
  if (typedSuffix >= 0 && !hasCode(search.index, typedSuffix, MEANING.streetSuffix, suffix)) return false;
  if (typesOpen === null && suffixesOpen === null) return true;
  return (
    (typesOpen !== null && hasCodeIn(typesOpen, type)) || (suffixesOpen !== null && hasCodeIn(suffixesOpen, suffix))
  );
}

/** Whether only a unit's type was given, without a street number or lot: it leads to addresses. */
export function leadsByType({ numbers: { parse } }: Retrieval): boolean {
  return parse.lot === null && parse.number === null && parse.unit !== null && parse.unit.partialTypes !== null;
}

/** Whether a unit's number was given, which leads to addresses. */
export function leadsByUnit({ numbers: { parse } }: Retrieval): boolean {
  return parse.lot === null && parse.unit !== null && parse.unit.number !== null && !parse.unit.optional;
}

/** Whether only a level was given, without unit, street number or lot: it leads to addresses if no street was named. */
function leadsByLevel({ numbers: { parse } }: Retrieval): boolean {
  return parse.lot === null && parse.number === null && parse.unit === null && parse.level !== null;
}

/**
 * Collects the addresses that a unit, its type alone or a level alone leads to, at the number typed, if any, on streets
 * of a run with some names, null for any. Answers `wanted` if any has the type typed, as scanning streets finds no
 * better one; else how many have another type at the number.
 */
export function suggestUnits(collector: Collector, run: StreetRun, names: Names | null): number {
  const { search, retrieval } = collector;
  const { numbers, wanted } = retrieval;
  const { number } = numbers.parse;
  const byLevel = names === null && leadsByLevel(retrieval);
  if (!byLevel && !leadsByUnit(retrieval) && !leadsByType(retrieval)) return 0;
  const streets = { run, names: names ?? ANY_NAME };
  const { shown } = search;
  const { list } = search.work.unitMatches;
  // As many as are shown, if their order alone decides, will mostly do.
  if (number !== null && shown > 0 && shown < wanted) {
    findUnits(search, numbers, streets, shown);
    if (collectUnits(collector) > 0 && (list.length < shown || search.last !== null)) return wanted;
  }
  findUnits(search, numbers, streets, wanted);
  if (collectUnits(collector) > 0) return wanted;
  return number === null ? 0 : Math.min(list.length, wanted);
}
