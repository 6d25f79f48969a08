import type { Random } from './random.ts';

const LENGTHS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/** Every day from January 2004 to January 2026 (leap days aside), as G-NAF writes dates. */
const DAYS: readonly string[] = Array.from({ length: 23 }, (_, i) => 2004 + i).flatMap((year) =>
  LENGTHS.slice(0, year === 2026 ? 1 : 12).flatMap((length, month) =>
    Array.from(
      { length },
      (_, day) => `${year}-${String(month + 1).padStart(2, '0')}-${String(day + 1).padStart(2, '0')}`,
    ),
  ),
);

/** A day between 2004 and January 2026. */
export function anyDay(random: Random): string {
  return DAYS[random.below(DAYS.length)];
}

/** A day in the last five years before the release. */
export function recentDay(random: Random): string {
  return DAYS[DAYS.length - 1 - random.below(1800)];
}
