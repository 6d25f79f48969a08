import type { Accounts } from '../../accounts.ts';
import type {
  ApiKeyRecord,
  KeyUse,
  ListedOrganization,
  NumberedAuditEntry,
  Organization,
} from '../../accounts-store.ts';
import { keyState } from '../../keys.ts';
import type { Instant } from '../../plans/period.ts';
import { type Plan, quotaMode } from '../../plans/plan.ts';
import {
  type Account,
  type AccountState,
  availableCredits,
  type CreditWindow,
  openWindow,
  stateOf,
} from '../../transitions/account.ts';
import type { Refusal } from '../../transitions/effect.ts';
import type { Invoice } from '../../transitions/invoice.ts';
import type { ChangePreview, KnownUsage } from '../../transitions/preview.ts';
import type { HeldBackBy } from '../../transitions/status.ts';

/** A moment as the console writes it: ISO 8601, UTC. */
export function iso(at: Instant): string {
  return new Date(at).toISOString();
}

/** A moment as ISO 8601, or null. */
export function isoOrNull(at: Instant | null): string | null {
  return at === null ? null : iso(at);
}

/** An organization in a list. */
export function organizationSummary(listed: ListedOrganization) {
  const { id, name, createdAt, suspendedAt } = listed;
  return { id, name, status: stateOf(listed), suspendedAt: isoOrNull(suspendedAt), createdAt: iso(createdAt) };
}

/**
 * An organization, and what holds its closure back while it is closing. One that was suspended
 * before it began to close has both `suspendedAt` and the status `closing`.
 */
export function organizationView(organization: Organization, account: Account, heldBackBy: readonly HeldBackBy[]) {
  return {
    id: organization.id,
    name: organization.name,
    status: stateOf(account),
    suspendedAt: isoOrNull(account.suspendedAt),
    createdAt: iso(organization.createdAt),
    plan: openWindow(account).plan.id,
    closureHeldBackBy: heldBackBy.map((held) =>
      held.reason === 'active-paid-plan' ? { ...held, until: isoOrNull(held.until) } : held,
    ),
  };
}

/** The terms of a plan. */
export function planView(plan: Plan) {
  const { id, name, shape, period, products, burst } = plan;
  return {
    id,
    name,
    shape,
    quotaMode: quotaMode(plan),
    priceCents: plan.shape === 'included' ? plan.priceCents : 0,
    includedCredits: plan.shape === 'payg' ? 0 : plan.credits,
    unitPrice: plan.shape === 'payg' ? plan.unitPrice : plan.shape === 'included' ? plan.overage : null,
    period,
    products,
    burst,
  };
}

/**
 * The plan state of an organization: what is active, what is left and what is pending. `window` is
 * its open window with the credits carried into it from earlier ones, as far as their usage is
 * known.
 */
export function planStateView(account: Account, window: CreditWindow, usage: KnownUsage, overdue: boolean) {
  const used = usage.get(window.number) ?? 0;
  const available = availableCredits(window);
  const settling = account.windows.filter(({ closedAt, settledAt }) => closedAt !== null && settledAt === null);
  return {
    plan: planView(window.plan),
    period: { start: iso(window.period.start), end: iso(window.period.end) },
    credits: {
      granted: window.granted,
      carried: window.carried,
      used,
      remaining: Math.max(0, available - used),
      billable: quotaMode(window.plan) === 'hard-cap' ? 0 : Math.max(0, used - available),
    },
    /**
     * Earlier windows whose last usage may still be on its way: until then, what they carry over
     * and bill is not final.
     */
    settlingWindows: settling.map(({ number }) => number),
    scheduledChange: account.scheduled && {
      plan: account.scheduled.plan.id,
      at: iso(account.scheduled.at),
      confirmedAt: iso(account.scheduled.confirmedAt),
    },
    pendingChange: account.pending && {
      plan: account.pending.plan.id,
      cents: account.pending.plan.priceCents,
      confirmedAt: iso(account.pending.confirmedAt),
    },
    paymentMethod: account.paymentMethod,
    paymentOverdue: overdue,
  };
}

/** What a change would do. */
export function previewView(preview: ChangePreview) {
  const { plan, effective, at, replaces, planCents, payment, usageCents, usageCredits, period } = preview;
  return {
    kind: preview.kind,
    plan,
    effective,
    at: iso(at),
    replaces,
    planCents,
    payment,
    usageCents,
    usageCredits,
    totalCents: planCents + usageCents,
    grantedCredits: preview.grantedCredits,
    carriedCredits: preview.carriedCredits,
    expiredCredits: preview.expiredCredits,
    expiringCredits: preview.expiringCredits,
    period: period && { start: iso(period.start), end: iso(period.end) },
  };
}

/** A plan with what changing to it would do, or why it would be refused. */
export function outlookView({ plan, change }: { plan: Plan; change: ChangePreview | Refusal }) {
  return 'reason' in change
    ? { ...planView(plan), change: null, refusal: { reason: change.reason, message: change.message } }
    : { ...planView(plan), change: previewView(change), refusal: null };
}

/** An invoice; an open one with how to pay it. */
export function invoiceView(invoice: Invoice, { catalogue, payments }: Pick<Accounts, 'catalogue' | 'payments'>) {
  const { currency, payment } = catalogue;
  const isOpen = invoice.status === 'open';
  return {
    number: invoice.number,
    status: invoice.status,
    overdue: invoice.overdueSince !== null,
    currency,
    totalCents: invoice.totalCents,
    lines: invoice.lines,
    period: { start: iso(invoice.periodStart), end: iso(invoice.periodEnd) },
    issuedAt: iso(invoice.issuedAt),
    dueAt: iso(invoice.dueAt),
    closedAt: isoOrNull(invoice.closedAt),
    overdueSince: isoOrNull(invoice.overdueSince),
    reminders: invoice.reminders,
    terms: invoice.terms,
    howToPay: isOpen ? { page: payments.payPage !== null, contact: payment.contact, lines: payment.invoices } : null,
  };
}

const NEVER_USED: KeyUse = { day: 0, month: 0, lastUsedAt: null };

/** A key, without the key itself. */
export function keyView(key: ApiKeyRecord, organization: AccountState, now: Instant, use: KeyUse = NEVER_USED) {
  return {
    id: key.id,
    name: key.name,
    prefix: key.prefix,
    state: keyState(key, organization, now),
    createdAt: iso(key.createdAt),
    expiresAt: isoOrNull(key.expiresAt),
    rotatedAt: isoOrNull(key.rotatedAt),
    revokedAt: isoOrNull(key.revokedAt),
    replaces: key.replaces,
    kind: key.terms === null ? 'secret' : 'publishable',
    terms: key.terms && {
      origins: key.terms.origins,
      operations: key.terms.operations,
      clientPerSecond: key.terms.client.perSecond,
      clientBurst: key.terms.client.size,
    },
    dailyCap: key.caps.day,
    monthlyCap: key.caps.month,
    usedToday: use.day,
    usedThisMonth: use.month,
    lastUsedAt: isoOrNull(use.lastUsedAt),
  };
}

/** An entry of the audit log. */
export function auditView({ sequence, at, actor, action, details, position, hash }: NumberedAuditEntry) {
  const { kind, subject, from = null } = actor;
  return { sequence, at: iso(at), actor: { kind, subject, from }, action, details, position, hash };
}
