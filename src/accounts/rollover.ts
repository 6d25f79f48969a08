import { openWindow } from './account.ts';
import { type Catalogue, currentTerms } from './catalogue.ts';
import { type Draft, moveToWindow } from './draft.ts';
import { type Instant, nextPeriod } from './period.ts';

/**
 * Rolls an account over every period that has ended by `now`, one after the other, however late it comes: each gets its
 * own window, grant and (for included-credit plans) invoice. Returns how many ended.
 *
 * At the end of a period a scheduled change becomes the plan, on the terms that were agreed on; without one the plan
 * goes on with the catalogue's terms of today. Unused credits expire, except under PAYG: there, credits that were left
 * over are used before billing begins, so they stay until they are used.
 */
export function rollOver(draft: Draft, catalogue: Catalogue, now: Instant): number {
  let ended = 0;
  for (;;) {
    const { account } = draft;
    const old = openWindow(account);
    const at = old.period.end;
    if (now < at) return ended;
    ended++;
    const plan = account.scheduled?.plan ?? currentTerms(catalogue, old.plan);
    draft.account = { ...account, scheduled: null };
    moveToWindow(
      draft,
      {
        plan,
        period: nextPeriod(old.period, old.plan.period, plan.period),
        at,
        unused: old.plan.shape === 'payg' && plan.shape === 'payg' ? 'carried' : 'expired',
        issuedAt: now,
      },
      catalogue,
    );
  }
}
