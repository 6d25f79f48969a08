import { type Kysely, sql } from 'kysely';

/**
 * What invoices say about tax and the parties, what became of unpaid ones, and the payments that a
 * provider reported.
 */
export async function addInvoiceTerms(db: Kysely<unknown>): Promise<void> {
  const { schema } = db;
  await schema.alterTable('accounts').addColumn('waiting_charges', 'text').execute();
  await schema.alterTable('invoices').addColumn('terms', 'text').execute();
  await schema
    .alterTable('invoices')
    .addColumn('reminders', 'integer', (c) => c.notNull().defaultTo(0))
    .execute();
  await schema.alterTable('invoices').addColumn('suspended_at', 'bigint').execute();
  await schema
    .createTable('payment_events')
    .addColumn('provider', 'text', (c) => c.notNull())
    .addColumn('id', 'text', (c) => c.notNull())
    .addColumn('at', 'bigint', (c) => c.notNull())
    .addColumn('outcome', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('payment_events_key', ['provider', 'id'])
    .addCheckConstraint('payment_events_id', sql`length(id) > 0`)
    .execute();
}
