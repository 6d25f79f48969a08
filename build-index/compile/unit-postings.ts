import { IS_ALIAS } from '../../src/address/index/address-flags.ts';
import {
  MOST_UNIT_ROWS,
  UNIT_ADDRESS,
  UNIT_ENTRY,
  UNIT_RANK,
  UNIT_ROW,
  UNIT_STREET,
} from '../../src/address/index/unit-row.ts';
import type { Order } from './order.ts';

/**
 * The sections `unitPosting…`: for each unit and level, the first principal address of every street
 * that has it, at most MOST_UNIT_ROWS, of the best-known streets. `ranked` has all streets, the
 * best known first.
 */
export function unitPostingSections(
  order: Order,
  addressUnit: Uint32Array,
  addressFlags: Uint8Array,
  units: number,
  { ranked, streetEntry }: { readonly ranked: Uint32Array; readonly streetEntry: Uint32Array },
) {
  const start = new Uint32Array(units + 1);
  visitUnits(order, addressUnit, addressFlags, units, ranked, (unit) => start[unit + 1]++);
  for (let unit = 0; unit < units; unit++) start[unit + 1] += start[unit];
  const rows = new Uint32Array(start[units] * UNIT_ROW);
  const next = start.slice(0, units);
  visitUnits(order, addressUnit, addressFlags, units, ranked, (unit, ordinal, street, rank) => {
    const row = next[unit]++ * UNIT_ROW;
    rows[row + UNIT_ADDRESS] = ordinal;
    rows[row + UNIT_STREET] = street;
    rows[row + UNIT_RANK] = rank;
    rows[row + UNIT_ENTRY] = streetEntry[street];
  });
  return { unitPostingStart: start, unitPosting: rows };
}

/**
 * Visits the first address that each street, the best known first, has of each unit, until the unit
 * has MOST_UNIT_ROWS.
 */
function visitUnits(
  { streetStart }: Order,
  addressUnit: Uint32Array,
  addressFlags: Uint8Array,
  units: number,
  ranked: Uint32Array,
  visit: (unit: number, ordinal: number, street: number, rank: number) => void,
): void {
  const rows = new Uint8Array(units);
  const lastStreet = new Int32Array(units).fill(-1);
  ranked.forEach((street, rank) => {
    for (let ordinal = streetStart[street]; ordinal < streetStart[street + 1]; ordinal++) {
      const unit = addressUnit[ordinal];
      if (unit === 0 || lastStreet[unit] === street || rows[unit] === MOST_UNIT_ROWS) continue;
      if ((addressFlags[ordinal] & IS_ALIAS) !== 0) continue;
      lastStreet[unit] = street;
      rows[unit]++;
      visit(unit, ordinal, street, rank);
    }
  });
}
