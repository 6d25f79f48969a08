import PDFDocument from 'pdfkit';
import type { PaymentTerms } from '../plans/payment-terms.ts';
import type { Instant } from '../plans/period.ts';
import type { Invoice } from '../transitions/invoice.ts';

/** What the catalogue says of paying invoices. */
type HowToPay = Pick<PaymentTerms, 'contact' | 'invoices'>;

/**
 * In points: an A4 page with its margins and footer, the width of the text, and that of the
 * amounts.
 */
const PAGE = { width: 595.28, height: 841.89, margin: 56, footer: 40 } as const;
const WIDTH = PAGE.width - 2 * PAGE.margin;
const AMOUNT = 90;

/**
 * An invoice as a PDF of A4 pages. If the seller has an ABN and prices include tax, it is a tax
 * invoice as the Australian Taxation Office requires: those words, seller and ABN, buyer, date,
 * what is sold, and the tax in the price. The same invoice gives the same bytes. Letters that
 * Windows-1252 lacks lose their diacritics, or become question marks. An open one says how to pay it.
 */
export function invoicePdf(invoice: Invoice, currency: string, payment: HowToPay): Promise<Buffer> {
  const at = new Date(invoice.issuedAt);
  const document = new PDFDocument({
    size: 'A4',
    margins: { top: PAGE.margin, left: PAGE.margin, right: PAGE.margin, bottom: PAGE.margin + PAGE.footer },
    bufferPages: true,
    lang: 'en-AU',
    info: { Title: `${titleOf(invoice)} ${invoice.number}`, CreationDate: at, ModDate: at },
  });
  const bytes = new Promise<Buffer>((resolve, reject) => {
    const chunks: Buffer[] = [];
    document.on('data', (chunk: Buffer) => chunks.push(chunk));
    document.on('end', () => resolve(Buffer.concat(chunks)));
    document.on('error', reject);
  });
  head(document, invoice);
  table(document, invoice, currency);
  if (invoice.status === 'open') howToPay(document, payment);
  footers(document, invoice);
  document.end();
  return bytes;
}

/** The title of an invoice: a tax invoice if its seller has an ABN and there is tax in it. */
function titleOf({ terms }: Invoice): string {
  return terms !== null && terms.seller?.abn != null && terms.gstPercent > 0 ? 'Tax invoice' : 'Invoice';
}

/** An ABN as it is usually written: `51 824 753 556`. */
function abnInWords(abn: string): string {
  return abn.replace(/^(\d{2})(\d{3})(\d{3})(\d{3})$/, '$1 $2 $3 $4');
}

function head(document: PDFKit.PDFDocument, invoice: Invoice): void {
  const { terms, number, issuedAt, dueAt, periodStart, periodEnd, status, closedAt } = invoice;
  const seller = terms?.seller ?? null;
  document.font('Helvetica-Bold').fontSize(22).text(titleOf(invoice)).moveDown(0.5).fontSize(10);
  if (seller !== null) {
    document.font('Helvetica-Bold').text(printable(seller.name)).font('Helvetica');
    if (seller.abn !== null) document.text(`ABN ${abnInWords(seller.abn)}`);
    for (const line of seller.address) document.text(printable(line));
  }
  document.moveDown();
  const { buyer = null } = terms ?? {};
  const toAbn = buyer?.abn == null ? [] : [`ABN ${abnInWords(buyer.abn)}`];
  const to = [buyer?.name ?? invoice.account, ...toAbn, ...(buyer?.address ?? [])].map(printable).join('\n');
  const paid = status === 'paid' && closedAt !== null ? `paid on ${dayOf(closedAt)}` : status;
  const facts: readonly (readonly [string, string])[] = [
    ['To', to],
    ['Invoice number', number],
    ['Date of issue', dayOf(issuedAt)],
    ['Period', `${dayOf(periodStart)} to ${dayOf(periodEnd)}`],
    ['Due', dayOf(dueAt)],
    ['Status', paid],
  ];
  for (const [name, value] of facts) {
    const { y } = document;
    document.font('Helvetica').fillColor('#555555').text(name, PAGE.margin, y, { width: 110 });
    document.fillColor('#000000').text(value, PAGE.margin + 120, y, { width: WIDTH - 120 });
  }
  document.moveDown(1.5);
}

function table(document: PDFKit.PDFDocument, { lines, totalCents, terms }: Invoice, currency: string): void {
  row(document, 'What', `Amount, ${currency}`, true);
  rule(document);
  for (const line of lines) row(document, printable(line.description), amount(line.amountCents), false);
  rule(document);
  if (terms !== null && terms.gstPercent > 0) {
    row(document, 'Total without GST', amount(totalCents - terms.gstCents), false);
    row(document, `GST, ${terms.gstPercent} %`, amount(terms.gstCents), false);
    row(document, 'Total price including GST', amount(totalCents), true);
  } else row(document, 'Total', amount(totalCents), true);
}

function howToPay(document: PDFKit.PDFDocument, { contact, invoices }: HowToPay): void {
  const lines = contact === null ? invoices : [...invoices, `Questions: ${contact}`];
  if (lines.length === 0) return;
  document.moveDown().font('Helvetica-Bold').text('How to pay', PAGE.margin).font('Helvetica');
  for (const line of lines) document.text(printable(line), { width: WIDTH });
}

function row(document: PDFKit.PDFDocument, what: string, value: string, bold: boolean): void {
  document.font(bold ? 'Helvetica-Bold' : 'Helvetica').fontSize(10);
  const height = document.heightOfString(what, { width: WIDTH - AMOUNT - 10 });
  if (document.y + height > PAGE.height - PAGE.margin - PAGE.footer) document.addPage();
  const { y } = document;
  document.text(value, PAGE.width - PAGE.margin - AMOUNT, y, { width: AMOUNT, align: 'right' });
  document.text(what, PAGE.margin, y, { width: WIDTH - AMOUNT - 10 }).moveDown(0.4);
}

function rule(document: PDFKit.PDFDocument): void {
  const { y } = document;
  document
    .moveTo(PAGE.margin, y)
    .lineTo(PAGE.width - PAGE.margin, y)
    .lineWidth(0.5)
    .stroke('#999999');
  document.y = y + 6;
}

/**
 * The invoice number and page number at the foot of every page, written last, when the number of
 * pages is known.
 */
function footers(document: PDFKit.PDFDocument, { number }: Invoice): void {
  const { start, count } = document.bufferedPageRange();
  for (let page = start; page < start + count; page++) {
    document.switchToPage(page);
    document.page.margins.bottom = 0;
    const text = `${number}, page ${page + 1} of ${count}`;
    document.font('Helvetica').fontSize(8).fillColor('#555555');
    document.text(text, PAGE.margin, PAGE.height - PAGE.margin, { width: WIDTH, align: 'center', lineBreak: false });
  }
}

function amount(cents: number): string {
  const dollars = Math.trunc(cents / 100).toString();
  return `${dollars.replace(/\B(?=(\d{3})+$)/g, ',')}.${String(cents % 100).padStart(2, '0')}`;
}

function dayOf(at: Instant): string {
  return new Intl.DateTimeFormat('en-AU', { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(at));
}

/** A text limited to the letters that the standard fonts have. */
function printable(text: string): string {
  const bare = (letter: string) => letter.normalize('NFD').replace(/\p{M}/gu, '');
  return [...text]
    .map((letter) => (WINDOWS_1252.test(letter) ? letter : bare(letter)))
    .map((letter) => (WINDOWS_1252.test(letter) ? letter : '?'))
    .join('');
}

const WINDOWS_1252 = /^[\x20-\x7e\xa0-\xff€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]+$/;
