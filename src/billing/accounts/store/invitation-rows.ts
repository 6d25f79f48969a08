import type { Selectable } from 'kysely';
import type { LedgerTransaction } from '../../ledger/ledger.ts';
import type { InvitationTable, PersonTable } from '../../ledger/schema.ts';
import type { AccountsTransaction, Invitation, Person } from '../accounts-store.ts';

/** Invitations of people to organizations, those who are in, and their links. */
export function invitationAccess(trx: LedgerTransaction) {
  return {
    invitations: async (organization) => {
      const rows = await trx
        .selectFrom('invitations')
        .selectAll()
        .where('account_id', '=', organization)
        .where('person_id', 'is', null)
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
    addInvitation: async ({ id, tokenHash, organization, person, subject, role, createdAt, expiresAt, closedAt }) => {
      await trx
        .insertInto('invitations')
        .values({
          id,
          subject,
          role,
          token_hash: tokenHash,
          account_id: organization,
          person_id: person,
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
    people: async (organization) => {
      const rows = await people(trx).where('account_id', '=', organization).orderBy('email').execute();
      return rows.map(personOf);
    },
    person: async (id) => {
      const row = await people(trx).where('id', '=', id).executeTakeFirst();
      return row === undefined ? null : personOf(row);
    },
    peopleAt: async (email) => {
      const rows = await people(trx).where('email', '=', email).orderBy('account_id').execute();
      return rows.map(personOf);
    },
    savePerson: async ({ id, organization, email, role, createdAt, removedAt }) => {
      const changed = { role, created_at: createdAt, removed_at: removedAt };
      const row = await trx
        .insertInto('people')
        .values({ id, account_id: organization, email, ...changed })
        .onConflict((conflict) => conflict.columns(['email', 'account_id']).doUpdateSet(changed))
        .returningAll()
        .executeTakeFirstOrThrow();
      return personOf(row);
    },
  } satisfies Partial<AccountsTransaction>;
}

/** Those who may log in. */
function people(trx: LedgerTransaction) {
  return trx.selectFrom('people').selectAll().where('removed_at', 'is', null);
}

function personOf(row: Selectable<PersonTable>): Person {
  return {
    id: row.id,
    organization: row.account_id,
    email: row.email,
    role: row.role,
    createdAt: row.created_at,
    removedAt: row.removed_at,
  };
}

function invitationOf(row: Selectable<InvitationTable>): Invitation {
  return {
    id: row.id,
    tokenHash: row.token_hash,
    organization: row.account_id,
    person: row.person_id,
    subject: row.subject,
    role: row.role,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    closedAt: row.closed_at,
  };
}
