import { cents, moment, position, resource, text } from './kinds.ts';

/** A currency. */
export const currency = text('Currency of all amounts, ISO 4217.', 'AUD');

/** A billing period. */
export const PERIOD = resource('Period', 'A billing period.', {
  start: moment('Its first moment.', '2026-05-01T00:00:00.000Z'),
  end: moment('The first moment after it.', '2026-06-01T00:00:00.000Z'),
});

/** A unit price. */
export const UNIT_PRICE = resource('UnitPrice', 'A price by credits.', {
  cents: cents('Price of so many credits.', 120),
  perCredits: position('How many credits.', 1000),
});
