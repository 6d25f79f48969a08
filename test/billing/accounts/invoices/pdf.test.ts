import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { invoicePdf } from '../../../../src/billing/accounts/invoices/pdf.ts';
import type { Invoice, InvoiceLine } from '../../../../src/billing/accounts/transitions/invoice.ts';
import { at } from '../world.ts';

const line: InvoiceLine = {
  kind: 'plan',
  plan: 'growth',
  description: 'Growth, 100000 credits',
  window: 2,
  credits: 100_000,
  unitPrice: null,
  amountCents: 110_000,
};
const invoice: Invoice = {
  number: 'INV-00000042',
  account: 'acme',
  status: 'open',
  lines: [line],
  totalCents: 110_000,
  periodStart: at('2026-05-01'),
  periodEnd: at('2026-06-01'),
  issuedAt: at('2026-05-01'),
  dueAt: at('2026-05-15'),
  closedAt: null,
  overdueSince: null,
  reminders: 0,
  suspendedAt: null,
  terms: {
    seller: { name: 'Addresses Pty Ltd', abn: '51824753556', address: ['1 Example Street', 'Sydney NSW 2000'] },
    buyer: { name: 'Łukasz & Żona Pty Ltd', abn: '53004085616', address: ['12 Sample Road', 'Perth WA 6000'] },
    gstPercent: 10,
    gstCents: 10_000,
  },
};

const PAYMENT = { contact: 'billing@example.com', invoices: ['By transfer to BSB 062-000, account 1234 5678.'] };

/** The text of a PDF, read by another program; null without one. */
function textOf(pdf: Buffer): string | null {
  try {
    const text = execFileSync('pdftotext', ['-layout', '-', '-'], { input: pdf, encoding: 'utf8' });
    return text.replaceAll('\f', '');
  } catch {
    return null;
  }
}

it('has the fields of a tax invoice (§11.11)', async (context) => {
  const pdf = await invoicePdf(invoice, 'AUD', PAYMENT);
  expect(pdf.subarray(0, 5).toString()).toBe('%PDF-');
  expect((await invoicePdf(invoice, 'AUD', PAYMENT)).equals(pdf)).toBe(true);
  const text = textOf(pdf) ?? context.skip('pdftotext is not installed');
  for (const field of [
    /^Tax invoice$/m,
    /^Addresses Pty Ltd$/m,
    /^ABN 51 824 753 556$/m,
    /^To +.ukasz & Zona Pty Ltd$\n^ +ABN 53 004 085 616$\n^ +12 Sample Road$\n^ +Perth WA 6000$/m,
    /^Invoice number +INV-00000042$/m,
    /^Date of issue +1 May 2026$/m,
    /^Period +1 May 2026 to 1 June 2026$/m,
    /^Due +15 May 2026$/m,
    /^Growth, 100000 credits +1,100\.00$/m,
    /^Total without GST +1,000\.00$/m,
    /^GST, 10 % +100\.00$/m,
    /^Total price including GST +1,100\.00$/m,
    /^How to pay$\n^By transfer to BSB 062-000, account 1234 5678\.$\n^Questions: billing@example\.com$/m,
    /^ *INV-00000042, page 1 of 1$/m,
  ])
    expect(text).toMatch(field);
  const paid = await invoicePdf({ ...invoice, status: 'paid', closedAt: at('2026-05-03') }, 'AUD', PAYMENT);
  expect(textOf(paid)).not.toContain('How to pay');
});

it('is no tax invoice without a seller, and continues over pages with all its lines', async (context) => {
  const lines = Array.from({ length: 120 }, (_, i) => ({ ...line, description: `line ${i}`, amountCents: i }));
  const plain = {
    ...invoice,
    lines,
    totalCents: 7140,
    terms: { ...invoice.terms!, seller: null, gstPercent: 0, gstCents: 0 },
  };
  const text = textOf(await invoicePdf(plain, 'AUD', PAYMENT)) ?? context.skip('pdftotext is not installed');
  expect(text).toMatch(/^Invoice$/m);
  expect(text).not.toContain('GST');
  for (let i = 0; i < 120; i++) expect(text).toMatch(new RegExp(`^line ${i} +${(i / 100).toFixed(2)}$`, 'm'));
  expect(text).toMatch(/^Total +71\.40$/m);
  expect(text).toMatch(/page 3 of 3|page 4 of 4/);
});
