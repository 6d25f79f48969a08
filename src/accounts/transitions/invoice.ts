import { charge, describeUnitPrice, type UnitPrice } from '../plans/money.ts';
import type { Instant, Period } from '../plans/period.ts';
import type { IncludedPlan, Plan } from '../plans/plan.ts';

/** What a line charges for: a period of an included-credit plan, PAYG usage, or usage beyond the included credits. */
export type InvoiceLineKind = 'plan' | 'payg-usage' | 'overage';

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

/** `open` until it is paid or voided; nothing leaves `paid` or `void` (self-service changes issue no refunds). */
export type InvoiceStatus = 'open' | 'paid' | 'void';

/** An issued invoice. */
export interface Invoice extends InvoiceDraft {
  readonly number: string;
  readonly account: string;
  readonly status: InvoiceStatus;
  /** When the invoice became paid or void; null while open. */
  readonly closedAt: Instant | null;
  /** Since when it is overdue; null while it is not, or no longer. */
  readonly overdueSince: Instant | null;
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
 * The bill for the credits `from` (excluded) to `to` (included) of a window's billable usage. Its amount is the
 * difference of the two totals' charges, so that all the bills of a window add up to the charge of its whole usage.
 */
export function usageInvoice(
  usage: {
    readonly plan: Plan;
    readonly price: UnitPrice;
    readonly window: number;
    readonly from: number;
    readonly to: number;
    readonly periodStart: Instant;
    readonly periodEnd: Instant;
  },
  at: Instant,
  dueAt: Instant,
): InvoiceDraft {
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
  return draft([line], usage.periodStart, usage.periodEnd, at, dueAt);
}

/** A draft becomes an invoice. One of 0 cents (usage below half a cent) has nothing to collect and is paid at once. */
export function issue(invoice: InvoiceDraft, number: string, account: string): Invoice {
  const nothingDue = invoice.totalCents === 0;
  return {
    ...invoice,
    number,
    account,
    status: nothingDue ? 'paid' : 'open',
    closedAt: nothingDue ? invoice.issuedAt : null,
    overdueSince: null,
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

/** Voids an open invoice: nobody has to pay it any more. A paid one is never voided, since that would be a refund. */
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

/** Whether an open invoice's due time has passed and it is not marked yet. */
export function becomesOverdue(invoice: Invoice, now: Instant): boolean {
  return invoice.status === 'open' && invoice.overdueSince === null && now >= invoice.dueAt;
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
