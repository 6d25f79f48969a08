import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { madeRelease } from './accuracy/prepare.ts';

/** Where made releases are kept. */
export const CACHE = join(tmpdir(), 'letterbox-bench');

/** The larger gazetteer, which is kept beside the repository; null where it is not there. */
export function sharedGazetteer(): string | null {
  const folder = fileURLToPath(new URL('../../../shared/gnaf/gazetteer', import.meta.url));
  return existsSync(folder) ? folder : null;
}

/** A made release of so many addresses, seed 1, made now or kept from before: by the larger gazetteer where it is there, else by the bundled one. */
export function ensureRelease(addresses: number): string {
  return madeRelease({ addresses, releaseSeed: 1, gazetteer: sharedGazetteer(), cache: CACHE });
}
