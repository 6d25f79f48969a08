import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import type { Accounts } from '../../accounts.ts';
import { type Attempted, afterAttempt, type Claimed, DISABLE_AFTER, type Lane } from '../delivery.ts';
import type { Endpoint } from '../endpoint.ts';

/** What the sender works with. */
export interface SenderOptions {
  readonly accounts: Pick<Accounts, 'store' | 'now'>;
  /** Makes one attempt. Never rejects. */
  readonly attempt: (claimed: Claimed, stopping: AbortSignal) => Promise<Attempted>;
  /** Hears of what could not be read or written: it is tried again. */
  readonly failed: (error: unknown) => void;
  /** From 0 to 1, by chance. */
  readonly luck?: () => number;
}

/** Sends what is in the outbox. */
export interface Sender {
  /**
   * Begins to send what is due and has room; resolves once it is under way. Does not reject: that
   * the ledger is away is told to `failed`.
   */
  tick(): Promise<void>;
  /**
   * Resolves when nothing is under way any more, and nothing due has room. Rejects when the ledger is
   * away.
   */
  settled(): Promise<void>;
  /**
   * Looks every second for what is due, until told to stop; then what is under way is broken off,
   * to be sent again by the next sender.
   */
  run(stopping: AbortSignal): Promise<void>;
}

/**
 * How many messages are under way at a time: to webhooks that take them, to those that have failed,
 * and to mailboxes. Each endpoint has one at a time, and those that hang have places of their own,
 * so that they keep nobody else waiting.
 */
const PLACES: Readonly<Record<Place, { readonly lane: Lane; readonly most: number }>> = {
  webhook: { lane: { kind: 'webhook', failing: false }, most: 32 },
  failing: { lane: { kind: 'webhook', failing: true }, most: 8 },
  email: { lane: { kind: 'email', failing: null }, most: 4 },
};

type Place = 'webhook' | 'failing' | 'email';

/** For how long a process takes the sending of events, ms; it renews that while it lives. */
const HOLD_MS = 30_000;
/** For how long an attempt has its delivery to itself, ms: longer than any takes. */
const CLAIM_MS = 60_000;
const LOOK_MS = 1000;

/** What a sender works with, and what it has under way. */
interface Sending extends Required<SenderOptions> {
  /** Who it is to other senders on the ledger. */
  readonly holder: string;
  readonly stop: AbortController;
  /** Endpoints to which something is under way. */
  readonly busy: Map<string, { readonly place: Place; readonly done: Promise<void> }>;
  /** Ends the pause between two looks; null while there is none. */
  wake: (() => void) | null;
}

/** Makes a sender. Several may be made on a ledger, in as many processes: one of them sends. */
export function createSender(options: SenderOptions): Sender {
  const sending: Sending = {
    ...options,
    luck: options.luck ?? Math.random,
    holder: randomUUID(),
    stop: new AbortController(),
    busy: new Map(),
    wake: null,
  };
  return {
    tick: () => tickOrNothing(sending),
    settled: () => settled(sending),
    run: (stopping) => run(sending, stopping),
  };
}

async function tick(sending: Sending): Promise<void> {
  const { accounts, holder, busy } = sending;
  const at = accounts.now();
  const claimed = await accounts.store.transaction(async (tx) => {
    const all: Claimed[] = [];
    for (const [place, { lane, most }] of Object.entries(PLACES)) {
      const room = most - [...busy.values()].filter((each) => each.place === place).length;
      if (room > 0) all.push(...(await tx.claimDeliveries(lane, room, [...busy.keys()], at, at + CLAIM_MS)));
    }
    // Asked only when there is something to do; with another process at work nothing is claimed.
    if (all.length > 0 && !(await tx.holdSender(holder, at, at + HOLD_MS))) throw new NotOurs();
    return all;
  });
  for (const each of claimed) {
    const done = send(sending, each).finally(() => {
      busy.delete(each.endpoint.id);
      sending.wake?.();
    });
    busy.set(each.endpoint.id, { place: placeOf(each.endpoint), done });
  }
}

function tickOrNothing(sending: Sending): Promise<void> {
  return tick(sending).catch((error: unknown) => {
    if (!(error instanceof NotOurs)) sending.failed(error);
  });
}

async function settled(sending: Sending): Promise<void> {
  await tick(sending);
  while (sending.busy.size > 0) {
    await allDone(sending);
    await tick(sending);
  }
}

async function run(sending: Sending, stopping: AbortSignal): Promise<void> {
  const { accounts, holder, stop } = sending;
  while (!stopping.aborted) {
    await tickOrNothing(sending);
    const woken = new Promise<void>((resolve) => {
      sending.wake = resolve;
    });
    await Promise.race([woken, setTimeout(LOOK_MS, undefined, { signal: stopping }).catch(() => {})]);
    sending.wake = null;
  }
  stop.abort();
  await allDone(sending);
  // The next one need not wait until this hold is over.
  await accounts.store.transaction((tx) => tx.holdSender(holder, accounts.now(), accounts.now())).catch(() => {});
}

function allDone({ busy }: Sending): Promise<unknown> {
  return Promise.all([...busy.values()].map(({ done }) => done));
}

async function send(sending: Sending, claimed: Claimed): Promise<void> {
  const { attempt, stop, failed } = sending;
  try {
    const attempted = await attempt(claimed, stop.signal);
    if (stop.signal.aborted && attempted.fault !== null) return;
    await record(sending, claimed, attempted);
  } catch (error) {
    failed(error);
  }
}

function record({ accounts, luck }: Sending, { delivery, endpoint }: Claimed, attempted: Attempted): Promise<void> {
  const at = accounts.now();
  const next = afterAttempt(delivery, attempted, at, luck());
  const failingSince = attempted.fault === null ? null : (endpoint.failingSince ?? at);
  const lost = next.state === 'failed' && failingSince !== null && at - failingSince >= DISABLE_AFTER;
  const disabled = endpoint.disabledAt === null && (lost || attempted.gone === true);
  return accounts.store.transaction(async (tx) => {
    await tx.saveDelivery(next, failingSince, disabled ? at : null);
    if (!disabled) return;
    await tx.giveUp(endpoint.id, 'The endpoint is disabled.');
    const data = { endpoint: endpoint.id, kind: endpoint.kind, fault: attempted.fault };
    await tx.addEvent({ organization: endpoint.organization, at, type: 'endpoint.disabled', data });
  });
}

/** Another process sends. */
class NotOurs extends Error {}

function placeOf({ kind, failingSince }: Endpoint): Place {
  if (kind === 'email') return 'email';
  return failingSince === null ? 'webhook' : 'failing';
}
