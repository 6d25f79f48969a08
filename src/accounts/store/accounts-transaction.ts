import { type PublishableTerms, parseTerms, termsText } from '../../admission/publishable/terms.ts';
import type { Ledger } from '../../credits/ledger/ledger.ts';
import type { KeyRow } from '../../credits/ledger/schema.ts';
import { lockAccount, writeAudit } from '../../credits/ledger/transactions.ts';
import { settleWindows } from '../../credits/ledger/windows.ts';
import {
  type AccountsTransaction,
  type Actor,
  type ApiKeyRecord,
  type AuditEntry,
  OrganizationExists,
} from '../accounts-store.ts';
import type { Instant } from '../period.ts';
import type { ChangePreview } from '../preview.ts';
import { insertAccount, readAccount, updateAccount } from './account-rows.ts';
import { dueOrganizations } from './due.ts';
import { insertInvoice, updateInvoice, withLines } from './invoice-rows.ts';
import { type AccountsTrx, ledgerTransaction, type Touched } from './trx.ts';

const MOST_TO_COLLECT = 200;

/** The ledger as accounts see it, within a transaction. What workers have to hear of is noted in `touched`. */
export function accountsTransaction(ledger: Ledger, trx: AccountsTrx, touched: Touched): AccountsTransaction {
  return {
    ...organizations(ledger, trx, touched),
    ...invoices(trx, touched),
    ...requests(trx),
    ...keys(trx, touched),
    ...usage(ledger, trx, touched),
  };
}

function organizations(ledger: Ledger, trx: AccountsTrx, touched: Touched) {
  return {
    organization: async (id) => {
      const row = await trx.selectFrom('accounts').selectAll().where('id', '=', id).executeTakeFirst();
      return row ? { id, name: row.name, createdAt: row.created_at } : null;
    },
    organizations: async (limit, after) => {
      const query = trx
        .selectFrom('accounts')
        .select(['id', 'name', 'status', 'suspended_at', 'created_at'])
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
    organizationsDue: (now, thorough) => dueOrganizations(trx, now, thorough),
    addOrganization: async ({ id, name, createdAt }, account) => {
      const added = await trx
        .insertInto('accounts')
        .values({
          id,
          name,
          status: account.status,
          overdue: 0,
          suspended_at: null,
          created_at: createdAt,
          closed_at: null,
          revision: 0,
        })
        .onConflict((conflict) => conflict.column('id').doNothing())
        .returning('id')
        .executeTakeFirst();
      if (!added) throw new OrganizationExists(id);
      await insertAccount(trx, account);
      touched.accounts.add(id);
    },
    lockAccount: async (id) =>
      (await lockAccount(ledger, ledgerTransaction(trx), id)) === undefined ? null : readAccount(trx, id),
    account: (id) => readAccount(trx, id),
    saveAccount: async (before, after, now) => {
      if (await updateAccount(trx, before, after, now)) touched.accounts.add(after.id);
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

function invoices(trx: AccountsTrx, touched: Touched) {
  return {
    issueInvoice: (organization, draft) => insertInvoice(trx, organization, draft),
    saveInvoice: async (invoice) => {
      await updateInvoice(trx, invoice);
      const overdue = await trx
        .selectFrom('invoices')
        .select('number')
        .where('account_id', '=', invoice.account)
        .where('status', '=', 'open')
        .where('overdue_since', 'is not', null)
        .limit(1)
        .executeTakeFirst();
      const changed = await trx
        .updateTable('accounts')
        .set({ overdue: overdue ? 1 : 0 })
        .where('id', '=', invoice.account)
        .where('overdue', '=', overdue ? 0 : 1)
        .returning('id')
        .executeTakeFirst();
      if (changed) touched.accounts.add(invoice.account);
    },
    invoice: async (organization, number) => {
      const rows = await trx
        .selectFrom('invoices')
        .selectAll()
        .where('number', '=', number)
        .where('account_id', '=', organization)
        .execute();
      return (await withLines(trx, rows))[0] ?? null;
    },
    invoices: async (organization, status) => {
      const rows = await trx
        .selectFrom('invoices')
        .selectAll()
        .where('account_id', '=', organization)
        .$if(status !== undefined, (query) => query.where('status', '=', status!))
        .orderBy('sequence', 'desc')
        .execute();
      return withLines(trx, rows);
    },
    invoicesToCollect: async (askedBefore) => {
      const rows = await trx
        .selectFrom('invoices')
        .selectAll()
        .where('status', '=', 'open')
        .where((eb) => eb.or([eb('asked_at', 'is', null), eb('asked_at', '<', askedBefore)]))
        .orderBy('sequence')
        .limit(MOST_TO_COLLECT)
        .execute();
      return withLines(trx, rows);
    },
    noteAsked: async (invoice, at) => {
      await trx.updateTable('invoices').set({ asked_at: at }).where('number', '=', invoice).execute();
    },
  } satisfies Partial<AccountsTransaction>;
}

function requests(trx: AccountsTrx) {
  return {
    addAudit: ({ organization, at, actor, action, details }: AuditEntry) =>
      writeAudit(ledgerTransaction(trx), {
        at,
        actor: `${actor.kind}:${actor.subject}`,
        account: organization,
        action,
        details,
      }),
    auditLog: async (organization, limit, before) => {
      const rows = await trx
        .selectFrom('audit')
        .selectAll()
        .where('account_id', '=', organization)
        .$if(before !== undefined, (query) => query.where('id', '<', before!))
        .orderBy('id', 'desc')
        .limit(limit)
        .execute();
      return rows.map(({ id, at, actor, action, details }) => ({
        sequence: id,
        organization,
        at,
        actor: actorOf(actor),
        action,
        details: JSON.parse(details) as Readonly<Record<string, unknown>>,
      }));
    },
    addPreview: async ({ tokenHash, organization, version, preview, expiresAt }) => {
      await trx
        .insertInto('plan_previews')
        .values({
          token_hash: tokenHash,
          account_id: organization,
          version,
          preview: JSON.stringify(preview),
          expires_at: expiresAt,
        })
        .execute();
    },
    takePreview: async (tokenHash) => {
      const row = await trx
        .deleteFrom('plan_previews')
        .where('token_hash', '=', tokenHash)
        .returningAll()
        .executeTakeFirst();
      if (!row) return null;
      const preview = JSON.parse(row.preview) as ChangePreview;
      return { tokenHash, organization: row.account_id, version: row.version, preview, expiresAt: row.expires_at };
    },
    addAnsweredRequest: async ({ organization, ...request }) => {
      await trx
        .insertInto('answered_requests')
        .values({ account_id: organization, ...request })
        .execute();
    },
    answeredRequest: async (organization, key) => {
      const row = await trx
        .selectFrom('answered_requests')
        .selectAll()
        .where('account_id', '=', organization)
        .where('key', '=', key)
        .executeTakeFirst();
      if (!row) return null;
      const { account_id, ...request } = row;
      return { organization: account_id, ...request };
    },
    removeOutdated: async (now: Instant, answeredBefore: Instant) => {
      await trx.deleteFrom('plan_previews').where('expires_at', '<=', now).execute();
      await trx.deleteFrom('answered_requests').where('at', '<', answeredBefore).execute();
    },
  } satisfies Partial<AccountsTransaction>;
}

function keys(trx: AccountsTrx, touched: Touched) {
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

function usage(ledger: Ledger, trx: AccountsTrx, touched: Touched) {
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
    completeWindows: async (organization, now) => {
      // Windows under which nobody ever held a lease are settled by nobody else.
      if ((await settleWindows(ledger, ledgerTransaction(trx), organization, now)) > 0)
        touched.accounts.add(organization);
      const rows = await trx
        .selectFrom('windows')
        .select('number')
        .where('account_id', '=', organization)
        .where('settled_at', 'is not', null)
        .execute();
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

/** Other programs write the name of their user only: whoever has the ledger is an operator. */
function actorOf(text: string): Actor {
  const [, kind, subject] = /^(user|operator|system):(.*)$/s.exec(text) ?? [];
  return kind === undefined ? { kind: 'operator', subject: text } : { kind: kind as Actor['kind'], subject };
}
