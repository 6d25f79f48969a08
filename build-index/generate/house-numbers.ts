import type { Setting } from './plan.ts';
import type { Random } from './random.ts';

/** Numbers at which long streets begin, by cumulative share: rural roads count tens of metres from their beginning. */
const RURAL_STARTS = [
  [0, 101],
  [0.45, 900],
  [0.75, 2300],
  [0.86, 5500],
  [0.96, 13_000],
  [1, 46_000],
] as const;

/** Highways and the boulevards of coastal towns are numbered through many suburbs, rarely beyond 5000. */
const THROUGH_STARTS = [
  [0, 401],
  [0.5, 1300],
  [0.9, 3100],
  [1, 5400],
] as const;

const RURAL_TYPES = new Set(['HIGHWAY', 'LANE', 'ROAD', 'TRACK', 'TRAIL', 'WAY']);
const THROUGH_TYPES = new Set(['BOULEVARD', 'ESPLANADE', 'PARADE', 'ROAD']);
/** Of the streets with long numbers, so many begin where their numbers are the postcode of the place. */
const AT_POSTCODE = 0.3;

/** An odd number of three to five digits where a street's numbers are to begin; null where they begin as most do. */
export function longFirstNumber(
  { setting, type, postcode }: { readonly setting: Setting; readonly type: string; readonly postcode: string },
  random: Random,
): number | null {
  const isRural = setting === 'rural';
  if (!random.chance(shareOfLong(isRural, type))) return null;
  const start = random.quantile(isRural ? RURAL_STARTS : THROUGH_STARTS);
  const isPostcode = random.chance(AT_POSTCODE) && Number(postcode) >= 1000;
  return oddFrom(isPostcode ? Number(postcode) : start);
}

function shareOfLong(isRural: boolean, type: string): number {
  if (isRural) return RURAL_TYPES.has(type) ? 0.5 : 0;
  if (type === 'HIGHWAY') return 0.6;
  return THROUGH_TYPES.has(type) ? 0.08 : 0;
}

function oddFrom(number: number): number {
  const whole = Math.floor(number);
  return whole % 2 === 0 ? whole - 1 : whole;
}
