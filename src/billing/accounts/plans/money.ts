import { type ReadBy, whole } from '../checks.ts';
import * as k from '../kinds.ts';

/** A unit price: both are whole numbers, so that a hundredth of a cent per credit is exact. */
export const UNIT_PRICE = k.resource('UnitPrice', 'A price by credits.', {
  cents: k.given(k.cents('Price of so many credits.', 120), whole(1, 1e9, 'cents')),
  perCredits: k.given(k.position('How many credits.', 1000), whole(1, 1e9, 'credits')),
});

/** A unit price: `cents` for every `perCredits` credits. */
export type UnitPrice = ReadBy<typeof UNIT_PRICE.properties>;

/**
 * Whole cents for `credits` at a unit price, exact in integers and rounded once, half a cent up.
 * Usage that is billed in parts (see `settlement.ts`) is charged as the difference of two totals,
 * so that the parts always add up to the charge for the whole. Throws a RangeError if the amount is
 * not a safe integer.
 */
export function charge(credits: number, price: UnitPrice): number {
  const per = BigInt(price.perCredits);
  const cents = (2n * BigInt(credits) * BigInt(price.cents) + per) / (2n * per);
  if (cents > BigInt(Number.MAX_SAFE_INTEGER)) {
    throw new RangeError(`${credits} credits at ${describeUnitPrice(price)} is more than can be counted in cents.`);
  }
  return Number(cents);
}

/** A unit price in words, for invoice lines: `150 cents per 1000 credits`. */
export function describeUnitPrice(price: UnitPrice): string {
  return `${price.cents} ${price.cents === 1 ? 'cent' : 'cents'} per ${
    price.perCredits === 1 ? 'credit' : `${price.perCredits} credits`
  }`;
}

/**
 * The tax in an amount that includes it, in whole cents, rounded once, half a cent up: 10 of 110
 * cents at 10 percent.
 */
export function taxIncluded(cents: number, percent: number): number {
  const whole = 100n + BigInt(percent);
  return Number((2n * BigInt(cents) * BigInt(percent) + whole) / (2n * whole));
}
