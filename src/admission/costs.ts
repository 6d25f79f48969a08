import { TABLE } from '../operations/table/table.ts';

export type { OperationName } from '../operations/table/table.ts';

/** The metered operations, in the order in which counters hold them. */
export const OPERATIONS = TABLE.map(({ name }) => name);

/** Credits per request of each operation, in the order of `OPERATIONS` (§8.1). */
export const COSTS: readonly number[] = TABLE.map(({ cost }) => cost);
