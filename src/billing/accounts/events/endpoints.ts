import type { AccountsTransaction, Actor, SentEvent } from '../accounts-store.ts';
import type { Instant } from '../plans/period.ts';
import { type Endpoint, type EndpointKind, endpointState, newCode, newEndpointId, newSecret } from './endpoint.ts';
import type { EventType } from './event.ts';

/** Endpoints that an organization may have. */
const MAX_ENDPOINTS = 10;

/** How long messages are also signed with the former secret after a rotation, ms. */
const FORMER_SECRET_KEPT = 24 * 3_600_000;

/**
 * The most tests and confirmations that an organization can send in an hour, since they go to any
 * address it names.
 */
const MOST_TESTS_AN_HOUR = 20;

const HOUR = 3_600_000;

/**
 * How long after an attempt an event can be sent again by hand, ms: endpoints must not be usable to
 * flood a server.
 */
const AGAIN_AFTER = 10_000;

/** A change to an endpoint is refused; the message is a sentence for users. */
export class EndpointRefusal extends Error {
  override readonly name = 'EndpointRefusal';
}

/** The wanted properties of a new endpoint. */
export interface EndpointDraft {
  readonly kind: EndpointKind;
  readonly target: string;
  readonly types: readonly EventType[] | null;
}

/**
 * Adds an endpoint to an organization whose account is locked. A mailbox first gets one message,
 * with the code that confirms it, and nothing else until then. Throws an EndpointRefusal if the
 * organization has this endpoint already, or as many as it may have.
 */
export async function addEndpoint(
  tx: AccountsTransaction,
  organization: string,
  draft: EndpointDraft,
  actor: Actor,
  now: Instant,
): Promise<Endpoint> {
  const known = await tx.endpoints(organization);
  if (known.length >= MAX_ENDPOINTS)
    throw new EndpointRefusal(`The organization has ${known.length} endpoints, the most it can have.`);
  if (known.some(({ kind, target }) => kind === draft.kind && target === draft.target))
    throw new EndpointRefusal('The organization has an endpoint with this address already.');
  const mailbox = draft.kind === 'email';
  const endpoint: Endpoint = {
    ...draft,
    id: newEndpointId(),
    organization,
    secret: mailbox ? newCode() : newSecret(),
    former: null,
    createdAt: now,
    confirmedAt: mailbox ? null : now,
    failingSince: null,
    disabledAt: null,
    removedAt: null,
  };
  await tx.addEndpoint(endpoint);
  await audit(tx, endpoint, 'add-endpoint', actor, now);
  if (mailbox) await sendOne(tx, endpoint, 'endpoint.confirm', now);
  return endpoint;
}

/** Removes an endpoint; its pending deliveries are given up. */
export async function removeEndpoint(
  tx: AccountsTransaction,
  endpoint: Endpoint,
  actor: Actor,
  now: Instant,
): Promise<Endpoint> {
  const removed = await changed(tx, endpoint, { removedAt: now }, 'remove-endpoint', actor, now);
  await tx.giveUp(endpoint.id, 'The endpoint was removed.');
  return removed;
}

/**
 * Enables a disabled endpoint. What failed meanwhile is not sent again unless somebody asks, event
 * by event.
 */
export async function enableEndpoint(
  tx: AccountsTransaction,
  endpoint: Endpoint,
  actor: Actor,
  now: Instant,
): Promise<Endpoint> {
  if (endpoint.disabledAt === null) throw new EndpointRefusal('The endpoint is not disabled.');
  return changed(tx, endpoint, { disabledAt: null, failingSince: null }, 'enable-endpoint', actor, now);
}

/** Makes a new secret for a webhook. For a day, messages are signed with the former one too. */
export async function rotateSecret(
  tx: AccountsTransaction,
  endpoint: Endpoint,
  actor: Actor,
  now: Instant,
): Promise<Endpoint> {
  if (endpoint.kind !== 'webhook') throw new EndpointRefusal('Only webhooks have a secret.');
  const former = { secret: endpoint.secret, until: now + FORMER_SECRET_KEPT };
  return changed(tx, endpoint, { secret: newSecret(), former }, 'rotate-endpoint-secret', actor, now);
}

/** Confirms a mailbox with the code that was mailed to it. */
export async function confirmEndpoint(
  tx: AccountsTransaction,
  endpoint: Endpoint,
  code: string,
  actor: Actor,
  now: Instant,
): Promise<Endpoint> {
  if (endpoint.confirmedAt !== null) throw new EndpointRefusal('The endpoint is confirmed already.');
  if (code.trim().toUpperCase() !== endpoint.secret)
    throw new EndpointRefusal('The code is not the one that was mailed.');
  return changed(tx, endpoint, { confirmedAt: now }, 'confirm-endpoint', actor, now);
}

/** Sends a test to an endpoint; to an unconfirmed mailbox, its code again. */
export async function testEndpoint(
  tx: AccountsTransaction,
  endpoint: Endpoint,
  actor: Actor,
  now: Instant,
): Promise<SentEvent> {
  if (endpointState(endpoint) === 'disabled') throw new EndpointRefusal('The endpoint is disabled.');
  await audit(tx, endpoint, 'test-endpoint', actor, now);
  return sendOne(tx, endpoint, endpoint.confirmedAt === null ? 'endpoint.confirm' : 'endpoint.test', now);
}

/**
 * Sends an event again, under the same id, to an endpoint that it was sent to before. A pending
 * delivery stays as it is.
 */
export async function sendAgain(
  tx: AccountsTransaction,
  event: SentEvent,
  endpoint: Endpoint,
  actor: Actor,
  now: Instant,
): Promise<SentEvent> {
  const sent = event.deliveries.find((each) => each.endpoint === endpoint.id);
  if (sent === undefined) throw new EndpointRefusal('The event was not sent to this endpoint.');
  if (endpointState(endpoint) === 'disabled') throw new EndpointRefusal('The endpoint is disabled.');
  if (sent.lastAt !== null && now - sent.lastAt < AGAIN_AFTER)
    throw new EndpointRefusal('The event was sent there just now; try again in a moment.');
  if (sent.state !== 'pending') {
    await tx.deliver(event.id, endpoint.id, now);
    await audit(tx, endpoint, 'send-event-again', actor, now, { event: event.id });
  }
  return (await tx.event(event.organization, event.id))!;
}

/**
 * Sends an event to one endpoint alone. Throws an EndpointRefusal if there were too many lately.
 */
async function sendOne(
  tx: AccountsTransaction,
  endpoint: Endpoint,
  type: 'endpoint.confirm' | 'endpoint.test',
  now: Instant,
): Promise<SentEvent> {
  const { organization, id } = endpoint;
  const lately = (await tx.events(organization, 100)).filter((event) => now - event.at < HOUR);
  if (lately.filter((event) => event.type.startsWith('endpoint.')).length >= MOST_TESTS_AN_HOUR)
    throw new EndpointRefusal('That is enough tests and confirmations for now; try again in an hour.');
  const event = await tx.addEvent({ organization, at: now, type, data: { endpoint: id } }, endpoint);
  return (await tx.event(organization, event.id))!;
}

/** Saves a changed endpoint, with an audit entry. */
async function changed(
  tx: AccountsTransaction,
  endpoint: Endpoint,
  difference: Partial<Endpoint>,
  action: string,
  actor: Actor,
  now: Instant,
): Promise<Endpoint> {
  const next = { ...endpoint, ...difference };
  await tx.saveEndpoint(next);
  await audit(tx, next, action, actor, now);
  return next;
}

/**
 * The audit log names the server or mailbox, not the whole URL, which may hold a secret of the
 * customer's.
 */
async function audit(
  tx: AccountsTransaction,
  { id, organization, kind, target }: Endpoint,
  action: string,
  actor: Actor,
  at: Instant,
  more: Readonly<Record<string, string>> = {},
): Promise<void> {
  const where = kind === 'webhook' ? new URL(target).origin : target;
  await tx.addAudit({ organization, at, actor, action, details: { endpoint: id, kind, target: where, ...more } });
}
