/** The metered operations, in the order in which counters hold them. The order is part of the counter file's layout. */
export const OPERATIONS = ['autocomplete', 'validate', 'enrich', 'reverse', 'lookupPostcode', 'lookupSuburb'] as const;

/** The name of a metered operation. */
export type OperationName = (typeof OPERATIONS)[number];

/** Credits per request of each operation, in the order of `OPERATIONS` (specification, "Credit cost per endpoint"). */
export const COSTS: readonly number[] = [1, 1, 3, 2, 1, 1];
