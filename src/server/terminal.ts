import { closeSync, openSync } from 'node:fs';

/** Whether this process belongs to a terminal that is still there. */
export function keepsTerminal(): boolean {
  try {
    closeSync(openSync('/dev/tty', 'r'));
    return true;
  } catch {
    return false;
  }
}
