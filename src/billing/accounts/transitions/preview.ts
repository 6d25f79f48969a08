import type { Catalogue } from '../plans/catalogue.ts';
import type { Instant, Period } from '../plans/period.ts';
import { type Account, availableCredits, openWindow } from './account.ts';
import type { Effect, Refusal } from './effect.ts';
import { type Trigger, transition } from './transition.ts';

/**
 * What a change would do if it were confirmed now. Unused credits and accrued usage are those that
 * the ledger knows; usage before the confirmation changes them.
 */
export interface ChangePreview {
  /** What is confirmed: a change of plan, or its cancellation. */
  readonly kind: 'change-plan' | 'cancel-plan';
  readonly plan: string;
  readonly effective: 'now' | 'period-end';
  readonly at: Instant;
  /** The scheduled change that this one would replace. */
  readonly replaces: string | null;
  /** The price of the first period of the new plan. */
  readonly planCents: number;
  /**
   * How that price is paid now: `charged` to the payment method before the change takes effect, or
   * `invoiced`, due at once. `none` when there is no price to pay now.
   */
  readonly payment: 'none' | 'charged' | 'invoiced';
  /** Accrued usage that would be invoiced at once. */
  readonly usageCents: number;
  readonly usageCredits: number;
  readonly grantedCredits: number;
  readonly carriedCredits: number;
  /** Unused credits that are lost at once. */
  readonly expiredCredits: number;
  /**
   * Unused credits that will be lost at `at`, when the period ends; 0 for a change made at once.
   */
  readonly expiringCredits: number;
  /** The billing period that would begin; null if the current one continues. */
  readonly period: Period | null;
}

/**
 * The known usage of windows that are open or not settled: credits by window number, 0 if absent.
 */
export type KnownUsage = ReadonlyMap<number, number>;

/**
 * What a change to a plan would do now, or why it would not be accepted. Nothing is changed.
 * `charges` says whether a price is charged to the payment method.
 */
export function previewChange(
  account: Account,
  trigger: Extract<Trigger, { kind: 'change-plan' | 'cancel-plan' }>,
  usage: KnownUsage,
  catalogue: Catalogue,
  now: Instant,
  charges = false,
): ChangePreview | Refusal {
  const changed = transition(account, trigger, catalogue, now);
  if (!changed.accepted) return changed.refusal;
  const settled = settledAsKnown(changed.account, usage, catalogue, now);
  return {
    kind: trigger.kind,
    ...summarize(settled.account, [...changed.effects, ...settled.effects], usage, now, charges),
  };
}

/**
 * An account as it will be once its closed windows are settled, if no more usage of theirs arrives:
 * with the credits that they carry into the open window. Nothing is changed.
 */
export function settledAsKnown(
  account: Account,
  usage: KnownUsage,
  catalogue: Catalogue,
  now: Instant,
): { readonly account: Account; readonly effects: readonly Effect[] } {
  const effects: Effect[] = [];
  let next = account;
  for (const { number, closedAt, settledAt } of account.windows) {
    if (closedAt === null || settledAt !== null) continue;
    const trigger = { kind: 'settle-window', window: number, used: usage.get(number) ?? 0 } as const;
    const settled = transition(next, trigger, catalogue, now);
    // Refused only if the ledger knows less than was settled before, while it is being corrected.
    if (!settled.accepted) break;
    next = settled.account;
    effects.push(...settled.effects);
  }
  return { account: next, effects };
}

function summarize(
  next: Account,
  effects: readonly Effect[],
  usage: KnownUsage,
  now: Instant,
  charges: boolean,
): Omit<ChangePreview, 'kind'> {
  const open = openWindow(next);
  const opened = effects.some((effect) => effect.kind === 'window-opened' && effect.window === open.number);
  const scheduled = opened ? null : next.scheduled;
  let replaces: string | null = null;
  let planCents = 0;
  let usageCents = 0;
  let usageCredits = 0;
  let expiredCredits = 0;
  for (const effect of effects) {
    if (effect.kind === 'change-replaced') replaces = effect.plan;
    if (effect.kind === 'credits-expired') expiredCredits += effect.credits;
    if (effect.kind !== 'invoice-issued') continue;
    for (const line of effect.invoice.lines) {
      if (line.kind === 'plan') {
        planCents += line.amountCents;
      } else {
        usageCents += line.amountCents;
        usageCredits += line.credits;
      }
    }
  }
  return {
    plan: scheduled?.plan.id ?? open.plan.id,
    effective: scheduled ? 'period-end' : 'now',
    at: scheduled?.at ?? now,
    replaces,
    planCents,
    payment: planCents === 0 ? 'none' : charges ? 'charged' : 'invoiced',
    usageCents,
    usageCredits,
    grantedCredits: opened ? open.granted : 0,
    carriedCredits: opened ? open.carried : 0,
    expiredCredits,
    expiringCredits: scheduled ? Math.max(0, availableCredits(open) - (usage.get(open.number) ?? 0)) : 0,
    period: opened ? open.period : null,
  };
}
