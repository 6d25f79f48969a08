import type { Random } from '../../../build-index/generate/random.ts';
import { COSTS } from '../../../src/service/admission/costs.ts';
import type { Customer, Fleet } from './fleet.ts';
import type { SimulatedMachine } from './machine.ts';

/** The calls sent to a fleet, and their outcomes. */
export interface Sales {
  calls: number;
  admitted: number;
  /**
   * Calls refused although they were within rate and burst and the account had credits for them.
   */
  refused: number;
  /** Calls answered `QUOTA_EXCEEDED` while the account had credits for them. */
  wronglyEnded: number;
  /** Credits sold, by customer. */
  readonly sold: Map<Customer, number>;
}

/** Nothing sent yet. */
export function noSales(): Sales {
  return { calls: 0, admitted: 0, refused: 0, wronglyEnded: 0, sold: new Map() };
}

/** Sends a call of a random operation, and counts its outcome. */
export function sendCall(sales: Sales, { gate }: SimulatedMachine, customer: Customer, random: Random): void {
  const operation = random.below(COSTS.length);
  const cost = COSTS[operation];
  const before = sales.sold.get(customer) ?? 0;
  const fits = before + cost <= customer.credits;
  const outcome = gate.admit(customer.key, operation);
  sales.calls++;
  if (outcome.admitted) {
    sales.admitted++;
    sales.sold.set(customer, before + cost);
  } else if (fits && outcome.cause === 'quota') sales.wronglyEnded++;
  else if (fits && outcome.cause !== 'burst') sales.refused++;
}

/**
 * Credits by which the ledger differs from what was sold, plus those sold or leased beyond a
 * customer's cap, after every machine has written down what it counted. It has to be 0.
 */
export async function creditsAmiss(fleet: Fleet, sales: Sales): Promise<number> {
  let amiss = 0;
  for (const [customer, sold] of sales.sold) {
    const { used, leased, cap } = await fleet.known(customer);
    amiss += Math.abs(used - sold) + Math.max(0, sold - cap) + Math.max(0, leased - cap);
  }
  return amiss;
}
