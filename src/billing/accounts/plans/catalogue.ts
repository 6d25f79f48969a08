import { BURST_RANGE, burstFault } from '../../../service/admission/limits/burst.ts';
import { isProductName, MAX_PRODUCTS, PRODUCT_NAME_RULE } from '../../../service/admission/product-names.ts';
import { readSettingsText } from '../../../system/settings-file.ts';
import { BILLING_FIELDS, type BillingTerms, readBillingTerms } from './billing-terms.ts';
import { CatalogueReader, type Fields, shortJson } from './catalogue-fields.ts';
import { type PaymentTerms, readPaymentTerms } from './payment-terms.ts';
import { PLAN_SHAPES, type Plan, type PlanShape } from './plan.ts';

/** The plans that a service sells, and how it bills. */
export interface Catalogue extends BillingTerms {
  /** ISO 4217 code of the currency; all `cents` are its hundredths. */
  readonly currency: string;
  /** Days after which an open invoice is overdue. */
  readonly paymentTermDays: number;
  /** In the order of the file; exactly one is Free, at most one is PAYG. */
  readonly plans: readonly Plan[];
  readonly payment: PaymentTerms;
}

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
  const reader = new CatalogueReader(source);
  const catalogue = readTop(reader, json);
  if (reader.problems.length > 0) throw new CatalogueError(reader.problems);
  return catalogue;
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

function readTop(reader: CatalogueReader, json: unknown): Catalogue {
  const top = reader.fields('', json, ['currency', 'paymentTermDays', ...BILLING_FIELDS, 'payment', 'plans']);
  const currency = top.pattern('currency', /^[A-Z]{3}$/, 'a currency code of three capitals such as AUD');
  const paymentTermDays = top.integer('paymentTermDays', 0, 365, 'days');
  const plans: Plan[] = [];
  const ids = new Set<string>();
  for (const [i, item] of top.list('plans', 'a list of plans').entries()) {
    const plan = readPlan(reader, item, i);
    if (ids.has(plan.id)) reader.problem(`plan '${plan.id}'`, 'id', 'is the id of an earlier plan too');
    ids.add(plan.id);
    plans.push(plan);
  }
  const free = plans.filter((plan) => plan.shape === 'free').length;
  const payg = plans.filter((plan) => plan.shape === 'payg').length;
  if (free !== 1) reader.problem('', 'plans', `got ${free} plans of shape free, expected exactly one`);
  if (payg > 1) reader.problem('', 'plans', `got ${payg} plans of shape payg, expected at most one`);
  const products = new Set(plans.flatMap((plan) => plan.products));
  if (products.size > MAX_PRODUCTS)
    reader.problem('', 'plans', `name ${products.size} API families, expected at most ${MAX_PRODUCTS}`);
  return { currency, paymentTermDays, ...readBillingTerms(reader, top), payment: readPaymentTerms(reader, top), plans };
}

const COMMON = ['id', 'name', 'shape', 'period', 'products', 'burst', 'offered'];
const OWN: Readonly<Record<PlanShape, readonly string[]>> = {
  free: ['credits'],
  included: ['priceCents', 'credits', 'overage'],
  payg: ['unitPrice'],
};

function readPlan(reader: CatalogueReader, json: unknown, position: number): Plan {
  const named = typeof json === 'object' && json !== null ? (json as { id?: unknown }).id : undefined;
  const where = typeof named === 'string' && named !== '' ? `plan '${named}'` : `plan ${position + 1}`;
  const shapeOf = typeof json === 'object' && json !== null ? (json as { shape?: unknown }).shape : undefined;
  const shape = PLAN_SHAPES.find((known) => known === shapeOf);
  const fields = reader.fields(where, json, [...COMMON, ...(shape ? OWN[shape] : new Set(Object.values(OWN).flat()))]);
  if (!shape) fields.oneOf('shape', PLAN_SHAPES);
  const common = readCommon(reader, where, fields);
  switch (shape) {
    case 'included':
      return {
        ...common,
        shape,
        priceCents: fields.integer('priceCents', 1, 1_000_000_000, 'cents'),
        credits: fields.integer('credits', 1, 1_000_000_000_000, 'credits'),
        overage: readOverage(reader, where, fields),
      };
    case 'payg':
      return { ...common, shape, unitPrice: readUnitPrice(reader, where, fields, 'unitPrice') };
    default:
      return {
        ...common,
        shape: 'free',
        credits: shape ? fields.integer('credits', 0, 1_000_000_000_000, 'credits') : 0,
      };
  }
}

function readCommon(reader: CatalogueReader, where: string, fields: Fields) {
  const burst = fields.nested('burst', ['perSecond', 'size']);
  const products: string[] = [];
  for (const product of fields.list('products', 'a list of API families such as ["address"]')) {
    if (!isProductName(product)) {
      reader.problem(where, 'products', `got ${shortJson(product)}, expected API families: ${PRODUCT_NAME_RULE}`);
    } else if (products.includes(product)) {
      reader.problem(where, 'products', `names ${JSON.stringify(product)} twice`);
    } else {
      products.push(product);
    }
  }
  const before = reader.problems.length;
  const perSecond = burst.number('perSecond', ...BURST_RANGE.perSecond, 'requests per second');
  const size = burst.integer('size', ...BURST_RANGE.size, 'requests');
  const fault = reader.problems.length > before ? null : burstFault(perSecond, size);
  if (fault !== null) reader.problem(where, 'burst', `got ${fault}`);
  return {
    id: fields.pattern('id', /^[a-z0-9][a-z0-9-]{0,63}$/, 'lower-case letters, digits and hyphens, at most 64'),
    name: fields.pattern('name', /^\S(.{0,98}\S)?$/u, 'a name of 1 to 100 characters'),
    period: fields.duration('period'),
    products,
    burst: { perSecond, size },
    offered: fields.has('offered') ? fields.boolean('offered') : true,
  };
}

function readOverage(reader: CatalogueReader, where: string, fields: Fields) {
  if (fields.isNull('overage')) return null;
  if (fields.has('overage')) return readUnitPrice(reader, where, fields, 'overage');
  reader.problem(where, 'overage', 'is missing, expected null for a hard cap, or an object with cents, perCredits');
  return null;
}

function readUnitPrice(reader: CatalogueReader, where: string, fields: Fields, name: string) {
  const price = reader.fields(where, fields.value(name), ['cents', 'perCredits'], name);
  return {
    cents: price.integer('cents', 1, 1_000_000_000, 'cents'),
    perCredits: price.integer('perCredits', 1, 1_000_000_000, 'credits'),
  };
}
