import type { Payer, PaymentMethod } from '../transitions/account.ts';
import type { Invoice } from '../transitions/invoice.ts';
import type { Payment } from './payment.ts';

/**
 * A provider's answer when an organization sets up a payment method; `message` tells the user what
 * comes next.
 */
export interface PaymentSetup {
  readonly status: PaymentMethod;
  readonly message: string;
  /** Where the user goes on, once; null if there is no such page. */
  readonly url: string | null;
}

/** What came of asking the provider for a payment. */
export type ChargeOutcome =
  | { readonly state: 'succeeded'; readonly cents: number; readonly currency: string }
  /** No money has moved, and none will, for a reason in the provider's code. */
  | { readonly state: 'declined'; readonly code: string }
  /** It is not known yet, for a reason that the log is told. */
  | { readonly state: 'pending'; readonly reason: string }
  /** The provider does not take requests of this service: nothing was begun. */
  | { readonly state: 'unavailable'; readonly reason: string };

/** Charges verified payment methods while their owners are away. No function rejects. */
export interface Charges {
  /** Asks for a payment. Repeated, it is the same payment: its id is the idempotency key. */
  charge(payment: Payment): Promise<ChargeOutcome>;
  /** What the provider knows of a payment that it was perhaps asked for; null if it knows of none. */
  find(payment: Payment): Promise<ChargeOutcome | null>;
  /** Gives a payment up. False if it may still take money, now or later. */
  withdraw(payment: Payment): Promise<boolean>;
}

/**
 * Collects money, the only part of billing that a provider does. The state machine knows nothing of
 * it: it says what waits for which payment, and is told the outcome.
 */
export interface PaymentProvider {
  readonly name: string;
  /** Begins to set up a payment method for an organization. */
  setUp(organization: { readonly id: string; readonly subject: string }): Promise<PaymentSetup>;
  /**
   * Collects an open invoice. May be called again for the same invoice (after a crash), so a
   * provider uses the invoice number as its idempotency key. `pending`: the payment will be
   * reported later, or marked by hand.
   */
  collect(invoice: Invoice): Promise<'paid' | 'pending'>;
  /** Makes a page on which an open invoice can be paid; null if the provider has none. */
  readonly payPage: ((invoice: Invoice, currency: string) => Promise<string>) | null;
  /** Null: prices are invoiced, and nobody is charged. */
  readonly charges: Charges | null;
}

/**
 * Whom the price of a change is charged to before it takes effect: the payer that the provider
 * knows. Null where prices are invoiced, as for a payment method that an operator verified by hand.
 */
export function chargedPayer({ charges }: Pick<PaymentProvider, 'charges'>, payer: Payer | null): Payer | null {
  return charges === null ? null : payer;
}

/**
 * No provider: the operator verifies payment methods and marks invoices, with the admin program or
 * the console.
 */
export const manualPayments: PaymentProvider = {
  name: 'manual',
  setUp: async () => ({ status: 'pending', message: 'The operator will verify your payment method.', url: null }),
  collect: async () => 'pending',
  payPage: null,
  charges: null,
};
