import { IS_ALIAS } from '../../src/address/index/address-flags.ts';
import { STREET_NUMBER } from '../../src/address/index/number-kinds.ts';
import {
  ANY_LEVEL,
  MOST_RANKED_UNITS,
  NUMBERED_ADDRESS,
  NUMBERED_ENTRY,
  NUMBERED_UNIT,
  NUMBERED_UNIT_ROW,
  STREET_NUMBERS,
} from '../../src/address/index/unit-row.ts';
import type { AddressColumns } from './address-columns.ts';
import { grown } from './growable.ts';
import type { NumberSections } from './numbers.ts';
import type { Order } from './order.ts';
import type { UnitSections } from './units.ts';

/** What units at street numbers are listed from. */
interface Source {
  readonly order: Order;
  readonly columns: Pick<AddressColumns, 'addressNumber' | 'addressUnit' | 'addressFlags'>;
  readonly units: Pick<UnitSections, 'unitFlatNumber' | 'unitLevelType' | 'unitLevelText'>;
  readonly numbers: Pick<NumberSections, 'numberFirst' | 'numberLast' | 'numberKind'>;
  readonly streetEntry: Uint32Array;
  /** All streets, the best known first. */
  readonly ranked: Uint32Array;
}

/**
 * The sections `numberedUnit…`: the addresses that each number of a unit, and any level, leads to
 * together with a street number.
 */
export function numberedUnitSections(source: Source) {
  const found = findPairs(source);
  const pairs = Float64Array.from(found.ids.keys()).sort();
  const start = new Uint32Array(pairs.length + 1);
  /** By the id of a pair: where its next row goes. */
  const next = new Uint32Array(pairs.length);
  pairs.forEach((pair, i) => {
    const id = found.ids.get(pair) ?? 0;
    start[i + 1] = start[i] + found.counts[id];
    next[id] = start[i];
  });
  const rows = new Uint32Array(found.count * NUMBERED_UNIT_ROW);
  let visited = 0;
  visitPairs(source, (_, ordinal, street) => {
    const at = next[found.visited[visited++]]++ * NUMBERED_UNIT_ROW;
    rows[at + NUMBERED_ADDRESS] = ordinal;
    rows[at + NUMBERED_ENTRY] = source.streetEntry[street];
    rows[at + NUMBERED_UNIT] = source.columns.addressUnit[ordinal];
  });
  return { ...unitsOf(pairs), numberedUnitStart: start, numberedUnit: rows, ...rankedUnits(start, rows) };
}

/** The pairs by the order in which they are first met, how many rows each has, and the pair of every visit. */
function findPairs(source: Source) {
  const ids = new Map<number, number>();
  const counts: number[] = [];
  let visited = new Uint32Array(1 << 16);
  let count = 0;
  visitPairs(source, (pair) => {
    let id = ids.get(pair);
    if (id === undefined) {
      id = counts.push(0) - 1;
      ids.set(pair, id);
    }
    counts[id]++;
    visited = grown(visited, count + 1);
    visited[count++] = id;
  });
  return { ids, counts, visited, count };
}

/**
 * Sorts the rows of long lists by their entries, and answers the rows that came first before that:
 * `rankedUnit…`.
 */
function rankedUnits(start: Uint32Array, rows: Uint32Array) {
  const pairs = Array.from(start.subarray(1), (_, pair) => pair).filter(
    (pair) => start[pair + 1] - start[pair] > MOST_RANKED_UNITS,
  );
  const rankedUnit = new Uint32Array(pairs.length * MOST_RANKED_UNITS * NUMBERED_UNIT_ROW);
  pairs.forEach((pair, i) => {
    const before = rows.slice(start[pair] * NUMBERED_UNIT_ROW, start[pair + 1] * NUMBERED_UNIT_ROW);
    rankedUnit.set(
      before.subarray(0, MOST_RANKED_UNITS * NUMBERED_UNIT_ROW),
      i * MOST_RANKED_UNITS * NUMBERED_UNIT_ROW,
    );
    const count = start[pair + 1] - start[pair];
    const order = Float64Array.from({ length: count }, (_, row) => {
      return before[row * NUMBERED_UNIT_ROW + NUMBERED_ENTRY] * count + row;
    }).sort();
    order.forEach((key, position) => {
      const row = key % count;
      const at = (start[pair] + position) * NUMBERED_UNIT_ROW;
      rows.set(before.subarray(row * NUMBERED_UNIT_ROW, (row + 1) * NUMBERED_UNIT_ROW), at);
    });
  });
  const rankedUnitStart = Uint32Array.from({ length: pairs.length + 1 }, (_, i) => i * MOST_RANKED_UNITS);
  return { rankedUnitPair: Uint32Array.from(pairs), rankedUnitStart, rankedUnit };
}

/**
 * Visits the principal addresses that have a unit or a level, by street, the best known first, for
 * each end of their number.
 */
function visitPairs(
  { order: { streetStart }, columns, units, numbers, ranked }: Source,
  visit: (pair: number, ordinal: number, street: number) => void,
): void {
  const { addressNumber, addressUnit, addressFlags } = columns;
  const { unitFlatNumber, unitLevelType, unitLevelText } = units;
  const { numberFirst, numberLast, numberKind } = numbers;
  const withLevel = new Set<number>();
  for (const street of ranked) {
    withLevel.clear();
    for (let ordinal = streetStart[street]; ordinal < streetStart[street + 1]; ordinal++) {
      const code = addressNumber[ordinal];
      const unit = addressUnit[ordinal];
      if (unit === 0 || numberKind[code] !== STREET_NUMBER || (addressFlags[ordinal] & IS_ALIAS) !== 0) continue;
      const hasLevel = unitLevelType[unit] !== 0 || unitLevelText[unit] !== 0;
      const last = Math.max(numberFirst[code], numberLast[code]);
      for (let number = numberFirst[code]; ; number = last) {
        visit(unitFlatNumber[unit] * STREET_NUMBERS + number, ordinal, street);
        if (hasLevel && !withLevel.has(number)) {
          withLevel.add(number);
          visit(ANY_LEVEL * STREET_NUMBERS + number, ordinal, street);
        }
        if (number === last) break;
      }
    }
  }
}

/** The pairs, which ascend, as two levels: numbers of units, and the street numbers of each. */
function unitsOf(pairs: Float64Array) {
  const numbers: number[] = [];
  const starts: number[] = [];
  pairs.forEach((pair, i) => {
    const unit = Math.floor(pair / STREET_NUMBERS);
    if (numbers.at(-1) === unit) return;
    numbers.push(unit);
    starts.push(i);
  });
  return {
    numberedUnitNumber: Uint32Array.from(numbers),
    numberedUnitNumberStart: Uint32Array.from([...starts, pairs.length]),
    numberedUnitAt: Uint32Array.from(pairs, (pair) => pair % STREET_NUMBERS),
  };
}
