import { fieldsOf, is, list, nullOr, optional, type ReadBy, shortJson, textThat, whole } from '../checks.ts';
import * as k from '../kinds.ts';

const MAX_DAYS = 365;
const days = whole(0, MAX_DAYS, 'days');

/** Lines of an address; the first that is wrong is named. */
const LINES = list('a list of lines', (given, path, problems) => {
  const wrong = given.find((text) => typeof text !== 'string' || !/^[^\p{Cc}]{1,100}$/u.test(text));
  if (wrong !== undefined)
    problems.push({ path, kind: 'fault', words: `has ${shortJson(wrong)}, expected lines of 1 to 100 characters` });
  return given as readonly string[];
});

const abn = is(
  'an ABN of 11 digits that add up',
  (given): given is unknown => isAbn(withoutSpaces(given)),
  withoutSpaces,
);

/** The seller, as named on invoices; without an ABN there is no tax either. */
export const SELLER = k.resource('Seller', 'Who sells.', {
  name: k.given(
    k.text('Name.', 'Addresses Pty Ltd'),
    textThat(/^\S([^\p{Cc}]{0,98}\S)?$/u, 'a name of 1 to 100 characters'),
  ),
  abn: optional(k.given(k.textOrNull('Australian Business Number, 11 digits.', '51824753556'), nullOr(abn)), null),
  address: optional(
    k.given(k.listOf(k.text('A line.', ''), 'Lines of the address.', ['1 Example Street', 'Sydney NSW 2000']), LINES),
    [],
  ),
});

/** Days, each more than the one before. */
const REMINDER_DAYS = is(`days from 0 to ${MAX_DAYS} that grow`, (given): given is readonly number[] => {
  if (!Array.isArray(given) || given.length > 10) return false;
  return given.every((day, i) => Number.isInteger(day) && day >= 0 && day <= MAX_DAYS && !(day <= given[i - 1]));
});

const OVERDUE_FIELDS = {
  /** Until it is marked overdue. */
  graceDays: optional(days, 0),
  /** From then, until each reminder. */
  reminderDays: optional(REMINDER_DAYS, []),
  /** From then, until the organization is suspended; null for never. */
  suspendDays: optional(nullOr(days), null),
};

/** What happens to an invoice that is not paid, in days after it is due. */
export type OverduePolicy = ReadBy<typeof OVERDUE_FIELDS>;

/** The fields of a catalogue that say how a service bills, besides its prices. */
export const BILLING_FIELDS = {
  /** Null: invoices name no seller and are not tax invoices. */
  seller: optional(nullOr(fieldsOf(SELLER.properties)), null),
  gstPercent: optional(
    k.given(k.count('Goods and services tax, in percent of the price without it.', 10), whole(0, 100, 'percent')),
    0,
  ),
  /**
   * Usage that costs less than this is not invoiced by itself but on the next invoice, while the
   * plan goes on.
   */
  minimumInvoiceCents: optional(whole(0, 1_000_000, 'cents'), 0),
  overdue: optional(fieldsOf(OVERDUE_FIELDS), { graceDays: 0, reminderDays: [], suspendDays: null }),
};

/** How a service bills. */
export type BillingTerms = ReadBy<typeof BILLING_FIELDS>;

/** The seller. */
export type Seller = NonNullable<BillingTerms['seller']>;

function withoutSpaces(given: unknown): string {
  return String(given).replaceAll(' ', '');
}

const ABN_WEIGHTS = [10, 1, 3, 5, 7, 9, 11, 13, 15, 17, 19];

/**
 * Whether 11 digits are an Australian Business Number: the weighted sum, with 1 taken off the first
 * digit, is divisible by 89 (abr.business.gov.au).
 */
export function isAbn(text: string): boolean {
  if (!/^[1-9][0-9]{10}$/.test(text)) return false;
  const sum = ABN_WEIGHTS.reduce((total, weight, i) => total + weight * (Number(text[i]) - (i === 0 ? 1 : 0)), 0);
  return sum % 89 === 0;
}
