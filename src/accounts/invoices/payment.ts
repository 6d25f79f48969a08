import type { PaymentMethod } from '../transitions/account.ts';
import type { Invoice } from '../transitions/invoice.ts';

/**
 * What a provider answers when an organization sets up a way to pay; `message` tells the user what
 * comes next.
 */
export interface PaymentSetup {
  readonly status: PaymentMethod;
  readonly message: string;
}

/**
 * Taking money, the one thing about an invoice that a provider does. The state machine never sees
 * it: invoices are committed first and collected afterwards, and what the provider reports comes
 * back as marking an invoice paid or setting the status of the payment method.
 */
export interface PaymentProvider {
  readonly name: string;
  /** Begins to set up a payment method for an organization. */
  setUp(organization: string): Promise<PaymentSetup>;
  /**
   * Asks for the money of an open invoice. It may be asked again for the same invoice (after a
   * crash), so a provider uses the invoice number as its idempotency key. `pending`: it will be
   * reported later, or by hand.
   */
  collect(invoice: Invoice): Promise<'paid' | 'pending'>;
}

/**
 * No provider: the operator verifies payment methods and marks invoices, by the admin CLI or the
 * console.
 */
export const manualPayments: PaymentProvider = {
  name: 'manual',
  setUp: async () => ({ status: 'pending', message: 'The operator will verify your payment method.' }),
  collect: async () => 'pending',
};
