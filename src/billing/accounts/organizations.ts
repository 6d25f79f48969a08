import { ADDRESS } from '../../service/admission/admit.ts';
import { MAX_PRODUCTS } from '../../service/admission/product-names.ts';
import type { Accounts } from './accounts.ts';
import type { AccountsTransaction, Actor, Organization } from './accounts-store.ts';
import { type Applied, applyTrigger, auditableEffects, type Outcome, writeEffects } from './apply.ts';
import { freePlan } from './plans/catalogue.ts';
import type { Instant } from './plans/period.ts';
import type { Plan } from './plans/plan.ts';
import type { Account } from './transitions/account.ts';
import type { BillingDetails } from './transitions/invoice.ts';
import { closureHeldBackBy, type HeldBackBy } from './transitions/status.ts';
import { openAccount } from './transitions/transition.ts';

/** The most lines of an address, and the most characters of each. */
export const MOST_ADDRESS_LINES = 6;
export const LONGEST_ADDRESS_LINE = 100;

/**
 * Sets the details of an organization for invoices issued from now on; earlier ones stay as they
 * are.
 */
export async function setBillingDetails(
  tx: AccountsTransaction,
  organization: string,
  details: BillingDetails,
  actor: Actor,
  now: Instant,
): Promise<void> {
  const { abn, address } = await tx.buyer(organization);
  const before = { abn, address };
  if (JSON.stringify(before) === JSON.stringify(details)) return;
  await tx.saveBillingDetails(organization, details);
  const told = { from: before, to: details };
  await tx.addAudit({ organization, at: now, actor, action: 'set-billing-details', details: told });
}

/** Longest name of an organization, in characters. */
export const MAX_ORGANIZATION_NAME = 100;

const ID = /^[A-Za-z0-9][A-Za-z0-9._:-]{0,63}$/;

/**
 * Whether an organization can have this id, which an identity provider may have chosen: 1 to 64
 * ASCII characters.
 */
export function isOrganizationId(id: string): boolean {
  return ID.test(id);
}

/**
 * Creates an organization with an account on Free, or on the plan that an operator gives it. Throws
 * `OrganizationExists`.
 */
export async function createOrganization(
  tx: AccountsTransaction,
  id: string,
  name: string,
  actor: Actor,
  accounts: Accounts,
  plan: Plan = freePlan(accounts.catalogue),
): Promise<{ organization: Organization; account: Account }> {
  const now = accounts.now();
  const opened = openAccount(id, plan, now);
  const organization = { id, name, createdAt: now };
  await tx.addOrganization(organization, opened.account);
  const invoices = await writeEffects(tx, id, opened.effects, accounts.catalogue, now);
  await tx.addAudit({
    organization: id,
    at: now,
    actor,
    action: 'create-organization',
    details: { name, plan: plan.id, effects: auditableEffects(opened.effects, invoices) },
  });
  return { organization, account: opened.account };
}

/**
 * Whether the counter files have room for the API families of one more plan: null, or a sentence
 * that refuses the plan. A plan of the service's own family alone always fits.
 */
export async function productsFault(tx: AccountsTransaction, { products }: Plan): Promise<string | null> {
  if (products.every((name) => name === ADDRESS)) return null;
  const names = new Set([ADDRESS, ...products, ...(await tx.productsInUse())]);
  if (names.size <= MAX_PRODUCTS) return null;
  return `The plans of this ledger would name ${names.size} API families, expected at most ${MAX_PRODUCTS}.`;
}

/**
 * Begins to close an organization; its keys stop at once. Returns what still holds the closure
 * back.
 */
export async function closeOrganization(
  tx: AccountsTransaction,
  account: Account,
  actor: Actor,
  accounts: Accounts,
): Promise<Outcome<Applied & { readonly heldBackBy: readonly HeldBackBy[] }>> {
  const unpaidInvoices = await unpaid(tx, account.id);
  const now = accounts.now();
  const result = await applyTrigger(tx, account, { kind: 'close', unpaidInvoices }, actor, accounts.catalogue, now);
  if (!result.accepted) return result;
  const heldBackBy =
    result.value.account.status === 'closed'
      ? []
      : closureHeldBackBy(result.value.account, await unpaid(tx, account.id));
  return { accepted: true, value: { ...result.value, heldBackBy } };
}

/** What holds the closure of an account back now, with the invoices that the ledger has. */
export async function heldBackBy(tx: AccountsTransaction, account: Account): Promise<HeldBackBy[]> {
  return account.status === 'closed' ? [] : closureHeldBackBy(account, await unpaid(tx, account.id));
}

/**
 * Completes the closure of a closing account if nothing holds it back any more; returns the account
 * as it is afterwards.
 */
export async function completeClosure(
  tx: AccountsTransaction,
  account: Account,
  actor: Actor,
  accounts: Accounts,
): Promise<Account> {
  if (account.status !== 'closing') return account;
  const unpaidInvoices = await unpaid(tx, account.id);
  if (closureHeldBackBy(account, unpaidInvoices).length > 0) return account;
  const trigger = { kind: 'complete-closure', unpaidInvoices } as const;
  const result = await applyTrigger(tx, account, trigger, actor, accounts.catalogue, accounts.now());
  return result.accepted ? result.value.account : account;
}

async function unpaid(tx: AccountsTransaction, organization: string): Promise<string[]> {
  return (await tx.invoices(organization, 'open')).map(({ number }) => number).reverse();
}
