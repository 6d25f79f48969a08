import type { Instant } from '../plans/period.ts';
import type { Endpoint, EndpointKind } from './endpoint.ts';
import type { AccountEvent } from './event.ts';

/** `pending`: it has not arrived, and is tried again. `failed`: it was tried as often as it is. */
export type DeliveryState = 'pending' | 'delivered' | 'failed';

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
  /** Status of the last answer; null where there was none, and for mail. */
  readonly status: number | null;
  /** Why the last attempt came to nothing, a sentence; null where it did not. */
  readonly fault: string | null;
}

/** A delivery that is being tried. */
export interface Claimed {
  readonly delivery: Delivery;
  readonly event: AccountEvent;
  readonly endpoint: Endpoint;
}

/**
 * Where deliveries wait for their turn: those to webhooks that take them, to webhooks that have
 * failed, and to mailboxes.
 */
export interface Lane {
  readonly kind: EndpointKind;
  /** Null where it does not matter. */
  readonly failing: boolean | null;
}

/** What became of an attempt. `gone`: the endpoint says that it wants nothing any more. */
export interface Attempted {
  readonly status: number | null;
  readonly fault: string | null;
  readonly gone?: true;
}

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/**
 * How long after each attempt that failed the next one is made: the schedule that Standard Webhooks
 * recommends, 75 hours in all.
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
 * An endpoint at which nothing has arrived for this long, and where an event has failed for good,
 * is disabled.
 */
export const DISABLE_AFTER = 48 * HOUR;

/** How long events and what became of them are kept. */
export const EVENTS_KEPT = 90 * 24 * HOUR;

/**
 * A delivery after an attempt at a moment. `luck`, from 0 to 1, spreads the next attempt over a
 * tenth of its pause to either side, so that what failed together does not come back together.
 */
export function afterAttempt(delivery: Delivery, { status, fault }: Attempted, now: Instant, luck: number): Delivery {
  const attempts = delivery.attempts + 1;
  const tried = { ...delivery, attempts, lastAt: now, status, fault };
  if (fault === null) return { ...tried, state: 'delivered' };
  const pause = PAUSES[delivery.attempts];
  if (pause === undefined) return { ...tried, state: 'failed' };
  return { ...tried, state: 'pending', nextAt: now + Math.round(pause * (0.9 + 0.2 * luck)) };
}
