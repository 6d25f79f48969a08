import { BURST_RANGE, burstFault } from '../../../service/admission/limits/burst.ts';
import { isProductName, PRODUCT_NAME_RULE } from '../../../service/admission/product-names.ts';
import {
  among,
  fieldsOf,
  list,
  nullOr,
  number,
  optional,
  type ReadBy,
  shortJson,
  textThat,
  trueOrFalse,
  whole,
} from '../checks.ts';
import * as k from '../kinds.ts';
import { UNIT_PRICE, type UnitPrice } from './money.ts';
import { parseDuration } from './period.ts';

/** The three plan shapes (§9.1 to §9.5). */
export const PLAN_SHAPES = ['free', 'included', 'payg'] as const;

/** One of the three plan shapes. */
type PlanShape = (typeof PLAN_SHAPES)[number];

/** Short-term traffic protection (§6.5). */
const BURST = k.resource('BurstLimit', 'How fast requests may come.', {
  perSecond: k.given(
    k.kind({ type: 'number', exclusiveMinimum: 0, description: 'Sustained requests per second.' }, 50),
    number(...BURST_RANGE.perSecond, 'requests per second'),
  ),
  size: k.given(k.position('Requests that may come at once.', 100), whole(...BURST_RANGE.size, 'requests')),
});
const burst = fieldsOf(BURST.properties, {
  look({ perSecond, size }, note) {
    const fault = burstFault(perSecond, size);
    if (fault !== null) note('', `got ${fault}`);
  },
});

/** API families, none twice. */
const PRODUCTS = list('a list of API families such as ["address"]', (given, path, problems) => {
  for (const [i, product] of given.entries()) {
    if (!isProductName(product))
      problems.push({ path, kind: 'wrong', given: product, words: `API families: ${PRODUCT_NAME_RULE}` });
    else if (given.indexOf(product) < i)
      problems.push({ path, kind: 'fault', words: `names ${shortJson(product)} twice` });
  }
  return given as readonly string[];
});

/** The fields of every plan. */
export const PLAN_FIELDS = {
  id: k.given(
    k.text('Id of the plan.', 'growth'),
    textThat(/^[a-z0-9][a-z0-9-]{0,63}$/, 'lower-case letters, digits and hyphens, at most 64'),
  ),
  name: k.given(k.text('Display name.', 'Growth'), textThat(/^\S(.{0,98}\S)?$/u, 'a name of 1 to 100 characters')),
  shape: k.given(
    k.oneOf(PLAN_SHAPES, 'Free, with included credits, or pay as you go.', 'included'),
    among(PLAN_SHAPES),
  ),
  period: k.given(
    k.text('Length of a period, an ISO 8601 duration.', 'P1M'),
    textThat(
      (text) => parseDuration(text) !== null,
      'an ISO 8601 duration of one unit, at most ten years, such as P1M, P30D or P1Y',
    ),
  ),
  products: k.given(k.listOf(k.text('An API family.', 'address'), 'API families that may be used.'), PRODUCTS),
  burst: k.given(k.as(BURST, 'How fast requests may come.'), burst),
  /** Unless it is, accounts on the plan keep it, but nobody can change to it. */
  offered: optional(trueOrFalse, true),
};

const credits = k.count('Credits of a period.', 100_000);

/** The further fields of each shape. */
export const SHAPE_FIELDS = {
  /** A free allowance; always a hard cap, since nobody pays for more. */
  free: { credits: k.given(credits, whole(0, 1e12, 'credits')) },
  /** A fixed allowance for each paid period. Beyond it: `overage` null is a hard cap, a price is soft overage. */
  included: {
    priceCents: k.given(k.cents('Price of a period.', 9900), whole(1, 1e9, 'cents')),
    credits: k.given(credits, whole(1, 1e12, 'credits')),
    overage: nullOr(
      fieldsOf(UNIT_PRICE.properties, { expected: 'null for a hard cap, or an object with cents, perCredits' }),
    ),
  },
  /** Uncapped; what is used after the available credits is billed by the unit. */
  payg: { unitPrice: fieldsOf(UNIT_PRICE.properties) },
};

type PlanOf<S extends PlanShape> = { readonly shape: S } & Omit<ReadBy<typeof PLAN_FIELDS>, 'shape'> &
  ReadBy<(typeof SHAPE_FIELDS)[S]>;

/** A free allowance of credits per period. */
export type FreePlan = PlanOf<'free'>;

/** A fixed allowance of credits per paid period. */
export type IncludedPlan = PlanOf<'included'>;

/** Pay As You Go. */
export type PaygPlan = PlanOf<'payg'>;

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
