import { type CatalogueReader, type Fields, shortJson } from './catalogue-fields.ts';

/** How customers set up a payment method, and pay what is invoiced. */
export interface PaymentTerms {
  /**
   * `stripe`: on a page of Stripe's. `page`: on the operator's own, by a signed one-time link.
   * `ask`: they write to the operator. Null: the catalogue does not say.
   */
  readonly setUp: 'stripe' | 'page' | 'ask' | null;
  /** The operator's own page; null unless `setUp` is `page`. */
  readonly page: string | null;
  /** Where the operator is asked: a mail address, or a page; null if the catalogue has none. */
  readonly contact: string | null;
  /** How an invoice is paid, in lines: a bank account, say. */
  readonly invoices: readonly string[];
}

const NOT_SAID: PaymentTerms = { setUp: null, page: null, contact: null, invoices: [] };
const WAYS = ['stripe', 'page', 'ask'] as const;
const MAIL = /^[^\s@<>"]{1,64}@[^\s@<>"]{1,190}$/;
const MOST_LINES = 10;

/** Reads how customers pay from the top of a catalogue, which need not say it. */
export function readPaymentTerms(reader: CatalogueReader, top: Fields): PaymentTerms {
  if (!top.has('payment')) return NOT_SAID;
  const fields = top.nested('payment', ['setUp', 'page', 'contact', 'invoices']);
  const named = fields.has('setUp') && !fields.isNull('setUp') ? fields.oneOf('setUp', WAYS) : null;
  const setUp = WAYS.find((way) => way === named) ?? null;
  const page = fields.has('page') ? fields.value('page') : null;
  const contact = fields.has('contact') ? fields.value('contact') : null;
  const invoices = fields.has('invoices') ? fields.value('invoices') : [];
  const lines: readonly unknown[] = Array.isArray(invoices) ? invoices : [];
  const isLine = (text: unknown): text is string => typeof text === 'string' && /^[^\p{Cc}]{1,200}$/u.test(text);
  const wrong = (field: string, value: unknown, expected: string) =>
    reader.problem('', `payment.${field}`, `got ${shortJson(value)}, expected ${expected}`);
  if (page !== null && !isSafePage(page)) wrong('page', page, 'an https address (http on this machine alone)');
  if (setUp === 'page' && page === null) wrong('page', page, 'the address of the page, as setUp is "page"');
  if (setUp !== 'page' && page !== null) wrong('page', page, 'none, as setUp is not "page"');
  if (contact !== null && !isContact(contact)) wrong('contact', contact, 'a mail address or an https address');
  if (setUp === 'ask' && contact === null) wrong('contact', contact, 'whom to ask, as setUp is "ask"');
  if (!Array.isArray(invoices) || lines.length > MOST_LINES || !lines.every(isLine))
    wrong('invoices', invoices, `at most ${MOST_LINES} lines of 1 to 200 characters`);
  return {
    setUp,
    page: isSafePage(page) ? page : null,
    contact: isContact(contact) ? contact : null,
    invoices: lines.filter(isLine),
  };
}

function isContact(value: unknown): value is string {
  return typeof value === 'string' && (MAIL.test(value) || isSafePage(value));
}

/** Whether a link with a token may lead to an address: nobody on the way can read it. */
function isSafePage(value: unknown): value is string {
  if (typeof value !== 'string' || value.length > 500 || !URL.canParse(value)) return false;
  const { protocol, hostname, username, password } = new URL(value);
  if (username !== '' || password !== '') return false;
  return protocol === 'https:' || (protocol === 'http:' && ['127.0.0.1', 'localhost', '[::1]'].includes(hostname));
}
