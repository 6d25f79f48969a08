import { findDamage } from '../../../address/index/damage.ts';
import { indexOver, type Manifest } from '../../../address/index/open.ts';
import { reachIndex } from '../../../address/index/reach.ts';
import type { NumberedRelease, ReleaseReport } from '../../http/release-switch.ts';
import { fallenCounts, stateCounts } from '../../release/state-counts.ts';
import type { Log } from '../../telemetry/log.ts';
import {
  during,
  type HeldReleases,
  holdReleases,
  type OpenRelease,
  openRelease,
  preload,
  releaseHold,
} from './held-releases.ts';
import { moveTo, openIn, type Tell, type WorkerOrders } from './worker-orders.ts';

/**
 * The releases of a server process: the one that is served, one that is being prepared, and those
 * whose last answers are still being made.
 */
export interface Releases {
  current(): OpenRelease;
  /** The release that a worker starts on. */
  startOn(worker: number): NumberedRelease;
  report(worker: number, report: ReleaseReport): void;
  /** To be called when a worker has ended; releases what it held. */
  ended(worker: number): void;
  /** Reads the current release on this thread; the result must not refer to the index. */
  ask<T>(question: (index: ReturnType<typeof indexOver>) => T): T;
  /** Keeps a release open while `work` reads it. */
  during<T>(release: OpenRelease, work: () => Promise<T>): Promise<T>;
  /**
   * Opens an index file, verifies all of it, compares its counts with those that are served
   * (`mostFall`, percent; null for no limit), has every worker open it, and only then move to it.
   * Resolves when all serve it; until then nothing has changed.
   * @throws Error with a sentence why it is not served
   */
  activate(path: string, mostFall: number | null): Promise<OpenRelease>;
  /**
   * All of that except for the workers: what is served stays as it is.
   * @throws Error with a sentence why it would not be served
   */
  check(path: string, mostFall: number | null): Promise<Manifest>;
}

/** How long reading a file may stall, ms: a mount whose server is gone stalls for ever. */
const READ_PATIENCE_MS = 30_000;

/** Holds the release that is served, and the one that is being examined. */
const SERVED = Symbol('served');
const EXAMINED = Symbol('examined');

/** What is known of a server's releases. */
interface State {
  readonly held: HeldReleases;
  readonly orders: WorkerOrders;
  readonly workers: readonly number[];
  readonly preloads: boolean;
  current: OpenRelease;
  activating: boolean;
}

/**
 * Opens the first release of a server; `tell` sends a worker an order, and is false if that does
 * not run. `preloads` says whether releases are read into memory before they are activated. If
 * another program wants to write to an open file, it is first copied, into `dataDir` or memory, and
 * answered from there; if that fails, this process ends before a byte has changed.
 * @throws Error with a sentence, as `readManifest` does
 */
export function openReleases(
  path: string,
  workers: number,
  preloads: boolean,
  dataDir: string | null,
  tell: Tell,
  log: Log,
): Releases {
  const held = holdReleases(dataDir, log);
  const orders: WorkerOrders = { tell, waiting: new Map() };
  const state: State = {
    held,
    orders,
    preloads,
    activating: false,
    workers: Array.from({ length: workers }, (_, i) => i + 1),
    current: openRelease(held, path, SERVED),
  };
  return {
    current: () => state.current,
    startOn(worker) {
      const { number, index, holders } = state.current;
      holders.add(worker);
      return { number, index };
    },
    report(worker, report) {
      if (report.kind !== 'released') orders.waiting.get(worker)?.(report);
      else for (const release of held.open) if (release.number === report.number) releaseHold(held, release, worker);
    },
    ended(worker) {
      for (const release of held.open) releaseHold(held, release, worker);
      orders.waiting.get(worker)?.(null);
    },
    ask(question) {
      const release = state.current;
      const holder = Symbol('question');
      release.holders.add(holder);
      const { manifest, mapping } = release.index;
      return question(indexOver(manifest, mapping, () => releaseHold(held, release, holder)));
    },
    during: (release, work) => during(held, release, work),
    activate: (path, mostFall) => examined(state, path, mostFall, (next) => activate(state, next)),
    check: (path, mostFall) => examined(state, path, mostFall, async ({ index }) => index.manifest),
  };
}

/**
 * Opens a file, checks that it is intact and has not lost too much, and holds it while `work` runs.
 * One at a time.
 */
async function examined<T>(
  state: State,
  path: string,
  mostFall: number | null,
  work: (next: OpenRelease) => Promise<T>,
): Promise<T> {
  if (state.activating) throw new Error('Another release is being activated; try again when it is served.');
  state.activating = true;
  try {
    await reachIndex(path);
    const next = openRelease(state.held, path, EXAMINED);
    try {
      await expectServable(state, next, path, mostFall);
      return await work(next);
    } finally {
      releaseHold(state.held, next, EXAMINED);
    }
  } finally {
    state.activating = false;
  }
}

async function expectServable(
  { held, current }: State,
  next: OpenRelease,
  path: string,
  mostFall: number | null,
): Promise<void> {
  const { manifest } = next.index;
  if (held.leases.isOpenForWriting(next.descriptor))
    throw new Error(`${path}: another program has it open for writing; activate it once it is whole.`);
  const damage = await unlessStalled(path, (goesOn) => findDamage(manifest, next.descriptor, goesOn));
  if (damage !== null) throw new Error(damage);
  next.verifiedAt = Date.now();
  if (mostFall === null) return;
  const before = stateCounts(current.index.manifest, current.descriptor);
  const fallen = fallenCounts(before, stateCounts(manifest, next.descriptor), mostFall);
  if (fallen !== null) throw new Error(`${path}: ${fallen}`);
}

/** Has all workers open a release, and serve it once all have. */
async function activate(state: State, next: OpenRelease): Promise<OpenRelease> {
  const { held, orders, workers } = state;
  try {
    if (state.preloads) await preload(next.index);
    for (const answer of await Promise.all(workers.map((worker) => openIn(orders, worker, next))))
      if (answer?.kind === 'not opened') throw new Error(answer.reason);
  } catch (error) {
    for (const worker of workers) orders.tell(worker, { kind: 'drop', number: next.number });
    throw error;
  }
  const before = state.current;
  next.holders.add(SERVED);
  state.current = next;
  next.since = Date.now();
  await Promise.all(workers.map((worker) => moveTo(orders, worker, next)));
  globalThis.gc?.();
  releaseHold(held, before, SERVED);
  return next;
}

/**
 * Waits for work that reads a file, as long as it makes progress. Rejects with an Error with a
 * sentence once it stalls.
 */
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
