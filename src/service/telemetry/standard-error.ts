import { writeSync } from 'node:fs';

/**
 * Writes to standard error for whoever started the program. Where nothing can be written, as on a
 * full disk, it is not said: `process.stderr` would end the program.
 */
export function tell(text: string): void {
  try {
    writeSync(2, text);
  } catch {
    // The disk is full, or nobody reads.
  }
}
