import { randomBytes } from 'node:crypto';
import type { Instant } from '../plans/period.ts';

/**
 * The types of events, with a description for users. The meaning of a type never changes, since
 * customers' programs branch on it. Named as Standard Webhooks suggests: the subject, a full stop,
 * what happened to it.
 */
export const EVENT_TYPES = {
  'alert.reached': 'A share of the credits, or of a spending cap, has been used.',
  'invoice.issued': 'An invoice was issued.',
  'invoice.paid': 'An invoice was paid.',
  'invoice.voided': 'An invoice was made void: nobody has to pay it any more.',
  'invoice.overdue': 'An invoice was not paid in time.',
  'invoice.reminder': 'An invoice is still not paid.',
  'key.created': 'An API key was made.',
  'key.changed': 'An API key got another name, or other caps of its own.',
  'key.rotated': 'An API key was made in place of another, which works on for a time.',
  'key.revoked': 'An API key was revoked.',
  'plan.changed': 'The plan changed.',
  'plan.change_scheduled': 'A change of the plan was scheduled for the end of the period.',
  'plan.change_declined': 'A change of the plan that was pending was not made: its payment was declined.',
  'plan.change_withdrawn': 'A scheduled change of the plan was withdrawn.',
  'organization.suspended': 'The organization was suspended: its keys do not work.',
  'organization.resumed': 'The organization is no longer suspended: its keys work again.',
  'organization.closing': 'The organization is being closed: its keys do not work any more.',
  'organization.closed': 'The organization was closed.',
  'endpoint.disabled': 'Nothing arrived at an endpoint for days: nothing is sent there any more.',
  'endpoint.confirm': 'An address is to be confirmed.',
  'endpoint.test': 'A test, asked for in the console.',
} as const;

/** The type of an event. */
export type EventType = keyof typeof EVENT_TYPES;

/** Whether a text is the type of an event. */
export function isEventType(text: string): text is EventType {
  return Object.hasOwn(EVENT_TYPES, text);
}

/**
 * A notification to an organization. `data` is plain JSON: camelCase, times in ISO 8601, amounts in
 * whole cents; never a key.
 */
export interface EventDraft {
  readonly organization: string;
  readonly at: Instant;
  readonly type: EventType;
  readonly data: Readonly<Record<string, unknown>>;
}

/** An event in the outbox. The id stays the same however often it is sent. */
export interface AccountEvent extends EventDraft {
  readonly id: string;
}

/** A new event id: `evt_` and 24 lower-case hex digits. */
export function newEventId(): string {
  return `evt_${randomBytes(12).toString('hex')}`;
}
