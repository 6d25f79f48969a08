import type { Catalogue } from '../plans/catalogue.ts';
import type { Instant } from '../plans/period.ts';
import { usagePrice } from '../plans/plan.ts';
import { availableCredits, type CreditWindow } from './account.ts';
import { type Draft, dueAt, issueInvoice, putWindow } from './draft.ts';
import type { Refusal } from './effect.ts';
import { usageInvoice } from './invoice.ts';

/** What the ledger knows about a closed window: the credits used in it, all together. */
export interface WindowUsage {
  readonly window: number;
  readonly used: number;
}

/**
 * Settles a closed window: bills what was used beyond the available credits, and passes the unused ones on to the next
 * window or lets them expire. Windows are settled in order, since what one leaves over is available in the next.
 *
 * A window may be settled again when more of its usage arrives (a machine that was cut off comes back): use only grows.
 * Then what was carried or had expired is corrected, through the following windows as far as it was carried on, and
 * only what was not billed before is billed, so that every credit lands on exactly one invoice. Usage beyond a hard cap,
 * which only such a correction can cause, is billed to nobody.
 *
 * Returns the refusal, or null after changing the draft. Cost: the windows after the settled one.
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
  let before = draft.account.windows[position];
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
    before = draft.account.windows[next];
    after = { ...before, carried: before.carried + credits };
    putWindow(draft, after);
    draft.effects.push({ kind: 'credits-carried', from: settled.number, to: after.number, credits });
    if (after.settledAt === null) return;
  }
}

/** Bills what the window used beyond its available credits and is not on an invoice yet. */
function bill(draft: Draft, window: CreditWindow, catalogue: Catalogue, now: Instant): CreditWindow {
  const price = usagePrice(window.plan);
  const billable = Math.max(0, window.used - availableCredits(window));
  if (price === null || price.cents === 0 || billable <= window.billed) return window;
  issueInvoice(
    draft,
    usageInvoice(
      {
        plan: window.plan,
        price,
        window: window.number,
        from: window.billed,
        to: billable,
        periodStart: window.period.start,
        periodEnd: window.closedAt ?? window.period.end,
      },
      now,
      dueAt(catalogue, now),
    ),
  );
  return { ...window, billed: billable };
}

function unusedCredits(window: CreditWindow): number {
  return Math.max(0, availableCredits(window) - window.used);
}
