import type { SentEvent } from '../../accounts-store.ts';
import { ENDPOINT_KINDS, type Endpoint, endpointState } from '../../events/endpoint.ts';
import { EVENT_TYPES, type EventType } from '../../events/event.ts';
import * as k from '../../kinds.ts';
import type { Instant } from '../../plans/period.ts';

const words = Object.entries(EVENT_TYPES).map(([type, words]) => `\`${type}\`: ${words}`);
const TYPE = k.name(
  'EventType',
  k.oneOf(Object.keys(EVENT_TYPES) as EventType[], `What an event is of. ${words.join(' ')}`, 'key.created'),
);

const DELIVERY = k.resource('Delivery', 'An event on its way to an endpoint.', {
  endpoint: k.text('Id of the endpoint.', 'ep_0d6c1f83ab52e7944c10'),
  state: k.oneOf(['pending', 'delivered', 'failed'], '`pending`: it is tried again; `failed`: no more.', 'delivered'),
  attempts: k.count('How often it was tried.', 3),
  status: k.kind<number | null>(
    { type: ['integer', 'null'], description: 'Status of the last answer; null where there was none.' },
    204,
  ),
  fault: k.textOrNull('Why the last attempt came to nothing, in a sentence.'),
  nextAt: k.momentOrNull('When it is tried next, while it is pending.'),
  lastAt: k.momentOrNull('When it was last tried.', '2026-05-04T23:15:11.000Z'),
});

/** An event, with what became of it. */
export const EVENT = k.resource('Event', 'Something that the organization is told of.', {
  id: k.text('Its id: the same however often it is sent.', 'evt_7a1f0c93be5d2846a0b9c1d7'),
  type: k.as(TYPE, 'What it is of.'),
  at: k.moment('When it happened.', '2026-05-04T23:10:00.000Z'),
  data: k.details('Details; their shape depends on the type.', {
    key: 'key_5b1c9d20f3a84e6c7d10',
    name: 'web shop',
    prefix: 'lbx_live_7Yq2',
  }),
  deliveries: k.listOf(DELIVERY, 'What became of it at each endpoint that it was sent to.'),
});

/** A page of events. */
export const EVENT_LIST = k.resource('EventList', 'Events, newest first.', {
  events: k.listOf(EVENT, 'One page of them.'),
  next: k.next,
});

/** What an event is shown from. */
export function shownEvent(event: SentEvent) {
  const deliveries = event.deliveries.map((each) => ({
    ...each,
    nextAt: each.state === 'pending' ? each.nextAt : null,
  }));
  return { ...event, deliveries };
}

/** Where events are sent. */
export const ENDPOINT = k.resource('Endpoint', 'Where events are sent.', {
  id: k.text('Its id.', 'ep_0d6c1f83ab52e7944c10'),
  kind: k.oneOf(ENDPOINT_KINDS, 'Signed messages to a web server, or mail.', 'webhook'),
  types: k.orNull(
    k.listOf(TYPE, 'Types of events that are sent there; null for all.', ['invoice.issued', 'key.created']),
  ),
  state: k.oneOf(
    ['unconfirmed', 'active', 'failing', 'disabled'],
    '`unconfirmed`: the owner of the mailbox has yet to confirm it. `disabled`: nothing arrived for days, and nothing is sent there any more.',
    'active',
  ),
  target: k.text('Its address; of a webhook, members see only where it leads.', 'https://hooks.acme.example/letterbox'),
  createdAt: k.moment('When it was added.', '2026-05-01T01:00:00.000Z'),
  failingSince: k.momentOrNull('Since when nothing arrived there; null while the last message did.'),
  disabledAt: k.momentOrNull('Since when nothing is sent there.'),
  formerSecretUntil: k.momentOrNull('Until when messages are signed with the former secret too.'),
  secret: k.textOrNull('The secret that messages are signed with, shown when it is made. Null otherwise.'),
});

/** Endpoints. */
export const ENDPOINT_LIST = k.resource('EndpointList', 'Endpoints, oldest first.', {
  endpoints: k.listOf(ENDPOINT, 'All of them.'),
});

/**
 * What an endpoint is shown from; without `whole`, only the origin of a webhook's address, since the
 * rest may hold a secret of the customer's.
 */
export function shownEndpoint(endpoint: Endpoint, now: Instant, whole: boolean) {
  const { kind, former, target } = endpoint;
  return {
    ...endpoint,
    state: endpointState(endpoint),
    target: whole || kind === 'email' ? target : `${new URL(target).origin}/…`,
    formerSecretUntil: former !== null && now < former.until ? former.until : null,
    secret: null,
  };
}
