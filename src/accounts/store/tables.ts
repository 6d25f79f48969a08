import type { Generated } from 'kysely';
import type { Account } from '../account.ts';
import type { CreditMovement } from '../credit-movement.ts';
import type { InvoiceLineKind, InvoiceStatus } from '../invoice.ts';
import type { Instant } from '../period.ts';

/** What an account has beyond the ledger's row of it. */
export interface AccountPlanTable {
  account_id: string;
  version: number;
  payment_method: Account['paymentMethod'];
  /** Terms of the scheduled change's plan, JSON; null when nothing is scheduled. */
  scheduled_plan: string | null;
  scheduled_at: Instant | null;
  scheduled_confirmed_at: Instant | null;
}

/**
 * The books of a window: what it was settled and billed with. The ledger's own row says what may be used in the window;
 * this one says what is owed for it.
 */
export interface WindowBookTable {
  account_id: string;
  window_number: number;
  carried: number;
  used: number;
  billed: number;
  /** 1 once the window is closed. */
  closed: number;
  settled_at: Instant | null;
}

/** The credit book: append-only. */
export interface CreditMovementTable {
  id: Generated<number>;
  account_id: string;
  window_number: number;
  kind: CreditMovement['kind'];
  credits: number;
  at: Instant;
}

/** One row: the number of the last invoice. Invoices are numbered without gaps. */
export interface InvoiceSequenceTable {
  id: number;
  last: number;
}

/** Invoices. */
export interface InvoiceTable {
  sequence: number;
  number: string;
  account_id: string;
  status: InvoiceStatus;
  total_cents: number;
  period_start: Instant;
  period_end: Instant;
  issued_at: Instant;
  due_at: Instant;
  closed_at: Instant | null;
  overdue_since: Instant | null;
  /** When the payment provider was last asked for the money. */
  asked_at: Instant | null;
}

/** Lines of invoices, in their order. */
export interface InvoiceLineTable {
  invoice: string;
  position: number;
  kind: InvoiceLineKind;
  plan: string;
  description: string;
  window_number: number;
  credits: number;
  unit_cents: number | null;
  unit_credits: number | null;
  amount_cents: number;
}

/** Previews of plan changes that can still be confirmed. */
export interface PlanPreviewTable {
  token_hash: string;
  account_id: string;
  version: number;
  /** JSON. */
  preview: string;
  expires_at: Instant;
}

/** Answers to requests with an `Idempotency-Key`. */
export interface AnsweredRequestTable {
  account_id: string;
  key: string;
  fingerprint: string;
  status: number;
  body: string;
  at: Instant;
}

/** The tables that accounts add to the ledger. */
export type AccountsTables = {
  account_plans: AccountPlanTable;
  window_books: WindowBookTable;
  credit_movements: CreditMovementTable;
  invoice_sequence: InvoiceSequenceTable;
  invoices: InvoiceTable;
  invoice_lines: InvoiceLineTable;
  plan_previews: PlanPreviewTable;
  answered_requests: AnsweredRequestTable;
};
