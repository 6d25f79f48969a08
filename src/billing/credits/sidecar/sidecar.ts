import { type Clock, systemClock } from '../../../service/admission/clock.ts';
import type { CounterFile } from '../../../service/admission/counters/counter-file.ts';
import { HEADER } from '../../../service/admission/counters/layout.ts';
import { type Ledger, type LedgerPlace, type Migrated, migratedSince, openLedger } from '../../ledger/ledger.ts';
import { lastSeen } from '../../ledger/machines.ts';
import { LedgerUnfit } from '../../ledger/migrations/version.ts';
import { noServerRuns } from './book.ts';
import { createKeyLeasing, type KeyLeasing } from './keys/key-leasing.ts';
import { createLeasing, type Leasing, PACE } from './leases/leasing.ts';
import { createLedgerClock, type LedgerClock } from './ledger-clock.ts';
import { type OwnCounters, openIfThere, ownCounters, requireKnown } from './own-counters.ts';
import { type Due, type KeepUp, runRound } from './round.ts';
import { createSetAside, type SetAside } from './set-aside.ts';
import type { Report } from './sidecar-events.ts';

/** The pause before an unfit ledger, which an operator has to see to, is tried again, ns. */
const UNFIT_PAUSE = 5e9;

/**
 * Opens the sidecar's ledger and migrates it. An unfit one is tried again only after a pause; until
 * then the same error is thrown.
 */
function ledgerOpener(
  open: ((place: LedgerPlace) => Promise<Ledger>) | undefined,
  migrated: (news: Migrated) => void,
  steady: () => number,
): (place: LedgerPlace) => Promise<Ledger> {
  let unfit: LedgerUnfit | null = null;
  let triedAt = 0;
  return async (place) => {
    if (unfit !== null && steady() - triedAt < UNFIT_PAUSE) throw unfit;
    try {
      return await (open?.(place) ?? openLedger(place, 'migrate', migrated));
    } catch (error) {
      unfit = error instanceof LedgerUnfit ? error : null;
      triedAt = steady();
      throw error;
    }
  };
}

/** Options of the sidecar. */
export interface SidecarOptions {
  readonly place: LedgerPlace;
  /** The counter file. */
  readonly counters: string;
  /**
   * This machine's name, unique in the fleet; it stays the same when the counter file is lost: host
   * and folder.
   */
  readonly machine: string;
  /** Milliseconds between two drains. */
  readonly drainInterval: number;
  /** Milliseconds after which unused leased credits are returned, if machines share a ledger. */
  readonly leaseTime: number;
  readonly clock?: Clock;
  readonly keepUp: KeepUp;
  /** Opens the ledger; replaced to simulate failures or another clock. */
  readonly open?: (place: LedgerPlace) => Promise<Ledger>;
  /** Called with events for the log. */
  readonly report?: Report;
}

/** The sidecar: keeps counter file and ledger in step. */
export interface Sidecar {
  /**
   * One round: publishes changes, balances leases, rolls over periods and, if the drain interval
   * has passed or `drainNow` is given, drains usage and settles. Never throws because of the
   * ledger: while that is unreachable nothing is lost and nothing changes.
   */
  tick(drainNow?: boolean): Promise<void>;
  /**
   * Drains a last time. Leases that machines share are returned if no server is running. The
   * counter file stays.
   */
  stop(): Promise<void>;
  /** The counter file, once there is one. */
  counters(): CounterFile | null;
  /** The ledger's time, ms, on which all machines that share it agree. */
  now(): number;
  /** Milliseconds from the beginning of one round to that of the next. */
  pace(): number;
}

const SEE_INTERVAL = 3_000;
const BEAT = 1_000;
/** The longest time between two calls of `keepUp`, ms. */
const KEEP_UP_INTERVAL = 500;

/** What a sidecar knows between rounds. */
interface State {
  readonly options: SidecarOptions;
  readonly report: Report;
  readonly clock: Clock;
  readonly open: (place: LedgerPlace) => Promise<Ledger>;
  readonly counters: OwnCounters;
  readonly setAside: SetAside;
  readonly ledgerClock: LedgerClock;
  readonly keyLeasing: KeyLeasing;
  ledger: Ledger | null;
  /** Null if no other machine shares the ledger. */
  leasing: Leasing | null;
  clockStarted: boolean;
  clockOff: number;
  /** The ledger did not answer in the last round. */
  away: boolean;
  /** The ledger's time when each was last done, ms. */
  drainedAt: number;
  keptUpAt: number;
  seenAt: number;
}

/** Makes a sidecar. Nothing happens before its first round. */
export function createSidecar(options: SidecarOptions): Sidecar {
  const { clock = systemClock, report = () => {} } = options;
  const state: State = {
    options,
    report,
    clock,
    open: ledgerOpener(options.open, (news) => report({ kind: 'ledger-migrated', ...news }), clock.steady),
    counters: ownCounters(options.counters, options.machine, report),
    setAside: createSetAside((news) => report({ kind: 'set-aside', ...news })),
    ledgerClock: createLedgerClock(clock),
    keyLeasing: createKeyLeasing(options.leaseTime),
    ledger: null,
    leasing: null,
    clockStarted: false,
    clockOff: 0,
    away: false,
    drainedAt: Number.NEGATIVE_INFINITY,
    keptUpAt: Number.NEGATIVE_INFINITY,
    seenAt: Number.NEGATIVE_INFINITY,
  };
  return {
    counters: () => state.counters.file,
    now: state.ledgerClock.now,
    pace: () => state.leasing?.pace() ?? PACE,
    tick: (drainNow = false) => tick(state, drainNow),
    stop: () => stop(state),
  };
}

async function tick(state: State, drainNow: boolean): Promise<void> {
  const { setAside, counters, report } = state;
  // For long rounds, as when ten thousand accounts are published for the first time.
  const beat = setInterval(() => giveSignOfLife(state), BEAT);
  setAside.begin(state.clock.steady());
  try {
    await work(state, drainNow);
    if (state.away) report({ kind: 'ledger-back' });
    state.away = false;
  } catch (error) {
    // Writes in flight may or may not have been committed, so everything is read again.
    counters.known = null;
    openIfThere(counters);
    state.seenAt = Number.NEGATIVE_INFINITY;
    state.keptUpAt = Number.NEGATIVE_INFINITY;
    if (!state.away) report({ kind: 'ledger-away', reason: await reasonOf(state, error) });
    state.away = true;
  } finally {
    clearInterval(beat);
  }
  if (counters.file !== null) {
    const { i32, i64 } = counters.file.header;
    Atomics.store(i32, HEADER.LEDGER, state.away ? 0 : 1);
    Atomics.store(i32, HEADER.SET_ASIDE, setAside.count());
    Atomics.store(i64, HEADER.CLOCK_OFF, BigInt(state.clockOff));
  }
  giveSignOfLife(state);
}

/** Why the ledger cannot be used; if another program has migrated it, that is the reason. */
async function reasonOf({ ledger }: State, error: unknown): Promise<string> {
  const since = ledger === null ? null : await migratedSince(ledger);
  return since ?? (error instanceof Error ? error.message : String(error));
}

async function work(state: State, drainNow: boolean): Promise<void> {
  const { options, report, setAside, counters } = state;
  const ledger = await requireLedger(state);
  await compareClocks(state, ledger);
  const now = state.ledgerClock.now();
  if (counters.known === null) state.seenAt = Number.NEGATIVE_INFINITY;
  const known = await requireKnown(counters, ledger, now);
  const due = dueNow(state, now, drainNow);
  const keepUp = state.clockOff === 0 ? options.keepUp : null;
  const { leasing, keyLeasing } = state;
  const { machine } = options;
  if (due.see) state.seenAt = now;
  if (due.keepUp) state.keptUpAt = now;
  const done = await runRound({ ledger, known, leasing, keyLeasing, setAside, keepUp, machine, report, now }, due);
  if (done.drained) state.drainedAt = now;
  if (done.held !== null) throw done.held;
}

function dueNow({ options, leasing, drainedAt, keptUpAt, seenAt }: State, now: number, drainNow: boolean): Due {
  const interval = Math.min(options.drainInterval, leasing?.drainWithin() ?? Number.POSITIVE_INFINITY);
  const drain = drainNow || Math.abs(now - drainedAt) >= interval;
  return {
    see: Math.abs(now - seenAt) >= SEE_INTERVAL,
    keepUp: drain || Math.abs(now - keptUpAt) >= KEEP_UP_INTERVAL,
    drain,
  };
}

async function requireLedger(state: State): Promise<Ledger> {
  if (state.ledger !== null) return state.ledger;
  const { options, clock, report } = state;
  const ledger = await state.open(options.place);
  state.ledger = ledger;
  state.leasing = ledger.kind === 'postgres' ? createLeasing(ledger, options.leaseTime * 1e6, clock.steady) : null;
  report({ kind: 'ledger-open', place: ledger.place, database: ledger.kind });
  return ledger;
}

/**
 * Reports when the machine's clock and the ledger's begin to disagree, and when they agree again.
 */
async function compareClocks(state: State, ledger: Ledger): Promise<void> {
  const { ledgerClock, report } = state;
  if (ledger.kind === 'sqlite' && !state.clockStarted) ledgerClock.goOnFrom(await lastSeen(ledger));
  state.clockStarted = true;
  await ledgerClock.compare(ledger);
  const off = ledgerClock.off();
  if (off !== 0 && state.clockOff === 0) report({ kind: 'clock-off', milliseconds: off });
  if (off === 0 && state.clockOff !== 0) report({ kind: 'clock-agrees' });
  state.clockOff = off;
}

function giveSignOfLife({ counters, clock }: State): void {
  if (counters.file === null) return;
  const { i64 } = counters.file.header;
  const { user, system } = process.cpuUsage();
  Atomics.store(i64, HEADER.SIDECAR_MEMORY, BigInt(process.memoryUsage.rss()));
  Atomics.store(i64, HEADER.SIDECAR_PROCESSOR, BigInt(user + system));
  Atomics.store(i64, HEADER.SIDECAR_STARTED, BigInt(Math.round(performance.timeOrigin)));
  Atomics.store(i64, HEADER.HEARTBEAT, BigInt(clock.now()));
}

async function stop(state: State): Promise<void> {
  const { counters } = state;
  await tick(state, true);
  const book = counters.known?.book ?? null;
  if (state.leasing !== null && book !== null && noServerRuns(book.file.path)) {
    await state.leasing.returnAll(book).catch(() => {});
    await tick(state, true);
  }
  await state.ledger?.close();
  counters.file?.close();
  state.ledger = null;
}
