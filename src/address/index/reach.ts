import { constants } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import { setTimeout } from 'node:timers/promises';
import { FOOTER_BYTES, PAGE } from './format.ts';
import { expectFile, unusable } from './open.ts';

/** How long a file may take to answer, ms: a mount whose server is gone never does. */
const PATIENCE_MS = 10_000;

/**
 * Finds out whether a file can be opened and read, without waiting for it on this thread: its first
 * and last bytes are in memory then, and opening it does not wait either. Throws an UnusableIndex
 * where there is no file, and an Error where it does not answer in 10 s.
 */
export async function reachIndex(path: string): Promise<void> {
  const answered = new AbortController();
  const silent = setTimeout(PATIENCE_MS, undefined, { signal: answered.signal, ref: false }).then(() => {
    throw new Error(`${path} cannot be read: its file system did not answer in ${PATIENCE_MS / 1000} s`);
  });
  try {
    await Promise.race([touch(path), silent]);
  } finally {
    silent.catch(() => {});
    answered.abort();
  }
}

async function touch(path: string): Promise<void> {
  try {
    expectFile(path, await stat(path));
    const file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
    try {
      const { size } = await file.stat();
      await file.read(Buffer.alloc(PAGE), 0, PAGE, 0);
      await file.read(Buffer.alloc(FOOTER_BYTES), 0, FOOTER_BYTES, Math.max(0, size - FOOTER_BYTES));
    } finally {
      await file.close();
    }
  } catch (error) {
    throw unusable(path, error);
  }
}
