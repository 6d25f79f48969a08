import type { Selectable } from 'kysely';
import type { LedgerTransaction } from '../../ledger/ledger.ts';
import type { InvitationTable } from '../../ledger/schema.ts';
import type { AccountsTransaction, Invitation } from '../accounts-store.ts';

/** Invitations of people to organizations. */
export function invitationAccess(trx: LedgerTransaction) {
  return {
    invitations: async (organization) => {
      const rows = await trx
        .selectFrom('invitations')
        .selectAll()
        .where('account_id', '=', organization)
        .orderBy('created_at')
        .orderBy('id')
        .execute();
      return rows.map(invitationOf);
    },
    invitationOf: async (tokenHash) => {
      const row = await trx
        .selectFrom('invitations')
        .selectAll()
        .where('token_hash', '=', tokenHash)
        .executeTakeFirst();
      return row === undefined ? null : invitationOf(row);
    },
    addInvitation: async ({ id, tokenHash, organization, subject, role, createdAt, expiresAt, closedAt }) => {
      await trx
        .insertInto('invitations')
        .values({
          id,
          subject,
          role,
          token_hash: tokenHash,
          account_id: organization,
          created_at: createdAt,
          expires_at: expiresAt,
          closed_at: closedAt,
        })
        .execute();
    },
    closeInvitation: async (id, at) => {
      const closed = await trx
        .updateTable('invitations')
        .set({ closed_at: at })
        .where('id', '=', id)
        .where('closed_at', 'is', null)
        .returning('id')
        .executeTakeFirst();
      return closed !== undefined;
    },
  } satisfies Partial<AccountsTransaction>;
}

function invitationOf(row: Selectable<InvitationTable>): Invitation {
  return {
    id: row.id,
    tokenHash: row.token_hash,
    organization: row.account_id,
    subject: row.subject,
    role: row.role,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    closedAt: row.closed_at,
  };
}
