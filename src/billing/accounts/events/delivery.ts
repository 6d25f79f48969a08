import type { Instant } from '../plans/period.ts';
import type { Endpoint, EndpointKind } from './endpoint.ts';
import type { AccountEvent } from './event.ts';

/**
 * `pending`: it has not arrived, and will be tried again. `failed`: its attempts are used up, or it
 * was given up.
 */
type DeliveryState = 'pending' | 'delivered' | 'failed';

/** An event on its way to an endpoint. */
export interface Delivery {
  readonly event: string;
  readonly endpoint: string;
  readonly state: DeliveryState;
  /** How often it was tried. */
  readonly attempts: number;
  /** When it is tried next, while it is pending. */
  readonly nextAt: Instant;
  readonly lastAt: Instant | null;
  /** Status of the last answer, for mail only that of a refusal; else null. */
  readonly status: number | null;
  /** Why the last attempt failed, a sentence; null if it did not. */
  readonly fault: string | null;
}

/** A delivery that is being tried. */
export interface Claimed {
  readonly delivery: Delivery;
  readonly event: AccountEvent;
  readonly endpoint: Endpoint;
}

/** A queue of deliveries: to webhooks that work, to webhooks that are failing, or to mailboxes. */
export interface Lane {
  readonly kind: EndpointKind;
  /** Null: either. */
  readonly failing: boolean | null;
}

/** The outcome of an attempt. `gone`: the endpoint answered that it wants no more messages. */
export interface Attempted {
  readonly status: number | null;
  readonly fault: string | null;
  readonly gone?: true;
}

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/**
 * The backoff after each failed attempt: the schedule that Standard Webhooks recommends, 75 hours
 * in all.
 */
export const PAUSES: readonly number[] = [
  5 * SECOND,
  5 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  5 * HOUR,
  10 * HOUR,
  14 * HOUR,
  20 * HOUR,
  24 * HOUR,
];

/**
 * An endpoint is disabled when an event has failed for good and nothing has arrived for this long.
 */
export const DISABLE_AFTER = 48 * HOUR;

/** How long events and their deliveries are kept. */
export const EVENTS_KEPT = 90 * 24 * HOUR;

/**
 * A delivery after an attempt. `luck`, from 0 to 1, is the jitter of the next attempt, a tenth of
 * its pause to either side, so that deliveries that failed together are not retried together.
 */
export function afterAttempt(delivery: Delivery, { status, fault }: Attempted, now: Instant, luck: number): Delivery {
  const attempts = delivery.attempts + 1;
  const tried = { ...delivery, attempts, lastAt: now, status, fault };
  if (fault === null) return { ...tried, state: 'delivered' };
  const pause = PAUSES[delivery.attempts];
  if (pause === undefined) return { ...tried, state: 'failed' };
  return { ...tried, state: 'pending', nextAt: now + Math.round(pause * (0.9 + 0.2 * luck)) };
}
