import type { Instant } from '../plans/period.ts';
import type { Payer } from '../transitions/account.ts';

/**
 * The price of a change that a payment provider is asked for, once. It is kept when it has ended, so
 * that a repeated request or event finds what came of it.
 */
export interface Payment {
  /** Made from the token that confirmed the change: the provider's idempotency key. */
  readonly id: string;
  readonly organization: string;
  readonly state: 'pending' | 'succeeded' | 'declined';
  /** Id of the plan. */
  readonly plan: string;
  readonly cents: number;
  /** ISO 4217, in capitals. */
  readonly currency: string;
  readonly payer: Payer;
  readonly begunAt: Instant;
  /** When the provider was last asked about it. */
  readonly askedAt: Instant;
  /** Null while it is pending. */
  readonly endedAt: Instant | null;
  /** The invoice that it paid; null unless it succeeded. */
  readonly invoice: string | null;
  /** Why it was declined, in the provider's code, or `mismatch` for a pending one that waits for an operator. */
  readonly code: string | null;
}

/** Payments and payers, within a transaction on the ledger. */
export interface PaymentAccess {
  addPayment(payment: Payment): Promise<void>;
  payment(id: string): Promise<Payment | null>;
  /** Writes how a payment ended. */
  savePayment(payment: Payment): Promise<void>;
  /**
   * Pending payments, but those that wait for an operator, that the provider has not been asked about since `askedBefore`, or, if they
   * were begun before `oldBefore`, since `oldAskedBefore`; oldest first, a few at most.
   */
  paymentsToResume(askedBefore: Instant, oldBefore: Instant, oldAskedBefore: Instant): Promise<Payment[]>;
  /** Notes that the provider is asked now. False if somebody else did since `payment` was read. */
  claimPayment(payment: Payment, at: Instant): Promise<boolean>;
  /** Whom the provider charges for an organization; null where it has set up nobody. */
  payer(organization: string): Promise<Payer | null>;
  savePayer(organization: string, payer: Payer | null): Promise<void>;
  /** The organization that pays by a method of the provider, or null. */
  organizationOfPayer(method: string): Promise<string | null>;
}
