import { folded } from '../real/agreement.ts';

/**
 * True if a line begins with what was typed, ignoring punctuation and case. The last word may be
 * unfinished unless a space or comma follows it: `unit 16` begins UNIT 168, `unit 16, ` does not.
 */
export function beginsAsTyped(line: string, typed: string): boolean {
  const begun = folded(typed);
  const isWhole = /[ ,]$/.test(typed);
  return (isWhole ? `${folded(line)} ` : folded(line)).startsWith(isWhole ? `${begun} ` : begun);
}
