import type { Instant } from './schema.ts';

/** The UTC day of a moment: `2026-02-28`. */
export function dayOf(at: Instant): string {
  return new Date(at).toISOString().slice(0, 10);
}

/** The calendar month of a day: `2026-02`. */
export function monthOf(day: string): string {
  return day.slice(0, 7);
}
