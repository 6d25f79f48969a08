import type { Plan } from '../../accounts/plan.ts';
import { ADDRESS } from '../../admission/admit.ts';
import { MAX_PRODUCTS } from '../../admission/product-names.ts';
import type { LedgerTransaction } from './ledger.ts';

/**
 * Whether the counter files of this ledger have room for the products of one more plan: the sentence that refuses it, or null. Cost: the
 * different plans in use, and nothing at all for a plan that names no other product than the service's own.
 */
export async function productsFault(trx: LedgerTransaction, products: readonly string[]): Promise<string | null> {
  if (products.every((name) => name === ADDRESS)) return null;
  const plans = await trx.selectFrom('windows').select('plan').distinct().where('closed_at', 'is', null).execute();
  const names = new Set([ADDRESS, ...products, ...plans.flatMap((row) => productsOf(row.plan))]);
  if (names.size <= MAX_PRODUCTS) return null;
  return `The plans of this ledger would name ${names.size} API families, expected at most ${MAX_PRODUCTS}.`;
}

/** The products of a plan in a row; none where the row holds no plan. */
function productsOf(plan: string): readonly string[] {
  try {
    return (JSON.parse(plan) as Partial<Plan>).products ?? [];
  } catch {
    return [];
  }
}
