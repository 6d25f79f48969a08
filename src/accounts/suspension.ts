import { openWindow } from './account.ts';
import { type Draft, putWindow, splitWindow } from './draft.ts';
import type { Refusal } from './effect.ts';
import type { Instant } from './period.ts';
import { usagePrice } from './plan.ts';

/**
 * Suspends an active account: its keys stop, and with them its usage and its period. Nothing renews and no scheduled change comes until it is
 * resumed. What was used beyond the included credits is billed now: the window closes, and what is left goes on in the next one.
 */
export function suspend(draft: Draft, now: Instant): Refusal | null {
  const { suspendedAt } = draft.account;
  if (suspendedAt !== null) {
    const since = new Date(suspendedAt).toISOString();
    return { reason: 'organization-suspended', message: `The organization is suspended already, since ${since}.` };
  }
  const window = openWindow(draft.account);
  if (usagePrice(window.plan) !== null) splitWindow(draft, Math.max(now, window.period.start));
  draft.account = { ...draft.account, suspendedAt: now };
  draft.effects.push({ kind: 'suspended', at: now });
  return null;
}

/**
 * Resumes a suspended account: its keys work again, and its period goes on where it stopped, so it ends as much later as the account was suspended in
 * it. A scheduled change comes at that end.
 */
export function resume(draft: Draft, now: Instant): Refusal | null {
  const { suspendedAt, scheduled } = draft.account;
  if (suspendedAt === null) return { reason: 'not-suspended', message: 'The organization is not suspended.' };
  const window = openWindow(draft.account);
  const { period } = window;
  const stood = Math.max(0, now - Math.max(suspendedAt, period.start));
  const end = period.end + stood;
  // Later periods are counted from the new end: the next is the first since then.
  if (stood > 0) putWindow(draft, { ...window, period: { anchor: end, index: -1, start: period.start, end } });
  draft.account = { ...draft.account, suspendedAt: null, scheduled: scheduled && { ...scheduled, at: end } };
  draft.effects.push({ kind: 'resumed', at: now, periodEnd: end });
  return null;
}
