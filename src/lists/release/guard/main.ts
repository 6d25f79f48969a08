import { setPriority } from 'node:os';
import { openIndex } from '../../../address/index/open.ts';
import type { ComparedRelease } from '../../../service/release/change-limits.ts';
import { countChanges } from './count-changes.ts';

/*
 * Compares the index file that is served (the first argument, with the checksum that it has to have)
 * with another, beside the service: it yields the processor to it, and a file that is damaged ends
 * this process alone. Sends a ComparedRelease.
 */

const LOW_PRIORITY = 10;

const [before = '', checksum = '', after = ''] = process.argv.slice(2);
setPriority(LOW_PRIORITY);
const began = performance.now();
const old = openIndex(before);
if (String(old.manifest.checksum) !== checksum)
  throw new Error(`${before} is not the file any more that the service answers from`);
const localities = countChanges(old, openIndex(after));
const compared: ComparedRelease = {
  release: old.manifest.release,
  seconds: (performance.now() - began) / 1000,
  localities,
};
process.send?.(compared);
process.disconnect();
