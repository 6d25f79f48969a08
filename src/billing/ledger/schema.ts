import type { Generated, Selectable } from 'kysely';
import type { OperationName } from '../../service/admission/costs.ts';

/** The databases that a ledger runs on. */
export type LedgerKind = 'sqlite' | 'postgres';

/** Milliseconds since 1970-01-01T00:00:00Z. */
export type Instant = number;

/**
 * One row: the ledger's revision, which grows with every change that is to be published to the
 * workers.
 */
export interface RevisionTable {
  id: number;
  revision: number;
}

/** Accounts (organizations): the state of each, besides its windows. */
export interface AccountTable {
  id: string;
  name: string;
  /** `active`; `closing` or `closed`: keys are disabled and usage has stopped. */
  status: 'active' | 'closing' | 'closed';
  /**
   * When an operator or the overdue policy suspended it: keys are disabled, and its period stands
   * still unless it is closing.
   */
  suspended_at: Instant | null;
  /** 1 while a payment is overdue. */
  overdue: number;
  /**
   * Grows with every trigger other than settlements and payment methods, so that a preview of an
   * earlier state can be recognized.
   */
  version: number;
  payment_method: 'none' | 'pending' | 'verified';
  /** Terms of the scheduled change's plan, JSON; null when nothing is scheduled. */
  scheduled_plan: string | null;
  scheduled_at: Instant | null;
  scheduled_confirmed_at: Instant | null;
  /** The change that waits for its payment, JSON (`PendingChange`); null for none. */
  pending_change: string | null;
  /** Whom the payment provider charges, by its own ids; null where it has set up nobody. */
  payer_customer: string | null;
  payer_method: string | null;
  /** Charges that wait for the next invoice, JSON; null for none. */
  waiting_charges: string | null;
  /**
   * The most that the customer will spend beyond the credits of a period, in cents; null for no
   * limit.
   */
  spending_cap_cents: number | null;
  /**
   * What invoices say about the organization besides its name, JSON (`BillingDetails`); null for
   * nothing.
   */
  billing_details: string | null;
  created_at: Instant;
  closed_at: Instant | null;
  /** The ledger's revision when this row, or its current window, last changed. */
  revision: number;
}

/**
 * Credit windows: the terms of a plan for a period, what may be used in it and what was billed for
 * it. Every credit used is in exactly one. Numbered from 1 within an account. Leases change
 * `leased` and `wanted_*`; everything else is written by the account's transitions alone.
 */
export interface WindowTable {
  account_id: string;
  number: number;
  /**
   * The plan's terms as JSON (`src/billing/accounts/plans/plan.ts`): a new catalogue never changes what a
   * running window costs.
   */
  plan: string;
  period_anchor: Instant;
  period_index: number;
  period_start: Instant;
  period_end: Instant;
  /**
   * Credits that the plan grants, and those that came over from the window before, final when that
   * one is settled.
   */
  granted: number;
  carried: number;
  /**
   * Credits that may be used beyond those two under the customer's cap on spending; null if there
   * is none, or it limits nothing.
   */
  beyond: number | null;
  /**
   * The last shares of the credits, and of the cap on spending, that the customer was alerted to,
   * in percent; 0 for none.
   */
  credits_alert: Generated<number>;
  spending_alert: Generated<number>;
  /**
   * Under a hard cap, or one on spending: credits that leases of machines hold or have used. No
   * lease is granted credits beyond `granted`, `carried` and `beyond` together; late usage in the
   * previous window can take back carried credits that are already leased.
   */
  leased: number;
  /** When a machine last requested more credits of this window than were available. */
  wanted_at: Instant | null;
  /** The machine that did. */
  wanted_by: string | null;
  closed_at: Instant | null;
  /** What happens to unused credits once it is settled; null while it is open. */
  unused: 'carried' | 'expired' | null;
  /** When it was settled: closed, all its usage known, billed, and what was left passed on. */
  settled_at: Instant | null;
  /** Credits used, as settled; null before. */
  used: number | null;
  /** How many of those are on invoices. */
  billed: number;
  /** When its usage entries had been kept long enough; their sums stay. */
  entries_removed_at: Instant | null;
}

/** Keys. Never the key itself. */
export interface KeyTable {
  id: string;
  account_id: string;
  name: string;
  /** The first characters, to tell keys apart. */
  prefix: string;
  /** SHA-256, 64 hexadecimal digits. */
  sha256: string;
  created_at: Instant;
  /**
   * When the key expires: as set when it was created, or at the end of its grace period after a
   * rotation; null for never.
   */
  expires_at: Instant | null;
  /** When another key took its place. */
  rotated_at: Instant | null;
  /**
   * Credits that the key may use in a UTC day, and in a UTC calendar month; null for no cap of its
   * own.
   */
  daily_cap: number | null;
  monthly_cap: number | null;
  revoked_at: Instant | null;
  /** The key that this one replaces. */
  rotated_from: string | null;
  /**
   * What a publishable key may be used for, as JSON (`src/service/admission/publishable/terms.ts`); null
   * for a secret one.
   */
  terms: string | null;
  revision: number;
}

/**
 * Leases of keys: what one machine may use of one key's own caps on one UTC day, or what it counts
 * for a key without caps. Each is counted in one meter of its counter file.
 */
export interface KeyLeaseTable {
  id: Generated<number>;
  key_id: string;
  account_id: string;
  machine_id: string;
  /** `2026-02-28`; null for a key without caps. */
  day: string | null;
  /**
   * Credits that it holds, or used before it was settled; null for a key without caps. Earlier
   * programs left in it what was returned, and counted that in `returned`, which is 0 now.
   */
  granted: number | null;
  returned: number;
  opened_at: Instant;
  settled_at: Instant | null;
}

/** What the ledger knows of a key's lease, by operation, as `lease_counts`. */
export type KeyCountTable = LeaseCountTable;

/**
 * What was used by a key, by UTC day and operation: the day of the lease, or that of the drain for
 * a key without caps.
 */
export interface KeyDayTable {
  account_id: string;
  key_id: string;
  day: string;
  operation: OperationName;
  requests: number;
  given_back: number;
  credits: number;
}

/**
 * What was used and leased of a key's own caps in a UTC day (`2026-02-28`) or calendar month
 * (`2026-02`).
 */
export interface KeyWindowTable {
  key_id: string;
  period: string;
  /** Credits that leases hold or have used. */
  leased: number;
  used: number;
  /**
   * When a machine last requested more credits than were available, and which machine; for days
   * only.
   */
  wanted_at: Instant | null;
  wanted_by: string | null;
}

/** When keys were last used, as far as the ledger knows. */
export interface KeyLastUseTable {
  key_id: string;
  last_used_at: Instant;
}

/** Machines: one counter file each. */
export interface MachineTable {
  /** The identity of the counter file. */
  id: string;
  /** Host and folder: a new counter file in the same place means that the old one is lost. */
  name: string;
  created_at: Instant;
  seen_at: Instant;
  /** When it was found or declared lost. */
  retired_at: Instant | null;
}

/**
 * Leases: what one machine may use of one window. Each is counted in one meter of its counter file.
 */
export interface LeaseTable {
  id: Generated<number>;
  account_id: string;
  window_number: number;
  machine_id: string;
  /** Credits that it holds under a cap, or used before it was settled; null when there is no cap. */
  granted: number | null;
  opened_at: Instant;
  /**
   * Set once its meter is closed and all that was counted in it is in the ledger. By then its unused
   * credits have returned.
   */
  settled_at: Instant | null;
}

/** What the ledger knows of a lease, by operation: the sums of its usage entries. */
export interface LeaseCountTable {
  lease_id: number;
  operation: OperationName;
  requests: number;
  given_back: number;
  /**
   * The sequence number of the last entry: an entry whose number is not higher was written before.
   */
  sequence: number;
}

/**
 * Usage: what was newly counted for a lease and operation, and when. A sequence number is used
 * once. Entries are removed after a time (`usage.ts`).
 */
export interface UsageEntryTable {
  lease_id: number;
  sequence: number;
  operation: OperationName;
  account_id: string;
  window_number: number;
  /** Requests charged, and requests whose credits were given back. */
  requests: number;
  given_back: number;
  credits: number;
  recorded_at: Instant;
}

/** Sums of usage entries by day (UTC, `2026-02-28`), window and operation. */
export interface UsageDayTable {
  account_id: string;
  day: string;
  window_number: number;
  operation: OperationName;
  requests: number;
  given_back: number;
  credits: number;
}

/** Sums of usage entries by window. */
export interface WindowUsageTable {
  account_id: string;
  window_number: number;
  credits: number;
  /** PostgreSQL: the transaction that last wrote the row (`changes.ts`); 0 on SQLite. */
  written_by: number;
}

/** Who did what. Append-only: the database refuses any other change. */
export interface AuditTable {
  id: Generated<number>;
  at: Instant;
  actor: string;
  account_id: string | null;
  action: string;
  /** JSON. */
  details: string;
  /**
   * Where the action came from: a client's address, or a program; null for the service itself, and
   * in entries of earlier versions.
   */
  origin: string | null;
  /**
   * Place in the chain of its account, from 1, and the hash that chains it to the one before
   * (`audit.ts`).
   */
  position: number;
  hash: string;
}

/**
 * The end of each account's chain of entries; the chain of entries without an account has an empty
 * id.
 */
export interface AuditHeadTable {
  account_id: string;
  position: number;
  hash: string;
}

/** The outbox: notifications to organizations. Append-only until they are removed by age. */
export interface EventTable {
  sequence: Generated<number>;
  /** `evt_…`: the same however often it is sent. */
  id: string;
  account_id: string;
  at: Instant;
  type: string;
  /** JSON. */
  data: string;
}

/** Where events of organizations are sent (`src/billing/accounts/events/endpoint.ts`). */
export interface EndpointTable {
  id: string;
  account_id: string;
  kind: 'webhook' | 'email';
  target: string;
  /** Types of events, JSON; null for all. */
  types: string | null;
  secret: string;
  old_secret: string | null;
  old_secret_until: Instant | null;
  created_at: Instant;
  confirmed_at: Instant | null;
  failing_since: Instant | null;
  disabled_at: Instant | null;
  removed_at: Instant | null;
}

/** Events on their way to endpoints: one row for each event and endpoint. */
export interface DeliveryTable {
  id: Generated<number>;
  event_id: string;
  endpoint_id: string;
  state: 'pending' | 'delivered' | 'failed';
  attempts: number;
  /** When it is tried next; during an attempt, when that is presumed lost and another is made. */
  next_at: Instant;
  last_at: Instant | null;
  status: number | null;
  fault: string | null;
}

/** People who log in by mailed links; one row for each address in an organization. */
export interface PersonTable {
  id: string;
  account_id: string;
  email: string;
  role: 'member' | 'admin';
  created_at: Instant;
  removed_at: Instant | null;
}

/** Invitations of people, and links of those who are in (`person_id`); only the hashes of their tokens. */
export interface InvitationTable {
  id: string;
  person_id: string | null;
  token_hash: string;
  account_id: string;
  subject: string;
  role: 'member' | 'admin';
  created_at: Instant;
  expires_at: Instant;
  /** When it was used or withdrawn. */
  closed_at: Instant | null;
}

/** One row: which process sends events, and until when. */
export interface EventSenderTable {
  id: number;
  holder: string;
  until: Instant;
}

/** Credits granted, carried and expired. Append-only. */
export interface CreditMovementTable {
  id: Generated<number>;
  account_id: string;
  window_number: number;
  kind: 'granted' | 'carried-in' | 'carried-out' | 'expired';
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
  status: 'open' | 'paid' | 'void';
  total_cents: number;
  period_start: Instant;
  period_end: Instant;
  issued_at: Instant;
  due_at: Instant;
  closed_at: Instant | null;
  overdue_since: Instant | null;
  /** When the payment provider was last asked to collect it. */
  asked_at: Instant | null;
  /**
   * Seller, buyer and tax as they were when it was issued, JSON; null in those of earlier versions.
   */
  terms: string | null;
  /** Reminders that were sent. */
  reminders: number;
  /** When the overdue policy reached suspension for it. */
  suspended_at: Instant | null;
}

/** Events of payment providers that were received, each once. */
export interface PaymentEventTable {
  provider: string;
  id: string;
  at: Instant;
  /** The outcome. */
  outcome: string;
}

/** Payments that a provider was asked for before a change of plan takes effect. */
export interface PaymentTable {
  /** The provider's idempotency key. */
  id: string;
  account_id: string;
  state: 'pending' | 'succeeded' | 'declined';
  /** Id of the plan. */
  plan: string;
  cents: number;
  currency: string;
  customer: string;
  method: string;
  begun_at: Instant;
  /** When the provider was last asked about it. */
  asked_at: Instant;
  ended_at: Instant | null;
  /** The invoice that it paid. */
  invoice: string | null;
  /** Why it was declined, in the provider's code, or why it waits for an operator. */
  code: string | null;
}

/** Lines of invoices, in their order. */
export interface InvoiceLineTable {
  invoice: string;
  position: number;
  kind: 'plan' | 'payg-usage' | 'overage';
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

/** The tables of the ledger. */
export interface LedgerTables {
  ledger_revision: RevisionTable;
  accounts: AccountTable;
  windows: WindowTable;
  api_keys: KeyTable;
  key_leases: KeyLeaseTable;
  key_counts: KeyCountTable;
  key_days: KeyDayTable;
  key_windows: KeyWindowTable;
  key_last_uses: KeyLastUseTable;
  machines: MachineTable;
  leases: LeaseTable;
  lease_counts: LeaseCountTable;
  usage_entries: UsageEntryTable;
  usage_days: UsageDayTable;
  window_usage: WindowUsageTable;
  audit: AuditTable;
  audit_heads: AuditHeadTable;
  events: EventTable;
  endpoints: EndpointTable;
  deliveries: DeliveryTable;
  event_sender: EventSenderTable;
  invitations: InvitationTable;
  people: PersonTable;
  credit_movements: CreditMovementTable;
  invoice_sequence: InvoiceSequenceTable;
  invoices: InvoiceTable;
  invoice_lines: InvoiceLineTable;
  payment_events: PaymentEventTable;
  payments: PaymentTable;
  plan_previews: PlanPreviewTable;
  answered_requests: AnsweredRequestTable;
}

/** A row of an account. */
export type AccountRow = Selectable<AccountTable>;
/** A row of a window. */
export type WindowRow = Selectable<WindowTable>;
/** A row of a key. */
export type KeyRow = Selectable<KeyTable>;
/** A row of a lease. */
export type LeaseRow = Selectable<LeaseTable>;
