import { existsSync, renameSync, statSync } from 'node:fs';
import { type Clock, systemClock } from '../../admission/clock.ts';
import { bootId } from '../../admission/counters/boot-id.ts';
import {
  type CounterFile,
  createCounterFile,
  DamagedCounterFile,
  openCounterFile,
} from '../../admission/counters/counter-file.ts';
import { BOOT_ID_BYTES, HEADER } from '../../admission/counters/layout.ts';
import { changesSince, usageMark, usageSince } from '../../ledger/changes.ts';
import { failureOf } from '../../ledger/database/failures.ts';
import { type Ledger, type LedgerPlace, type Migrated, migratedSince } from '../../ledger/ledger.ts';
import { lastSeen, lostMachines, retireMachine, seeMachine } from '../../ledger/machines.ts';
import { ENTRIES_KEPT, removeOldEntries } from '../../ledger/usage.ts';
import { type Book, LostCounts, noServerRuns, openBook, type SlotDamage } from './book.ts';
import { drain, settle } from './drain.ts';
import { createLeasing, type Leasing, MACHINE_SILENCE } from './leasing.ts';
import { createLedgerClock } from './ledger-clock.ts';
import { ledgerOpener } from './open-ledger.ts';
import { publishChanges, publishUsage } from './publish.ts';
import { createSetAside, type SetAsideNews } from './set-aside.ts';

/** How the sidecar works. */
export interface SidecarOptions {
  readonly place: LedgerPlace;
  /** The counter file. */
  readonly counters: string;
  /** Tells this machine from others of the fleet, and stays the same when the counter file is lost: host and folder. */
  readonly machine: string;
  /** Milliseconds between two drains. */
  readonly drainInterval: number;
  /** Milliseconds after which credits that a machine leased and does not use return, when machines share a ledger. */
  readonly leaseTime: number;
  readonly clock?: Clock;
  /**
   * What time brings about in the accounts: periods that end, windows that are settled. Called with every drain and twice a second, so that
   * workers hear of it within a second whatever the drain interval. Answers what it could not do: the error by account.
   * Those of which `waits` is true failed lately, and are to be left out this time.
   */
  readonly keepUp: (ledger: Ledger, waits: (account: string) => boolean) => Promise<ReadonlyMap<string, unknown>>;
  /** Opens the ledger; replaced by tests that let it fail. */
  readonly open?: (place: LedgerPlace) => Promise<Ledger>;
  /** Called with events for the log. */
  readonly report?: (event: SidecarEvent) => void;
}

/** What the sidecar reports to the log. */
export type SidecarEvent =
  | { readonly kind: 'ledger-open'; readonly place: string; readonly database: string }
  | ({ readonly kind: 'ledger-migrated' } & Migrated)
  | { readonly kind: 'ledger-away'; readonly reason: string }
  | { readonly kind: 'ledger-back' }
  | { readonly kind: 'clock-off'; readonly milliseconds: number }
  | { readonly kind: 'clock-agrees' }
  | { readonly kind: 'counters-created'; readonly path: string; readonly reason: string }
  | { readonly kind: 'machine-lost'; readonly machine: string; readonly leases: number }
  | { readonly kind: 'published'; readonly accounts: number; readonly keys: number }
  | ({ readonly kind: 'set-aside' } & SetAsideNews)
  | ({ readonly kind: 'counter-damaged' } & SlotDamage);

/** The sidecar: keeps counter file and ledger in step. */
export interface Sidecar {
  /**
   * One round: publishes what changed, shares leases, and, when the drain interval has passed or `drainNow` is given, writes usage down and settles; rolls over what has ended.
   * Never throws for the ledger's sake: while that is away nothing is lost and nothing changes.
   */
  tick(drainNow?: boolean): Promise<void>;
  /** A last drain. Leases that machines share are returned when no server runs any more. The counter file stays. */
  stop(): Promise<void>;
  /** The counter file, once there is one. */
  counters(): CounterFile | null;
  /** The ledger's time, ms: all machines that share it agree on it. */
  now(): number;
}

const SEE_INTERVAL = 3_000;
const BEAT = 1_000;
/** The longest time between two looks at what time has brought about, ms. */
const KEEP_UP_INTERVAL = 500;
/** Usage entries removed with one drain: as many as one can add while it writes down the use of hundreds of accounts. */
const MOST_REMOVED = 5_000;

/** Makes a sidecar. Nothing happens before its first round. */
export function createSidecar(options: SidecarOptions): Sidecar {
  const { clock = systemClock, report = () => {} } = options;
  const openPlace = ledgerOpener(options.open, (news) => report({ kind: 'ledger-migrated', ...news }), clock.steady);
  let ledger: Ledger | null = null;
  let file: CounterFile | null = null;
  let book: Book | null = null;
  let leasing: Leasing | null = null;
  let revision = -1;
  const setAside = createSetAside((news) => report({ kind: 'set-aside', ...news }));
  const ledgerClock = createLedgerClock(clock);
  let clockOff = 0;
  let clockStarted = false;
  /** Where to go on reading what other machines used. */
  let usage = 0;
  let away = false;
  let drainedAt = Number.NEGATIVE_INFINITY;
  let keptUpAt = Number.NEGATIVE_INFINITY;
  let seenAt = Number.NEGATIVE_INFINITY;

  async function requireLedger(): Promise<Ledger> {
    if (ledger === null) {
      ledger = await openPlace(options.place);
      leasing = ledger.kind === 'postgres' ? createLeasing(ledger, options.leaseTime * 1e6, clock.steady) : null;
      report({ kind: 'ledger-open', place: ledger.place, database: ledger.kind });
    }
    return ledger;
  }

  function replaceCounters(reason: string): void {
    createCounterFile(options.counters);
    report({ kind: 'counters-created', path: options.counters, reason });
    forgetCounters();
  }

  function forgetCounters(): void {
    file?.close();
    file = null;
    book = null;
    revision = -1;
  }

  /** The counter file, created if there is none, and reopened when it was replaced. */
  function requireCounters(): CounterFile {
    if (!existsSync(options.counters)) replaceCounters('there was none');
    if (file !== null && statSync(options.counters).ino !== file.inode) forgetCounters();
    file ??= openOrReplace();
    return file;
  }

  /** A file damaged as a whole is kept aside for manual review, and a new one is built from the ledger. */
  function openOrReplace(): CounterFile {
    try {
      return openCounterFile(options.counters);
    } catch (error) {
      if (!(error instanceof DamagedCounterFile)) throw error;
      renameSync(options.counters, `${options.counters}.${Date.now()}.lost`);
      replaceCounters(error.message);
      return openCounterFile(options.counters);
    }
  }

  async function requireBook(now: number): Promise<Book> {
    const opened = requireCounters();
    const open = await requireLedger();
    if (book !== null) return book;
    // Leases refer to their machine, which may be new.
    await seeMachine(open, opened.identity, options.machine, now);
    try {
      book = await openBook(opened, open, now, (damage) => report({ kind: 'counter-damaged', ...damage }));
    } catch (error) {
      if (!(error instanceof LostCounts)) throw error;
      // Kept aside for manual review: not the file but the ledger may be the wrong one.
      renameSync(options.counters, `${options.counters}.${opened.identity}.lost`);
      replaceCounters(error.message);
      throw error;
    }
    noteBoot(opened);
    seenAt = Number.NEGATIVE_INFINITY;
    return book;
  }

  /** The file is good since this start of the machine. What it says of keys and accounts is as old as the last one. */
  function noteBoot({ header }: CounterFile): void {
    const boot = Buffer.from(bootId().padEnd(BOOT_ID_BYTES, ' '), 'latin1');
    const noted = header.u8.subarray(HEADER.BOOT_BYTE, HEADER.BOOT_BYTE + BOOT_ID_BYTES);
    if (boot.equals(noted)) return;
    Atomics.store(header.i32, HEADER.PUBLISHED, 0);
    noted.set(boot);
  }

  /** Leases of machines whose counter file was where this one is. */
  async function retireLost(open: Ledger, opened: CounterFile, now: number): Promise<void> {
    // A SQLite ledger has one machine. In a fleet, one of the same name that is alive is a mistake that must not cost credits.
    const since = open.kind === 'sqlite' ? Number.MAX_SAFE_INTEGER : now - MACHINE_SILENCE;
    const name = options.machine;
    for (const id of await lostMachines(open, opened.identity, name, since)) {
      const leases = await retireMachine(open, id, now);
      // What it held is there again for this machine's leases.
      revision = -1;
      report({ kind: 'machine-lost', machine: id, leases });
    }
  }

  async function publish(open: Ledger, current: Book, now: number): Promise<void> {
    if (revision === -1 && leasing !== null) usage = await usageMark(open);
    const again = [...new Set([...setAside.due('publish'), ...setAside.due('keys'), ...current.toPublish])];
    const changes = await changesSince(open, revision, again);
    if (changes.revision === revision && again.length === 0) return;
    const firstBlock = leasing?.firstBlock ?? null;
    await publishChanges({ book: current, ledger: open, firstBlock, setAside }, changes, now);
    revision = changes.revision;
    for (const account of again) current.toPublish.delete(account);
    Atomics.store(current.file.header.i32, HEADER.PUBLISHED, 1);
    if (changes.accounts.length + changes.keys.length > 0)
      report({ kind: 'published', accounts: changes.accounts.length, keys: changes.keys.length });
  }

  /** Learns what other machines wrote down since the last round. */
  async function hearOfUsage(open: Ledger, current: Book): Promise<void> {
    const { next, windows } = await usageSince(open, usage);
    publishUsage(current, windows);
    usage = next;
  }

  /** Says when the machine's clock and the ledger's do not agree any more, and when they do again. */
  async function compareClocks(open: Ledger): Promise<void> {
    if (open.kind === 'sqlite' && !clockStarted) ledgerClock.goOnFrom(await lastSeen(open));
    clockStarted = true;
    await ledgerClock.compare(open);
    const off = ledgerClock.off();
    if (off !== 0 && clockOff === 0) report({ kind: 'clock-off', milliseconds: off });
    if (off === 0 && clockOff !== 0) report({ kind: 'clock-agrees' });
    clockOff = off;
  }

  async function keepUp(open: Ledger): Promise<void> {
    if (clockOff !== 0) return;
    const failures = await options.keepUp(open, (account) => setAside.waits(account, 'upkeep'));
    for (const [account, error] of failures) setAside.note(account, 'upkeep', error);
    for (const account of setAside.due('upkeep')) if (!failures.has(account)) setAside.done(account, 'upkeep');
  }

  async function work(drainNow: boolean): Promise<void> {
    const open = await requireLedger();
    await compareClocks(open);
    const now = ledgerClock.now();
    const current = await requireBook(now);
    let held: unknown = null;
    /** A part of the round. What others hold too many rows of is given up for this time; the parts after it are done all the same. */
    const part = async (task: () => Promise<unknown>) => {
      try {
        await task();
      } catch (error) {
        if (failureOf(error) === 'away') throw error;
        held ??= error;
      }
    };
    if (Math.abs(now - seenAt) >= SEE_INTERVAL) {
      await part(async () => {
        await seeMachine(open, current.file.identity, options.machine, now);
        await retireLost(open, current.file, now);
        await leasing?.countMachines(now);
      });
      seenAt = now;
    }
    const due = drainNow || Math.abs(now - drainedAt) >= options.drainInterval;
    if (due || Math.abs(now - keptUpAt) >= KEEP_UP_INTERVAL) {
      await part(() => keepUp(open));
      keptUpAt = now;
    }
    await part(() => publish(open, current, now));
    if (leasing !== null) {
      await part(() => hearOfUsage(open, current));
      await part(() => leasing!.tick(current, now, setAside));
    }
    const moved = [...current.holdings].some((holding) => holding.settledAt === null && holding.successor !== null);
    if (due || moved) {
      await part(() => drain(current, open, now, setAside));
      await part(() => settle(current, open, now, setAside));
      await part(() => keepUp(open));
      await part(() => publish(open, current, now));
      await part(() => removeOldEntries(open, { now, settledBefore: now - ENTRIES_KEPT, most: MOST_REMOVED }));
      drainedAt = now;
      Atomics.store(current.file.header.i64, HEADER.DRAINED, BigInt(now));
    }
    if (held !== null) throw held;
  }

  /** Why the ledger cannot be used: that another program has migrated it, where that is so. */
  async function reasonOf(error: unknown): Promise<string> {
    const since = ledger === null ? null : await migratedSince(ledger);
    return since ?? (error instanceof Error ? error.message : String(error));
  }

  /** Also in a long round: when ten thousand accounts are published for the first time. */
  function giveSignOfLife(): void {
    if (file !== null) Atomics.store(file.header.i64, HEADER.HEARTBEAT, BigInt(clock.now()));
  }

  return {
    counters: () => file,
    now: ledgerClock.now,
    async tick(drainNow = false) {
      const beat = setInterval(giveSignOfLife, BEAT);
      setAside.begin(clock.steady());
      try {
        await work(drainNow);
        if (away) report({ kind: 'ledger-back' });
        away = false;
      } catch (error) {
        // What was in flight may have been committed or not: everything is read again.
        book = null;
        revision = -1;
        if (!away) report({ kind: 'ledger-away', reason: await reasonOf(error) });
        away = true;
      } finally {
        clearInterval(beat);
      }
      if (file !== null) {
        Atomics.store(file.header.i32, HEADER.LEDGER, away ? 0 : 1);
        Atomics.store(file.header.i32, HEADER.SET_ASIDE, setAside.count());
        Atomics.store(file.header.i64, HEADER.CLOCK_OFF, BigInt(clockOff));
      }
      giveSignOfLife();
    },
    async stop() {
      await this.tick(true);
      if (leasing !== null && book !== null && noServerRuns(book.file.path)) {
        await leasing.returnAll(book, ledgerClock.now()).catch(() => {});
        await this.tick(true);
      }
      await ledger?.close();
      file?.close();
      ledger = null;
    },
  };
}
