import { InvalidArgumentError } from 'commander';

const UNITS = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const;

/** Reads a duration such as `90s`, `15m`, `24h` or `7d`: milliseconds. Throws commander's error for anything else, or for more than a year. */
export function parseDurationText(text: string): number {
  const match = /^([0-9]{1,9})([smhd])$/.exec(text);
  const milliseconds = match === null ? Number.NaN : Number(match[1]) * UNITS[match[2] as keyof typeof UNITS];
  if (milliseconds <= 366 * UNITS.d) return milliseconds;
  throw new InvalidArgumentError('Expected a number and s, m, h or d, such as 24h, at most 366d.');
}
