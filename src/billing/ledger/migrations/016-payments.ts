import { type Kysely, sql } from 'kysely';

/** Changes of plan that wait for their payment, whom the provider charges, and what it was asked for. */
export async function addPayments({ schema }: Kysely<unknown>): Promise<void> {
  await schema.alterTable('accounts').addColumn('pending_change', 'text').execute();
  await schema.alterTable('accounts').addColumn('payer_customer', 'text').execute();
  await schema.alterTable('accounts').addColumn('payer_method', 'text').execute();
  await schema
    .createIndex('accounts_by_payer')
    .on('accounts')
    .column('payer_method')
    .where(sql.ref('payer_method'), 'is not', null)
    .execute();
  await schema
    .createTable('payments')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('account_id', 'text', (c) => c.notNull().references('accounts.id'))
    .addColumn('state', 'text', (c) => c.notNull().check(sql`state in ('pending', 'succeeded', 'declined')`))
    .addColumn('plan', 'text', (c) => c.notNull())
    .addColumn('cents', 'bigint', (c) => c.notNull().check(sql`cents > 0`))
    .addColumn('currency', 'text', (c) => c.notNull())
    .addColumn('customer', 'text', (c) => c.notNull())
    .addColumn('method', 'text', (c) => c.notNull())
    .addColumn('begun_at', 'bigint', (c) => c.notNull())
    .addColumn('asked_at', 'bigint', (c) => c.notNull())
    .addColumn('ended_at', 'bigint')
    .addColumn('invoice', 'text', (c) => c.references('invoices.number'))
    .addColumn('code', 'text')
    .execute();
  // An account has one pending payment at most.
  await schema
    .createIndex('payments_pending')
    .unique()
    .on('payments')
    .column('account_id')
    .where(sql.ref('state'), '=', sql.lit('pending'))
    .execute();
}
