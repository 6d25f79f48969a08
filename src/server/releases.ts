import { closeSync, fstatSync, realpathSync } from 'node:fs';
import { setImmediate } from 'node:timers/promises';
import type { NumberedRelease, ReleaseOrder, ReleaseReport } from '../http/release-switch.ts';
import type { SupervisorMessage } from '../http/serve.ts';
import { findDamage } from '../index/damage.ts';
import { populate, unmap } from '../index/mmap.ts';
import { indexOver, type Manifest, type MappedIndex, mapIndexFile, openFile, UnusableIndex } from '../index/open.ts';
import { reachIndex } from '../index/reach.ts';
import { fallenCounts, stateCounts } from '../release/state-counts.ts';
import type { Log } from '../telemetry/log.ts';
import { fileLeases } from './index-file/leases.ts';
import { outliveOverwriting } from './index-file/outlive-overwriting.ts';

/** What keeps a release open: a worker by its number, or something of the main thread. */
export type Holder = number | symbol;

/** A release that this server has open. */
export interface OpenRelease extends NumberedRelease {
  /** The file, which may have lost its name; once somebody wanted to write to it, a copy of it. */
  readonly descriptor: number;
  /** Its path when it was opened, without symbolic links. */
  readonly file: string;
  /** Tells the file from others, and from itself after it was written to. */
  readonly stamp: string;
  /** Since when it is served, milliseconds since 1970. */
  since: number;
  /** When the file was last written, milliseconds since 1970. */
  readonly builtAt: number;
  /** When the last pass over its checksums ended, milliseconds since 1970; null before the first. */
  verifiedAt: number | null;
  readonly holders: Set<Holder>;
}

/** The releases of one server process: the one that is served, one that is made ready, and those whose last answer is still being made. */
export interface Releases {
  current(): OpenRelease;
  /** The release that a worker starts on. */
  startOn(worker: number): NumberedRelease;
  report(worker: number, report: ReleaseReport): void;
  /** A worker has ended, with all that it held. */
  ended(worker: number): void;
  /** What this thread makes of the current release; it may not keep any of it. */
  ask<T>(question: (index: ReturnType<typeof indexOver>) => T): T;
  /** Keeps a release open while `work` reads it. */
  during<T>(release: OpenRelease, work: () => Promise<T>): Promise<T>;
  /**
   * Opens an index file, verifies all of it, compares its counts with those that are served (`mostFall`, percent; null for no limit), has every
   * worker open it, and only then move to it. Resolves when all serve it. Until then nothing has changed.
   * @throws Error with a sentence why it is not served
   */
  activate(path: string, mostFall: number | null): Promise<OpenRelease>;
  /**
   * All of that but for the workers: what is served stays as it is.
   * @throws Error with a sentence why it would not be served
   */
  check(path: string, mostFall: number | null): Promise<Manifest>;
}

/** Bytes that are read into memory at a time. */
const PRELOADED_BYTES = 1 << 24;

/** How long a file that is verified may keep bytes back, ms: a mount whose server is gone does so for ever. */
const READ_PATIENCE_MS = 30_000;

/** How long a worker may take to open a release, ms. */
const OPEN_PATIENCE_MS = 60_000;

/**
 * Opens the first release of a server with so many workers; `tell` sends a worker an order, and is false where it does not run. `preloads` says whether
 * releases are read into memory before they are activated. An open file that another program wants to write to is copied first, into `dataDir` or
 * memory, and answered from there; where that fails, this process ends before a byte has changed.
 * @throws Error with a sentence, as `readManifest` does
 */
export function openReleases(
  path: string,
  workers: number,
  preloads: boolean,
  dataDir: string | null,
  tell: (worker: number, order: ReleaseOrder | SupervisorMessage) => boolean,
  log: Log,
): Releases {
  const leases = fileLeases((descriptor) => {
    for (const release of releases) if (release.descriptor === descriptor) void during(release, () => save(release));
  }, log);
  let numbers = 0;
  let activating = false;
  let current = open(path);
  const releases = new Set([current]);
  /** By worker: who waits for its next report of a release. */
  const waiting = new Map<number, (report: ReleaseReport | null) => void>();

  function open(path: string): OpenRelease {
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
      // What is no index yet may be one once it is whole.
      if (isBeingWritten && error instanceof UnusableIndex)
        throw new Error(`${error.message}; another program has it open for writing`);
      throw error;
    }
    const { release, addresses, fileBytes } = index.manifest;
    log.info({ pid: process.pid, path, release, addresses, bytes: fileBytes }, 'index opened');
    const { dev, ino, size, mtimeMs: builtAt } = fstatSync(descriptor);
    const stamp = `${dev}:${ino}:${size}:${builtAt}`;
    const times = { since: Date.now(), builtAt, verifiedAt: null };
    return { number: ++numbers, index, descriptor, file, stamp, ...times, holders: new Set() };
  }

  function letGo(release: OpenRelease, holder: Holder): void {
    release.holders.delete(holder);
    closeUnused(release);
  }

  function closeUnused(release: OpenRelease): void {
    if (release.holders.size > 0 || release === current || !releases.has(release)) return;
    releases.delete(release);
    unmap(release.index.mapping);
    leases.forget(release.descriptor);
    closeSync(release.descriptor);
    const { path, release: name } = release.index.manifest;
    log.info({ path, release: name }, 'index closed');
  }

  async function during<T>(release: OpenRelease, work: () => Promise<T>): Promise<T> {
    const holder = Symbol('work');
    release.holders.add(holder);
    try {
      return await work();
    } finally {
      letGo(release, holder);
    }
  }

  /** Goes on answering from a release whose file another program waits to write to. */
  async function save(release: OpenRelease): Promise<void> {
    await outliveOverwriting(release.index, release.descriptor, dataDir, log);
    // The copy is in memory, but none of its pages is mapped yet.
    await preload(release);
  }

  function report(worker: number, report: ReleaseReport): void {
    if (report.kind !== 'released') waiting.get(worker)?.(report);
    else for (const release of releases) if (release.number === report.number) letGo(release, worker);
  }

  function ended(worker: number): void {
    for (const release of releases) letGo(release, worker);
    waiting.get(worker)?.(null);
  }

  /** Gives a worker an order, and resolves with what it reports of that release; null when it does not run, or has ended. */
  function order(worker: number, order: ReleaseOrder, number: number): Promise<ReleaseReport | null> {
    return new Promise((resolve) => {
      const late: ReleaseReport = { kind: 'not opened', number, reason: `worker ${worker} did not open it in time` };
      const timer = setTimeout(() => done(late), OPEN_PATIENCE_MS);
      const done = (report: ReleaseReport | null): void => {
        if (report !== null && report.number !== number) return;
        clearTimeout(timer);
        waiting.delete(worker);
        resolve(report);
      };
      waiting.set(worker, done);
      if (!tell(worker, order)) done(null);
    });
  }

  async function openIn(worker: number, { number, index, holders }: OpenRelease): Promise<ReleaseReport | null> {
    holders.add(worker);
    const answer = await order(worker, { kind: 'open', release: { number, index } }, number);
    if (answer === null) holders.delete(worker);
    return answer;
  }

  async function move(worker: number, next: OpenRelease): Promise<void> {
    // One that has been started again after the others opened the release.
    const opened = next.holders.has(worker) ? null : await openIn(worker, next);
    if (opened?.kind !== 'not opened') await order(worker, { kind: 'serve', number: next.number }, next.number);
    else tell(worker, { kind: 'stop' });
  }

  /** Opens a file, expects it to be whole and to have lost little, and holds it while `work` goes on. One at a time. */
  async function examined<T>(
    path: string,
    mostFall: number | null,
    work: (next: OpenRelease) => Promise<T>,
  ): Promise<T> {
    if (activating) throw new Error('Another release is being activated; try again when it is served.');
    activating = true;
    try {
      await reachIndex(path);
      const next = open(path);
      releases.add(next);
      return await during(next, async () => {
        await expectServable(next, path, mostFall);
        return work(next);
      });
    } finally {
      activating = false;
    }
  }

  async function expectServable(next: OpenRelease, path: string, mostFall: number | null): Promise<void> {
    const { manifest } = next.index;
    if (leases.isOpenForWriting(next.descriptor))
      throw new Error(`${path}: another program has it open for writing; activate it once it is whole.`);
    const damage = await unlessStalled(path, (goesOn) => findDamage(manifest, next.descriptor, goesOn));
    if (damage !== null) throw new Error(damage);
    next.verifiedAt = Date.now();
    if (mostFall === null) return;
    const before = stateCounts(current.index.manifest, current.descriptor);
    const fallen = fallenCounts(before, stateCounts(manifest, next.descriptor), mostFall);
    if (fallen !== null) throw new Error(`${path}: ${fallen}`);
  }

  async function moveTo(next: OpenRelease): Promise<OpenRelease> {
    const numbers = Array.from({ length: workers }, (_, i) => i + 1);
    try {
      if (preloads) await preload(next);
      for (const answer of await Promise.all(numbers.map((worker) => openIn(worker, next))))
        if (answer?.kind === 'not opened') throw new Error(answer.reason);
    } catch (error) {
      for (const worker of numbers) tell(worker, { kind: 'drop', number: next.number });
      throw error;
    }
    const before = current;
    current = next;
    next.since = Date.now();
    await Promise.all(numbers.map((worker) => move(worker, next)));
    globalThis.gc?.();
    closeUnused(before);
    return next;
  }

  return {
    current: () => current,
    startOn(worker) {
      current.holders.add(worker);
      return { number: current.number, index: current.index };
    },
    report,
    ended,
    ask(question) {
      const release = current;
      const holder = Symbol('question');
      release.holders.add(holder);
      return question(indexOver(release.index.manifest, release.index.mapping, () => letGo(release, holder)));
    },
    during,
    activate: (path, mostFall) => examined(path, mostFall, moveTo),
    check: (path, mostFall) => examined(path, mostFall, async ({ index }) => index.manifest),
  };
}

/** Waits for work that reads a file, as long as it goes on. Throws an Error with a sentence once that stands still. */
async function unlessStalled<T>(path: string, work: (goesOn: () => Promise<void>) => Promise<T>): Promise<T> {
  let stalled = (_: Error): void => {};
  const stall = new Promise<never>((_, reject) => {
    stalled = reject;
  });
  const timer = setTimeout(
    () => stalled(new Error(`${path} cannot be read: nothing came of it for ${READ_PATIENCE_MS / 1000} s`)),
    READ_PATIENCE_MS,
  );
  try {
    return await Promise.race([work(async () => void timer.refresh()), stall]);
  } finally {
    clearTimeout(timer);
  }
}

/** Reads a file that is mapped into memory, piece by piece, so that this thread can do other work between them. */
export async function preload({ index: { mapping } }: OpenRelease): Promise<void> {
  for (let at = 0; at < mapping.length; at += PRELOADED_BYTES) {
    populate(mapping, at, PRELOADED_BYTES);
    await setImmediate();
  }
}
