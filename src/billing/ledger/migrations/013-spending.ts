import type { Kysely } from 'kysely';

/**
 * Customers can limit what they spend beyond their credits, and are alerted as they approach the
 * limit.
 */
export async function limitSpending({ schema }: Kysely<unknown>): Promise<void> {
  await schema.alterTable('accounts').addColumn('spending_cap_cents', 'bigint').execute();
  await schema.alterTable('windows').addColumn('beyond', 'bigint').execute();
  for (const column of ['credits_alert', 'spending_alert'])
    await schema
      .alterTable('windows')
      .addColumn(column, 'integer', (c) => c.notNull().defaultTo(0))
      .execute();
}
