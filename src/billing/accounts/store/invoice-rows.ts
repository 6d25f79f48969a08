import type { Selectable } from 'kysely';
import type { LedgerTransaction } from '../../ledger/ledger.ts';
import type { InvoiceLineTable, InvoiceTable } from '../../ledger/schema.ts';
import type { AccountsTransaction } from '../accounts-store.ts';
import type { BillingTerms } from '../plans/billing-terms.ts';
import { taxIncluded } from '../plans/money.ts';
import {
  type BillingDetails,
  type Buyer,
  type Invoice,
  type InvoiceDraft,
  type InvoiceLine,
  type InvoiceTerms,
  issue,
} from '../transitions/invoice.ts';
import { setOverdue, type Touched } from './account-rows.ts';

/**
 * Writes an invoice under the next number. The sequence stays locked until the transaction ends, so
 * there are no gaps.
 */
async function insertInvoice(
  trx: LedgerTransaction,
  organization: string,
  draft: InvoiceDraft,
  { seller, gstPercent }: Pick<BillingTerms, 'seller' | 'gstPercent'>,
  paid: boolean,
): Promise<Invoice> {
  const { last: sequence } = await trx
    .updateTable('invoice_sequence')
    .set((eb) => ({ last: eb('last', '+', 1) }))
    .where('id', '=', 1)
    .returning('last')
    .executeTakeFirstOrThrow();
  const buyer = await readBuyer(trx, organization);
  const terms = { seller, buyer, gstPercent, gstCents: taxIncluded(draft.totalCents, gstPercent) };
  const invoice = issue(draft, `INV-${String(sequence).padStart(8, '0')}`, organization, terms, paid);
  await trx
    .insertInto('invoices')
    .values({
      sequence,
      number: invoice.number,
      account_id: organization,
      status: invoice.status,
      total_cents: invoice.totalCents,
      period_start: invoice.periodStart,
      period_end: invoice.periodEnd,
      issued_at: invoice.issuedAt,
      due_at: invoice.dueAt,
      closed_at: invoice.closedAt,
      overdue_since: invoice.overdueSince,
      asked_at: null,
      terms: JSON.stringify(terms),
      reminders: 0,
      suspended_at: null,
    })
    .execute();
  const lines = invoice.lines.map((line, position) => lineRow(invoice.number, position, line));
  await trx.insertInto('invoice_lines').values(lines).execute();
  return invoice;
}

/** Writes what can change about an invoice: its status and the steps of the overdue policy. */
async function updateInvoice(trx: LedgerTransaction, invoice: Invoice): Promise<void> {
  const { number, status, closedAt, overdueSince, reminders, suspendedAt } = invoice;
  await trx
    .updateTable('invoices')
    .set({ status, closed_at: closedAt, overdue_since: overdueSince, reminders, suspended_at: suspendedAt })
    .where('number', '=', number)
    .execute();
}

async function readBuyer(trx: LedgerTransaction, organization: string): Promise<Buyer> {
  const { name, billing_details } = await trx
    .selectFrom('accounts')
    .select(['name', 'billing_details'])
    .where('id', '=', organization)
    .executeTakeFirstOrThrow();
  const details = billing_details === null ? NO_DETAILS : (JSON.parse(billing_details) as BillingDetails);
  return { name, ...details };
}

const NO_DETAILS: BillingDetails = { abn: null, address: [] };

/** Invoices of schema version 14 and earlier have only the buyer's name. */
function termsOf(json: string): InvoiceTerms {
  const terms = JSON.parse(json) as Omit<InvoiceTerms, 'buyer'> & { readonly buyer: Buyer | string };
  const { buyer } = terms;
  return { ...terms, buyer: typeof buyer === 'string' ? { name: buyer, ...NO_DETAILS } : buyer };
}

/** The invoices of rows, with their lines, in the order of the rows. */
async function withLines(trx: LedgerTransaction, rows: readonly Selectable<InvoiceTable>[]): Promise<Invoice[]> {
  const byInvoice = new Map<string, InvoiceLine[]>(rows.map(({ number }) => [number, []]));
  const numbers = [...byInvoice.keys()];
  for (let i = 0; i < numbers.length; i += 500) {
    const lines = await trx
      .selectFrom('invoice_lines')
      .selectAll()
      .where('invoice', 'in', numbers.slice(i, i + 500))
      .orderBy('position')
      .execute();
    for (const line of lines) byInvoice.get(line.invoice)?.push(lineOf(line));
  }
  return rows.map((row) => ({
    number: row.number,
    account: row.account_id,
    status: row.status,
    lines: byInvoice.get(row.number)!,
    totalCents: row.total_cents,
    periodStart: row.period_start,
    periodEnd: row.period_end,
    issuedAt: row.issued_at,
    dueAt: row.due_at,
    closedAt: row.closed_at,
    overdueSince: row.overdue_since,
    reminders: row.reminders,
    suspendedAt: row.suspended_at,
    terms: row.terms === null ? null : termsOf(row.terms),
  }));
}

function lineRow(invoice: string, position: number, line: InvoiceLine) {
  return {
    invoice,
    position,
    kind: line.kind,
    plan: line.plan,
    description: line.description,
    window_number: line.window,
    credits: line.credits,
    unit_cents: line.unitPrice?.cents ?? null,
    unit_credits: line.unitPrice?.perCredits ?? null,
    amount_cents: line.amountCents,
  };
}

function lineOf(row: Selectable<InvoiceLineTable>): InvoiceLine {
  const { unit_cents, unit_credits } = row;
  return {
    kind: row.kind,
    plan: row.plan,
    description: row.description,
    window: row.window_number,
    credits: row.credits,
    unitPrice: unit_cents === null || unit_credits === null ? null : { cents: unit_cents, perCredits: unit_credits },
    amountCents: row.amount_cents,
  };
}

/** The most invoices to collect in one round. */
const MOST_TO_COLLECT = 200;

/** Invoices of organizations, and whether one is overdue. */
export function invoiceAccess(trx: LedgerTransaction, touched: Touched) {
  return {
    issueInvoice: (organization, draft, terms, paid) => insertInvoice(trx, organization, draft, terms, paid),
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
      await setOverdue(trx, touched, invoice.account, overdue !== undefined);
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
    organizationOfInvoice: async (number) => {
      const row = await trx.selectFrom('invoices').select('account_id').where('number', '=', number).executeTakeFirst();
      return row?.account_id ?? null;
    },
    takePaymentEvent: async (provider, id, at, outcome) => {
      const taken = await trx
        .insertInto('payment_events')
        .values({ provider, id, at, outcome })
        .onConflict((conflict) => conflict.columns(['provider', 'id']).doNothing())
        .returning('id')
        .executeTakeFirst();
      return taken !== undefined;
    },
    buyer: (organization) => readBuyer(trx, organization),
    saveBillingDetails: async (organization, details) => {
      const billing_details = JSON.stringify(details);
      await trx.updateTable('accounts').set({ billing_details }).where('id', '=', organization).execute();
    },
    noteAsked: async (invoice, at) => {
      await trx.updateTable('invoices').set({ asked_at: at }).where('number', '=', invoice).execute();
    },
  } satisfies Partial<AccountsTransaction>;
}
