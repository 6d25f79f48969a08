import type { PaymentMethod } from '../transitions/account.ts';
import type { Invoice } from '../transitions/invoice.ts';

/**
 * A provider's answer when an organization sets up a payment method; `message` tells the user what
 * comes next.
 */
export interface PaymentSetup {
  readonly status: PaymentMethod;
  readonly message: string;
}

/**
 * Collects money, the only part of billing that a provider does. The state machine knows nothing of
 * it: invoices are committed first and collected afterwards, and the provider's reports mark
 * invoices paid or set the status of the payment method.
 */
export interface PaymentProvider {
  readonly name: string;
  /** Begins to set up a payment method for an organization. */
  setUp(organization: string): Promise<PaymentSetup>;
  /**
   * Collects an open invoice. May be called again for the same invoice (after a crash), so a
   * provider uses the invoice number as its idempotency key. `pending`: the payment will be
   * reported later, or marked by hand.
   */
  collect(invoice: Invoice): Promise<'paid' | 'pending'>;
}

/**
 * No provider: the operator verifies payment methods and marks invoices, with the admin program or
 * the console.
 */
export const manualPayments: PaymentProvider = {
  name: 'manual',
  setUp: async () => ({ status: 'pending', message: 'The operator will verify your payment method.' }),
  collect: async () => 'pending',
};
