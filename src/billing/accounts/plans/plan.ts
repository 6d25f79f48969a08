import type { UnitPrice } from './money.ts';

/** The three plan shapes (§9.1 to §9.5). */
export const PLAN_SHAPES = ['free', 'included', 'payg'] as const;

/** One of the three plan shapes. */
export type PlanShape = (typeof PLAN_SHAPES)[number];

/** Short-term traffic protection: `perSecond` requests sustained, `size` at once (§6.5). */
export interface Burst {
  readonly perSecond: number;
  readonly size: number;
}

interface AnyPlan {
  /** Stable id that accounts, invoices and routes refer to. */
  readonly id: string;
  /** Display name. */
  readonly name: string;
  /** Length of a billing period, an ISO 8601 duration of one unit: `P1M`, `P30D`, `P1Y`. */
  readonly period: string;
  /** API families that the plan opens, for example `address`. */
  readonly products: readonly string[];
  readonly burst: Burst;
  /** False: accounts on the plan keep it, but nobody can change to it. */
  readonly offered: boolean;
}

/** A free allowance of credits per period; always a hard cap, since nobody pays for more. */
export interface FreePlan extends AnyPlan {
  readonly shape: 'free';
  readonly credits: number;
}

/**
 * A fixed allowance of credits per paid period. Beyond it: `overage` null is a hard cap, a price is
 * soft overage.
 */
export interface IncludedPlan extends AnyPlan {
  readonly shape: 'included';
  readonly priceCents: number;
  readonly credits: number;
  readonly overage: UnitPrice | null;
}

/** Pay As You Go: uncapped; what is used after the available credits is billed by the unit. */
export interface PaygPlan extends AnyPlan {
  readonly shape: 'payg';
  readonly unitPrice: UnitPrice;
}

/**
 * The terms of a plan. Plain JSON: accounts keep a copy of the terms that their window was opened
 * with, so that a new catalogue never changes what a running period costs.
 */
export type Plan = FreePlan | IncludedPlan | PaygPlan;

/** Credits that a fresh period of the plan grants. */
export function grantedCredits(plan: Plan): number {
  return plan.shape === 'payg' ? 0 : plan.credits;
}

/** What a credit beyond the available ones costs; null when the plan ends there (hard cap). */
export function usagePrice(plan: Plan): UnitPrice | null {
  if (plan.shape === 'payg') return plan.unitPrice;
  return plan.shape === 'included' ? plan.overage : null;
}

/** What happens beyond the available credits (§8.4, §8.6). */
export type QuotaMode = 'hard-cap' | 'soft-overage' | 'uncapped';

/** The quota mode of a plan. */
export function quotaMode(plan: Plan): QuotaMode {
  if (plan.shape === 'payg') return 'uncapped';
  return plan.shape === 'included' && plan.overage !== null ? 'soft-overage' : 'hard-cap';
}

/** How an included-credit plan compares with another plan that grants credits. */
export type Comparison = 'larger' | 'smaller' | 'equivalent' | 'incomparable';

/**
 * Compares `target` with `current` by price and included credits alone: equivalent if both are the
 * same, larger or smaller if both change in the same direction, incomparable otherwise. Free costs 0 cents.
 */
export function compareIncluded(current: FreePlan | IncludedPlan, target: IncludedPlan): Comparison {
  const price = Math.sign(target.priceCents - priceCentsOf(current));
  const credits = Math.sign(target.credits - current.credits);
  if (price !== credits) return 'incomparable';
  if (price === 0) return 'equivalent';
  return price > 0 ? 'larger' : 'smaller';
}

/** What a period of a plan that grants credits costs, in cents: 0 for Free. */
export function priceCentsOf(plan: FreePlan | IncludedPlan): number {
  return plan.shape === 'free' ? 0 : plan.priceCents;
}

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
