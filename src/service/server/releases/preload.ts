import { setImmediate } from 'node:timers/promises';
import { populate } from '../../../address/index/mmap.ts';
import type { MappedIndex } from '../../../address/index/open.ts';

/** Bytes that are read into memory at a time. */
const PRELOADED_BYTES = 1 << 24;

/**
 * Reads a mapped file into memory, piece by piece, so that this thread can do other work in
 * between.
 */
export async function preload({ mapping }: MappedIndex): Promise<void> {
  for (let at = 0; at < mapping.length; at += PRELOADED_BYTES) {
    populate(mapping, at, PRELOADED_BYTES);
    await setImmediate();
  }
}
