import { closeSync, openSync } from 'node:fs';

/** Whether the controlling terminal of this process still exists. */
export function keepsTerminal(): boolean {
  try {
    closeSync(openSync('/dev/tty', 'r'));
    return true;
  } catch {
    return false;
  }
}
