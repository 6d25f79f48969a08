import { postcodeOf } from '../../index/address-record.ts';
import { suffixIn, typeIn } from '../../index/street-codes.ts';
import { RECORD_CODES, RECORD_LOCALITY, STREET_RECORD, weightOf } from '../../index/street-record.ts';
import type { NameParse } from '../parse/names/name-parse.ts';
import type { Taken } from '../parse/names/runs.ts';
import type { NumberParse } from '../parse/numbers/number-parse.ts';
import type { Policy } from '../policy.ts';
import { COSTS } from '../query/costs.ts';
import {
  ABSENT,
  EXACT,
  FUZZY,
  GRADE_COST,
  type Grade,
  LOCALITY_EXACT,
  LOCALITY_FUZZY,
  LOCALITY_NEIGHBOUR,
  NONE,
  NUMBER_EXACT,
  NUMBER_SUFFIX,
  type Outside,
  WORDS_INSIDE,
  WORDS_OUTSIDE,
} from '../query/grades.ts';
import type { CandidateSlots } from '../query/workspace.ts';
import { markPlaced, type Query } from '../retrieve/query.ts';
import type { Text } from '../text/lexicon.ts';

/** A query and the candidates found for it so far. */
export interface Search extends Query {
  readonly policy: Policy;
  /** Best candidate of each principal. */
  readonly candidates: Candidate[];
  /** How many candidates were found at each cost, rounded down. */
  readonly atCost: Uint16Array;
  /** New candidates of this cost or above are not kept. */
  costLimit: number;
  /** How many candidates fill a list that their order alone decides, 0 if more than that may. */
  shown: number;
  /** The first of the candidates that cost nothing, in order, at most `shown`. */
  readonly best: Candidate[];
  /** The last candidate of a list that is full (`fillList`): none that comes after it is kept. Null before. */
  last: Candidate | null;
  /** A street has the very name typed, but not the number: a misspelling is doubtful. */
  lacksNumber: boolean;
  /** The likeliest reading of the query as it was written; null until it is made. */
  first: Reading | null;
}

/** How a text is read: its numbers, and its names, misspelled ones too. The words are valid until the next query. */
export interface Reading extends Pick<Text, 'tokens' | 'words'>, Taken {
  readonly numbers: NumberParse;
  readonly names: NameParse;
}

/** A reading of the current text; `taken` where its names are not those of the parse. */
export function readingOf({ tokens, words }: Text, numbers: NumberParse, names: NameParse, taken?: Taken): Reading {
  const { street, place } = taken ?? { street: names.street, place: names.locality };
  return { tokens, words, numbers, names, street, place };
}

/** A search without candidates: the query itself, as copying so many fields is slow. */
export function searchFor(query: Query & Pick<Search, 'policy'>, shown = 0): Search {
  const search = query as Search;
  search.shown = shown;
  search.atCost.fill(0);
  return search;
}

/** Keeps a candidate, the better of two for one record. Answers whether the record is new or now costs less. */
export function keep(search: Search, candidate: Candidate): boolean {
  const { candidates, work, last, policy } = search;
  if (last !== null && !precedes(candidate, last)) return false;
  const slot = slotOf(work.slots, candidates, candidate.ordinal);
  const { positions, slots } = work.slots;
  if (isTaken(work.slots, candidates, slot)) {
    const known = candidates[positions[slot]];
    if (!isBetter(candidate, known)) return false;
    candidates[positions[slot]] = candidate;
    if (candidate.cost === known.cost) return false;
    search.costLimit = Math.min(search.costLimit, candidate.cost + policy.spread);
    if (search.shown > 0) fillList(search, candidate);
    return true;
  }
  if (candidate.cost >= search.costLimit) return false;
  search.costLimit = Math.min(search.costLimit, candidate.cost + policy.spread);
  search.atCost[Math.min(search.atCost.length - 1, Math.floor(candidate.cost))]++;
  positions[slot] = candidates.length;
  slots[candidates.length] = slot;
  candidates.push(candidate);
  if (candidates.length === slots.length) grow(work.slots, candidates);
  if (last === null && candidates.length >= policy.most) search.costLimit = costLimit(search);
  if (search.shown > 0) fillList(search, candidate);
  return true;
}

/** Whether a record answers one reading better than another; of readings that cost the same, the one that leaves words outside. */
function isBetter(candidate: Candidate, known: Candidate): boolean {
  if (candidate.cost !== known.cost) return candidate.cost < known.cost;
  return candidate.outside === WORDS_OUTSIDE && known.outside === WORDS_INSIDE;
}

/**
 * Notes the last candidate of a full list: as many as are shown cost nothing, and another place answers as well as each.
 * Their score is that of an ambiguous record, `CAPS.ambiguous`. No record that comes after them in the order of
 * `sortCandidates` scores more, as these places make it ambiguous too: so none of those is shown. O(shown).
 */
function fillList(search: Search, candidate: Candidate): void {
  const { shown, best } = search;
  if (candidate.cost > 0 || candidate.nonAddress) return;
  let at = best.length;
  if (at === shown && !precedes(candidate, best[at - 1])) return;
  if (at === shown) at--;
  for (; at > 0 && precedes(candidate, best[at - 1]); at--) best[at] = best[at - 1];
  best[at] = candidate;
  if (best.length < shown || !areAmbiguous(search, best)) return;
  search.last = best[shown - 1];
  search.costLimit = Number.MIN_VALUE;
}

/** Whether each of the candidates is elsewhere than one of two of them. */
function areAmbiguous(search: Search, [first, ...others]: readonly Candidate[]): boolean {
  const second = others.find((other) => elsewhere(search, first, other));
  if (second === undefined) return false;
  return others.every((other) => elsewhere(search, first, other) || elsewhere(search, second, other));
}

/** Whether a record of a street may still be shown: not of a less known one if the list is full. */
export function mayShow({ last, index }: Search, street: number): boolean {
  return last === null || weightOf(index.columns.streetRecord, street * STREET_RECORD) >= last.weight;
}

/** Knuth's multiplicative hash: 2³² over the golden ratio. */
const HASH = 0x9e37_79b1;

/** The slot of a principal's candidate, or the empty one for it. O(1). */
function slotOf(table: CandidateSlots, candidates: readonly Candidate[], ordinal: number): number {
  const { positions } = table;
  const mask = positions.length - 1;
  let slot = (Math.imul(ordinal, HASH) >>> 16) & mask;
  while (isTaken(table, candidates, slot) && candidates[positions[slot]].ordinal !== ordinal) slot = (slot + 1) & mask;
  return slot;
}

function isTaken({ positions, slots }: CandidateSlots, candidates: readonly Candidate[], slot: number): boolean {
  const at = positions[slot];
  return at < candidates.length && slots[at] === slot;
}

/** Makes room for twice as many candidates. */
function grow(table: CandidateSlots, candidates: readonly Candidate[]): void {
  const positions = new Uint32Array(2 * table.positions.length);
  const slots = new Uint32Array(positions.length / 2);
  table.positions = positions;
  table.slots = slots;
  const placed: Candidate[] = [];
  for (const candidate of candidates) {
    const slot = slotOf(table, placed, candidate.ordinal);
    positions[slot] = placed.length;
    slots[placed.length] = slot;
    placed.push(candidate);
  }
}

/** The lowest whole cost, above 0, below which as many candidates were found as there is room for. */
function costLimit({ atCost, policy: { most } }: Search): number {
  let count = 0;
  for (let cost = 0; cost < atCost.length - 1; cost++) {
    count += atCost[cost];
    if (count >= most) return cost + 1;
  }
  return Number.POSITIVE_INFINITY;
}

/**
 * Notes that a parse's street is in the place given, if a candidate from position `from` on contradicts neither number,
 * lot, postcode, type nor suffix: otherwise another street, misspelled, may be meant.
 */
export function markAnswered(search: Search, parse: NameParse, from: number): void {
  const { candidates } = search;
  for (let i = from; i < candidates.length; i++)
    if (!contradicts(candidates[i]) && !isOtherStreet(candidates[i])) markPlaced(search, parse);
}

/** The cheapest candidate so far, or null. */
export function bestOf(search: Search): Candidate | null {
  let best: Candidate | null = null;
  for (const candidate of search.candidates)
    if (best === null || candidate.cost < best.cost || (candidate.cost === best.cost && candidate.weight > best.weight))
      best = candidate;
  return best;
}

/** How many candidates so far cost less than a bound. */
export function costNoMore({ candidates }: Search, bound: number): number {
  let count = 0;
  for (const { cost } of candidates) if (cost < bound) count++;
  return count;
}

/** Sorts candidates in a total order: cost, how well known the place is, ordinal. They are nearly sorted already. */
export function sortCandidates(candidates: Candidate[]): void {
  for (let i = 1; i < candidates.length; i++) {
    const candidate = candidates[i];
    let at = i;
    for (; at > 0 && precedes(candidate, candidates[at - 1]); at--) candidates[at] = candidates[at - 1];
    candidates[at] = candidate;
  }
}

function precedes(a: Candidate, b: Candidate): boolean {
  if (a.cost !== b.cost) return a.cost < b.cost;
  return a.weight !== b.weight ? a.weight > b.weight : a.ordinal < b.ordinal;
}

/** Whether two records are in different places: on streets of other names, or in other localities or postcodes. */
export function elsewhere(search: Search, a: Candidate, b: Candidate): boolean {
  if (a.street === b.street) return false;
  const { streetLabel, streetRecord, localityName, localityState } = search.index.columns;
  const x = streetRecord[a.street * STREET_RECORD + RECORD_LOCALITY];
  const y = streetRecord[b.street * STREET_RECORD + RECORD_LOCALITY];
  return (
    localityName[x] !== localityName[y] ||
    streetLabel[a.street] !== streetLabel[b.street] ||
    localityState[x] !== localityState[y] ||
    (x !== y && postcodeOf(search.index, a.ordinal, x) !== postcodeOf(search.index, b.ordinal, y))
  );
}

/** A record that has what was typed, its number and the name and place of its street; `words` are those of the query. */
export function candidateAt(ordinal: number, street: number, words: number, weight: number) {
  return {
    /** The principal record. */
    ordinal,
    /** The street found, which may be that of an alias record. */
    street,
    /** The alias record by which it was found; -1 if by itself. */
    alias: -1,
    number: NUMBER_EXACT as number,
    unit: ABSENT as Grade,
    level: ABSENT as Grade,
    lot: ABSENT as Grade,
    name: EXACT as Grade,
    nameEdits: 0,
    /** The name that answered is an alias of the street or another spelling. */
    nameOther: false,
    type: EXACT as Grade,
    suffix: ABSENT as Grade,
    /** Parts of the street's name that were not given: 1 for its type, 2 for its suffix. */
    extraParts: 0,
    locality: LOCALITY_EXACT as number,
    localityEdits: 0,
    postcode: ABSENT as Grade,
    /** The postcode that was typed is another state's. */
    postcodeAway: false,
    state: ABSENT as Grade,
    building: ABSENT as Grade,
    /** Words that nothing explains, and all words. */
    unmatched: 0,
    words,
    /** Where the unexplained words stand. */
    outside: WORDS_INSIDE as Outside,
    /** Unexplained words stand between the number and the street; they say another street or number. */
    gap: false,
    otherStreet: false,
    /** The query has a street number or lot. */
    numbered: true,
    /** The record is a unit, and none was given, or only its level. */
    units: false,
    /** The name of its building or site was given, and no other record in the place given has it. */
    sole: false,
    /** A spreadsheet made a date of the numbers. */
    dated: false,
    /** The query is, or may be, something that no index of addresses holds. */
    nonAddress: false,
    /** The bound of its source: it costs at least this, even if the record explains words left over. */
    floor: 0,
    /** The cost of the parse, more for less likely ones. */
    penalty: 0,
    cost: 0,
    weight,
    /** The reading that it answers; null for the only one of a line that was not made (straight.ts). */
    reading: null as Reading | null,
  };
}

/** One record, and how it answers a query. */
export type Candidate = ReturnType<typeof candidateAt>;

/** A record that has what was typed: its number, and the name, type, suffix and place of its street. */
export function candidateOn({ index }: Query, street: number, ordinal: number, words: number): Candidate {
  const { streetRecord } = index.columns;
  const row = street * STREET_RECORD;
  const codes = streetRecord[row + RECORD_CODES];
  const candidate = candidateAt(ordinal, street, words, weightOf(streetRecord, row));
  if (typeIn(codes) === 0) candidate.type = ABSENT;
  if (suffixIn(codes) !== 0) candidate.suffix = EXACT;
  return candidate;
}

/** The i-th record resolved on a street, with the grades of its number, unit, level and lot. */
export function resolvedOn(query: Query, street: number, i: number, words: number): Candidate {
  const { resolved } = query.work;
  const candidate = candidateOn(query, street, resolved.ordinal[i], words);
  candidate.alias = resolved.alias[i];
  candidate.number = resolved.number[i];
  candidate.unit = resolved.unit[i] as Grade;
  candidate.level = resolved.level[i] as Grade;
  candidate.lot = resolved.lot[i] as Grade;
  candidate.units = resolved.several[i] === 1;
  return candidate;
}

/**
 * Whether a record contradicts a number or a place given: another parse, or a misspelling, may then be what was meant.
 * Units do not count: many have no record of their own.
 */
export function contradicts(c: Candidate): boolean {
  return (
    c.number >= NUMBER_SUFFIX ||
    c.lot === NONE ||
    c.postcode === NONE ||
    c.state === NONE ||
    c.locality >= LOCALITY_NEIGHBOUR
  );
}

/** Whether the street has another type or suffix than was given: SMITH STREET for SMITH ROAD. */
export function isOtherStreet(c: Candidate): boolean {
  return c.type === NONE || c.suffix === NONE;
}

/** The cost of a candidate, by which candidates are ranked; 0 is perfect. Added up in this order, as floats round. */
export function costOf(c: Candidate): number {
  return Math.max(
    c.floor,
    c.penalty +
      c.unmatched * COSTS.unmatchedWord +
      c.nameEdits * COSTS.nameEdit +
      (isOtherMisspelled(c) ? COSTS.otherMisspelled : 0) +
      (c.nameOther ? COSTS.otherName : 0) +
      GRADE_COST.street_type[c.type] +
      GRADE_COST.street_suffix[c.suffix] +
      c.extraParts * COSTS.extraPart +
      GRADE_COST.street_number[c.number] +
      (c.unit === NONE && !c.numbered ? COSTS.noUnitNorNumber : GRADE_COST.unit[c.unit]) +
      (c.gap ? COSTS.gapBeforeStreet : 0) +
      GRADE_COST.level[c.level] +
      GRADE_COST.lot[c.lot] +
      GRADE_COST.locality[c.locality] +
      c.localityEdits * COSTS.localityEdit +
      GRADE_COST.postcode[c.postcode] +
      (c.postcodeAway ? COSTS.postcodeOfOtherState : 0) +
      GRADE_COST.state[c.state] +
      GRADE_COST.building[c.building],
  );
}

/** Whether a misspelled name led to another type, suffix or postcode than was typed, or to another state. */
function isOtherMisspelled(c: Candidate): boolean {
  if (c.name === FUZZY && (isOtherStreet(c) || c.postcode === NONE)) return true;
  return c.state === NONE && (c.name === FUZZY || c.locality === LOCALITY_FUZZY);
}
