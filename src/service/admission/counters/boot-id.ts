import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/**
 * Tells this run of the operating system from earlier ones: the counter file notes it, since a
 * power loss may leave its pages written in any order. 36 characters; empty where the system does
 * not tell, and then all boots look the same.
 */
export function bootId(): string {
  try {
    if (process.platform === 'linux')
      return readFileSync('/proc/sys/kernel/random/boot_id', 'latin1').trim().slice(0, 36);
    return execFileSync('sysctl', ['-n', 'kern.bootsessionuuid'], { encoding: 'latin1' }).trim().slice(0, 36);
  } catch {
    return '';
  }
}
