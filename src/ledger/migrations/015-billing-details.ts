import type { Kysely } from 'kysely';

/** Customers say what stands of them on tax invoices, besides their name. */
export async function addBillingDetails({ schema }: Kysely<unknown>): Promise<void> {
  await schema.alterTable('accounts').addColumn('billing_details', 'text').execute();
}
