import type { Kysely } from 'kysely';

/** Customers decide what tax invoices say about them, besides their name. */
export async function addBillingDetails({ schema }: Kysely<unknown>): Promise<void> {
  await schema.alterTable('accounts').addColumn('billing_details', 'text').execute();
}
