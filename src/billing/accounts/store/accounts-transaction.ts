import { sql } from 'kysely';
import type { Ledger, LedgerTransaction } from '../../ledger/ledger.ts';
import { lockAccount } from '../../ledger/transactions.ts';
import { type AccountsTransaction, OrganizationExists } from '../accounts-store.ts';
import { insertAccount, productsOf, readAccount, setOverdue, type Touched, updateAccount } from './account-rows.ts';
import { deliveryAccess } from './delivery-rows.ts';
import { backlog, completeWindows, dueOrganizations } from './due.ts';
import { eventAccess } from './event-rows.ts';
import { invitationAccess } from './invitation-rows.ts';
import { invoiceAccess } from './invoice-rows.ts';
import { keyAccess } from './key-rows.ts';
import { paymentAccess } from './payment-rows.ts';
import { requestAccess } from './request-rows.ts';
import { spendingAccess } from './spending-rows.ts';

/**
 * The ledger as accounts see it, within a transaction. What must be published to the workers is
 * collected in `touched`.
 */
export function accountsTransaction(ledger: Ledger, trx: LedgerTransaction, touched: Touched): AccountsTransaction {
  return {
    ...organizations(ledger, trx, touched),
    ...invoiceAccess(trx, touched),
    ...paymentAccess(trx),
    ...requestAccess(trx),
    ...eventAccess(trx),
    ...deliveryAccess(trx),
    ...invitationAccess(trx),
    ...keyAccess(trx, touched),
    ...usage(trx),
    ...spendingAccess(trx, touched),
  };
}

function organizations(ledger: Ledger, trx: LedgerTransaction, touched: Touched) {
  return {
    organization: async (id) => {
      const row = await trx.selectFrom('accounts').selectAll().where('id', '=', id).executeTakeFirst();
      return row ? { id, name: row.name, createdAt: row.created_at } : null;
    },
    organizations: async (limit, after, search = '') => {
      const like = `%${search.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`;
      const query = trx
        .selectFrom('accounts')
        .select(['id', 'name', 'status', 'suspended_at', 'created_at'])
        .$if(search !== '', (q) =>
          q.where(sql<boolean>`(lower(id) like ${like} escape '\\' or lower(name) like ${like} escape '\\')`),
        )
        .orderBy('id')
        .limit(limit);
      const rows = await (after === null ? query : query.where('id', '>', after)).execute();
      return rows.map((row) => ({
        id: row.id,
        name: row.name,
        status: row.status,
        suspendedAt: row.suspended_at,
        createdAt: row.created_at,
      }));
    },
    organizationsDue: (now, thorough, policy) => dueOrganizations(trx, now, thorough, policy),
    backlog: () => backlog(trx),
    addOrganization: async (organization, account) => {
      if (!(await insertAccount(trx, account, organization))) throw new OrganizationExists(account.id);
      touched.accounts.add(account.id);
    },
    lockAccount: async (id) => ((await lockAccount(ledger, trx, id)) === undefined ? null : readAccount(trx, id)),
    account: (id) => readAccount(trx, id),
    saveAccount: async (before, after, now) => {
      if (await updateAccount(trx, before, after, now)) touched.accounts.add(after.id);
    },
    setOverdue: (organization, overdue) => setOverdue(trx, touched, organization, overdue),
    productsInUse: async () => {
      const rows = await trx.selectFrom('windows').select('plan').distinct().where('closed_at', 'is', null).execute();
      return new Set(rows.flatMap(productsOf));
    },
    addCreditMovements: async (organization, movements) => {
      const rows = movements.map(({ window, kind, credits, at }) => ({
        account_id: organization,
        window_number: window,
        kind,
        credits,
        at,
      }));
      await trx.insertInto('credit_movements').values(rows).execute();
    },
  } satisfies Partial<AccountsTransaction>;
}

function usage(trx: LedgerTransaction) {
  return {
    usedCredits: async (organization, windows) => {
      if (windows.length === 0) return new Map<number, number>();
      const rows = await trx
        .selectFrom('window_usage')
        .select(['window_number', 'credits'])
        .where('account_id', '=', organization)
        .where('window_number', '>=', Math.min(...windows))
        .execute();
      return new Map(rows.map((row) => [row.window_number, row.credits]));
    },
    completeWindows: async (organization) => {
      const rows = await completeWindows(trx).select('number').where('account_id', '=', organization).execute();
      return new Set(rows.map(({ number }) => number));
    },
    dailyUsage: async (organization, fromDay, toDay) => {
      const rows = await trx
        .selectFrom('usage_days')
        .select(['day', 'operation'])
        .select((eb) => [eb.fn.sum<number>('requests').as('requests'), eb.fn.sum<number>('credits').as('credits')])
        .where('account_id', '=', organization)
        .where('day', '>=', fromDay)
        .where('day', '<=', toDay)
        .groupBy(['day', 'operation'])
        .orderBy('day')
        .orderBy('operation')
        .execute();
      return rows.map((row) => ({ ...row, requests: Number(row.requests), credits: Number(row.credits) }));
    },
    dailyKeyUsage: async (organization, fromDay, toDay) => {
      const rows = await trx
        .selectFrom('key_days')
        .select(['day', 'key_id', 'operation', 'requests', 'credits'])
        .where('account_id', '=', organization)
        .where('day', '>=', fromDay)
        .where('day', '<=', toDay)
        .orderBy('day')
        .orderBy('key_id')
        .orderBy('operation')
        .execute();
      return rows.map(({ key_id, ...row }) => ({ ...row, key: key_id }));
    },
  } satisfies Partial<AccountsTransaction>;
}
