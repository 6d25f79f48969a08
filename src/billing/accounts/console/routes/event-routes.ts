import type { AccountsTransaction, Actor, SentEvent } from '../../accounts-store.ts';
import { type Endpoint, MAX_TARGET_LENGTH, mailAddressFault, webhookAddressFault } from '../../events/endpoint.ts';
import {
  addEndpoint,
  confirmEndpoint,
  type EndpointDraft,
  enableEndpoint,
  removeEndpoint,
  rotateSecret,
  sendAgain,
  testEndpoint,
} from '../../events/endpoints.ts';
import { EVENT_TYPES, type EventType, isEventType } from '../../events/event.ts';
import type { Instant } from '../../plans/period.ts';
import { invalid, notFound } from '../answer.ts';
import {
  type FieldSet,
  type FieldValues,
  LONGEST_ID,
  listField,
  pageFields,
  pageOf,
  required,
  textField,
} from '../fields/fields.ts';
import { ENDPOINT, ENDPOINT_LIST, EVENT, EVENT_LIST, shownEndpoint, shownEvent } from '../resources/events.ts';
import type { ChangeRoute, ConsoleRoute } from './route.ts';

/** Types that endpoints can subscribe to; the others are about an endpoint itself. */
const CHOICES = Object.keys(EVENT_TYPES).filter((type) => type !== 'endpoint.confirm' && type !== 'endpoint.test');

const ENDPOINT_FIELDS: FieldSet = {
  url: textField(1, MAX_TARGET_LENGTH, 'Address of a web server that takes signed messages by POST. This or `email`.'),
  email: textField(3, 254, 'Address of a mailbox; its owner confirms it by a code. This or `url`.'),
  types: listField(1, CHOICES.length, 40, {
    items: `One of ${CHOICES.join(', ')}.`,
    description: 'Types of events that are sent there; all unless given.',
  }),
};

/** Events of an organization, and the endpoints that they are sent to. */
export const EVENT_ROUTES: readonly ConsoleRoute[] = [
  {
    operationId: 'listEvents',
    summary: 'List the events of the last 90 days, newest first, with what became of each',
    method: 'GET',
    path: '/organizations/{organization}/events',
    role: 'member',
    query: pageFields('event'),
    answer: { status: 200, schema: EVENT_LIST },
    async read(tx, account, { query }) {
      const { limit, after } = pageOf(query);
      if (after !== null && (await tx.event(account.id, after)) === null)
        throw invalid({ after: ['is not the id of an event of this organization'] });
      const found = await tx.events(account.id, limit + 1, after ?? undefined);
      const events = found.slice(0, limit).map(shownEvent);
      const next = found.length > limit ? events[limit - 1]!.id : null;
      return { status: 200, body: EVENT_LIST.write({ events, next }) };
    },
  },
  {
    operationId: 'getEvent',
    summary: 'Read an event, with what became of it',
    method: 'GET',
    path: '/organizations/{organization}/events/{event}',
    role: 'member',
    query: {},
    answer: { status: 200, schema: EVENT },
    async read(tx, account, { path }) {
      return { status: 200, body: EVENT.write(shownEvent(await eventIn(tx, account.id, path.event))) };
    },
  },
  {
    operationId: 'sendEventAgain',
    summary: 'Send an event again, under its id, to an endpoint that had it before',
    method: 'POST',
    path: '/organizations/{organization}/events/{event}/send-again',
    role: 'admin',
    body: {
      endpoint: required(textField(1, LONGEST_ID, 'Id of the endpoint.')),
    },
    example: { endpoint: ENDPOINT.example.id },
    answer: { status: 200, schema: EVENT },
    async change(tx, account, { actor, body, path }, accounts) {
      const event = await eventIn(tx, account.id, path.event);
      const endpoint = await endpointIn(tx, account.id, String(body.endpoint));
      return {
        status: 200,
        body: EVENT.write(shownEvent(await sendAgain(tx, event, endpoint, actor, accounts.now()))),
      };
    },
  },
  {
    operationId: 'listEndpoints',
    summary: 'List the endpoints that events are sent to, oldest first',
    method: 'GET',
    path: '/organizations/{organization}/endpoints',
    role: 'member',
    query: {},
    answer: { status: 200, schema: ENDPOINT_LIST },
    async read(tx, account, { session }, accounts) {
      const whole = session.role !== 'member';
      const endpoints = await tx.endpoints(account.id);
      const shown = endpoints.map((each) => shownEndpoint(each, accounts.now(), whole));
      return { status: 200, body: ENDPOINT_LIST.write({ endpoints: shown }) };
    },
  },
  {
    operationId: 'addEndpoint',
    summary: 'Add an endpoint; the answer is the only time that the secret of a webhook is shown',
    method: 'POST',
    path: '/organizations/{organization}/endpoints',
    role: 'admin',
    body: ENDPOINT_FIELDS,
    example: { url: ENDPOINT.example.target, types: ENDPOINT.example.types },
    answer: { status: 201, schema: ENDPOINT },
    async change(tx, account, { actor, body }, accounts) {
      const now = accounts.now();
      return revealed(await addEndpoint(tx, account.id, draftIn(body), actor, now), 201, now);
    },
  },
  {
    operationId: 'removeEndpoint',
    summary: 'Remove an endpoint: nothing is sent there any more',
    method: 'DELETE',
    path: '/organizations/{organization}/endpoints/{endpoint}',
    role: 'admin',
    body: {},
    answer: { status: 200, schema: ENDPOINT },
    async change(tx, account, { actor, path }, accounts) {
      const removed = await removeEndpoint(tx, await endpointIn(tx, account.id, path.endpoint), actor, accounts.now());
      return { status: 200, body: ENDPOINT.write(shownEndpoint(removed, accounts.now(), true)) };
    },
  },
  {
    operationId: 'rotateEndpointSecret',
    summary: 'Make a new secret for a webhook; for a day messages are signed with the former one too',
    method: 'POST',
    path: '/organizations/{organization}/endpoints/{endpoint}/rotate-secret',
    role: 'admin',
    body: {},
    answer: { status: 200, schema: ENDPOINT },
    async change(tx, account, { actor, path }, accounts) {
      const now = accounts.now();
      return revealed(await rotateSecret(tx, await endpointIn(tx, account.id, path.endpoint), actor, now), 200, now);
    },
  },
  endpointChange('enable', 'Send to an endpoint again that was disabled', {}, enableEndpoint),
  {
    ...endpointChange(
      'confirm',
      'Confirm a mailbox by the code that was mailed to it',
      { code: required(textField(1, 40, 'The code.')) },
      (tx, endpoint, actor, now, body) => confirmEndpoint(tx, endpoint, String(body.code), actor, now),
    ),
    example: { code: 'K7QH2M9XWPTB' },
  },
  {
    operationId: 'testEndpoint',
    summary: 'Send a test to an endpoint, or its code again to a mailbox that is not confirmed',
    method: 'POST',
    path: '/organizations/{organization}/endpoints/{endpoint}/test',
    role: 'admin',
    body: {},
    answer: { status: 201, schema: EVENT },
    async change(tx, account, { actor, path }, accounts) {
      const endpoint = await endpointIn(tx, account.id, path.endpoint);
      return { status: 201, body: EVENT.write(shownEvent(await testEndpoint(tx, endpoint, actor, accounts.now()))) };
    },
  },
];

/** A route that does something to one endpoint and answers with it. */
function endpointChange(
  verb: string,
  summary: string,
  body: FieldSet,
  work: (
    tx: AccountsTransaction,
    endpoint: Endpoint,
    actor: Actor,
    now: Instant,
    body: FieldValues,
  ) => Promise<Endpoint>,
): ChangeRoute {
  return {
    operationId: `${verb}Endpoint`,
    summary,
    method: 'POST',
    path: `/organizations/{organization}/endpoints/{endpoint}/${verb}`,
    role: 'admin',
    body,
    answer: { status: 200, schema: ENDPOINT },
    async change(tx, account, request, accounts) {
      const endpoint = await endpointIn(tx, account.id, request.path.endpoint);
      const changed = await work(tx, endpoint, request.actor, accounts.now(), request.body);
      return { status: 200, body: ENDPOINT.write(shownEndpoint(changed, accounts.now(), true)) };
    },
  };
}

function draftIn({ url, email, types }: FieldValues): EndpointDraft {
  if ((url === undefined) === (email === undefined)) throw invalid({ url: ['must be given, or email, not both'] });
  const unknown = (types as readonly string[] | undefined)?.filter((type) => !CHOICES.includes(type)) ?? [];
  if (unknown.length > 0)
    throw invalid({ types: unknown.map((type) => `${type} is not one of ${CHOICES.join(', ')}`) });
  const chosen = (types as readonly string[] | undefined)?.filter(isEventType) ?? null;
  const wanted: readonly EventType[] | null = chosen && [...new Set(chosen)];
  if (email !== undefined) {
    const fault = mailAddressFault(String(email));
    if (fault !== null) throw invalid({ email: [`must ${fault}`] });
    return { kind: 'email', target: String(email), types: wanted };
  }
  const fault = webhookAddressFault(String(url));
  if (fault !== null) throw invalid({ url: [`must ${fault}`] });
  return { kind: 'webhook', target: new URL(String(url)).href, types: wanted };
}

async function endpointIn(tx: AccountsTransaction, organization: string, id: string): Promise<Endpoint> {
  const found = (await tx.endpoints(organization)).find((each) => each.id === id);
  if (!found) throw notFound('Endpoint', id);
  return found;
}

async function eventIn(tx: AccountsTransaction, organization: string, id: string): Promise<SentEvent> {
  const found = await tx.event(organization, id);
  if (!found) throw notFound('Event', id);
  return found;
}

function revealed(endpoint: Endpoint, status: 200 | 201, now: Instant) {
  const shown = shownEndpoint(endpoint, now, true);
  const secret = endpoint.kind === 'webhook' ? endpoint.secret : null;
  return { status, body: ENDPOINT.write({ ...shown, secret }), replay: ENDPOINT.write(shown) };
}
