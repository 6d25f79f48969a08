import type { Instant } from './period.ts';

const MOMENT = new Intl.DateTimeFormat('en-AU', {
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
  hourCycle: 'h23',
  timeZone: 'UTC',
});

/** A moment as people write it: `25 December 2026 at 23:05 UTC`. */
export function momentInWords(at: Instant): string {
  return `${MOMENT.format(at)} UTC`;
}
