import type { Matcher } from './matcher.ts';
import type { NameReading } from './name-readings.ts';
import { COMMA, WORD } from './tokens.ts';

/** Consecutive tokens that a reading leaves unexplained. */
export interface Run {
  readonly from: number;
  readonly end: number;
}

/** The runs of words that a reading leaves unexplained. */
export function runsOf(m: Matcher, reading: NameReading): Run[] {
  const runs: Run[] = [];
  const { count, before, kind } = m.tokens;
  for (let t = 0; t < count; t++) {
    if (reading.left[t] === 0 || (kind[t] !== WORD && m.tokens.end[t] - m.tokens.start[t] < 3)) continue;
    let end = t + 1;
    while (end < count && reading.left[end] === 1 && (before[end] & COMMA) === 0) end++;
    runs.push({ from: t, end });
    t = end - 1;
  }
  return runs;
}
