import type { Catalogue } from '../plans/catalogue.ts';
import type { Instant } from '../plans/period.ts';
import { usagePrice } from '../plans/plan.ts';
import { availableCredits, type CreditWindow, stateOf } from './account.ts';
import { type Draft, dueAt, issueInvoice, putWindow } from './draft.ts';
import type { Refusal } from './effect.ts';
import { chargesInvoice, sumOf, usageCharge } from './invoice.ts';

/** The usage of a closed window that the ledger knows: credits in all. */
export interface WindowUsage {
  readonly window: number;
  readonly used: number;
}

/**
 * Settles a closed window: bills usage beyond its credits, and carries the unused ones on or lets
 * them expire. Windows are settled in order, and again if more usage arrives late: then later
 * windows are corrected, and only what was not yet billed is billed. Returns the refusal, or null
 * after changing the draft.
 */
export function settleWindow(draft: Draft, usage: WindowUsage, catalogue: Catalogue, now: Instant): Refusal | null {
  const { windows } = draft.account;
  const position = windows.findIndex((window) => window.number === usage.window);
  const window = windows[position];
  if (!window) return { reason: 'unknown-window', message: `There is no window ${usage.window} to settle.` };
  if (window.closedAt === null) return { reason: 'window-open', message: `Window ${window.number} is still open.` };
  const earlier = windows.slice(0, position).find((before) => before.settledAt === null);
  if (earlier) {
    return {
      reason: 'earlier-window-unsettled',
      message: `Window ${window.number} cannot be settled before window ${earlier.number}.`,
    };
  }
  if (usage.used < window.used) {
    return {
      reason: 'usage-shrank',
      message: `Window ${window.number} was settled with ${window.used} credits used, got ${usage.used}.`,
    };
  }
  if (window.settledAt !== null && usage.used === window.used) return null;
  settleFrom(draft, position, usage.used, catalogue, now);
  return null;
}

function settleFrom(draft: Draft, position: number, used: number, catalogue: Catalogue, now: Instant): void {
  let before = draft.account.windows[position]!;
  let after: CreditWindow = { ...before, used };
  for (let next = position + 1; ; next++) {
    const settled = bill(draft, { ...after, settledAt: after.settledAt ?? now }, catalogue, now);
    putWindow(draft, settled);
    draft.effects.push({
      kind: 'window-settled',
      window: settled.number,
      used: settled.used,
      billed: settled.billed,
    });
    const credits = unusedCredits(settled) - (before.settledAt === null ? 0 : unusedCredits(before));
    if (credits === 0) return;
    if (settled.unused === 'expired') {
      draft.effects.push({ kind: 'credits-expired', window: settled.number, credits });
      return;
    }
    before = draft.account.windows[next]!;
    after = { ...before, carried: before.carried + credits };
    putWindow(draft, after);
    draft.effects.push({ kind: 'credits-carried', from: settled.number, to: after.number, credits });
    if (after.settledAt === null) return;
  }
}

/**
 * Bills the window's usage beyond its available credits that is not on an invoice yet, together
 * with waiting charges. While the plan continues, a sum below the minimum waits; when it ends, all
 * that has accrued is invoiced.
 */
function bill(draft: Draft, window: CreditWindow, catalogue: Catalogue, now: Instant): CreditWindow {
  const price = usagePrice(window.plan);
  const billable = Math.max(0, window.used - availableCredits(window));
  const isCharged = price !== null && price.cents > 0 && billable > window.billed;
  const charges = [...draft.account.waiting];
  if (isCharged) {
    const { plan, number, billed, period, closedAt } = window;
    const usage = { plan, price, window: number, from: billed, to: billable };
    charges.push(usageCharge({ ...usage, periodStart: period.start, periodEnd: closedAt ?? period.end }));
  }
  if (charges.length > 0 && (!mayWait(draft, window) || sumOf(charges) >= catalogue.minimumInvoiceCents)) {
    issueInvoice(draft, chargesInvoice(charges, now, dueAt(catalogue, now)));
    draft.account = { ...draft.account, waiting: [] };
  } else if (isCharged) {
    draft.account = { ...draft.account, waiting: charges };
    draft.effects.push({ kind: 'charge-waits', window: window.number, cents: charges.at(-1)!.line.amountCents });
  }
  return isCharged ? { ...window, billed: billable } : window;
}

/** Whether a window's plan continues, so that a later invoice can have the window's charges. */
function mayWait({ account }: Draft, { number, plan }: CreditWindow): boolean {
  const later = account.windows.filter((window) => window.number > number);
  return stateOf(account) === 'active' && later.every((window) => window.plan.id === plan.id);
}

function unusedCredits(window: CreditWindow): number {
  return Math.max(0, availableCredits(window) - window.used);
}
