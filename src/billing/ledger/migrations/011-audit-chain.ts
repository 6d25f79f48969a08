import { type Kysely, sql } from 'kysely';
import { auditHash } from '../audit-hash.ts';
import type { LedgerKind, LedgerTables } from '../schema.ts';

/** Entries chained at a time. */
const AT_ONCE = 1000;

/**
 * Chains the entries of the audit log by their hashes, existing entries as they are, and makes it
 * impossible to change or remove one.
 */
export async function chainAudit(db: Kysely<unknown>, kind: LedgerKind): Promise<void> {
  const { schema } = db;
  await schema.alterTable('audit').addColumn('origin', 'text').execute();
  await schema
    .alterTable('audit')
    .addColumn('position', 'bigint', (c) => c.notNull().defaultTo(0))
    .execute();
  await schema
    .alterTable('audit')
    .addColumn('hash', 'text', (c) => c.notNull().defaultTo(''))
    .execute();
  await schema
    .createTable('audit_heads')
    .addColumn('account_id', 'text', (c) => c.primaryKey())
    .addColumn('position', 'bigint', (c) => c.notNull())
    .addColumn('hash', 'text', (c) => c.notNull())
    .execute();
  await chainEntries(db as Kysely<LedgerTables>);
  if (kind === 'sqlite') {
    for (const change of ['update', 'delete'])
      await sql
        .raw(
          `create trigger audit_no_${change} before ${change} on audit ` +
            `begin select raise(abort, 'the audit log is only added to'); end`,
        )
        .execute(db);
    return;
  }
  await sql
    .raw(
      `create function audit_only_added_to() returns trigger language plpgsql as ` +
        `$$ begin raise exception 'the audit log is only added to'; end $$`,
    )
    .execute(db);
  await sql
    .raw(
      'create trigger audit_no_change before update or delete or truncate on audit ' +
        'for each statement execute function audit_only_added_to()',
    )
    .execute(db);
}

async function chainEntries(db: Kysely<LedgerTables>): Promise<void> {
  const heads = new Map<string, { position: number; hash: string }>();
  for (let after = 0; ; ) {
    const rows = await db
      .selectFrom('audit')
      .selectAll()
      .where('id', '>', after)
      .orderBy('id')
      .limit(AT_ONCE)
      .execute();
    if (rows.length === 0) break;
    after = rows.at(-1)!.id;
    for (const row of rows) {
      const chain = row.account_id ?? '';
      const before = heads.get(chain) ?? { position: 0, hash: '' };
      const position = before.position + 1;
      const hash = auditHash(before.hash, position, row);
      await db.updateTable('audit').set({ position, hash }).where('id', '=', row.id).execute();
      heads.set(chain, { position, hash });
    }
  }
  for (const [account_id, head] of heads)
    await db
      .insertInto('audit_heads')
      .values({ account_id, ...head })
      .execute();
}
