import { hash, randomBytes } from 'node:crypto';
import type { Accounts } from './accounts.ts';
import type { AccountsTransaction, Actor } from './accounts-store.ts';
import { type Applied, applyTrigger, type Outcome } from './apply.ts';
import { chargedPayer } from './charges/provider.ts';
import type { Instant } from './plans/period.ts';
import type { Plan } from './plans/plan.ts';
import { type Account, openWindow } from './transitions/account.ts';
import type { Refusal } from './transitions/effect.ts';
import { type ChangePreview, type KnownUsage, previewChange } from './transitions/preview.ts';
import type { Trigger } from './transitions/transition.ts';

/** How long a preview can be confirmed, ms. */
const PREVIEW_MILLISECONDS = 15 * 60_000;

/** A preview with the token that confirms it. */
export interface OfferedChange {
  readonly preview: ChangePreview;
  readonly token: string;
  readonly expiresAt: Instant;
}

/**
 * Why a token confirms nothing: it is unknown or expired, or the account has changed since the
 * preview.
 */
export type ConfirmationFault =
  | { readonly fault: 'unknown-token' }
  | { readonly fault: 'stale-preview'; readonly message: string };

/** What changing to each offered plan would do now, or why it would be refused. */
export async function outlook(
  tx: AccountsTransaction,
  account: Account,
  accounts: Accounts,
): Promise<{ plan: Plan; change: ChangePreview | Refusal }[]> {
  const usage = await knownUsage(tx, account);
  const charges = await isCharged(tx, account, accounts);
  const now = accounts.now();
  const current = openWindow(account).plan.id;
  return accounts.catalogue.plans
    .filter((plan) => plan.offered || plan.id === current)
    .map((plan) => ({
      plan,
      change: previewChange(account, { kind: 'change-plan', plan: plan.id }, usage, accounts.catalogue, now, charges),
    }));
}

/** A requested change or cancellation of the plan. */
export type WantedChange = Extract<Trigger, { kind: 'change-plan' | 'cancel-plan' }>;

/** Previews a change of a locked account and keeps the preview, to be confirmed with its token. */
export async function offerChange(
  tx: AccountsTransaction,
  account: Account,
  wanted: WantedChange,
  accounts: Accounts,
): Promise<Outcome<OfferedChange>> {
  const now = accounts.now();
  const usage = await knownUsage(tx, account);
  const charges = await isCharged(tx, account, accounts);
  const preview = previewChange(account, wanted, usage, accounts.catalogue, now, charges);
  if ('reason' in preview) return { accepted: false, refusal: preview };
  const token = randomBytes(24).toString('base64url');
  const expiresAt = now + PREVIEW_MILLISECONDS;
  await tx.addPreview({
    tokenHash: hash('sha256', token),
    organization: account.id,
    version: account.version,
    preview,
    expiresAt,
  });
  return { accepted: true, value: { preview, token, expiresAt } };
}

/** A confirmation: the token of a preview, and the kind of change that it is used for. */
export interface Confirmation {
  readonly kind: WantedChange['kind'];
  readonly token: string;
}

/** Confirms a previewed change of a locked account that takes no payment first, and makes it. */
export async function confirmChange(
  tx: AccountsTransaction,
  account: Account,
  confirmation: Confirmation,
  actor: Actor,
  accounts: Accounts,
): Promise<Outcome<Applied> | ConfirmationFault> {
  const confirmed = await checkConfirmation(tx, account, confirmation, accounts);
  if ('fault' in confirmed) return confirmed;
  return applyTrigger(tx, account, confirmed, actor, accounts.catalogue, accounts.now());
}

/**
 * The change that a token confirms, if it would still do what the preview said: same state of the
 * account, same plan, same price and payment, same moment. Only the usage may differ. A token works
 * once, and for the `kind` of change that was previewed.
 */
export async function checkConfirmation(
  tx: AccountsTransaction,
  account: Account,
  { kind, token }: Confirmation,
  accounts: Accounts,
): Promise<WantedChange | ConfirmationFault> {
  const now = accounts.now();
  const offered = await tx.takePreview(hash('sha256', token));
  if (!offered || offered.organization !== account.id || offered.expiresAt <= now) return { fault: 'unknown-token' };
  const { preview } = offered;
  if (preview.kind !== kind) return { fault: 'unknown-token' };
  const trigger = kind === 'cancel-plan' ? { kind } : { kind, plan: preview.plan };
  if (offered.version !== account.version) {
    return { fault: 'stale-preview', message: 'The plan changed after this preview was made.' };
  }
  const charges = await isCharged(tx, account, accounts);
  const fresh = previewChange(account, trigger, await knownUsage(tx, account), accounts.catalogue, now, charges);
  if (!('reason' in fresh) && !sameTerms(preview, fresh)) {
    return { fault: 'stale-preview', message: 'The outcome of the change differs from this preview.' };
  }
  return trigger;
}

/** Whether the price of a change is charged before it takes effect. */
async function isCharged(tx: AccountsTransaction, { id }: Account, { payments }: Accounts): Promise<boolean> {
  return chargedPayer(payments, await tx.payer(id)) !== null;
}

/**
 * Credits used in the account's windows that are open or not settled, as far as the ledger knows.
 */
export async function knownUsage(tx: AccountsTransaction, account: Account): Promise<KnownUsage> {
  const unsettled = account.windows.filter((window) => window.settledAt === null);
  return tx.usedCredits(
    account.id,
    unsettled.map(({ number }) => number),
  );
}

function sameTerms(a: ChangePreview, b: ChangePreview): boolean {
  return (
    a.plan === b.plan &&
    a.effective === b.effective &&
    (a.effective === 'now' || a.at === b.at) &&
    a.replaces === b.replaces &&
    a.planCents === b.planCents &&
    a.payment === b.payment &&
    a.grantedCredits === b.grantedCredits
  );
}
