import { isProductName } from '../../../service/admission/product-names.ts';
import { excerpt } from '../../../system/shown-text.ts';
import { UnusableRow } from '../../ledger/database/failures.ts';
import type { WindowRow } from '../../ledger/schema.ts';
import { PLAN_SHAPES, type Plan } from '../plans/plan.ts';

/**
 * The terms of a window's plan. Throws an UnusableRow if the row does not hold a plan, because it
 * was damaged or written by another program.
 */
export function planOf(window: Pick<WindowRow, 'plan'>): Plan {
  let plan: Partial<Plan> | null;
  try {
    plan = JSON.parse(window.plan) as Partial<Plan> | null;
  } catch {
    plan = null;
  }
  const { shape, products, burst } = plan ?? {};
  if (!shape || !PLAN_SHAPES.includes(shape)) throw unusable(`shape ${JSON.stringify(shape)}`);
  if (!Array.isArray(products) || !products.every(isProductName))
    throw unusable(`products ${JSON.stringify(products)}`);
  if (!(burst && burst.perSecond > 0 && burst.size >= 1)) throw unusable(`burst ${JSON.stringify(burst)}`);
  return plan as Plan;
}

/** The API families of a window's plan; none if the row does not hold a plan. */
export function productsOf(window: Pick<WindowRow, 'plan'>): readonly string[] {
  try {
    return planOf(window).products;
  } catch {
    return [];
  }
}

function unusable(what: string): UnusableRow {
  return new UnusableRow(`The plan of the window has the ${excerpt(what)}, which no plan has.`);
}
