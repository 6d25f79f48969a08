import * as k from './kinds.ts';

/** A currency. */
export const currency = k.text('Currency of all amounts, ISO 4217.', 'AUD');

/** A billing period. */
export const PERIOD = k.resource('Period', 'A billing period.', {
  start: k.moment('Its first moment.', '2026-05-01T00:00:00.000Z'),
  end: k.moment('The first moment after it.', '2026-06-01T00:00:00.000Z'),
});

/** A unit price. */
export const UNIT_PRICE = k.resource('UnitPrice', 'A price by credits.', {
  cents: k.cents('Price of so many credits.', 120),
  perCredits: k.position('How many credits.', 1000),
});
