import { hash, randomBytes } from 'node:crypto';
import type { AccountsTransaction, Actor, Invitation } from './accounts-store.ts';
import type { Instant } from './plans/period.ts';

/** How long an invitation is valid, ms. */
const GOOD_FOR = 3 * 24 * 3_600_000;

/** The most valid invitations of an organization at a time. */
const MOST_OPEN = 50;

/** The prefix of invitation tokens, which tells them from the signed tokens of other links. */
export const INVITATION_PREFIX = 'inv_';

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
  return (await tx.invitations(organization)).filter((each) => each.closedAt === null && now < each.expiresAt);
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
  const open = await openInvitations(tx, who.organization, now);
  for (const earlier of open.filter(({ subject }) => subject === who.subject))
    await tx.closeInvitation(earlier.id, now);
  if (open.length >= MOST_OPEN)
    throw new InvitationRefusal(`The organization has ${open.length} invitations that are open, the most it can have.`);
  const token = `${INVITATION_PREFIX}${randomBytes(32).toString('base64url')}`;
  const id = `invitation_${randomBytes(10).toString('hex')}`;
  const times = { createdAt: now, expiresAt: now + GOOD_FOR, closedAt: null };
  const invitation = { ...who, ...times, id, tokenHash: hash('sha256', token) };
  await tx.addInvitation(invitation);
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

/** Redeems an invitation by its token, once; null if it is not valid, or no longer. */
export async function acceptInvitation(
  tx: AccountsTransaction,
  token: string,
  from: string,
  now: Instant,
): Promise<Invitation | null> {
  const found = await tx.invitationOf(hash('sha256', token));
  if (found === null || now >= found.expiresAt || !(await tx.closeInvitation(found.id, now))) return null;
  await note(tx, found, 'accept-invitation', { kind: 'user', subject: found.subject, from }, now);
  return found;
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
