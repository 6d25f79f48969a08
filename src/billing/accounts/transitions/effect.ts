import type { Instant, Period } from '../plans/period.ts';
import type { Account, UnusedCredits } from './account.ts';
import type { InvoiceDraft } from './invoice.ts';

/**
 * What happens besides the new state: what a store records, the audit log says and a preview shows.
 * Credits are whole numbers; windows are named by number, plans by id.
 */
export type Effect =
  | { readonly kind: 'plan-changed'; readonly from: string; readonly to: string; readonly at: Instant }
  | { readonly kind: 'window-closed'; readonly window: number; readonly at: Instant; readonly unused: UnusedCredits }
  | { readonly kind: 'window-opened'; readonly window: number; readonly plan: string; readonly period: Period }
  | { readonly kind: 'credits-granted'; readonly window: number; readonly credits: number }
  /** Negative when usage that arrived late took credits that had been carried already. */
  | { readonly kind: 'credits-carried'; readonly from: number; readonly to: number; readonly credits: number }
  /** Negative when usage that arrived late took credits that had expired already. */
  | { readonly kind: 'credits-expired'; readonly window: number; readonly credits: number }
  | { readonly kind: 'window-settled'; readonly window: number; readonly used: number; readonly billed: number }
  /** `paid` when its payment came first. */
  | { readonly kind: 'invoice-issued'; readonly invoice: InvoiceDraft; readonly paid?: true }
  /** A charge below the minimum, which will be on the next invoice. */
  | { readonly kind: 'charge-waits'; readonly window: number; readonly cents: number }
  /** The price of a change is to be paid, and it waits for that. */
  | { readonly kind: 'payment-begun'; readonly payment: string; readonly plan: string; readonly cents: number }
  | { readonly kind: 'payment-completed'; readonly payment: string }
  | { readonly kind: 'payment-failed'; readonly payment: string }
  | { readonly kind: 'change-scheduled'; readonly plan: string; readonly at: Instant }
  | { readonly kind: 'change-replaced'; readonly plan: string }
  | { readonly kind: 'change-removed'; readonly plan: string }
  /** `unpaid` is the invoice that caused it, if one did. */
  | { readonly kind: 'suspended'; readonly at: Instant; readonly unpaid?: string }
  | { readonly kind: 'resumed'; readonly at: Instant; readonly periodEnd: Instant }
  | { readonly kind: 'keys-disabled' }
  | { readonly kind: 'closed' };

/** Why a trigger was not accepted; stable, for programs. */
export type RefusalReason =
  | 'unknown-plan'
  | 'plan-not-offered'
  | 'same-plan'
  | 'equivalent-plan'
  | 'price-and-credits-disagree'
  | 'already-scheduled'
  | 'payment-method-needed'
  | 'payment-declined'
  | 'change-pending'
  | 'no-payment-needed'
  | 'no-payment-pending'
  | 'nothing-to-cancel'
  | 'nothing-scheduled'
  | 'no-period-ended'
  | 'unknown-window'
  | 'window-open'
  | 'earlier-window-unsettled'
  | 'usage-shrank'
  | 'organization-suspended'
  | 'not-suspended'
  | 'organization-closing'
  | 'organization-closed';

/** A refusal: nothing changes. `message` is a sentence for users. */
export interface Refusal {
  readonly reason: RefusalReason;
  readonly message: string;
}

/** The outcome of a trigger. */
export type Transition =
  | { readonly accepted: true; readonly account: Account; readonly effects: readonly Effect[] }
  | { readonly accepted: false; readonly refusal: Refusal };

/** A refused transition. */
export function refuse(reason: RefusalReason, message: string): Transition {
  return { accepted: false, refusal: { reason, message } };
}

/** An accepted transition. */
export function accept(account: Account, effects: readonly Effect[]): Transition {
  return { accepted: true, account, effects };
}

/**
 * An entry in the append-only record of credits. Credits enter a window as `granted` and
 * `carried-in`, and leave it by usage (recorded elsewhere), as `carried-out` and `expired`.
 * Corrections after late usage are entries of their own and may be negative.
 */
export interface CreditMovement {
  readonly window: number;
  readonly kind: 'granted' | 'carried-in' | 'carried-out' | 'expired';
  readonly credits: number;
  readonly at: Instant;
}

/** The credit movements that effects cause. */
export function creditMovements(effects: readonly Effect[], at: Instant): CreditMovement[] {
  return effects.flatMap((effect): CreditMovement[] => {
    switch (effect.kind) {
      case 'credits-granted':
        return [{ window: effect.window, kind: 'granted', credits: effect.credits, at }];
      case 'credits-carried':
        return [
          { window: effect.from, kind: 'carried-out', credits: effect.credits, at },
          { window: effect.to, kind: 'carried-in', credits: effect.credits, at },
        ];
      case 'credits-expired':
        return [{ window: effect.window, kind: 'expired', credits: effect.credits, at }];
      default:
        return [];
    }
  });
}
