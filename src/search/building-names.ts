import { streetOf } from '../index/address.ts';
import { ABSENT, type Candidate, costOf, EXACT, PREFIX } from './grades.ts';
import { keep, type Matcher } from './matcher.ts';
import { type NumberQuery, resolveAtPlace } from './resolve.ts';

const SPACE = 0x20;
const MOST = 8;

/**
 * Adds the places whose building or site name the query's free words begin with. O(log names). The longest name wins; with
 * `open`, the last word may go on.
 */
export function findBuilding(m: Matcher, numbers: NumberQuery, open = false): void {
  const { taken } = numbers.reading;
  const { buildingKeyStart, buildingStart, buildingAddress } = m.index.columns;
  const { tokens } = m;
  let from = 0;
  while (from < tokens.count && taken[from] === 1) from++;
  let limit = from;
  while (limit < tokens.count && taken[limit] === 0) limit++;
  const names = buildingKeyStart.length - 1;
  for (let end = limit; end > from; end--) {
    const goesOn = open && end === limit && limit === tokens.count;
    let at = lowerName(m, from, end);
    let found = 0;
    for (; at < names && found < MOST; at++) {
      const order = compareName(m, at, from, end);
      if (order !== 0 && !(goesOn && order > 0 && beginsWith(m, at, from, end))) break;
      for (let i = buildingStart[at]; i < buildingStart[at + 1] && found < MOST; i++) {
        addBuilding(m, numbers, buildingAddress[i], limit - end, limit - from, order === 0);
        found++;
      }
    }
    if (found > 0) return;
  }
}

function addBuilding(
  m: Matcher,
  numbers: NumberQuery,
  address: number,
  unmatched: number,
  words: number,
  whole: boolean,
): void {
  const street = streetOf(m.index, address);
  const { streetLocality, localityState, localityCount, streetCount } = m.index.columns;
  const locality = streetLocality[street];
  if (m.onlyState >= 0 && localityState[locality] !== m.onlyState) return;
  resolveAtPlace(m.index, street, address, numbers, (found) => {
    const candidate: Candidate = {
      ordinal: found.ordinal,
      street,
      number: found.number,
      unit: found.unit,
      level: found.level,
      lot: ABSENT,
      name: ABSENT,
      nameEdits: 0,
      nameOther: false,
      type: ABSENT,
      suffix: ABSENT,
      locality: 0,
      localityEdits: 0,
      postcode: ABSENT,
      state: ABSENT,
      building: whole ? EXACT : PREFIX,
      unmatched,
      words,
      numbered: numbers.reading.number !== null,
      several: false,
      units: found.several,
      nowhere: numbers.reading.postal || numbers.reading.corner,
      detour: 0,
      cost: 0,
      weight: localityCount[locality] * 65536 + Math.min(65535, streetCount[street]),
    };
    candidate.cost = costOf(candidate);
    keep(m, candidate);
    return false;
  });
}

function lowerName(m: Matcher, from: number, end: number): number {
  let low = 0;
  let high = m.index.columns.buildingKeyStart.length - 1;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (compareName(m, middle, from, end) < 0) low = middle + 1;
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
    if (t > from && buildingKey[at++] !== SPACE) return false;
    for (let i = m.tokens.start[t]; i < m.tokens.end[t]; i++, at++)
      if (at >= keyEnd || buildingKey[at] !== m.tokens.letters[i]) return false;
  }
  return true;
}
