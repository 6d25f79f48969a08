import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import type { Accounts } from '../../accounts.ts';
import type { Instant } from '../../plans/period.ts';
import { type Attempted, afterAttempt, type Claimed, DISABLE_AFTER, type Lane } from '../delivery.ts';
import type { Endpoint } from '../endpoint.ts';
import type { EventSettings } from '../settings.ts';
import { mailEvent } from './mail.ts';
import { ATTEMPT_TIMEOUT_MS, postWebhook } from './post-webhook.ts';
import { resolveByDns } from './reachable.ts';

/** What the sender works with. */
export interface SenderOptions {
  readonly accounts: Pick<Accounts, 'store' | 'now'>;
  /** Makes one attempt. Never rejects. */
  readonly attempt: (claimed: Claimed, stopping: AbortSignal) => Promise<Attempted>;
  /** Called when the ledger could not be read or written; the work is tried again. */
  readonly failed: (error: unknown) => void;
  /** A random number from 0 to 1, for jitter. */
  readonly luck?: () => number;
}

/** Sends what is in the outbox. */
export interface Sender {
  /**
   * Begins to send what is due, as far as places are free; resolves once it is under way. Never
   * rejects: an unreachable ledger is reported to `failed`.
   */
  tick(): Promise<void>;
  /**
   * Sends until nothing is under way and nothing more can be begun. Rejects if the ledger is
   * unreachable.
   */
  settled(): Promise<void>;
  /**
   * Looks for due deliveries every second until `stopping`; then aborts what is under way, which
   * the next sender sends again.
   */
  run(stopping: AbortSignal): Promise<void>;
}

/**
 * How many messages are under way at a time: to webhooks that work, to those that are failing, and
 * to mailboxes. Each endpoint has one at a time, and failing ones have places of their own, so that
 * they delay nobody else.
 */
const PLACES: Readonly<Record<Place, { readonly lane: Lane; readonly most: number }>> = {
  webhook: { lane: { kind: 'webhook', failing: false }, most: 32 },
  failing: { lane: { kind: 'webhook', failing: true }, most: 8 },
  email: { lane: { kind: 'email', failing: null }, most: 4 },
};

type Place = 'webhook' | 'failing' | 'email';

/** For how long a process holds the right to send events, ms; it renews that while it runs. */
const HOLD_MS = 30_000;
/** For how long a delivery is claimed for an attempt, ms: longer than any attempt takes. */
const CLAIM_MS = 60_000;
const LOOK_MS = 1000;

/** What a sender works with, and what it has under way. */
interface Sending extends Required<SenderOptions> {
  /** Its id among the senders on the ledger. */
  readonly holder: string;
  readonly stop: AbortController;
  /** Endpoints with a message under way. */
  readonly busy: Map<string, { readonly place: Place; readonly done: Promise<void> }>;
  /** Ends the pause between two ticks; null outside one. */
  wake: (() => void) | null;
}

/**
 * Makes a sender. Several processes may each have one on the same ledger: only one of them sends at
 * a time.
 */
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
    // Only when there is something to send; if another process holds the right, the claims are
    // rolled back.
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
  // So that the next sender need not wait for this hold to expire.
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

/** Another process holds the right to send. */
class NotOurs extends Error {}

function placeOf({ kind, failingSince }: Endpoint): Place {
  if (kind === 'email') return 'email';
  return failingSince === null ? 'webhook' : 'failing';
}

/**
 * Makes attempts over the network: webhooks by https, mail by SMTP if configured. `now` is the
 * ledger's time, which dates the messages.
 */
export async function attemptBy(settings: EventSettings, now: () => Instant): Promise<SenderOptions['attempt']> {
  const { allowed, smtp } = settings;
  const mail = smtp === null ? null : (await import('./smtp.ts')).smtpMail(smtp);
  const webhooks = { allowed, resolve: resolveByDns, timeoutMs: ATTEMPT_TIMEOUT_MS };
  return ({ event, endpoint }, stopping) =>
    endpoint.kind === 'email'
      ? mailEvent(event, endpoint, mail)
      : postWebhook(event, endpoint, now(), webhooks, stopping);
}
