import { hash, randomBytes } from 'node:crypto';
import type { AccountsTransaction, Actor, Invitation } from './accounts-store.ts';
import type { Instant } from './plans/period.ts';

/** How long an invitation is valid, ms. */
const GOOD_FOR = 3 * 24 * 3_600_000;

/** The most valid invitations of an organization at a time. */
const MOST_OPEN = 50;

/** The most invitations of an organization in an hour, since they may be mailed to anybody. */
const MOST_AN_HOUR = 50;

const HOUR = 3_600_000;

/** What the tokens of invitations begin with, and those of links for people who are in. */
const PREFIXES = { invitation: 'inv_', login: 'log_' } as const;

/** An invitation is refused; the message is a sentence for users. */
export class InvitationRefusal extends Error {
  override readonly name = 'InvitationRefusal';
}

/** The valid invitations of an organization, oldest first. */
export async function openInvitations(
  tx: AccountsTransaction,
  organization: string,
  now: Instant,
): Promise<readonly Invitation[]> {
  return (await tx.invitations(organization)).filter((each) => isOpen(each, now));
}

function isOpen({ closedAt, expiresAt }: Invitation, now: Instant): boolean {
  return closedAt === null && now < expiresAt;
}

/** Whether a token is of the ledger, and not one that the local issuer signed. */
export function isLedgerToken(token: string): boolean {
  return Object.values(PREFIXES).some((prefix) => token.startsWith(prefix));
}

/**
 * Invites somebody to an organization whose account is locked; returns the token, which is stored
 * nowhere. An earlier invitation of theirs becomes invalid.
 */
export async function invite(
  tx: AccountsTransaction,
  who: Pick<Invitation, 'organization' | 'subject' | 'role'>,
  actor: Actor,
  now: Instant,
): Promise<{ readonly invitation: Invitation; readonly token: string }> {
  const all = await tx.invitations(who.organization);
  const open = all.filter((each) => isOpen(each, now));
  for (const earlier of open.filter(({ subject }) => subject === who.subject))
    await tx.closeInvitation(earlier.id, now);
  if (open.length >= MOST_OPEN)
    throw new InvitationRefusal(`The organization has ${open.length} invitations that are open, the most it can have.`);
  if (all.filter(({ createdAt }) => now - createdAt < HOUR).length >= MOST_AN_HOUR)
    throw new InvitationRefusal('That is enough invitations for now; try again in an hour.');
  const { invitation, token } = await addToken(tx, 'invitation', { ...who, person: null }, now, GOOD_FOR);
  await note(tx, invitation, 'invite-person', actor, now);
  return { invitation, token };
}

/** Withdraws a valid invitation. */
export async function withdrawInvitation(
  tx: AccountsTransaction,
  invitation: Invitation,
  actor: Actor,
  now: Instant,
): Promise<void> {
  await tx.closeInvitation(invitation.id, now);
  await note(tx, invitation, 'withdraw-invitation', actor, now);
}

/** Stores the hash of a new token. */
export async function addToken(
  tx: AccountsTransaction,
  kind: keyof typeof PREFIXES,
  who: Pick<Invitation, 'organization' | 'person' | 'subject' | 'role'>,
  now: Instant,
  goodFor: number,
): Promise<{ readonly invitation: Invitation; readonly token: string }> {
  const token = `${PREFIXES[kind]}${randomBytes(32).toString('base64url')}`;
  const id = `${kind}_${randomBytes(10).toString('hex')}`;
  const times = { createdAt: now, expiresAt: now + goodFor, closedAt: null };
  const invitation = { ...who, ...times, id, tokenHash: hash('sha256', token) };
  await tx.addInvitation(invitation);
  return { invitation, token };
}

function note(
  tx: AccountsTransaction,
  { organization, id, subject, role }: Invitation,
  action: string,
  actor: Actor,
  at: Instant,
): Promise<void> {
  return tx.addAudit({ organization, at, actor, action, details: { invitation: id, subject, role } });
}
