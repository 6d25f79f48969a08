import type { UnitPrice } from './plans/money.ts';
import { type Plan, usagePrice } from './plans/plan.ts';

/** The most credits that cost at most so many cents at a price. Null where any number does. */
export function creditsWithin(cents: number, { cents: unit, perCredits }: UnitPrice): number | null {
  if (unit === 0) return null;
  // `charge` rounds half a cent up, so this is the last number of credits whose charge is not more.
  const within = BigInt(perCredits) * (2n * BigInt(cents) + 1n);
  const twice = 2n * BigInt(unit);
  return Number((within + twice - 1n) / twice - 1n);
}

/**
 * Credits that may be used beyond the available ones of a plan under a cap on spending; null where
 * there is no cap, or nothing is billed.
 */
export function creditsBeyond(plan: Plan, capCents: number | null): number | null {
  const price = usagePrice(plan);
  return capCents === null || price === null ? null : creditsWithin(capCents, price);
}
