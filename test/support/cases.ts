/** Whether the tests run in full (`npm run test:long`): with more random cases, and those that take long. */
export const LONG = process.env.LONG === '1';

/** How many cases to try: few in every run, many in a full one. */
export function cases(few: number, many: number): number {
  return LONG ? many : few;
}
