import { ENDPOINT_KINDS } from '../../events/endpoint.ts';
import { EVENT_TYPES } from '../../events/event.ts';
import {
  count,
  listOf,
  moment,
  momentOrNull,
  next,
  object,
  oneOf,
  orNull,
  ref,
  type Schema,
  text,
  textOrNull,
} from './schema-parts.ts';

const types = Object.entries(EVENT_TYPES).map(([type, words]) => `\`${type}\`: ${words}`);

/** The schemas of events and endpoints. */
export const EVENT_SCHEMAS: Readonly<Record<string, Schema>> = {
  EventType: oneOf(Object.keys(EVENT_TYPES), `What an event is of. ${types.join(' ')}`),
  Event: object('Something that the organization is told of.', {
    id: text('Its id: the same however often it is sent.'),
    type: ref('EventType', 'What it is of.'),
    at: moment('When it happened.'),
    data: { type: 'object', description: 'Details; their shape depends on the type.' },
    deliveries: listOf(ref('Delivery'), 'What became of it at each endpoint that it was sent to.'),
  }),
  EventList: object('Events, newest first.', { events: listOf(ref('Event'), 'One page of them.'), next }),
  Delivery: object('An event on its way to an endpoint.', {
    endpoint: text('Id of the endpoint.'),
    state: oneOf(['pending', 'delivered', 'failed'], '`pending`: it is tried again; `failed`: no more.'),
    attempts: count('How often it was tried.'),
    nextAt: momentOrNull('When it is tried next, while it is pending.'),
    lastAt: momentOrNull('When it was last tried.'),
    status: {
      type: ['integer', 'null'],
      description: 'Status of the last answer; null where there was none.',
    },
    fault: textOrNull('Why the last attempt came to nothing, in a sentence.'),
  }),
  Endpoint: object('Where events are sent.', {
    id: text('Its id.'),
    kind: oneOf(ENDPOINT_KINDS, 'Signed messages to a web server, or mail.'),
    target: text('Its address; of a webhook, members see only where it leads.'),
    types: orNull(listOf(ref('EventType'), 'Types of events that are sent there; null for all.')),
    state: oneOf(
      ['unconfirmed', 'active', 'failing', 'disabled'],
      '`unconfirmed`: the owner of the mailbox has yet to confirm it. `disabled`: nothing arrived for days, and nothing is sent there any more.',
    ),
    createdAt: moment('When it was added.'),
    failingSince: momentOrNull('Since when nothing arrived there; null while the last message did.'),
    disabledAt: momentOrNull('Since when nothing is sent there.'),
    formerSecretUntil: momentOrNull('Until when messages are signed with the former secret too.'),
    secret: textOrNull('The secret that messages are signed with, shown when it is made. Null otherwise.'),
  }),
  EndpointList: object('Endpoints, oldest first.', { endpoints: listOf(ref('Endpoint'), 'All of them.') }),
};
