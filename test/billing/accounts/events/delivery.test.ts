import { expect, test } from 'vitest';
import { afterAttempt, type Delivery } from '../../../../src/billing/accounts/events/delivery.ts';

const NOW = Date.UTC(2026, 0, 1);
const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
/** The schedule that Standard Webhooks recommends. */
const PAUSES = [5 * SECOND, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 5 * HOUR, 10 * HOUR, 14 * HOUR, 20 * HOUR, 24 * HOUR];

const delivery: Delivery = {
  event: 'evt_1',
  endpoint: 'ep_1',
  state: 'pending',
  attempts: 0,
  nextAt: NOW,
  lastAt: null,
  status: null,
  fault: null,
};
const failure = { status: 500, fault: 'It answered 500.' };

test('a failed delivery is retried on the schedule of Standard Webhooks, and then given up', () => {
  let each = delivery;
  for (const [i, pause] of PAUSES.entries()) {
    each = afterAttempt(each, failure, NOW, 0.5);
    expect(each).toMatchObject({ ...failure, state: 'pending', attempts: i + 1, lastAt: NOW, nextAt: NOW + pause });
  }
  expect(afterAttempt(each, failure, NOW, 0.5)).toMatchObject({ ...failure, state: 'failed', attempts: 10 });
  expect(afterAttempt(each, { status: 204, fault: null }, NOW, 0.5)).toMatchObject({
    state: 'delivered',
    attempts: 10,
    status: 204,
    fault: null,
  });
});

test('jitter moves the next attempt by up to a tenth of the pause either way', () => {
  const nextAfter = (luck: number) => afterAttempt({ ...delivery, attempts: 3 }, failure, NOW, luck).nextAt - NOW;
  expect([nextAfter(0), nextAfter(1)]).toEqual([108 * MINUTE, 132 * MINUTE]);
});
