import { BUILDING_PLACE, BUILDING_ROW, BUILDING_STREET } from '../index/building-row.ts';
import { firstWith } from '../index/first-words.ts';
import { localityOfPlace } from '../index/posting-row.ts';
import { STREET_RECORD, weightOf } from '../index/street-record.ts';
import { likeliestPlaces, localityThere, type Whereabouts, whereaboutsOf } from './building-places.ts';
import { ABSENT, type Candidate, costOf, EXACT, NONE, PREFIX } from './grades.ts';
import { keep, type Matcher } from './matcher.ts';
import type { NameReading } from './name-readings.ts';
import type { NumberQuery } from './number-query.ts';
import { isAway, postcodeGrade } from './postcodes.ts';
import { resolveAtPlace } from './resolve-group.ts';
import { type Run, runsOf } from './runs.ts';
import { MOST_TOKENS } from './tokens.ts';

const SPACE = 0x20;

/**
 * Adds the places whose building or site name the query's unexplained words begin with, in the locality, state and postcode that
 * the rest of it says. O(log names + places that have them, as far as building-places.ts looks). The longest name wins; with `open`, the last word
 * may go on.
 */
export function findBuildings(m: Matcher, numbers: NumberQuery, readings: readonly NameReading[], open: boolean): void {
  for (const reading of readings) {
    if (reading.street !== null || reading.abroad) continue;
    const [run] = runsOf(m, reading);
    if (run !== undefined) findInRun(m, numbers, reading, run, open && run.end === m.tokens.count);
  }
}

/** Names that begin with the first words of a run, by the token after these words: from, and to. */
const first = new Int32Array(MOST_TOKENS + 1);
const last = new Int32Array(MOST_TOKENS + 1);

function findInRun(m: Matcher, numbers: NumberQuery, reading: NameReading, run: Run, open: boolean): void {
  const { buildingStart } = m.index.columns;
  let where: Whereabouts | null = null;
  for (let end = narrow(m, run, open); end > run.from; end--) {
    const name = first[end];
    const wholeEnd = compareName(m, name, run.from, end) === 0 ? name + 1 : name;
    const to = open && end === run.end ? last[end] : wholeEnd;
    if (to === name) continue;
    where ??= whereaboutsOf(m, numbers, reading);
    const whole = buildingStart[wholeEnd];
    const rows = likeliestPlaces(m, where, buildingStart[name], whole, buildingStart[to]);
    for (const row of rows) addBuilding(m, numbers, reading, where, row, { from: run.from, end }, row < whole);
    if (rows.length > 0) return;
  }
}

/**
 * Looks up the names that begin with one word of the run, with two, …; answers the token after those that any begins with. With `open`,
 * the last word may go on.
 */
function narrow(m: Matcher, run: Run, open: boolean): number {
  let low = 0;
  let high = m.index.columns.buildingKeyStart.length - 1;
  let end = run.from;
  while (end < run.end) {
    low =
      end === run.from && !(open && end + 1 === run.end)
        ? firstName(m, end)
        : lowerName(m, run.from, end + 1, low, high);
    if (low < 0 || low === high || !beginsWith(m, low, run.from, end + 1)) break;
    high = upperName(m, run.from, end + 1, low, high);
    end++;
    first[end] = low;
    last[end] = high;
  }
  return end;
}

/** Adds the building of a row, or the unit of it that was said. */
function addBuilding(
  m: Matcher,
  numbers: NumberQuery,
  reading: NameReading,
  where: Whereabouts,
  row: number,
  name: Run,
  whole: boolean,
): void {
  const { buildingAddress, localityState } = m.index.columns;
  const address = buildingAddress[row * BUILDING_ROW];
  const street = buildingAddress[row * BUILDING_ROW + BUILDING_STREET];
  const place = buildingAddress[row * BUILDING_ROW + BUILDING_PLACE];
  const locality = localityOfPlace(place);
  const begun = beginsStreet(m, reading, name, street);
  const explained = name.end - name.from + (begun ? 1 : 0);
  resolveAtPlace(m.index, street, address, numbers, (found) => {
    const candidate: Candidate = {
      ordinal: found.ordinal,
      street,
      number: found.number,
      unit: found.unit,
      level: found.level,
      lot: ABSENT,
      name: begun ? PREFIX : ABSENT,
      nameEdits: 0,
      nameOther: false,
      type: ABSENT,
      suffix: ABSENT,
      unsaid: 0,
      locality: localityThere(where, place),
      localityEdits: 0,
      postcode: postcodeGrade(m.index, locality, locality, found.ordinal, numbers.reading),
      postcodeAway: isAway(numbers.postcodeStates, localityState[locality]),
      state: reading.state < 0 ? ABSENT : localityState[locality] === reading.state ? EXACT : NONE,
      building: whole ? EXACT : PREFIX,
      unmatched: Math.max(0, reading.unmatched - explained),
      words: reading.words,
      apart: false,
      numbered: numbers.reading.number !== null,
      units: found.several,
      several: false,
      nowhere: false,
      detour: 0,
      reading: null,
      cost: 0,
      weight: weightOf(m.index.columns.streetRecord, street * STREET_RECORD),
    };
    candidate.cost = costOf(candidate);
    keep(m, candidate);
    return false;
  });
}

/** Whether the last word, which nothing explained and which may go on, begins the name of the building's street. */
function beginsStreet(m: Matcher, { left }: NameReading, name: Run, street: number): boolean {
  const { tokens, streets } = m;
  const last = tokens.count - 1;
  const entry = m.index.columns.streetEntry[street];
  if (!tokens.open || left[last] !== 1 || last < name.end || entry === 0xffff_ffff) return false;
  const from = streets.keyStart[entry];
  const length = tokens.end[last] - tokens.start[last];
  if (streets.keyStart[entry + 1] - from < length) return false;
  for (let i = 0; i < length; i++) if (streets.key[from + i] !== tokens.letters[tokens.start[last] + i]) return false;
  return true;
}

/** The first name whose first word is a token, or -1. */
function firstName({ index: { columns }, tokens }: Matcher, t: number): number {
  const keys = { key: columns.buildingKey, keyStart: columns.buildingKeyStart };
  const table = { start: columns.buildingWordStart, entry: columns.buildingWord };
  return firstWith(keys, table, tokens.letters, tokens.start[t], tokens.end[t]);
}

/** The first of some names that is not before the tokens. */
function lowerName(m: Matcher, from: number, end: number, begin: number, to: number): number {
  let low = begin;
  let high = to;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (compareName(m, middle, from, end) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The first of some names, all of them at or behind the tokens, that does not begin with them. Most words begin few names. */
function upperName(m: Matcher, from: number, end: number, begin: number, to: number): number {
  let low = begin;
  let high = to;
  for (let step = 1; low + step < to; step *= 2) {
    if (beginsWith(m, low + step, from, end)) continue;
    high = low + step;
    break;
  }
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (beginsWith(m, middle, from, end)) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Byte order of a name and tokens with spaces between. */
function compareName(m: Matcher, name: number, from: number, end: number): number {
  const { buildingKeyStart, buildingKey } = m.index.columns;
  let at = buildingKeyStart[name];
  const keyEnd = buildingKeyStart[name + 1];
  for (let t = from; t < end; t++) {
    if (t > from) {
      if (at === keyEnd) return -1;
      if (buildingKey[at] !== SPACE) return buildingKey[at] - SPACE;
      at++;
    }
    for (let i = m.tokens.start[t]; i < m.tokens.end[t]; i++, at++) {
      if (at === keyEnd) return -1;
      const order = buildingKey[at] - m.tokens.letters[i];
      if (order !== 0) return order;
    }
  }
  return keyEnd - at;
}

function beginsWith(m: Matcher, name: number, from: number, end: number): boolean {
  const { buildingKeyStart, buildingKey } = m.index.columns;
  let at = buildingKeyStart[name];
  const keyEnd = buildingKeyStart[name + 1];
  for (let t = from; t < end; t++) {
    if (t > from && (at >= keyEnd || buildingKey[at++] !== SPACE)) return false;
    for (let i = m.tokens.start[t]; i < m.tokens.end[t]; i++, at++)
      if (at >= keyEnd || buildingKey[at] !== m.tokens.letters[i]) return false;
  }
  return true;
}
