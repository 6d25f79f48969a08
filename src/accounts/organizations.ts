import type { Account } from './account.ts';
import type { AccountsTransaction, Actor, Organization } from './accounts-store.ts';
import { type Accounts, type Applied, applyTrigger, auditableEffects, type Outcome, writeEffects } from './apply.ts';
import { closureHeldBackBy, type HeldBackBy } from './closing.ts';
import { openAccount } from './transition.ts';

/** Longest name of an organization, in characters. */
export const MAX_ORGANIZATION_NAME = 100;

const ID = /^[A-Za-z0-9][A-Za-z0-9._:-]{0,63}$/;

/** Whether an organization can have this id: what an identity provider calls it, 1 to 64 ASCII characters. */
export function isOrganizationId(id: string): boolean {
  return ID.test(id);
}

/** Creates an organization with an account on Free. Throws `OrganizationExists`. */
export async function createOrganization(
  tx: AccountsTransaction,
  id: string,
  name: string,
  actor: Actor,
  accounts: Accounts,
): Promise<{ organization: Organization; account: Account }> {
  const now = accounts.now();
  const opened = openAccount(id, accounts.catalogue, now);
  if (!opened.accepted) throw new Error(opened.refusal.message);
  const organization = { id, name, createdAt: now };
  await tx.addOrganization(organization, opened.account);
  const invoices = await writeEffects(tx, id, opened.effects, now);
  await tx.addAudit({
    organization: id,
    at: now,
    actor,
    action: 'create-organization',
    details: { name, effects: auditableEffects(opened.effects, invoices) },
  });
  return { organization, account: opened.account };
}

/** Begins to close an organization; its keys stop at once. Answers what still holds the closure back. */
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

/** Completes the closure of a closing account if nothing holds it back any more; answers the account as it is then. */
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
