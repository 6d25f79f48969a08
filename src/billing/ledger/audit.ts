import { auditHash } from './audit-hash.ts';
import type { Ledger, LedgerTransaction } from './ledger.ts';
import type { Instant } from './schema.ts';

/** Who did what, as written to the log. `details` never hold a key or a password. */
export interface AuditRow {
  readonly at: Instant;
  readonly actor: string;
  /** Where the action came from: a client's address, or a program; null for the service itself. */
  readonly origin: string | null;
  readonly account: string | null;
  readonly action: string;
  readonly details: unknown;
}

/** The chain of entries that concern no account. */
const NO_ACCOUNT = '';

/**
 * Appends an entry to the chain of its account, whose end stays locked until the transaction ends.
 */
export async function writeAudit(trx: LedgerTransaction, entry: AuditRow): Promise<void> {
  const { at, actor, origin, account, action, details } = entry;
  const chain = account ?? NO_ACCOUNT;
  const next = () =>
    trx
      .updateTable('audit_heads')
      .set((eb) => ({ position: eb('position', '+', 1) }))
      .where('account_id', '=', chain)
      .returning(['position', 'hash'])
      .executeTakeFirst();
  let head = await next();
  if (head === undefined) {
    await trx
      .insertInto('audit_heads')
      .values({ account_id: chain, position: 0, hash: '' })
      .onConflict((conflict) => conflict.column('account_id').doNothing())
      .execute();
    head = (await next())!;
  }
  const { position } = head;
  const row = { at, actor, origin, account_id: account, action, details: JSON.stringify(details) };
  const made = auditHash(head.hash, position, row);
  await trx
    .insertInto('audit')
    .values({ ...row, position, hash: made })
    .execute();
  await trx.updateTable('audit_heads').set({ hash: made }).where('account_id', '=', chain).execute();
}

/**
 * The end of an account's chain: how many entries it has, and the hash of the last. Kept elsewhere,
 * it can later prove that none of them was changed.
 */
export interface AuditHead {
  readonly account: string | null;
  readonly entries: number;
  readonly hash: string;
}

/** An entry, or the end of a chain, that is not what was written. */
interface AuditFault {
  readonly account: string | null;
  /** Place in the account's chain, from 1. */
  readonly entry: number;
  /** What is wrong, a sentence. */
  readonly fault: string;
}

/** What verifying the whole log found. */
export interface AuditFindings {
  readonly entries: number;
  readonly heads: readonly AuditHead[];
  readonly faults: readonly AuditFault[];
}

/** Entries read at a time. */
const AT_ONCE = 5000;

/**
 * Verifies the whole log as of one moment; returns the ends of all chains, and the first fault of
 * each. Given `noted`, ends that were kept elsewhere, also checks that each of them is still there.
 * Time is linear in entries, memory in accounts.
 */
export function verifyAudit({ db, kind }: Ledger, noted: readonly AuditHead[] = []): Promise<AuditFindings> {
  const level = kind === 'postgres' ? 'repeatable read' : null;
  const begun = level === null ? db.transaction() : db.transaction().setIsolationLevel(level);
  return begun.execute((trx) => verifyChains(trx, noted));
}

async function verifyChains(db: LedgerTransaction, noted: readonly AuditHead[]): Promise<AuditFindings> {
  const chains = new Map<string, { position: number; hash: string }>();
  const faults = new Map<string, AuditFault>();
  const toMeet = new Map(noted.map((head) => [`${head.account ?? NO_ACCOUNT} ${head.entries}`, head.hash]));
  const fault = (chain: string, entry: number, text: string) => {
    if (!faults.has(chain)) faults.set(chain, { account: chain === NO_ACCOUNT ? null : chain, entry, fault: text });
  };
  let entries = 0;
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
    entries += rows.length;
    for (const row of rows) {
      const chain = row.account_id ?? NO_ACCOUNT;
      const { position, hash: before } = chains.get(chain) ?? { position: 0, hash: '' };
      if (row.position !== position + 1)
        fault(chain, position + 1, `Entry ${position + 1} is not there: entry ${row.position} follows.`);
      else if (auditHash(before, row.position, row) !== row.hash)
        fault(chain, row.position, `Entry ${row.position} (${row.action}) is not as it was written.`);
      const known = toMeet.get(`${chain} ${row.position}`);
      if (known !== undefined && known !== row.hash)
        fault(chain, row.position, `Entry ${row.position} is another than the one that was noted.`);
      chains.set(chain, { position: row.position, hash: row.hash });
    }
  }
  const ends = await db.selectFrom('audit_heads').selectAll().orderBy('account_id').execute();
  for (const { account_id, position, hash: last } of ends) {
    const chain = chains.get(account_id);
    if ((chain?.position ?? 0) !== position || (chain?.hash ?? '') !== last)
      fault(account_id, position, `The last entry is not entry ${position} as it was written.`);
  }
  for (const [chain, { position }] of chains)
    if (!ends.some(({ account_id }) => account_id === chain))
      fault(chain, position, 'The end of the chain is not there.');
  for (const { account, entries: position } of noted)
    if ((chains.get(account ?? NO_ACCOUNT)?.position ?? 0) < position)
      fault(account ?? NO_ACCOUNT, position, `Entry ${position}, which was noted, is not there.`);
  const heads = [...chains].map(([chain, { position, hash: last }]) => ({
    account: chain === NO_ACCOUNT ? null : chain,
    entries: position,
    hash: last,
  }));
  return { entries, heads, faults: [...faults.values()] };
}
