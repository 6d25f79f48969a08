import { randomBytes } from 'node:crypto';
import { createKey, displayPrefix, hashOfKey } from '../../admission/api-key.ts';
import { LedgerRefusal, unknownAccount } from './accounts.ts';
import type { Ledger, LedgerTransaction } from './ledger.ts';
import type { Instant, KeyRow } from './schema.ts';
import { inTransaction, lockAccount, nextRevision, writeAudit } from './transactions.ts';

/** A key just made. `key` is shown once, here, and stored nowhere. */
export interface NewKey {
  readonly id: string;
  readonly key: string;
  readonly prefix: string;
}

interface Change {
  readonly actor: string;
  readonly now: Instant;
}

/** Makes a key for an account. Throws a LedgerRefusal when there is no such account, or it is closed. */
export function addKey(
  ledger: Ledger,
  change: Change & { readonly account: string; readonly name: string },
): Promise<NewKey> {
  const { account, name, actor, now } = change;
  return inTransaction(ledger, async (trx) => {
    await requireActiveAccount(ledger, trx, account);
    const key = await insertKey(trx, account, name, null, now);
    const details = { key: key.id, prefix: key.prefix, name };
    await writeAudit(trx, { at: now, actor, account, action: 'key.create', details });
    return key;
  });
}

/**
 * Makes a key that takes the place of another one, which stays valid for `grace` ms; both count on the same account. Throws a LedgerRefusal when
 * there is no such key, or it is not valid any more.
 */
export function rotateKey(
  ledger: Ledger,
  change: Change & { readonly key: string; readonly grace: number },
): Promise<NewKey> {
  const { key: id, grace, actor, now } = change;
  return inTransaction(ledger, async (trx) => {
    const old = await requireKey(ledger, trx, id);
    await requireActiveAccount(ledger, trx, old.account_id);
    if (old.revoked_at !== null) throw new LedgerRefusal(`Key ${id} was revoked at ${iso(old.revoked_at)}.`);
    if (old.expires_at !== null)
      throw new LedgerRefusal(`Key ${id} was rotated already: it is valid until ${iso(old.expires_at)}.`);
    const key = await insertKey(trx, old.account_id, old.name, id, now);
    const revision = await nextRevision(trx);
    await trx
      .updateTable('api_keys')
      .set({ expires_at: now + grace, revision })
      .where('id', '=', id)
      .execute();
    const details = { key: id, successor: key.id, valid_until: iso(now + grace) };
    await writeAudit(trx, { at: now, actor, account: old.account_id, action: 'key.rotate', details });
    return key;
  });
}

/** Revokes a key for good. Doing it again changes nothing. Throws a LedgerRefusal when there is no such key. */
export function revokeKey(ledger: Ledger, change: Change & { readonly key: string }): Promise<void> {
  const { key: id, actor, now } = change;
  return inTransaction(ledger, async (trx) => {
    const old = await requireKey(ledger, trx, id);
    if (old.revoked_at !== null) return;
    const revision = await nextRevision(trx);
    await trx.updateTable('api_keys').set({ revoked_at: now, revision }).where('id', '=', id).execute();
    await writeAudit(trx, { at: now, actor, account: old.account_id, action: 'key.revoke', details: { key: id } });
  });
}

/** The keys of an account, oldest first, revoked ones included. */
export function listKeys(ledger: Ledger, account: string): Promise<KeyRow[]> {
  return ledger.db
    .selectFrom('api_keys')
    .selectAll()
    .where('account_id', '=', account)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
}

async function insertKey(
  trx: LedgerTransaction,
  account: string,
  name: string,
  rotatedFrom: string | null,
  now: Instant,
): Promise<NewKey> {
  const key = createKey();
  const id = `key_${randomBytes(10).toString('hex')}`;
  const prefix = displayPrefix(key);
  const revision = await nextRevision(trx);
  await trx
    .insertInto('api_keys')
    .values({
      id,
      account_id: account,
      name,
      prefix,
      sha256: hashOfKey(key),
      created_at: now,
      expires_at: null,
      revoked_at: null,
      rotated_from: rotatedFrom,
      revision,
    })
    .execute();
  return { id, key, prefix };
}

async function requireActiveAccount(ledger: Ledger, trx: LedgerTransaction, id: string): Promise<void> {
  const account = await lockAccount(ledger, trx, id);
  if (account === undefined) throw unknownAccount(id);
  if (account.status !== 'active') throw new LedgerRefusal(`The account ${id} is ${account.status}.`);
}

async function requireKey(ledger: Ledger, trx: LedgerTransaction, id: string): Promise<KeyRow> {
  const key = await trx
    .selectFrom('api_keys')
    .selectAll()
    .where('id', '=', id)
    .$if(ledger.kind === 'postgres', (query) => query.forUpdate())
    .executeTakeFirst();
  if (key === undefined) throw new LedgerRefusal(`There is no key '${id}'.`);
  return key;
}

function iso(instant: Instant): string {
  return new Date(instant).toISOString();
}
