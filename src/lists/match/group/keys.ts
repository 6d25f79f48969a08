import { hash } from 'node:crypto';
import { HAS_SECONDARIES } from '../../../address/index/address-flags.ts';
import { codesOf } from '../../../address/index/address-record.ts';
import type { AddressIndex } from '../../../address/index/open.ts';
import { type Cell, cellText } from '../format/cell.ts';
import { addressAt } from '../lookup/address.ts';
import type { Answer, Outcome } from '../lookup/job.ts';
import { principalOf } from './buildings.ts';

/** What rows are grouped by. */
export interface Grouping {
  /** As `primariesOf` gives them. */
  readonly primaries: Uint32Array<SharedArrayBuffer>;
  /** Positions of the columns that have a household's name; none for no households. */
  readonly names: readonly number[];
}

/** The places that a row is certain to be at. */
export interface Keys {
  /** Positions in the index: of the address, an alias's principal, and of its building. */
  readonly address: number;
  readonly building: number;
  /** The name as it is compared; empty where the household is not known. */
  readonly name: string;
}

/** What is certain: an address that was matched with quality `high`, chosen by a person, or named by its id. */
const CERTAIN: ReadonlySet<Outcome> = new Set(['high', 'decided', 'found']);

/**
 * The places of a row; null where its address is not certain. A unit's building is its primary, any other address is a
 * building itself. A building that has units has no households: it is not known which unit a row belongs to.
 */
export function keysOf(
  index: AddressIndex,
  { primaries, names }: Grouping,
  { outcome, ordinal }: Answer,
  cells: readonly Cell[],
): Keys | null {
  if (ordinal < 0 || !CERTAIN.has(outcome)) return null;
  const address = principalOf(index, ordinal);
  const primary = primaries[address] || primaries[ordinal];
  const building = primary === 0 ? address : primary - 1;
  const isShared = (codesOf(index, address) & HAS_SECONDARIES) !== 0;
  const name = isShared ? '' : householdName(names.map((at) => cellText(cells[at])).join(' '));
  return { address, building, name };
}

/** The names of the key columns, before they are told apart from the list's own. */
export function keyColumns({ names }: Grouping): string[] {
  return ['address_key', 'building_key', ...(names.length > 0 ? ['household_key'] : [])];
}

/** The values of those columns: ids of G-NAF, and of a household with its name. Equal cells are the same place; empty ones are not known. */
export function keyCells(index: AddressIndex, grouping: Grouping, keys: Keys | null): Cell[] {
  if (keys === null) return keyColumns(grouping).map(() => null);
  const { address, building, name } = keys;
  const { id } = addressAt(index, address);
  const own = [id, building === address ? id : addressAt(index, building).id];
  return grouping.names.length === 0 ? own : [...own, name === '' ? null : `${id} ${name}`];
}

/** 32-bit words of a record: address and building, each plus 1, 64 bits of the name's hash (0 for no name), the line. */
export const RECORD_WORDS = 5;

/** Writes what grouping needs of a row. */
export function writeRecord({ address, building, name }: Keys, line: number, words: Uint32Array, at: number): void {
  const digest = name === '' ? null : hash('sha256', name, 'buffer');
  words[at] = address + 1;
  words[at + 1] = building + 1;
  words[at + 2] = digest?.readUInt32LE(0) ?? 0;
  words[at + 3] = digest === null ? 0 : digest.readUInt32LE(4) || 1;
  words[at + 4] = line;
}

/** Words before a name that are no part of it. */
const TITLES = /^(?:MR|MRS|MS|MISS|MX|DR|PROF|SIR|DAME|REV|HON)\s+(?=\S)/;

/**
 * A name as it is compared: in capitals, without accents, signs and titles, its given name first (`Müller, Dr. Anna` is
 * `ANNA MULLER`). Words are not sorted and initials not filled in: `J Smith` may not be `John Smith`.
 */
export function householdName(text: string): string {
  const [last, first, ...more] = text.split(',');
  const inOrder = first === undefined || more.length > 0 ? text : `${first} ${last}`;
  let name = inOrder
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toUpperCase()
    .replace(/['’‘`´]/g, '')
    .replace(/&|\+/g, ' AND ')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
  while (TITLES.test(name)) name = name.replace(TITLES, '');
  return name;
}
