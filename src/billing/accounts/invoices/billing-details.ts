import type { AccountsTransaction, Actor } from '../accounts-store.ts';
import type { Instant } from '../plans/period.ts';
import type { BillingDetails } from '../transitions/invoice.ts';

/** The most lines of an address, and the most characters of each. */
export const MOST_ADDRESS_LINES = 6;
export const LONGEST_ADDRESS_LINE = 100;

/**
 * Sets the details of an organization for invoices issued from now on; earlier ones stay as they
 * are.
 */
export async function setBillingDetails(
  tx: AccountsTransaction,
  organization: string,
  details: BillingDetails,
  actor: Actor,
  now: Instant,
): Promise<void> {
  const { abn, address } = await tx.buyer(organization);
  const before = { abn, address };
  if (JSON.stringify(before) === JSON.stringify(details)) return;
  await tx.saveBillingDetails(organization, details);
  const told = { from: before, to: details };
  await tx.addAudit({ organization, at: now, actor, action: 'set-billing-details', details: told });
}
