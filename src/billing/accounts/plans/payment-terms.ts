import { among, fieldsOf, nullOr, optional, type ReadBy, texts, textThat } from '../checks.ts';
import * as k from '../kinds.ts';

const WAYS = ['stripe', 'page', 'ask'] as const;
const MAIL = /^[^\s@<>"]{1,64}@[^\s@<>"]{1,190}$/;
const MOST_LINES = 10;

/** How customers set up a payment method. */
export const SET_UP = k.oneOf(
  WAYS,
  "How one is set up: on a page of Stripe's, on the operator's own, or by asking the operator.",
);

const contact = textThat((text) => MAIL.test(text) || isSafePage(text), 'a mail address or an https address');
const page = textThat(isSafePage, 'an https address (http on this machine alone)');
const isLine = (text: string) => /^[^\p{Cc}]{1,200}$/u.test(text);
const lines = texts(0, MOST_LINES, isLine, `at most ${MOST_LINES} lines of 1 to 200 characters`);

/** The fields of a catalogue's `payment`. */
export const PAYMENT_FIELDS = {
  /** Null: the catalogue does not say. */
  setUp: optional(nullOr(among(WAYS)), null),
  /** The operator's own page, to which a signed one-time link leads; null unless `setUp` is `page`. */
  page: optional(nullOr(page), null),
  contact: optional(
    k.given(k.textOrNull('Whom to ask: a mail address or a page.', 'accounts@example.com'), nullOr(contact)),
    null,
  ),
  invoices: optional(
    k.given(
      k.listOf(
        k.text('A line.', 'By transfer to BSB 062-000, account 1234 5678.'),
        'What the operator says of it: a bank account, say.',
      ),
      lines,
    ),
    [],
  ),
};

/** How customers set up a payment method, and pay what is invoiced. */
export type PaymentTerms = ReadBy<typeof PAYMENT_FIELDS>;

/** How a catalogue says it, which it need not. */
export const PAYMENT_TERMS = optional(
  fieldsOf(PAYMENT_FIELDS, {
    look({ setUp, page, contact }, note) {
      if (setUp === 'page' && page === null) note('page', 'the address of the page, as setUp is "page"', page);
      if (setUp !== 'page' && page !== null) note('page', 'none, as setUp is not "page"', page);
      if (setUp === 'ask' && contact === null) note('contact', 'whom to ask, as setUp is "ask"', contact);
    },
  }),
  { setUp: null, page: null, contact: null, invoices: [] },
);

/** Whether a link with a token may lead to an address: nobody on the way can read it. */
function isSafePage(text: string): boolean {
  if (text.length > 500 || !URL.canParse(text)) return false;
  const { protocol, hostname, username, password } = new URL(text);
  if (username !== '' || password !== '') return false;
  return protocol === 'https:' || (protocol === 'http:' && ['127.0.0.1', 'localhost', '[::1]'].includes(hostname));
}
