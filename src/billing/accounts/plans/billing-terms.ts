import { type CatalogueReader, type Fields, shortJson } from './catalogue-fields.ts';

/** The seller, as named on invoices. */
export interface Seller {
  readonly name: string;
  /**
   * Australian Business Number, 11 digits; null if there is none, and then there is no tax either.
   */
  readonly abn: string | null;
  /** Lines of the address. */
  readonly address: readonly string[];
}

/** What happens to an invoice that is not paid, in days after it is due. */
export interface OverduePolicy {
  /** Until it is marked overdue. */
  readonly graceDays: number;
  /** From then, until each reminder. */
  readonly reminderDays: readonly number[];
  /** From then, until the organization is suspended; null for never. */
  readonly suspendDays: number | null;
}

/** How a service bills, besides its prices. */
export interface BillingTerms {
  /** Null: invoices name no seller and are not tax invoices. */
  readonly seller: Seller | null;
  /**
   * The goods and services tax included in all prices, in percent of the price without it; 0 for
   * none.
   */
  readonly gstPercent: number;
  /**
   * Usage that costs less than this is not invoiced by itself but on the next invoice, while the
   * plan goes on.
   */
  readonly minimumInvoiceCents: number;
  readonly overdue: OverduePolicy;
}

/** The fields of a catalogue that are read here, all optional. */
export const BILLING_FIELDS = ['seller', 'gstPercent', 'minimumInvoiceCents', 'overdue'] as const;

const MAX_DAYS = 365;

/** Reads how a service bills from the top of a catalogue. */
export function readBillingTerms(reader: CatalogueReader, top: Fields): BillingTerms {
  const seller = top.has('seller') && !top.isNull('seller') ? readSeller(reader, top) : null;
  const gstPercent = top.has('gstPercent') ? top.integer('gstPercent', 0, 100, 'percent') : 0;
  if (gstPercent > 0 && (seller === null || seller.abn === null))
    reader.problem('', 'gstPercent', `got ${gstPercent}, expected 0 where there is no seller with an abn`);
  return {
    seller,
    gstPercent,
    minimumInvoiceCents: top.has('minimumInvoiceCents') ? top.integer('minimumInvoiceCents', 0, 1_000_000, 'cents') : 0,
    overdue: top.has('overdue') ? readOverdue(reader, top) : { graceDays: 0, reminderDays: [], suspendDays: null },
  };
}

function readSeller(reader: CatalogueReader, top: Fields): Seller {
  const fields = top.nested('seller', ['name', 'abn', 'address']);
  const line = (text: unknown): text is string => typeof text === 'string' && /^[^\p{Cc}]{1,100}$/u.test(text);
  const address = fields.has('address') ? fields.list('address', 'a list of lines') : [];
  const wrong = address.find((text) => !line(text));
  if (wrong !== undefined)
    reader.problem('', 'seller.address', `has ${shortJson(wrong)}, expected lines of 1 to 100 characters`);
  const abn = fields.has('abn') && !fields.isNull('abn') ? String(fields.value('abn')).replaceAll(' ', '') : null;
  if (abn !== null && !isAbn(abn))
    reader.problem('', 'seller.abn', `got ${shortJson(fields.value('abn'))}, expected an ABN of 11 digits that add up`);
  return {
    name: fields.pattern('name', /^\S([^\p{Cc}]{0,98}\S)?$/u, 'a name of 1 to 100 characters'),
    abn,
    address: address.filter(line),
  };
}

function readOverdue(reader: CatalogueReader, top: Fields): OverduePolicy {
  const fields = top.nested('overdue', ['graceDays', 'reminderDays', 'suspendDays']);
  const days = fields.has('reminderDays') ? fields.value('reminderDays') : [];
  const isList = Array.isArray(days) && days.length <= 10;
  const ordered = isList && days.every((day, i) => isDays(day) && (i === 0 || day > days[i - 1]));
  if (!ordered)
    reader.problem('', 'overdue.reminderDays', `got ${shortJson(days)}, expected days from 0 to ${MAX_DAYS} that grow`);
  return {
    graceDays: fields.has('graceDays') ? fields.integer('graceDays', 0, MAX_DAYS, 'days') : 0,
    reminderDays: ordered ? (days as number[]) : [],
    suspendDays:
      fields.has('suspendDays') && !fields.isNull('suspendDays')
        ? fields.integer('suspendDays', 0, MAX_DAYS, 'days')
        : null,
  };
}

function isDays(value: unknown): value is number {
  return Number.isInteger(value) && Number(value) >= 0 && Number(value) <= MAX_DAYS;
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
