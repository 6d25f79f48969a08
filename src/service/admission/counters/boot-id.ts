import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import type { CounterFile } from './counter-file.ts';
import { BOOT_ID_BYTES, HEADER } from './layout.ts';

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

/** Whether a file was last opened by the sidecar in this run of the operating system. */
export function bootIsNoted(file: CounterFile): boolean {
  return Buffer.from(bootId().padEnd(BOOT_ID_BYTES, ' '), 'latin1').equals(notedBoot(file));
}

/** Notes this run of the operating system. For the sidecar alone. */
export function noteBoot(file: CounterFile): void {
  notedBoot(file).set(Buffer.from(bootId().padEnd(BOOT_ID_BYTES, ' '), 'latin1'));
}

function notedBoot({ header }: CounterFile): Uint8Array {
  return header.u8.subarray(HEADER.BOOT_BYTE, HEADER.BOOT_BYTE + BOOT_ID_BYTES);
}
