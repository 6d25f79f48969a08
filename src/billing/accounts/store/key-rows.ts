import { type PublishableTerms, parseTerms, termsText } from '../../../service/admission/publishable/terms.ts';
import { dayOf, monthOf } from '../../ledger/days.ts';
import type { LedgerTransaction } from '../../ledger/ledger.ts';
import type { Instant, KeyRow } from '../../ledger/schema.ts';
import type { AccountsTransaction, ApiKeyRecord, KeyUse } from '../accounts-store.ts';
import type { Touched } from './account-rows.ts';

/** API keys of organizations. */
export function keyAccess(trx: LedgerTransaction, touched: Touched) {
  return {
    apiKeys: async (organization, page) => {
      let query = trx.selectFrom('api_keys').selectAll().where('account_id', '=', organization);
      const after = page?.after ?? null;
      if (after !== null)
        query = query.where(({ and, or, eb }) =>
          or([
            eb('created_at', '>', after.createdAt),
            and([eb('created_at', '=', after.createdAt), eb('id', '>', after.id)]),
          ]),
        );
      if (page) query = query.limit(page.limit);
      return (await query.orderBy('created_at').orderBy('id').execute()).map(keyOf);
    },
    apiKey: async (organization, id) => {
      const query = trx.selectFrom('api_keys').selectAll().where('account_id', '=', organization).where('id', '=', id);
      const row = await query.executeTakeFirst();
      return row ? keyOf(row) : null;
    },
    organizationOfKey: async (id) => {
      const row = await trx.selectFrom('api_keys').select('account_id').where('id', '=', id).executeTakeFirst();
      return row?.account_id ?? null;
    },
    addApiKey: async (key) => {
      await trx
        .insertInto('api_keys')
        .values({
          id: key.id,
          account_id: key.organization,
          name: key.name,
          prefix: key.prefix,
          sha256: key.sha256,
          created_at: key.createdAt,
          expires_at: key.expiresAt,
          rotated_at: key.rotatedAt,
          daily_cap: key.caps.day,
          monthly_cap: key.caps.month,
          revoked_at: key.revokedAt,
          rotated_from: key.replaces,
          terms: key.terms && termsText(key.terms),
          revision: 0,
        })
        .execute();
      touched.keys.add(key.id);
    },
    saveApiKey: async ({ id, name, expiresAt, rotatedAt, revokedAt, caps }) => {
      await trx
        .updateTable('api_keys')
        .set({
          name,
          expires_at: expiresAt,
          rotated_at: rotatedAt,
          revoked_at: revokedAt,
          daily_cap: caps.day,
          monthly_cap: caps.month,
        })
        .where('id', '=', id)
        .execute();
      touched.keys.add(id);
    },
    keyUse: (organization, keys, now) => keyUse(trx, organization, keys, now),
  } satisfies Partial<AccountsTransaction>;
}

async function keyUse(
  trx: LedgerTransaction,
  organization: string,
  keys: readonly ApiKeyRecord[],
  now: Instant,
): Promise<Map<string, KeyUse>> {
  const today = dayOf(now);
  const uses = new Map<string, KeyUse>();
  if (keys.length === 0) return uses;
  const ids = keys.map(({ id }) => id);
  const last = await trx
    .selectFrom('key_last_uses')
    .select(['key_id', 'last_used_at'])
    .where('key_id', 'in', ids)
    .execute();
  for (const { key_id, last_used_at } of last) uses.set(key_id, { day: 0, month: 0, lastUsedAt: last_used_at });
  const days = await trx
    .selectFrom('key_days')
    .select(['key_id', 'day'])
    .select((eb) => eb.fn.sum<number>('credits').as('credits'))
    .where('account_id', '=', organization)
    .where('day', '>=', `${monthOf(today)}-01`)
    .where('day', '<=', today)
    .where('key_id', 'in', ids)
    .groupBy(['key_id', 'day'])
    .execute();
  for (const { key_id, day, credits } of days) {
    const { month, lastUsedAt, ...before } = uses.get(key_id) ?? { day: 0, month: 0, lastUsedAt: null };
    const used = Number(credits);
    uses.set(key_id, { day: day === today ? used : before.day, month: month + used, lastUsedAt });
  }
  return uses;
}

/** The terms of a publishable key whose stored ones cannot be read: they allow nothing. */
const NO_TERMS: PublishableTerms = { origins: [], operations: [], client: { perSecond: 1, size: 1 } };

function keyOf(row: KeyRow): ApiKeyRecord {
  return {
    id: row.id,
    organization: row.account_id,
    name: row.name,
    prefix: row.prefix,
    sha256: row.sha256,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    rotatedAt: row.rotated_at,
    caps: { day: row.daily_cap, month: row.monthly_cap },
    revokedAt: row.revoked_at,
    replaces: row.rotated_from,
    terms: row.terms === null ? null : (parseTerms(row.terms) ?? NO_TERMS),
  };
}
