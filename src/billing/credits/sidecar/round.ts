import { HEADER } from '../../../service/admission/counters/layout.ts';
import { changesSince, type FleetNews, fleetNews, usageMark } from '../../ledger/changes.ts';
import { failureOf } from '../../ledger/database/failures.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import { lostMachines, retireMachine, seeMachine } from '../../ledger/machines.ts';
import { ENTRIES_KEPT, removeOldEntries } from '../../ledger/usage.ts';
import { drain, isMissing, settle } from './drain.ts';
import type { KeyLeasing } from './keys/key-leasing.ts';
import { type KeyWork, rollKeys } from './keys/publish-keys.ts';
import { type Leasing, MACHINE_SILENCE } from './leases/leasing.ts';
import type { Known } from './own-counters.ts';
import { publishChanges, publishUsage } from './publish.ts';
import type { SetAside } from './set-aside.ts';
import type { Report } from './sidecar-events.ts';

/**
 * Does what has become due in the accounts: rolling over periods, settling windows. Called with
 * every drain and at least twice a second, so that workers learn of it within a second. Resolves to
 * the errors by account; accounts for which `waits` is true failed recently and are left out.
 */
export type KeepUp = (ledger: Ledger, waits: (account: string) => boolean) => Promise<ReadonlyMap<string, unknown>>;

/** What a round works with. */
export interface Round {
  readonly ledger: Ledger;
  readonly known: Known;
  /** Null if no other machine shares the ledger. */
  readonly leasing: Leasing | null;
  readonly keyLeasing: KeyLeasing;
  readonly setAside: SetAside;
  /** Null while the clocks do not agree: no period rolls over. */
  readonly keepUp: KeepUp | null;
  /** This machine's name. */
  readonly machine: string;
  readonly report: Report;
  /** The ledger's time. */
  readonly now: number;
}

/** The parts of a round that are due. */
export interface Due {
  readonly see: boolean;
  readonly keepUp: boolean;
  readonly drain: boolean;
}

/**
 * The most usage entries removed with one drain: about as many as a drain adds for hundreds of
 * accounts.
 */
const MOST_REMOVED = 5_000;

/** The outcome of a round. */
export interface Done {
  /** Usage was written to the ledger. */
  readonly drained: boolean;
  /**
   * The error that made a part give up, because too many of its rows are locked. Null if all was
   * done.
   */
  readonly held: unknown;
}

/**
 * Does what is due: publishes changes, balances leases, drains usage and settles. A part that gives
 * up does not stop those after it. Throws if the ledger does not answer.
 */
export async function runRound(round: Round, due: Due): Promise<Done> {
  const { ledger, known, leasing, setAside, now } = round;
  const { book } = known;
  let held: unknown = null;
  const part = async (task: () => Promise<unknown>) => {
    try {
      await task();
    } catch (error) {
      if (failureOf(error) === 'away') throw error;
      held ??= error;
    }
  };
  if (due.see) await part(() => seeMachines(round));
  if (due.keepUp) await part(() => keepUp(round));
  const news = leasing === null || known.revision === -1 ? null : await hearNews(round);
  await part(() => publish(round, news));
  let gaveUp = false;
  if (leasing !== null)
    await part(async () => {
      gaveUp = await leasing.tick(book, news?.wanted ?? [], now, setAside);
    });
  const shareKeys = async () => {
    gaveUp = (await round.keyLeasing.tick(keyWork(round))) || gaveUp;
  };
  await part(() => rollKeys(keyWork(round)));
  await part(shareKeys);
  const drains = due.drain || gaveUp || [...book.holdings].some((holding) => isMissing(book, holding));
  if (drains) {
    await part(() => drain(book, ledger, now, setAside));
    await part(() => settle(book, ledger, now, setAside));
    if (book.short.size > 0) await part(shareKeys);
    await part(() => keepUp(round));
    await part(() => publish(round));
    await part(() => removeOldEntries(ledger, { now, settledBefore: now - ENTRIES_KEPT, most: MOST_REMOVED }));
    Atomics.store(book.file.header.i64, HEADER.DRAINED, BigInt(now));
  }
  return { drained: drains, held };
}

function keyWork({ ledger, known, leasing, setAside, now }: Round): KeyWork {
  return { book: known.book, ledger, setAside, machines: leasing?.machines() ?? null, now };
}

/** Reports this machine as alive, and counts the others. */
async function seeMachines(round: Round): Promise<void> {
  const { ledger, known, leasing, machine, now } = round;
  await seeMachine(ledger, known.book.file.identity, machine, now);
  await retireLost(round);
  await leasing?.countMachines(now);
}

/** Retires machines whose counter file was replaced by this machine's. */
async function retireLost({ ledger, known, machine, report, now }: Round): Promise<void> {
  // A SQLite ledger has one machine. In a fleet, another live machine of the same name is a
  // mistake, which must not cost credits.
  const since = ledger.kind === 'sqlite' ? Number.MAX_SAFE_INTEGER : now - MACHINE_SILENCE;
  for (const id of await lostMachines(ledger, known.book.file.identity, machine, since)) {
    const leases = await retireMachine(ledger, id, now);
    // Its credits are available again for this machine's leases.
    known.revision = -1;
    report({ kind: 'machine-lost', machine: id, leases });
  }
}

async function keepUp({ ledger, setAside, keepUp: keep }: Round): Promise<void> {
  if (keep === null) return;
  const failures = await keep(ledger, (account) => setAside.waits(account, 'upkeep'));
  for (const [account, error] of failures) setAside.note(account, 'upkeep', error);
  for (const account of setAside.due('upkeep')) if (!failures.has(account)) setAside.done(account, 'upkeep');
}

/**
 * Publishes what changed since the last time; with `news`, the ledger is only asked if there is a
 * new revision.
 */
async function publish(
  { ledger, known, leasing, setAside, report, now }: Round,
  news: FleetNews | null = null,
): Promise<void> {
  const { book, revision } = known;
  if (revision === -1 && leasing !== null) known.usage = await usageMark(ledger);
  const again = [...new Set([...setAside.due('publish'), ...setAside.due('keys'), ...book.toPublish])];
  if (news?.revision === revision && again.length === 0) return;
  const changes = await changesSince(ledger, revision, again);
  if (changes.revision === revision && again.length === 0) return;
  const firstBlock = leasing?.firstBlock ?? null;
  const machines = leasing?.machines() ?? null;
  await publishChanges({ book, ledger, firstBlock, setAside, machines }, changes, now);
  known.revision = changes.revision;
  for (const account of again) book.toPublish.delete(account);
  Atomics.store(book.file.header.i32, HEADER.PUBLISHED, 1);
  if (changes.accounts.length + changes.keys.length > 0)
    report({ kind: 'published', accounts: changes.accounts.length, keys: changes.keys.length });
}

/** Reads what other machines did since the last round, and publishes their usage to the workers. */
async function hearNews({ ledger, known }: Round): Promise<FleetNews> {
  const { book } = known;
  const news = await fleetNews(ledger, known.usage, book.file.identity);
  publishUsage(book, news.used);
  known.usage = news.mark;
  return news;
}
