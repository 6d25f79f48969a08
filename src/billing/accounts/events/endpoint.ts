import { randomBytes } from 'node:crypto';
import type { Instant } from '../plans/period.ts';
import type { EventType } from './event.ts';

/** How events reach an organization. */
export const ENDPOINT_KINDS = ['webhook', 'email'] as const;

/** One of the ways in which events reach an organization. */
export type EndpointKind = (typeof ENDPOINT_KINDS)[number];

/** Where events of an organization are sent. */
export interface Endpoint {
  readonly id: string;
  readonly organization: string;
  readonly kind: EndpointKind;
  /** The address: of a web server, or of a mailbox. */
  readonly target: string;
  /** The types of events that it subscribes to; null for all. */
  readonly types: readonly EventType[] | null;
  /**
   * For a webhook, the secret that signs its messages, `whsec_…`; for a mailbox, the code that
   * confirms it.
   */
  readonly secret: string;
  /** The former secret, which also signs messages until `until`. */
  readonly former: { readonly secret: string; readonly until: Instant } | null;
  readonly createdAt: Instant;
  /** Null until the owner of a mailbox has confirmed it. */
  readonly confirmedAt: Instant | null;
  /** Since when deliveries have failed; null if the last one arrived. */
  readonly failingSince: Instant | null;
  /** Since when nothing is sent there. */
  readonly disabledAt: Instant | null;
  readonly removedAt: Instant | null;
}

/** The state of an endpoint, as its organization sees it. */
export type EndpointState = 'unconfirmed' | 'active' | 'failing' | 'disabled';

/** The state of an endpoint. */
export function endpointState({ confirmedAt, disabledAt, failingSince }: Endpoint): EndpointState {
  if (disabledAt !== null) return 'disabled';
  if (confirmedAt === null) return 'unconfirmed';
  return failingSince === null ? 'active' : 'failing';
}

/** Whether events of a type are sent to an endpoint. */
export function wants(endpoint: Endpoint, type: EventType): boolean {
  const { types, confirmedAt, disabledAt, removedAt } = endpoint;
  if (confirmedAt === null || disabledAt !== null || removedAt !== null) return false;
  return types === null || types.includes(type);
}

/** A new endpoint id. */
export function newEndpointId(): string {
  return `ep_${randomBytes(10).toString('hex')}`;
}

/** A new secret for a webhook, in the form of Standard Webhooks: 32 random bytes in base64. */
export function newSecret(): string {
  return `whsec_${randomBytes(32).toString('base64')}`;
}

/** A new code to confirm a mailbox: 12 characters that are hard to confuse, 60 bits. */
export function newCode(): string {
  const letters = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';
  return [...randomBytes(12)].map((byte) => letters[byte % letters.length]).join('');
}

/** The longest address of an endpoint, in characters. */
export const MAX_TARGET_LENGTH = 500;

/**
 * What is wrong with the address of a webhook, to follow "must"; null if nothing is. The host it
 * resolves to is checked with every message.
 */
export function webhookAddressFault(text: string): string | null {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || (url.protocol !== 'https:' && url.protocol !== 'http:')) return 'be an https address';
  if (url.username !== '' || url.password !== '') return 'be without a user and a password';
  return url.hash === '' ? null : 'be without a fragment';
}

/** What is wrong with the address of a mailbox, to follow "must"; null if nothing is. */
export function mailAddressFault(text: string): string | null {
  const shape =
    /^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+[A-Za-z]{2,63}$/;
  return shape.test(text) && text.length <= 254 ? null : 'be an e-mail address';
}
