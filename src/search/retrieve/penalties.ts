/** What a number costs that answers as it does. */
export const NUMBER_COST: readonly number[] = [0, 0, 2, 4, 3, 14, 20, 40];
/** What a locality costs that relates as it does to the one that was said. */
export const LOCALITY_COST: readonly number[] = [0, 0, 0.8, 1, 0, 16, 34];
