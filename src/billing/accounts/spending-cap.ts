import type { UnitPrice } from './plans/money.ts';
import { type Plan, usagePrice } from './plans/plan.ts';

/** The most credits that `cents` buy at a price. Null if credits cost nothing. */
export function creditsWithin(cents: number, { cents: unit, perCredits }: UnitPrice): number | null {
  if (unit === 0) return null;
  // `charge` rounds half a cent up, so this is the last number of credits whose charge is not more.
  const within = BigInt(perCredits) * (2n * BigInt(cents) + 1n);
  const twice = 2n * BigInt(unit);
  return Number((within + twice - 1n) / twice - 1n);
}

/**
 * Credits that may be used beyond a plan's available ones under a cap on spending; null if there is
 * no cap, or nothing is billed.
 */
export function creditsBeyond(plan: Plan, capCents: number | null): number | null {
  const price = usagePrice(plan);
  return capCents === null || price === null ? null : creditsWithin(capCents, price);
}
