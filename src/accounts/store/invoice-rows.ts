import type { Selectable } from 'kysely';
import { type Invoice, type InvoiceDraft, type InvoiceLine, issue } from '../invoice.ts';
import type { InvoiceLineTable, InvoiceTable } from './tables.ts';
import type { AccountsTrx } from './trx.ts';

/** Writes an invoice under the next number. The sequence stays locked until the transaction ends, so there are no gaps. */
export async function insertInvoice(trx: AccountsTrx, organization: string, draft: InvoiceDraft): Promise<Invoice> {
  const { last: sequence } = await trx
    .updateTable('invoice_sequence')
    .set((eb) => ({ last: eb('last', '+', 1) }))
    .where('id', '=', 1)
    .returning('last')
    .executeTakeFirstOrThrow();
  const invoice = issue(draft, `INV-${String(sequence).padStart(8, '0')}`, organization);
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
    })
    .execute();
  const lines = invoice.lines.map((line, position) => lineRow(invoice.number, position, line));
  await trx.insertInto('invoice_lines').values(lines).execute();
  return invoice;
}

/** Writes what may change about an invoice: its status. */
export async function updateInvoice(trx: AccountsTrx, invoice: Invoice): Promise<void> {
  const { number, status, closedAt, overdueSince } = invoice;
  await trx
    .updateTable('invoices')
    .set({ status, closed_at: closedAt, overdue_since: overdueSince })
    .where('number', '=', number)
    .execute();
}

/** Invoices of rows, with their lines, in the order of the rows. */
export async function withLines(trx: AccountsTrx, rows: readonly Selectable<InvoiceTable>[]): Promise<Invoice[]> {
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
