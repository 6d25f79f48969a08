import { type Kysely, sql } from 'kysely';
import type { LedgerKind } from '../schema.ts';

/**
 * Merges `window_books` into `windows`, and `account_plans` into `accounts`: one row for each
 * window and account. The books say what was billed, so they win: a window that is not settled in
 * them is settled by the next upkeep, which carries its credits on.
 */
export async function mergeWindowBooks(db: Kysely<unknown>, kind: LedgerKind): Promise<void> {
  await mergePlans(db);
  if (kind === 'sqlite') await rebuildWindows(db);
  else await alterWindows(db);
  await db.schema.dropTable('window_books').execute();
}

async function mergePlans(db: Kysely<unknown>): Promise<void> {
  const add = [
    sql`version bigint not null default 1`,
    sql`payment_method text not null default 'none' check (payment_method in ('none', 'pending', 'verified'))`,
    sql`scheduled_plan text`,
    sql`scheduled_at bigint`,
    sql`scheduled_confirmed_at bigint`,
  ];
  for (const column of add) await sql`alter table accounts add column ${column}`.execute(db);
  await sql`
    update accounts set version = p.version, payment_method = p.payment_method, scheduled_plan = p.scheduled_plan,
      scheduled_at = p.scheduled_at, scheduled_confirmed_at = p.scheduled_confirmed_at
    from account_plans as p where p.account_id = accounts.id`.execute(db);
  await db.schema.dropTable('account_plans').execute();
}

const CHECKS = [
  sql`constraint windows_closed check ((closed_at is null) = (unused is null))`,
  sql`constraint windows_settled check ((settled_at is null) = (used is null))`,
  sql`constraint windows_counts check (leased >= 0 and carried >= 0 and billed >= 0 and billed <= coalesce(used, 0))`,
];

/** What the books say of the window \`w\`. */
const SETTLED = sql`case when b.settled_at is null then null else b.used end`;

async function alterWindows(db: Kysely<unknown>): Promise<void> {
  await sql`alter table windows drop constraint windows_leased, drop constraint windows_closed`.execute(db);
  await sql`alter table windows add column used bigint, add column billed bigint not null default 0`.execute(db);
  await sql`update windows set carried = 0, settled_at = null`.execute(db);
  await sql`
    update windows set carried = b.carried, settled_at = b.settled_at, used = ${SETTLED}, billed = b.billed
    from window_books as b where b.account_id = windows.account_id and b.window_number = windows.number`.execute(db);
  for (const check of CHECKS) await sql`alter table windows add ${check}`.execute(db);
}

/**
 * SQLite cannot drop a constraint, so the table is rebuilt
 * (https://www.sqlite.org/lang_altertable.html#otheralter). Foreign keys must be off.
 */
async function rebuildWindows(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table windows_new (
      account_id text not null references accounts (id), number integer not null, plan text not null,
      period_anchor bigint not null, period_index integer not null, period_start bigint not null, period_end bigint not null,
      granted bigint not null, carried bigint not null, leased bigint not null, wanted_at bigint, wanted_by text,
      closed_at bigint, unused text, settled_at bigint, used bigint, billed bigint not null default 0,
      entries_removed_at bigint,
      constraint windows_key primary key (account_id, number), ${sql.join(CHECKS)}
    )`.execute(db);
  await sql`
    insert into windows_new
    select w.account_id, w.number, plan, period_anchor, period_index, period_start, period_end,
      granted, coalesce(b.carried, 0), leased, wanted_at, wanted_by,
      closed_at, unused, b.settled_at, ${SETTLED}, coalesce(b.billed, 0), entries_removed_at
    from windows as w left join window_books as b on b.account_id = w.account_id and b.window_number = w.number`.execute(
    db,
  );
  await sql`drop table windows`.execute(db);
  await sql`alter table windows_new rename to windows`.execute(db);
  for (const index of INDEXES) await index.execute(db);
  const { rows } = await sql`pragma foreign_key_check`.execute(db);
  if (rows.length > 0) throw new Error(`${rows.length} rows refer to windows that are not there.`);
}

const INDEXES = [
  sql`create index windows_by_end on windows (period_end) where closed_at is null`,
  sql`create index windows_wanted on windows (wanted_at) where wanted_at is not null`,
  sql`create unique index windows_open on windows (account_id) where closed_at is null`,
  sql`create index windows_unsettled on windows (account_id) where closed_at is not null and settled_at is null`,
  sql`create index windows_with_entries on windows (settled_at) where settled_at is not null and entries_removed_at is null`,
];
