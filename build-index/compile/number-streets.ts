import { LOT, STREET_NUMBER } from '../../src/address/index/number-kinds.ts';
import { type Columns, RARE_STREETS } from '../../src/address/index/sections.ts';
import { csr } from './locality-sections.ts';
import type { NumberSections } from './numbers.ts';
import type { Order } from './order.ts';

/** The sections `rare…`: the street numbers that at most RARE_STREETS streets have as a first number. */
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

/**
 * The sections `compound…`: the codes of street numbers with letters, of ranges and of lots, each
 * with the streets that have it.
 */
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

/** What says whether a number code is compound. */
type NumberCodes = Pick<Columns, 'numberKind' | 'numberText' | 'numberTextStart'>;

const LETTER = 0x41;
const HYPHEN = 0x2d;

/** Whether a code is of a street number with a letter, a range or a lot: `2A`, `12-14`, `LOT 7`. O(characters). */
function isCompound({ numberKind, numberText, numberTextStart }: NumberCodes, code: number): boolean {
  if (numberKind[code] !== STREET_NUMBER) return numberKind[code] === LOT;
  for (let i = numberTextStart[code]; i < numberTextStart[code + 1]; i++)
    if (numberText[i] >= LETTER || numberText[i] === HYPHEN) return true;
  return false;
}
