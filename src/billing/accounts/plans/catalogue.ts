import { MAX_PRODUCTS } from '../../../service/admission/product-names.ts';
import { readSettingsText } from '../../../system/settings-file.ts';
import {
  type Check,
  fieldsOf,
  isObject,
  list,
  type Problem,
  type ReadBy,
  shortJson,
  textThat,
  whole,
} from '../checks.ts';
import * as k from '../kinds.ts';
import { BILLING_FIELDS } from './billing-terms.ts';
import { PAYMENT_TERMS } from './payment-terms.ts';
import { PLAN_FIELDS, PLAN_SHAPES, type Plan, SHAPE_FIELDS } from './plan.ts';

const PLANS = list<Plan>('a list of plans', (given, path, problems) => {
  const fault = (words: string, at = path) => problems.push({ path: at, kind: 'fault', words });
  const ids = new Set<string>();
  const plans = given.map((json, i) => {
    const id = isObject(json) && typeof json.id === 'string' && json.id !== '' ? json.id : null;
    const where = id === null ? `plan ${i + 1}` : `plan '${id}'`;
    const found: Problem[] = [];
    const plan = planChecks(json).read(json, '', found) as Plan;
    problems.push(...found.map((each) => ({ ...each, path: each.path === '' ? where : `${where}: ${each.path}` })));
    if (id !== null && ids.has(id)) fault('is the id of an earlier plan too', `${where}: id`);
    if (id !== null) ids.add(id);
    return plan;
  });
  if (plans.every(({ shape }) => shape !== undefined)) {
    const [free, , payg] = PLAN_SHAPES.map((shape) => plans.filter((plan) => plan.shape === shape).length);
    if (free !== 1) fault(`got ${free} plans of shape free, expected exactly one`);
    if (payg! > 1) fault(`got ${payg} plans of shape payg, expected at most one`);
  }
  const products = new Set(plans.flatMap((plan) => plan.products));
  if (products.size > MAX_PRODUCTS) fault(`name ${products.size} API families, expected at most ${MAX_PRODUCTS}`);
  return plans;
});

/** What may stand in a plan, by its shape; where that is wrong, its further fields are not looked at. */
function planChecks(json: unknown): Check<unknown> {
  const shape = isObject(json) ? PLAN_SHAPES.find((known) => known === json.shape) : undefined;
  if (shape !== undefined) return fieldsOf({ ...PLAN_FIELDS, ...SHAPE_FIELDS[shape] });
  const own = Object.values(SHAPE_FIELDS).flatMap((fields) => Object.keys(fields));
  const unseen: Check<unknown> = { expected: '', read: (given) => given };
  return fieldsOf({ ...PLAN_FIELDS, ...Object.fromEntries(own.map((name) => [name, unseen])) });
}

/** The currency of all amounts. */
export const CURRENCY = k.given(
  k.text('Currency of all amounts, ISO 4217.', 'AUD'),
  textThat(/^[A-Z]{3}$/, 'a currency code of three capitals such as AUD'),
);

const FIELDS = {
  currency: CURRENCY,
  /** Days after which an open invoice is overdue. */
  paymentTermDays: whole(0, 365, 'days'),
  ...BILLING_FIELDS,
  payment: PAYMENT_TERMS,
  /** In the order of the file; exactly one is Free, at most one is PAYG. */
  plans: PLANS,
};

/** The plans that a service sells, and how it bills. All `cents` are hundredths of `currency`. */
export type Catalogue = ReadBy<typeof FIELDS>;

/** A catalogue that cannot be used: every problem in it, a sentence each. */
export class CatalogueError extends Error {
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(problems.join('\n'));
    this.name = 'CatalogueError';
    this.problems = problems;
  }
}

/**
 * Reads and checks the plan catalogue in a file; throws a CatalogueError that names every problem.
 */
export function readCatalogue(path: string): Catalogue {
  let text: string;
  try {
    text = readSettingsText(path);
  } catch (error) {
    throw new CatalogueError([`${path}: cannot be read: ${error instanceof Error ? error.message : error}.`]);
  }
  return parseCatalogue(text, path);
}

/**
 * Checks the plan catalogue in a JSON text; `source` names it in problems. Throws a CatalogueError.
 */
export function parseCatalogue(text: string, source: string): Catalogue {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (error) {
    throw new CatalogueError([`${source}: is not JSON: ${error instanceof Error ? error.message : error}.`]);
  }
  const problems: Problem[] = [];
  const catalogue = fieldsOf(FIELDS).read(json, '', problems);
  if (problems.every(({ path }) => !/^(seller|gstPercent|$)/.test(path))) {
    const { gstPercent: given, seller } = catalogue;
    const words = '0 where there is no seller with an abn';
    if (given > 0 && (seller?.abn ?? null) === null) problems.push({ path: 'gstPercent', kind: 'wrong', given, words });
  }
  if (problems.length > 0) throw new CatalogueError(problems.map((problem) => inWords(problem, source)));
  return catalogue;
}

function inWords({ path, kind, given, words }: Problem, source: string): string {
  const found = {
    unknown: 'is not a field here',
    wrong: given === undefined ? 'is missing' : `got ${shortJson(given)}`,
  };
  const expected = kind === 'unknown' ? `one of ${words}` : words;
  const what = kind === 'fault' ? words : `${found[kind]}, expected ${expected}`;
  return `${[source, path, what].filter((part) => part !== '').join(': ')}.`;
}

/** The plan with an id, or undefined. */
export function findPlan(catalogue: Catalogue, id: string): Plan | undefined {
  return catalogue.plans.find((plan) => plan.id === id);
}

/** The Free plan, on which accounts begin, and which cancelling leads to. */
export function freePlan(catalogue: Catalogue): Plan {
  return catalogue.plans.find((plan) => plan.shape === 'free')!;
}

/**
 * The terms for a further period of a plan: today's if the catalogue has it in this shape, else the
 * old ones, which may never have been in a catalogue (an operator can agree on terms of their own).
 */
export function currentTerms(catalogue: Catalogue, plan: Plan): Plan {
  const today = findPlan(catalogue, plan.id);
  return today?.shape === plan.shape ? today : plan;
}
