import { STREET_NUMBER } from '../../src/index/number-kinds.ts';
import { type Columns, HIGHEST_UNIT, RARE_STREETS } from '../../src/index/sections.ts';
import { csr } from './locality-sections.ts';
import type { NumberSections } from './numbers.ts';
import type { Order } from './order.ts';
import type { UnitSections } from './units.ts';

/** The sections `rare…`: the street numbers that at most RARE_STREETS streets have, as a first number. */
export function rareNumberSections(
  order: Order,
  addressNumber: Uint32Array,
  numbers: Pick<NumberSections, 'numberFirst' | 'numberKind'>,
  orders: StreetOrders,
) {
  const streets = new Map<number, number[] | null>();
  for (let street = 0; street < order.streetPid.length; street++) {
    let last = -1;
    for (let ordinal = order.streetStart[street]; ordinal < order.streetStart[street + 1]; ordinal++) {
      const code = addressNumber[ordinal];
      if (numbers.numberKind[code] !== STREET_NUMBER || numbers.numberFirst[code] === last) continue;
      last = numbers.numberFirst[code];
      const known = streets.get(last);
      if (known === undefined) streets.set(last, [street]);
      else if (known !== null && known.push(street) > RARE_STREETS) streets.set(last, null);
    }
  }
  const rare = listed(
    [...streets].flatMap(([number, list]) => (list === null ? [] : [[number, list]])),
    orders,
  );
  return { rareNumber: rare.number, rareStart: rare.start, rareStreet: rare.street, rareRanked: rare.ranked };
}

/** The sections `compound…`: the codes of street numbers with letters, or of ranges, each with the streets that have it. */
export function compoundNumberSections(
  order: Order,
  addressNumber: Uint32Array,
  numbers: Pick<NumberSections, 'numberFirst' | 'numberKind' | 'numberText' | 'numberTextStart'>,
  orders: StreetOrders,
) {
  const streets = new Map<number, number[]>();
  for (let street = 0; street < order.streetPid.length; street++) {
    let last = -1;
    for (let ordinal = order.streetStart[street]; ordinal < order.streetStart[street + 1]; ordinal++) {
      const code = addressNumber[ordinal];
      if (code === last || !isCompound(numbers, code)) continue;
      last = code;
      const known = streets.get(code);
      if (known === undefined) streets.set(code, [street]);
      else known.push(street);
    }
  }
  const compound = listed([...streets], orders);
  return {
    compoundNumber: compound.number,
    compoundStart: compound.start,
    compoundStreet: compound.street,
    compoundRanked: compound.ranked,
  };
}

/** Orders of the streets that have a number. */
export interface StreetOrders {
  /** By the entry of their names, then the best known first. */
  readonly byEntry: (a: number, b: number) => number;
  readonly byWeight: (a: number, b: number) => number;
}

/** The orders that the search goes through streets in. */
export function streetOrders(streetEntry: Uint32Array, weight: (street: number) => number): StreetOrders {
  const byWeight = (a: number, b: number) => weight(b) - weight(a) || a - b;
  return { byWeight, byEntry: (a, b) => streetEntry[a] - streetEntry[b] || byWeight(a, b) };
}

/** Numbers in ascending order, each with its streets in both orders (CSR). */
function listed(streets: [number, number[]][], { byEntry, byWeight }: StreetOrders) {
  streets.sort(([a], [b]) => a - b);
  const ranked = csr(streets.map(([, list]) => [...list].sort(byWeight)));
  const lists = csr(streets.map(([, list]) => list.sort(byEntry)));
  const number = Uint32Array.from(streets, ([each]) => each);
  return { number, start: lists.start, street: lists.values, ranked: ranked.values };
}

/** The sections `multiUnit…`: the street numbers at which streets have units. */
export function multiUnitSections(
  order: Order,
  addressNumber: Uint32Array,
  addressUnit: Uint32Array,
  { unitFlatNumber }: Pick<UnitSections, 'unitFlatNumber'>,
  { numberFirst, numberLast, numberKind }: Pick<NumberSections, 'numberFirst' | 'numberLast' | 'numberKind'>,
  orders: StreetOrders,
) {
  /** By number: the streets, ascending, each with the highest number of a unit. */
  const streets = new Map<number, [street: number, highest: number][]>();
  const add = (number: number, street: number, unit: number) => {
    const known = streets.get(number);
    if (known === undefined) {
      streets.set(number, [[street, unit]]);
      return;
    }
    const last = known[known.length - 1];
    if (last[0] !== street) known.push([street, unit]);
    else if (last[1] < unit) last[1] = unit;
  };
  for (let street = 0; street < order.streetPid.length; street++)
    for (let ordinal = order.streetStart[street]; ordinal < order.streetStart[street + 1]; ordinal++) {
      const code = addressNumber[ordinal];
      if (addressUnit[ordinal] === 0 || numberKind[code] !== STREET_NUMBER) continue;
      const unit = Math.min(HIGHEST_UNIT, unitFlatNumber[addressUnit[ordinal]]);
      add(numberFirst[code], street, unit);
      if (numberLast[code] > numberFirst[code]) add(numberLast[code], street, unit);
    }
  const found = [...streets].sort(([a], [b]) => a - b);
  const byEntry = found.map(([, list]) => [...list].sort(([a], [b]) => orders.byEntry(a, b)));
  const ranked = found.map(([, list]) => [...list].sort(([a], [b]) => orders.byWeight(a, b)));
  const lists = csr(byEntry.map((list) => list.map(([street]) => street)));
  return {
    multiUnitNumber: Uint32Array.from(found, ([number]) => number),
    multiUnitStart: lists.start,
    multiUnitStreet: lists.values,
    multiUnitHighest: Uint16Array.from(byEntry.flat(), ([, highest]) => highest),
    multiUnitRanked: csr(ranked.map((list) => list.map(([street]) => street))).values,
    multiUnitRankedHighest: Uint16Array.from(ranked.flat(), ([, highest]) => highest),
  };
}

/** What says whether a number code is compound. */
type NumberCodes = Pick<Columns, 'numberKind' | 'numberText' | 'numberTextStart'>;

const LETTER = 0x41;
const HYPHEN = 0x2d;

/** Whether a code is a street number with a letter, or of a range: `2A`, `12-14`. O(characters). */
function isCompound({ numberKind, numberText, numberTextStart }: NumberCodes, code: number): boolean {
  if (numberKind[code] !== STREET_NUMBER) return false;
  for (let i = numberTextStart[code]; i < numberTextStart[code + 1]; i++)
    if (numberText[i] >= LETTER || numberText[i] === HYPHEN) return true;
  return false;
}
