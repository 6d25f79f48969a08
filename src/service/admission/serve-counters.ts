import { closeSync, constants, fstatSync, openSync, readSync, statSync } from 'node:fs';
import type { Admit, Product } from './admit.ts';
import { admitByGate, refuseClientByGate } from './admit-by-gate.ts';
import { systemClock } from './clock.ts';
import { type CounterFile, DamagedCounterFile, OtherCounterVersion, openCounterFile } from './counters/counter-file.ts';
import { BOOT_ID_BYTES, HEADER } from './counters/layout.ts';
import { repairMeters } from './counters/meter-upkeep.ts';
import { bootId, type SidecarState, sidecarState } from './counters/sidecar-state.ts';
import { openGate } from './gate.ts';
import type { ClientRates } from './limits/client-rates.ts';
import { admitPublishable } from './publishable/admit-publishable.ts';
import { knownOrigins } from './publishable/cors.ts';

/** How often to check whether another counter file has taken the place of the open one, ms. */
const LOOK_INTERVAL = 250;

/**
 * How long the sidecar may hold the file's lock against a server, which it does for an instant at a
 * time, ms.
 */
const LOCK_TIMEOUT = 5000;

/** Admission by the counter file at a path, for one thread. */
export interface ServedCounters {
  readonly admit: Admit;
  /** Whether any publishable key allows pages of an origin. */
  readonly isKnownOrigin: (origin: string) => boolean;
  state(): SidecarState;
}

/**
 * Marks a counter file as served for as long as it is open. Throws an Error that names the file.
 */
function markServed(file: CounterFile): CounterFile {
  const pause = new Int32Array(new SharedArrayBuffer(4));
  for (let waited = 0; !file.lock('shared'); waited++) {
    if (waited >= LOCK_TIMEOUT) {
      file.close();
      throw new Error(`${file.path}: another process has locked the counter file for itself`);
    }
    Atomics.wait(pause, 0, 0, 1);
  }
  return file;
}

/** Since when keys and accounts must have been published: the start of the machine, or ever. */
export type PublishedSince = 'boot' | 'ever';

/**
 * True once the sidecar has published keys and accounts into the file at a path since the
 * machine was started, or `ever`: then what changed while it was off is missing. False for a damaged
 * file.
 */
export function isPublished(path: string, since: PublishedSince = 'boot'): boolean {
  const header = Buffer.alloc(128);
  let descriptor: number;
  try {
    // So that a pipe is not waited for.
    descriptor = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return false;
    throw error;
  }
  try {
    if (!fstatSync(descriptor).isFile()) return false;
    if (readSync(descriptor, header, 0, header.length, 0) < header.length) return false;
  } finally {
    closeSync(descriptor);
  }
  const boot = header.toString('latin1', HEADER.BOOT_BYTE, HEADER.BOOT_BYTE + BOOT_ID_BYTES).trim();
  if (header.readInt32LE(HEADER.PUBLISHED * 4) !== 1) return false;
  if (since === 'boot' && boot !== bootId()) return false;
  try {
    openCounterFile(path).close();
    return true;
  } catch (error) {
    if (error instanceof DamagedCounterFile || error instanceof OtherCounterVersion) return false;
    throw error;
  }
}

/**
 * For the main thread of a server: repairs what killed processes left half counted, when no other
 * server runs, and marks the file as served until the process ends.
 */
export function holdCounters(path: string): CounterFile {
  const file = openCounterFile(path);
  if (file.lock('exclusive')) repairMeters(file);
  return markServed(file);
}

/**
 * Admits by the counter file at a path, and switches to any file that takes its place: the sidecar
 * makes a new one when the old one is lost. The old one stays mapped.
 */
export function serveCounters(path: string, product: Product, rates: ClientRates): ServedCounters {
  const admitBy = (opened: CounterFile): Admit => {
    const gate = openGate(opened, product, systemClock);
    return admitPublishable(opened, rates, admitByGate(gate, product), refuseClientByGate(gate, product));
  };
  let file = markServed(openCounterFile(path));
  let admit = admitBy(file);
  let isKnown = knownOrigins(file);
  const look = (): void => {
    try {
      if (statSync(path).ino === file.inode || !isPublished(path)) return;
      const next = markServed(openCounterFile(path));
      file.close();
      file = next;
      admit = admitBy(file);
      isKnown = knownOrigins(file);
    } catch {
      // Gone, or not complete yet: it is tried again the next time.
    }
  };
  setInterval(look, LOOK_INTERVAL).unref();
  return {
    admit: (apiKey, wanted, operation, caller, part) => admit(apiKey, wanted, operation, caller, part),
    isKnownOrigin: (origin) => isKnown(origin),
    state: () => sidecarState(file, Date.now()),
  };
}
