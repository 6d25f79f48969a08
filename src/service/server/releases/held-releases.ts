import { closeSync, fstatSync, realpathSync } from 'node:fs';
import { setImmediate } from 'node:timers/promises';
import { populate, unmap } from '../../../address/index/mmap.ts';
import { type MappedIndex, mapIndexFile, openFile, UnusableIndex } from '../../../address/index/open.ts';
import { vocabularyWarning } from '../../../address/vocabulary/vocabulary-hash.ts';
import type { NumberedRelease } from '../../http/release-switch.ts';
import type { Log } from '../../telemetry/log.ts';
import { type FileLeases, fileLeases } from '../index-file/leases.ts';
import { outliveOverwriting } from '../index-file/outlive-overwriting.ts';

/** What keeps a release open: a worker, by number, or the main thread, for some purpose. */
export type Holder = number | symbol;

/** A release that this server has open. */
export interface OpenRelease extends NumberedRelease {
  /**
   * The file, even if it was renamed or removed; a copy of it, once somebody wanted to write to it.
   */
  readonly descriptor: number;
  /** Its path when it was opened, without symbolic links. */
  readonly file: string;
  /** Identifies the file and its state: it changes when the file is written to. */
  readonly stamp: string;
  /** Since when it is served, milliseconds since 1970. */
  since: number;
  /** When the file was last written, milliseconds since 1970. */
  readonly builtAt: number;
  /** When the last pass over its checksums ended, milliseconds since 1970; null before the first. */
  verifiedAt: number | null;
  readonly holders: Set<Holder>;
}

/** The releases that a server has open, each for as long as somebody holds it. */
export interface HeldReleases {
  readonly open: Set<OpenRelease>;
  readonly leases: FileLeases;
  readonly log: Log;
  /** How many were opened so far. */
  numbers: number;
}

/**
 * Creates an empty set. A file that another program wants to write to is first copied into
 * `dataDir`, or into memory if that is null.
 */
export function holdReleases(dataDir: string | null, log: Log): HeldReleases {
  const leases = fileLeases((descriptor) => {
    for (const release of held.open)
      if (release.descriptor === descriptor) void during(held, release, () => save(release, dataDir, log));
  }, log);
  const held: HeldReleases = { open: new Set(), leases, log, numbers: 0 };
  return held;
}

/**
 * Opens an index file for its first holder.
 * @throws Error with a sentence, as `readManifest` does
 */
export function openRelease(held: HeldReleases, path: string, holder: Holder): OpenRelease {
  const { leases, log } = held;
  const descriptor = openFile(path);
  let file: string;
  let index: MappedIndex;
  leases.take(path, descriptor);
  try {
    file = realpathSync(path);
    index = mapIndexFile(path, descriptor);
  } catch (error) {
    const isBeingWritten = leases.isOpenForWriting(descriptor);
    leases.forget(descriptor);
    closeSync(descriptor);
    // An incomplete file may become an index once it is written.
    if (isBeingWritten && error instanceof UnusableIndex)
      throw new Error(`${error.message}; another program has it open for writing`);
    throw error;
  }
  const { release: name, addresses, fileBytes } = index.manifest;
  log.info({ pid: process.pid, path, release: name, addresses, bytes: fileBytes }, 'index opened');
  const warning = vocabularyWarning(index.manifest);
  if (warning !== null) log.warn({ path, reason: warning }, 'index built with another vocabulary');
  const { dev, ino, size, mtimeMs: builtAt } = fstatSync(descriptor);
  const stamp = `${dev}:${ino}:${size}:${builtAt}`;
  const times = { since: Date.now(), builtAt, verifiedAt: null };
  const holders = new Set([holder]);
  const release: OpenRelease = { number: ++held.numbers, index, descriptor, file, stamp, ...times, holders };
  held.open.add(release);
  return release;
}

/** Ends a holder's hold on a release, which is closed if that was the last one. */
export function releaseHold({ open, leases, log }: HeldReleases, release: OpenRelease, holder: Holder): void {
  release.holders.delete(holder);
  if (release.holders.size > 0 || !open.delete(release)) return;
  unmap(release.index.mapping);
  leases.forget(release.descriptor);
  closeSync(release.descriptor);
  const { path, release: name } = release.index.manifest;
  log.info({ path, release: name }, 'index closed');
}

/** Holds a release while `work` runs. */
export async function during<T>(held: HeldReleases, release: OpenRelease, work: () => Promise<T>): Promise<T> {
  const holder = Symbol('work');
  release.holders.add(holder);
  try {
    return await work();
  } finally {
    releaseHold(held, release, holder);
  }
}

/** Goes on answering from a release whose file another program waits to write to. */
async function save({ index, descriptor }: OpenRelease, dataDir: string | null, log: Log): Promise<void> {
  await outliveOverwriting(index, descriptor, dataDir, log);
  // The copy is in memory, but none of its pages is mapped yet.
  await preload(index);
}

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
