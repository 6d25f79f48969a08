import type { PublishableTerms } from '../../service/admission/publishable/terms.ts';
import { excerpt } from '../../system/shown-text.ts';
import type { PaymentAccess } from './charges/payment.ts';
import type { Claimed, Delivery, Lane } from './events/delivery.ts';
import type { Endpoint } from './events/endpoint.ts';
import type { AccountEvent, EventDraft } from './events/event.ts';
import type { BillingTerms, OverduePolicy } from './plans/billing-terms.ts';
import type { Instant } from './plans/period.ts';
import type { Account } from './transitions/account.ts';
import type { CreditMovement } from './transitions/effect.ts';
import type { BillingDetails, Buyer, Invoice, InvoiceDraft } from './transitions/invoice.ts';
import type { ChangePreview } from './transitions/preview.ts';

/** An organization. Its plan state is the `Account` of the same id. */
export interface Organization {
  readonly id: string;
  readonly name: string;
  readonly createdAt: Instant;
}

/** An organization in a list. */
export interface ListedOrganization extends Organization, Pick<Account, 'status' | 'suspendedAt'> {}

/**
 * What a key may use by itself, in credits, whatever its account has left; null for no cap of its
 * own. Days and months are those of UTC.
 */
export interface KeyCaps {
  readonly day: number | null;
  readonly month: number | null;
}

/**
 * What a key used in the present UTC day and calendar month, in credits, and when it was last used,
 * as far as the ledger knows.
 */
export interface KeyUse {
  readonly day: number;
  readonly month: number;
  readonly lastUsedAt: Instant | null;
}

/** An API key, without the key itself: only its hash is stored. */
export interface ApiKeyRecord {
  readonly id: string;
  readonly organization: string;
  readonly name: string;
  /** The beginning of the key, to tell keys apart. */
  readonly prefix: string;
  readonly sha256: string;
  readonly createdAt: Instant;
  /**
   * When the key expires: as set when it was created, or at the end of the grace period after a
   * rotation. Null: never.
   */
  readonly expiresAt: Instant | null;
  /** When another key took its place; null while none has. */
  readonly rotatedAt: Instant | null;
  readonly caps: KeyCaps;
  readonly revokedAt: Instant | null;
  /** The key that this one was made to replace. */
  readonly replaces: string | null;
  /** What a publishable key may be used for, which never changes; null for a secret key. */
  readonly terms: PublishableTerms | null;
}

/** The limit on an organization's spending in its open window, and the alerts sent so far. */
export interface SpendingState {
  readonly capCents: number | null;
  /** Credits that may be used beyond the available ones; null if spending is not limited. */
  readonly beyond: number | null;
  /** The highest shares alerted so far, in percent; 0 for none. */
  readonly creditsAlert: number;
  readonly spendingAlert: number;
}

/** Who did something. `system` is the service itself: rollovers, settlements. */
export interface Actor {
  readonly kind: 'user' | 'operator' | 'system';
  readonly subject: string;
  /**
   * Where the action came from: a client's address, or a program; absent for the service itself.
   */
  readonly from?: string;
}

/** Something that happened to an organization. The audit log only grows. */
export interface AuditEntry {
  readonly organization: string;
  readonly at: Instant;
  readonly actor: Actor;
  readonly action: string;
  /** Plain JSON. */
  readonly details: Readonly<Record<string, unknown>>;
}

/** An entry with its place in the log and in its organization's hash chain. */
export interface NumberedAuditEntry extends AuditEntry {
  readonly sequence: number;
  readonly position: number;
  readonly hash: string;
}

/** A filter on the entries of an audit log, by the ledger's clock; an absent field matches all. */
interface AuditFilter {
  readonly subject?: string;
  readonly action?: string;
  readonly from?: Instant;
  readonly until?: Instant;
}

/** An event, with its deliveries to each endpoint. */
export interface SentEvent extends AccountEvent {
  readonly deliveries: readonly Delivery[];
}

/** A preview that can be confirmed with its token; only the token's hash is stored. */
export interface StoredPreview {
  readonly tokenHash: string;
  readonly organization: string;
  /** The version of the account that was previewed. */
  readonly version: number;
  readonly preview: ChangePreview;
  readonly expiresAt: Instant;
}

/**
 * A request that was answered, so that a retry with the same `Idempotency-Key` gets the same
 * answer.
 */
interface AnsweredRequest {
  readonly organization: string;
  readonly key: string;
  /** SHA-256 of method, path and body. */
  readonly fingerprint: string;
  readonly status: number;
  readonly body: string;
  readonly at: Instant;
}

/** Requests and credits of one operation on one UTC day. */
interface DailyUsage {
  /** `YYYY-MM-DD`. */
  readonly day: string;
  readonly operation: string;
  readonly requests: number;
  readonly credits: number;
}

/**
 * Usage of one key; null for usage from before keys were counted, or of requests whose process was
 * killed while it counted them.
 */
export interface DailyKeyUsage extends DailyUsage {
  readonly key: string | null;
}

/** Somebody who logs in to an organization by links that are mailed. */
export interface Person {
  readonly id: string;
  readonly organization: string;
  /** In lower case; also who they are in the audit log. */
  readonly email: string;
  readonly role: 'member' | 'admin';
  readonly createdAt: Instant;
  /** Null while they may log in. */
  readonly removedAt: Instant | null;
}

/**
 * An invitation of somebody to an organization, or a link for somebody who is in it: it lets them
 * in, once. Only the hash of its token is stored.
 */
export interface Invitation {
  readonly id: string;
  readonly tokenHash: string;
  readonly organization: string;
  /** Who logs in by this link; null for an invitation. */
  readonly person: string | null;
  /** Who they will be in the audit log. */
  readonly subject: string;
  readonly role: 'member' | 'admin';
  readonly createdAt: Instant;
  readonly expiresAt: Instant;
  /** When it was used or withdrawn. */
  readonly closedAt: Instant | null;
}

/** What waits in the ledger, of all organizations. */
export interface Backlog {
  /** Closed windows that are not settled, and when the first of them was closed. */
  readonly windows: number;
  readonly oldestWindow: Instant | null;
  /** Deliveries that are pending, and when the first of their events happened. */
  readonly deliveries: number;
  readonly oldestDelivery: Instant | null;
}

/**
 * The ledger as accounts see it, within one transaction. Reads see what the transaction wrote.
 * Nothing is ever removed but expired previews and login links, old answered requests
 * and old events.
 */
export interface AccountsTransaction extends PaymentAccess {
  organization(id: string): Promise<Organization | null>;
  /**
   * By id, at most `limit`, those after an id if given; with `search`, those whose id or name
   * contains it, ignoring case.
   */
  organizations(limit: number, after: string | null, search?: string): Promise<ListedOrganization[]>;
  /**
   * Ids of the organizations for which `upkeep` may have something to do, a few hundred at most.
   * `thorough` also finds what is rare and takes time to look for: usage that arrived late.
   */
  organizationsDue(now: Instant, thorough: boolean, policy: OverduePolicy): Promise<string[]>;
  /** What waits to be settled or sent, of all organizations. */
  backlog(): Promise<Backlog>;
  /** Adds an organization with its account. Throws `OrganizationExists` if the id is taken. */
  addOrganization(organization: Organization, account: Account): Promise<void>;

  /**
   * The account, or null when there is none. Its windows begin with the oldest that is not settled,
   * or of which more usage is known than it was settled with. Nobody else changes the account until
   * the transaction ends.
   */
  lockAccount(id: string): Promise<Account | null>;
  /** The same without the lock, for reading. */
  account(id: string): Promise<Account | null>;
  /** Writes the account over `before`, as locked in this transaction. */
  saveAccount(before: Account, after: Account, now: Instant): Promise<void>;
  /** Sets whether the organization's data responses say that a payment is overdue. */
  setOverdue(organization: string, overdue: boolean): Promise<void>;
  /** The API families that plans of open windows name. */
  productsInUse(): Promise<Set<string>>;
  spending(organization: string): Promise<SpendingState>;
  /**
   * Writes an organization's cap on spending, and how many credits that allows in its open window;
   * alerts about the former cap are forgotten.
   */
  saveSpendingCap(organization: string, capCents: number | null, window: number, beyond: number | null): Promise<void>;
  /** Writes the shares that an organization was alerted to. */
  saveAlerts(organization: string, window: number, creditsAlert: number, spendingAlert: number): Promise<void>;
  addCreditMovements(organization: string, movements: readonly CreditMovement[]): Promise<void>;

  /**
   * Issues an invoice under the next number, with the current seller and tax; `paid` if its payment
   * came first.
   */
  issueInvoice(
    organization: string,
    draft: InvoiceDraft,
    terms: Pick<BillingTerms, 'seller' | 'gstPercent'>,
    paid: boolean,
  ): Promise<Invoice>;
  /** The organization as an invoice issued now would name it. */
  buyer(organization: string): Promise<Buyer>;
  saveBillingDetails(organization: string, details: BillingDetails): Promise<void>;
  /** Writes an invoice's status, and whether the organization is overdue for it. */
  saveInvoice(invoice: Invoice): Promise<void>;
  /** An invoice of the organization, or null. */
  invoice(organization: string, number: string): Promise<Invoice | null>;
  /** Newest first; all of them, or those of one status. */
  invoices(organization: string, status?: Invoice['status']): Promise<Invoice[]>;
  /**
   * Open invoices of all organizations that the provider has not been asked about since
   * `askedBefore`, oldest first, at most a few hundred.
   */
  invoicesToCollect(askedBefore: Instant): Promise<Invoice[]>;
  noteAsked(invoice: string, at: Instant): Promise<void>;
  /** The organization that an invoice was issued to, or null. */
  organizationOfInvoice(number: string): Promise<string | null>;
  /**
   * Records an event of a payment provider and its outcome. False when it was recorded before: then
   * it must have no effect.
   */
  takePaymentEvent(provider: string, id: string, at: Instant, outcome: string): Promise<boolean>;

  addAudit(entry: AuditEntry): Promise<void>;
  /** Newest first, at most `limit`, before the entry `before` when given. */
  auditLog(organization: string, limit: number, before?: number, filter?: AuditFilter): Promise<NumberedAuditEntry[]>;

  /**
   * Puts an event into the organization's outbox, under a new id: it is there if, and only if, this
   * transaction is committed. It is sent to the endpoints that subscribe to its type, or to `only`
   * alone, whatever that subscribes to.
   */
  addEvent(event: EventDraft, only?: Endpoint): Promise<AccountEvent>;
  /**
   * Newest first, at most `limit`, before the event `before` if given, each with its deliveries.
   */
  events(organization: string, limit: number, before?: string): Promise<SentEvent[]>;
  event(organization: string, id: string): Promise<SentEvent | null>;
  /** Oldest first, without those that were removed. */
  endpoints(organization: string): Promise<Endpoint[]>;
  addEndpoint(endpoint: Endpoint): Promise<void>;
  saveEndpoint(endpoint: Endpoint): Promise<void>;
  /** Queues an event for an endpoint, again if it was sent before. */
  deliver(event: string, endpoint: string, at: Instant): Promise<void>;
  /** Gives up the pending deliveries to an endpoint. */
  giveUp(endpoint: string, fault: string): Promise<void>;
  /**
   * Takes or renews a process's right to send events until a moment. False while another holds it.
   */
  holdSender(holder: string, now: Instant, until: Instant): Promise<boolean>;
  /**
   * Claims deliveries of a lane that are due, at most `most`, oldest first: one for each endpoint,
   * and none for the `busy` ones. They are not due again before `until`.
   */
  claimDeliveries(lane: Lane, most: number, busy: readonly string[], now: Instant, until: Instant): Promise<Claimed[]>;
  /**
   * Writes the outcome of an attempt, and when its endpoint began to fail and was disabled; null if
   * it did not or was not.
   */
  saveDelivery(delivery: Delivery, failingSince: Instant | null, disabledAt: Instant | null): Promise<void>;
  /** Removes events older than `before` with their deliveries, at most a few hundred. */
  removeEvents(before: Instant): Promise<void>;

  /** Oldest first. */
  invitations(organization: string): Promise<Invitation[]>;
  /** The invitation or link with a token's hash, or null. */
  invitationOf(tokenHash: string): Promise<Invitation | null>;
  addInvitation(invitation: Invitation): Promise<void>;
  /** Those who may log in to an organization by mailed links, by address. */
  people(organization: string): Promise<Person[]>;
  /** Somebody who may log in, by id; null for others. */
  person(id: string): Promise<Person | null>;
  /** Whom a mailbox belongs to, in each organization; the address is in lower case. */
  peopleAt(email: string): Promise<Person[]>;
  /** Adds a person, or changes the one with this address in this organization, who keeps the id; returns it. */
  savePerson(person: Person): Promise<Person>;
  /** Closes an invitation. False if it was closed before. */
  closeInvitation(id: string, at: Instant): Promise<boolean>;

  addPreview(preview: StoredPreview): Promise<void>;
  /** The preview with a token's hash; null if there is none. */
  preview(tokenHash: string): Promise<StoredPreview | null>;
  /**
   * Removes and returns the preview with a token's hash, so that it can be confirmed once. Null if
   * there is none.
   */
  takePreview(tokenHash: string): Promise<StoredPreview | null>;
  addAnsweredRequest(request: AnsweredRequest): Promise<void>;
  answeredRequest(organization: string, key: string): Promise<AnsweredRequest | null>;
  /** Removes previews and login links that expired, and answered requests older than `answeredBefore`. */
  removeOutdated(now: Instant, answeredBefore: Instant): Promise<void>;

  /** Oldest first: all, or at most `limit` that come after `after`. */
  apiKeys(
    organization: string,
    page?: { readonly limit: number; readonly after: ApiKeyRecord | null },
  ): Promise<ApiKeyRecord[]>;
  /** The key of an organization with an id, or null. */
  apiKey(organization: string, id: string): Promise<ApiKeyRecord | null>;
  /** The organization that has the key with this id, or null. */
  organizationOfKey(id: string): Promise<string | null>;
  addApiKey(key: ApiKeyRecord): Promise<void>;
  /** Writes a key's name, caps, and when it expires, was rotated and was revoked. */
  saveApiKey(key: ApiKeyRecord): Promise<void>;
  /** What keys of an organization used, by id; those not used this month may be absent. */
  keyUse(organization: string, keys: readonly ApiKeyRecord[], now: Instant): Promise<Map<string, KeyUse>>;

  /** Credits used in windows, as far as the ledger knows; unused windows may be absent. */
  usedCredits(organization: string, windows: readonly number[]): Promise<Map<number, number>>;
  /**
   * Closed windows of a locked account that are not settled, and whose usage has all reached the
   * ledger.
   */
  completeWindows(organization: string): Promise<Set<number>>;
  /** By day, then operation; both days included. */
  dailyUsage(organization: string, fromDay: string, toDay: string): Promise<DailyUsage[]>;
  /** By day, then key, then operation; both days included. */
  dailyKeyUsage(organization: string, fromDay: string, toDay: string): Promise<DailyKeyUsage[]>;
}

/** Where accounts are kept. */
export interface AccountsStore {
  /**
   * Runs `work` in one transaction: all that it writes is committed once this resolves, or nothing
   * is. The work may run more than once, if the transaction has to be retried, so it must have no
   * effects elsewhere.
   */
  transaction<T>(work: (tx: AccountsTransaction) => Promise<T>): Promise<T>;
}

/** An organization with the id exists already. */
export class OrganizationExists extends Error {
  constructor(id: string) {
    super(`There is an organization '${excerpt(id)}' already.`);
    this.name = 'OrganizationExists';
  }
}
