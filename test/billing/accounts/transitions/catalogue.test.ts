import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import {
  CatalogueError,
  findPlan,
  freePlan,
  parseCatalogue,
  readCatalogue,
} from '../../../../src/billing/accounts/plans/catalogue.ts';
import { compareIncluded, type IncludedPlan, quotaMode } from '../../../../src/billing/accounts/plans/plan.ts';
import { plan } from '../world.ts';

const CREDITS = fileURLToPath(new URL('../../../../src/billing/credits/README.md', import.meta.url));
const BUNDLED = fileURLToPath(new URL('../../../../data/plans.json', import.meta.url));

type Json = { [name: string]: unknown; plans: { [name: string]: unknown }[] };

/** The problems of the bundled catalogue after a change to it. */
function problemsAfter(change: (json: Json) => void): readonly string[] {
  const json = JSON.parse(readFileSync(BUNDLED, 'utf8')) as Json;
  change(json);
  try {
    parseCatalogue(JSON.stringify(json), 'plans.json');
  } catch (error) {
    if (error instanceof CatalogueError) return error.problems;
    throw error;
  }
  return [];
}

const planOf = (json: Json, id: string) => json.plans.find((each) => each.id === id)!;

describe('The bundled plan catalogue', () => {
  it('has a table of the fields of its plans, for those who write one', () => {
    const told = readFileSync(CREDITS, 'utf8');
    const ofPlans = ['free', 'starter', 'payg'].flatMap((id) =>
      problemsAfter((json) => Object.assign(planOf(json, id), { none: 0 })),
    );
    const fields = ofPlans.flatMap(
      (problem) => problem.match(/expected one of ([a-zA-Z, ]+)\./)?.[1]?.split(', ') ?? [],
    );
    expect(fields).toContain('unitPrice');
    expect(fields.filter((field) => !told.includes(`\`${field}\``))).toEqual([]);
  });

  const catalogue = readCatalogue(BUNDLED);

  it('has every shape and every quota mode', () => {
    expect(new Set(catalogue.plans.map(({ shape }) => shape))).toEqual(new Set(['free', 'included', 'payg']));
    expect(new Set(catalogue.plans.map(quotaMode))).toEqual(new Set(['hard-cap', 'soft-overage', 'uncapped']));
    expect(freePlan(catalogue).products).toContain('address');
  });

  it('orders its included-credit plans, so that each can be changed to any other', () => {
    const included = catalogue.plans.filter((each): each is IncludedPlan => each.shape === 'included');
    for (const [i, a] of included.entries()) {
      for (const b of included.slice(i + 1)) {
        expect([compareIncluded(a, b), compareIncluded(b, a)]).toEqual(['larger', 'smaller']);
      }
    }
  });
});

describe('A plan catalogue', () => {
  it('offers a plan unless it says otherwise', () => {
    expect(plan('gone').offered).toBe(false);
    expect(plan('small').offered).toBe(true);
  });

  it.each<[string, (json: Json) => void, string]>([
    [
      'a price that is no number',
      (json) => Object.assign(planOf(json, 'starter'), { priceCents: '29' }),
      'plans.json: plan \'starter\': priceCents: got "29", expected a whole number of cents from 1 to 1000000000.',
    ],
    [
      'a price in fractions of a cent',
      (json) => Object.assign(planOf(json, 'starter'), { priceCents: 29.5 }),
      "plans.json: plan 'starter': priceCents: got 29.5, expected a whole number of cents from 1 to 1000000000.",
    ],
    [
      'missing credits',
      (json) => Reflect.deleteProperty(planOf(json, 'free'), 'credits'),
      "plans.json: plan 'free': credits: is missing, expected a whole number of credits from 0 to 1000000000000.",
    ],
    [
      'a missing decision about overage',
      (json) => Reflect.deleteProperty(planOf(json, 'starter'), 'overage'),
      "plans.json: plan 'starter': overage: is missing, expected null for a hard cap, or an object with cents, perCredits.",
    ],
    [
      'an overage that is no price',
      (json) => Object.assign(planOf(json, 'starter'), { overage: 120 }),
      "plans.json: plan 'starter': overage: got 120, expected null for a hard cap, or an object with cents, perCredits.",
    ],
    [
      'a product twice',
      (json) => Object.assign(planOf(json, 'payg'), { products: ['address', 'address'] }),
      'plans.json: plan \'payg\': products: names "address" twice.',
    ],
    [
      'an overage price per no credits',
      (json) => Object.assign(planOf(json, 'growth'), { overage: { cents: 120, perCredits: 0 } }),
      "plans.json: plan 'growth': overage.perCredits: got 0, expected a whole number of credits from 1 to 1000000000.",
    ],
    [
      'a price on Free',
      (json) => Object.assign(planOf(json, 'free'), { priceCents: 100 }),
      "plans.json: plan 'free': priceCents: is not a field here, expected one of id, name, shape, period, products, burst, offered, credits.",
    ],
    [
      'an unknown shape',
      (json) => Object.assign(planOf(json, 'payg'), { shape: 'prepaid' }),
      'plans.json: plan \'payg\': shape: got "prepaid", expected one of free, included, payg.',
    ],
    [
      'a period of mixed units',
      (json) => Object.assign(planOf(json, 'payg'), { period: 'P1M2D' }),
      'plans.json: plan \'payg\': period: got "P1M2D", expected an ISO 8601 duration of one unit, at most ten years, such as P1M, P30D or P1Y.',
    ],
    [
      'a burst without size',
      (json) => Object.assign(planOf(json, 'payg'), { burst: { perSecond: 5 } }),
      "plans.json: plan 'payg': burst.size: is missing, expected a whole number of requests from 1 to 1000000000.",
    ],
    [
      'a product that is no API family',
      (json) => Object.assign(planOf(json, 'payg'), { products: ['Address'] }),
      'plans.json: plan \'payg\': products: got "Address", expected API families: lower-case letters, digits and hyphens, at most 32, such as address.',
    ],
    [
      'no products',
      (json) => Object.assign(planOf(json, 'payg'), { products: [] }),
      'plans.json: plan \'payg\': products: got [], expected a list of API families such as ["address"].',
    ],
    [
      'one id for two plans',
      (json) => Object.assign(planOf(json, 'growth'), { id: 'starter' }),
      "plans.json: plan 'starter': id: is the id of an earlier plan too.",
    ],
    [
      'two Free plans',
      (json) => json.plans.push({ ...planOf(json, 'free'), id: 'free-too' }),
      'plans.json: plans: got 2 plans of shape free, expected exactly one.',
    ],
    [
      'two PAYG plans',
      (json) => json.plans.push({ ...planOf(json, 'payg'), id: 'payg-too' }),
      'plans.json: plans: got 2 plans of shape payg, expected at most one.',
    ],
    [
      'a plan without an id',
      (json) => Reflect.deleteProperty(json.plans[1], 'id'),
      'plans.json: plan 2: id: is missing, expected lower-case letters, digits and hyphens, at most 64.',
    ],
    [
      'a plan that is no object',
      (json) => json.plans.push(7 as never),
      'plans.json: plan 6: got 7, expected an object with id, name, shape, period, products, burst, offered, credits, priceCents, overage, unitPrice.',
    ],
    [
      'a currency in words',
      (json) => Object.assign(json, { currency: 'dollars' }),
      'plans.json: currency: got "dollars", expected a currency code of three capitals such as AUD.',
    ],
  ])('with %s is refused in a sentence', (_what, change, sentence) => {
    expect(problemsAfter(change)).toContain(sentence);
  });

  it('names all of its problems at once', () => {
    const problems = problemsAfter((json) => {
      Object.assign(planOf(json, 'free'), { credits: -1 });
      Object.assign(planOf(json, 'payg'), { unitPrice: null });
      Object.assign(json, { paymentTermDays: 1.5 });
    });
    expect(problems).toHaveLength(3);
  });

  it('whose plan is of an unknown shape is not said to lack a Free plan too', () => {
    expect(problemsAfter((json) => Object.assign(planOf(json, 'free'), { shape: 'gratis' }))).toHaveLength(1);
  });

  it('that is missing or not JSON is refused with its path', () => {
    expect(() => readCatalogue('/nowhere/plans.json')).toThrow('/nowhere/plans.json: cannot be read: ENOENT');
    expect(() => parseCatalogue('{', 'plans.json')).toThrow('plans.json: is not JSON: ');
    expect(() => parseCatalogue('[]', 'plans.json')).toThrow(
      'plans.json: got [], expected an object with currency, paymentTermDays, seller, gstPercent, minimumInvoiceCents, overdue, payment, plans.',
    );
  });

  it('finds a plan by its id', () => {
    const catalogue = readCatalogue(BUNDLED);
    expect(findPlan(catalogue, 'payg')?.shape).toBe('payg');
    expect(findPlan(catalogue, 'constructor')).toBe(undefined);
  });
});
