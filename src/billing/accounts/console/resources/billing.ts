import * as k from '../../kinds.ts';
import { CURRENCY as currency } from '../../plans/catalogue.ts';
import { UNIT_PRICE } from '../../plans/money.ts';
import { PAYMENT_FIELDS, SET_UP } from '../../plans/payment-terms.ts';
import { PAYMENT_METHOD_STATUS } from './plans.ts';

const from = k.day('First UTC day.', '2026-05-01');
const to = k.day('Last UTC day.', '2026-05-02');
const counted = {
  operation: k.text('Name of the operation.', 'autocomplete'),
  requests: k.count('Requests.', 1500),
  credits: k.count('Credits that they cost.', 1500),
};

const DAILY_USAGE = k.resource('DailyUsage', 'Requests of one operation on one day.', {
  day: k.day('UTC day.', '2026-05-01'),
  ...counted,
});

/** Usage by day. */
export const USAGE = k.resource('Usage', 'Requests and credits by day and operation.', {
  from,
  to,
  requests: k.count('Requests in all.', 2400),
  credits: k.count('Credits in all.', 4200),
  days: k.listOf(DAILY_USAGE, 'By day, then operation; those without requests are left out.', [
    DAILY_USAGE.example,
    { day: '2026-05-02', operation: 'enrich', requests: 900, credits: 2700 },
  ]),
});

const DAILY_KEY_USAGE = k.resource('DailyKeyUsage', 'Requests of one operation by one key on one day.', {
  day: k.day('UTC day.', '2026-05-01'),
  key: k.textOrNull(
    'Id of the key; null for requests before keys were counted, and the few that no key was noted of.',
    'key_5b1c9d20f3a84e6c7d10',
  ),
  ...counted,
});

/** Usage by day and key. */
export const KEY_USAGE = k.resource('KeyUsage', 'Requests and credits by day, key and operation.', {
  from,
  to,
  days: k.listOf(DAILY_KEY_USAGE, 'By day, then key, then operation; those without requests are left out.'),
});

/** Spending, and the cap on it. */
export const SPENDING = k.resource('Spending', 'What is spent beyond the credits of the current period.', {
  currency,
  capCents: k.countOrNull('The most that it may come to, in cents; null for no cap.', 5000),
  spentCents: k.cents('What overage or pay as you go has come to so far, as far as the ledger knows.', 1840),
  unitPrice: k.orNull(k.as(UNIT_PRICE, 'What such credits cost; null on a plan that bills no usage.')),
  alertsAtPercent: k.listOf(
    k.position('A percentage.', 50),
    'Shares at which an event `alert.reached` tells of it.',
    [50, 80, 100],
  ),
});

/** The payment method. */
export const PAYMENT_METHOD = k.resource('PaymentMethod', 'The payment method.', {
  status: k.as(PAYMENT_METHOD_STATUS, 'Whether it is set up and verified.', 'pending'),
  provider: k.text('Name of the payment provider.', 'stripe'),
  setUp: SET_UP,
  contact: PAYMENT_FIELDS.contact,
  charged: k.yes('Whether it is charged when a plan is paid; else an invoice is due at once.', false),
  message: k.textOrNull('What to do next, in a sentence.', 'Stripe asks for the payment method on a page of its own.'),
  url: k.textOrNull(
    'The page to go on to, once: in the answer to setting one up, where there is a page.',
    'https://checkout.stripe.com/c/pay/cs_test_a1b2c3',
  ),
});

/** A page to pay on. */
export const PAY_PAGE = k.resource('PayPage', 'A page on which an invoice is paid.', {
  url: k.text('Its address, good for a day.', 'https://checkout.stripe.com/c/pay/cs_test_d4e5f6'),
});
