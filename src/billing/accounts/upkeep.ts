import type { Accounts } from './accounts.ts';
import type { AccountsTransaction, Actor } from './accounts-store.ts';
import { applyTrigger } from './apply.ts';
import { EVENTS_KEPT } from './events/delivery.ts';
import { collectInvoices } from './invoices/billing.ts';
import { pursue } from './invoices/overdue.ts';
import { completeClosure } from './organizations.ts';
import { tellAlerts } from './spending.ts';
import { type Account, openWindow, stateOf } from './transitions/account.ts';

const SYSTEM: Actor = { kind: 'system', subject: 'upkeep' };

/** How long an answered request is kept for retries with its `Idempotency-Key`. */
const ANSWERS_KEPT_MILLISECONDS = 30 * 24 * 3_600_000;

/** How long until the payment provider is asked again to collect an invoice that is still open. */
const ASK_AGAIN_MILLISECONDS = 3_600_000;

/**
 * The failures of a round of upkeep: errors by organization or invoice number. The next round tries
 * again.
 */
export type UpkeepFailures = ReadonlyMap<string, unknown>;

/**
 * One round of what has become due, each organization in its own transaction: rollovers,
 * settlements, overdue steps, closures, collection. May run on several machines at once and be
 * interrupted anywhere. Organizations and invoices for which `waits` is true are left out.
 */
export async function upkeep(
  accounts: Accounts,
  thorough = true,
  waits: (subject: string) => boolean = () => false,
): Promise<UpkeepFailures> {
  const { store } = accounts;
  const failures = new Map<string, unknown>();
  for (const id of await store.transaction((tx) =>
    tx.organizationsDue(accounts.now(), thorough, accounts.catalogue.overdue),
  )) {
    if (waits(id)) continue;
    try {
      await store.transaction((tx) => keepUp(tx, id, accounts));
    } catch (error) {
      failures.set(id, error);
    }
  }
  const now = accounts.now();
  const uncollected = await store.transaction((tx) => tx.invoicesToCollect(now - ASK_AGAIN_MILLISECONDS));
  const open = uncollected.filter(({ number }) => !waits(number));
  for (const [number, error] of await collectInvoices(open, accounts)) failures.set(number, error);
  if (thorough) {
    await store.transaction((tx) => tx.removeOutdated(now, now - ANSWERS_KEPT_MILLISECONDS));
    await store.transaction((tx) => tx.removeEvents(now - EVENTS_KEPT));
  }
  return failures;
}

/** Brings one organization up to date in a transaction. */
async function keepUp(tx: AccountsTransaction, organization: string, accounts: Accounts): Promise<void> {
  let account = await tx.lockAccount(organization);
  if (account === null) return;
  const now = accounts.now();
  const state = stateOf(account);
  if (state !== 'closed' && state !== 'suspended' && now >= openWindow(account).period.end) {
    account = await applied(tx, account, { kind: 'roll-over' }, accounts);
  }
  account = await settleComplete(tx, account, accounts);
  await tellAlerts(tx, account, accounts);
  for (const invoice of await tx.invoices(organization, 'open')) {
    account = await pursue(tx, account, invoice, accounts);
  }
  await completeClosure(tx, account, SYSTEM, accounts);
}

/** Settles the closed windows of a locked account whose usage is complete, in order. */
async function settleComplete(tx: AccountsTransaction, account: Account, accounts: Accounts): Promise<Account> {
  const closed = account.windows.filter((window) => window.closedAt !== null);
  if (closed.length === 0) return account;
  // In this order: the usage of a complete window does not change any more.
  const complete = await tx.completeWindows(account.id);
  const usage = await tx.usedCredits(
    account.id,
    closed.map(({ number }) => number),
  );
  let settled = account;
  for (const { number, settledAt, used } of closed) {
    const known = usage.get(number) ?? 0;
    if (settledAt === null && !complete.has(number)) break;
    if (settledAt !== null && known <= used) continue;
    settled = await applied(tx, settled, { kind: 'settle-window', window: number, used: known }, accounts);
  }
  return settled;
}

async function applied(
  tx: AccountsTransaction,
  account: Account,
  trigger: Parameters<typeof applyTrigger>[2],
  accounts: Accounts,
): Promise<Account> {
  const result = await applyTrigger(tx, account, trigger, SYSTEM, accounts.catalogue, accounts.now());
  if (!result.accepted) throw new Error(result.refusal.message);
  return result.value.account;
}

/** How often a round of upkeep is thorough, ms. */
const THOROUGH_EVERY = 60_000;

/** Rounds of upkeep, to be called often: one a minute is thorough. */
export function createUpkeep(accounts: Accounts): {
  round(waits?: (subject: string) => boolean): Promise<UpkeepFailures>;
} {
  let thoroughAt = Number.NEGATIVE_INFINITY;
  return {
    async round(waits) {
      const now = accounts.now();
      const thorough = Math.abs(now - thoroughAt) >= THOROUGH_EVERY;
      const failures = await upkeep(accounts, thorough, waits);
      if (thorough) thoroughAt = now;
      return failures;
    },
  };
}
