import { type PublishableTerms, parseTerms, termsText } from '../../admission/publishable/terms.ts';
import type { LedgerTransaction } from '../../ledger/ledger.ts';
import type { KeyRow } from '../../ledger/schema.ts';
import type { AccountsTransaction, ApiKeyRecord } from '../accounts-store.ts';
import type { Touched } from './account-rows.ts';

/** API keys of organizations. */
export function keyAccess(trx: LedgerTransaction, touched: Touched) {
  return {
    apiKeys: async (organization) => {
      const rows = await trx
        .selectFrom('api_keys')
        .selectAll()
        .where('account_id', '=', organization)
        .orderBy('created_at')
        .orderBy('id')
        .execute();
      return rows.map(keyOf);
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
          revoked_at: key.revokedAt,
          rotated_from: key.replaces,
          terms: key.terms && termsText(key.terms),
          revision: 0,
        })
        .execute();
      touched.keys.add(key.id);
    },
    saveApiKey: async ({ id, expiresAt, revokedAt }) => {
      await trx
        .updateTable('api_keys')
        .set({ expires_at: expiresAt, revoked_at: revokedAt })
        .where('id', '=', id)
        .execute();
      touched.keys.add(id);
    },
  } satisfies Partial<AccountsTransaction>;
}

/** What a publishable key may be used for whose terms cannot be read: nothing. */
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
    revokedAt: row.revoked_at,
    replaces: row.rotated_from,
    terms: row.terms === null ? null : (parseTerms(row.terms) ?? NO_TERMS),
  };
}
