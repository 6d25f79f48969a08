import { type OperationName, TABLE } from '../../address/operations/table/table.ts';

export type { OperationName } from '../../address/operations/table/table.ts';

/** The metered operations, in the order in which counters hold them. */
export const OPERATIONS = TABLE.map(({ name }) => name);

/**
 * The index of an operation in `OPERATIONS`.
 *
 * @throws Error that names the operation when this program does not have it: a ledger may be newer
 * than its reader
 */
export function placeOf(name: string): number {
  const place = OPERATIONS.indexOf(name as OperationName);
  if (place < 0) throw new Error(`"${name}" is no operation of this program, which has ${OPERATIONS.join(', ')}`);
  return place;
}

/** Credits per request of each operation, in the order of `OPERATIONS` (§8.1). */
export const COSTS: readonly number[] = TABLE.map(({ cost }) => cost);
