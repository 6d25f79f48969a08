import type { OverduePolicy, Seller } from '../plans/billing-terms.ts';
import { charge, describeUnitPrice, type UnitPrice } from '../plans/money.ts';
import type { Instant, Period } from '../plans/period.ts';
import type { IncludedPlan, Plan } from '../plans/plan.ts';

/**
 * What a line charges for: a period of an included-credit plan, PAYG usage, or usage beyond the
 * included credits.
 */
type InvoiceLineKind = 'plan' | 'payg-usage' | 'overage';

/** One line of an invoice. */
export interface InvoiceLine {
  readonly kind: InvoiceLineKind;
  readonly plan: string;
  readonly description: string;
  /** The credit window that the line belongs to. */
  readonly window: number;
  /** Credits that the line grants (`plan`) or bills (`payg-usage`, `overage`). */
  readonly credits: number;
  /** Null for `plan` lines. */
  readonly unitPrice: UnitPrice | null;
  readonly amountCents: number;
}

/** An invoice before the store gives it a number. Amounts are whole cents. */
export interface InvoiceDraft {
  readonly lines: readonly InvoiceLine[];
  readonly totalCents: number;
  readonly periodStart: Instant;
  readonly periodEnd: Instant;
  readonly issuedAt: Instant;
  readonly dueAt: Instant;
}

/** A charge for usage, with its period: one below the minimum waits for the next invoice. */
export interface WaitingCharge {
  readonly line: InvoiceLine;
  readonly periodStart: Instant;
  readonly periodEnd: Instant;
}

/** What invoices say about an organization besides its name. */
export interface BillingDetails {
  /** Australian Business Number, 11 digits; null if none is given. */
  readonly abn: string | null;
  /** Lines of the address. */
  readonly address: readonly string[];
}

/** The buyer: the organization. */
export interface Buyer extends BillingDetails {
  readonly name: string;
}

/** The parties of an invoice and its tax, as of when it was issued. */
export interface InvoiceTerms {
  readonly seller: Seller | null;
  readonly buyer: Buyer;
  readonly gstPercent: number;
  /** The tax included in the total. */
  readonly gstCents: number;
}

/**
 * `open` until it is paid or voided; nothing leaves `paid` or `void` (self-service changes issue no
 * refunds).
 */
type InvoiceStatus = 'open' | 'paid' | 'void';

/** An issued invoice. */
export interface Invoice extends InvoiceDraft {
  readonly number: string;
  readonly account: string;
  readonly status: InvoiceStatus;
  /** When the invoice became paid or void; null while open. */
  readonly closedAt: Instant | null;
  /** Since when it is overdue; null while it is not, or no longer. */
  readonly overdueSince: Instant | null;
  /** Reminders that were sent. */
  readonly reminders: number;
  /**
   * When the overdue policy reached suspension for it, which happens once per invoice; null before.
   */
  readonly suspendedAt: Instant | null;
  /** Null for invoices of earlier versions. */
  readonly terms: InvoiceTerms | null;
}

/** The bill for one period of an included-credit plan, due in advance. */
export function planInvoice(plan: IncludedPlan, window: number, period: Period, at: Instant, dueAt: Instant) {
  const line: InvoiceLine = {
    kind: 'plan',
    plan: plan.id,
    description: `${plan.name}, ${plan.credits} credits`,
    window,
    credits: plan.credits,
    unitPrice: null,
    amountCents: plan.priceCents,
  };
  return draft([line], period.start, period.end, at, dueAt);
}

/**
 * The charge for the credits `from` (excluded) to `to` (included) of a window's billable usage. Its
 * amount is the difference between the charges for the two totals, so that all the bills of a
 * window add up to the charge for its whole usage.
 */
export function usageCharge(usage: {
  readonly plan: Plan;
  readonly price: UnitPrice;
  readonly window: number;
  readonly from: number;
  readonly to: number;
  readonly periodStart: Instant;
  readonly periodEnd: Instant;
}): WaitingCharge {
  const { plan, price, window, from, to } = usage;
  const line: InvoiceLine = {
    kind: plan.shape === 'payg' ? 'payg-usage' : 'overage',
    plan: plan.id,
    description: `${plan.name}, ${to - from} credits ${
      plan.shape === 'payg' ? 'used' : 'beyond the included ones'
    } at ${describeUnitPrice(price)}`,
    window,
    credits: to - from,
    unitPrice: price,
    amountCents: charge(to, price) - charge(from, price),
  };
  return { line, periodStart: usage.periodStart, periodEnd: usage.periodEnd };
}

/** What charges come to, in cents. */
export function sumOf(charges: readonly WaitingCharge[]): number {
  return charges.reduce((sum, { line }) => sum + line.amountCents, 0);
}

/** The bill for charges, of which there must be at least one. */
export function chargesInvoice(charges: readonly WaitingCharge[], at: Instant, dueAt: Instant): InvoiceDraft {
  const lines = charges.map(({ line }) => line);
  const start = Math.min(...charges.map(({ periodStart }) => periodStart));
  return draft(lines, start, Math.max(...charges.map(({ periodEnd }) => periodEnd)), at, dueAt);
}

/** A bill with waiting charges appended to its lines. Its period stays the same. */
export function withCharges(invoice: InvoiceDraft, charges: readonly WaitingCharge[]): InvoiceDraft {
  const { periodStart, periodEnd, issuedAt, dueAt, lines } = invoice;
  return draft([...lines, ...charges.map(({ line }) => line)], periodStart, periodEnd, issuedAt, dueAt);
}

/**
 * Turns a draft into an invoice. One that was `paid` before it was issued is marked so at once, as
 * is one of 0 cents (usage below half a cent).
 */
export function issue(
  invoice: InvoiceDraft,
  number: string,
  account: string,
  terms: InvoiceTerms,
  paid = false,
): Invoice {
  const nothingDue = paid || invoice.totalCents === 0;
  return {
    ...invoice,
    number,
    account,
    status: nothingDue ? 'paid' : 'open',
    closedAt: nothingDue ? invoice.issuedAt : null,
    overdueSince: null,
    reminders: 0,
    suspendedAt: null,
    terms,
  };
}

/** The outcome of a trigger on an invoice; `message` is a sentence for users. */
export type InvoiceTransition =
  | { readonly accepted: true; readonly invoice: Invoice }
  | { readonly accepted: false; readonly message: string };

/** Marks an open invoice paid. */
export function markPaid(invoice: Invoice, now: Instant): InvoiceTransition {
  return close(invoice, 'paid', now);
}

/**
 * Voids an open invoice: nobody has to pay it any more. A paid one is never voided, since that
 * would be a refund.
 */
export function markVoid(invoice: Invoice, now: Instant): InvoiceTransition {
  return close(invoice, 'void', now);
}

/** Marks an open invoice overdue, by hand or because its due time has passed. */
export function markOverdue(invoice: Invoice, now: Instant): InvoiceTransition {
  if (invoice.status !== 'open') return refused(invoice, 'open');
  if (invoice.overdueSince !== null) {
    return { accepted: false, message: `Invoice ${invoice.number} is overdue already.` };
  }
  return { accepted: true, invoice: { ...invoice, overdueSince: now } };
}

const DAY = 86_400_000;

/**
 * A step in pursuing an unpaid invoice, each taken once. Reminders count from 1; missed ones are
 * skipped.
 */
export type OverdueStep =
  | { readonly kind: 'overdue' }
  | { readonly kind: 'reminder'; readonly reminder: number }
  | { readonly kind: 'suspend' };

/** The steps due for an open invoice at a moment, in order. */
export function overdueSteps(invoice: Invoice, policy: OverduePolicy, now: Instant): OverdueStep[] {
  const since = invoice.dueAt + policy.graceDays * DAY;
  if (invoice.status !== 'open' || now < since) return [];
  const steps: OverdueStep[] = invoice.overdueSince === null ? [{ kind: 'overdue' }] : [];
  const reminder = policy.reminderDays.filter((days) => now >= since + days * DAY).length;
  if (reminder > invoice.reminders) steps.push({ kind: 'reminder', reminder });
  const { suspendDays } = policy;
  if (suspendDays !== null && invoice.suspendedAt === null && now >= since + suspendDays * DAY)
    steps.push({ kind: 'suspend' });
  return steps;
}

function close(invoice: Invoice, status: 'paid' | 'void', now: Instant): InvoiceTransition {
  if (invoice.status !== 'open') return refused(invoice, 'open');
  return { accepted: true, invoice: { ...invoice, status, closedAt: now, overdueSince: null } };
}

function refused(invoice: Invoice, expected: InvoiceStatus): InvoiceTransition {
  return { accepted: false, message: `Invoice ${invoice.number} is ${invoice.status}, expected it to be ${expected}.` };
}

function draft(
  lines: readonly InvoiceLine[],
  periodStart: Instant,
  periodEnd: Instant,
  issuedAt: Instant,
  dueAt: Instant,
): InvoiceDraft {
  const isCount = (value: number) => Number.isSafeInteger(value) && value >= 0;
  for (const { kind, plan, window, credits, amountCents } of lines)
    if (!isCount(credits) || !isCount(amountCents))
      throw new RangeError(
        `invoice line ${kind} of plan ${plan}, window ${window}: ${credits} credits for ${amountCents} cents, expected whole numbers from 0`,
      );
  const totalCents = lines.reduce((sum, line) => sum + line.amountCents, 0);
  return { lines, totalCents, periodStart, periodEnd, issuedAt, dueAt };
}
