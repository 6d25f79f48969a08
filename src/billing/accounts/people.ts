import { hash, randomBytes } from 'node:crypto';
import type { AccountsTransaction, Actor, Invitation, Person } from './accounts-store.ts';
import { mailAddressFault } from './events/endpoint.ts';
import { addToken } from './invitations.ts';
import type { Instant } from './plans/period.ts';

/** How long a mailed link is valid, ms. */
const LINK_GOOD_FOR = 10 * 60_000;

/** Who came in by a token, and as which person if they can have links mailed. */
export interface Entered extends Pick<Invitation, 'organization' | 'subject' | 'role'> {
  readonly person: string | null;
}

/** The token of a link that lets a person in, once. */
export async function loginToken(tx: AccountsTransaction, person: Person, now: Instant): Promise<string> {
  const { id, organization, email, role } = person;
  return (await addToken(tx, 'login', { organization, person: id, subject: email, role }, now, LINK_GOOD_FOR)).token;
}

/**
 * Redeems the token of an invitation or of a mailed link, once; null if it is not valid, or no
 * longer. With `mail`, who was invited by a mail address becomes a person, and can have links
 * mailed from then on.
 */
export async function enterByToken(
  tx: AccountsTransaction,
  token: string,
  { from, mail }: { readonly from: string; readonly mail: boolean },
  now: Instant,
): Promise<Entered | null> {
  const found = await tx.invitationOf(hash('sha256', token));
  if (found === null || now >= found.expiresAt || !(await tx.closeInvitation(found.id, now))) return null;
  const entered = found.person === null ? await join(tx, found, mail, now) : await known(tx, found.person);
  if (entered === null) return null;
  const { organization, subject, role } = entered;
  const details = found.person === null ? { invitation: found.id, subject, role } : { person: found.person, role };
  const action = found.person === null ? 'accept-invitation' : 'log-in';
  await tx.addAudit({ organization, at: now, actor: { kind: 'user', subject, from }, action, details });
  return entered;
}

async function join(tx: AccountsTransaction, found: Invitation, mail: boolean, now: Instant): Promise<Entered> {
  const { organization, subject, role } = found;
  if (!mail || mailAddressFault(subject) !== null) return { organization, subject, role, person: null };
  const id = `person_${randomBytes(10).toString('hex')}`;
  const email = subject.toLowerCase();
  return asEntered(await tx.savePerson({ id, organization, email, role, createdAt: now, removedAt: null }));
}

async function known(tx: AccountsTransaction, id: string): Promise<Entered | null> {
  const person = await tx.person(id);
  return person && asEntered(person);
}

function asEntered({ id, organization, email, role }: Person): Entered {
  return { organization, subject: email, role, person: id };
}

/** Removes a person from their organization: their sessions and links end. */
export async function removePerson(
  tx: AccountsTransaction,
  person: Person,
  actor: Actor,
  now: Instant,
): Promise<Person> {
  const removed = await tx.savePerson({ ...person, removedAt: now });
  const { organization, id, email, role } = person;
  const details = { person: id, subject: email, role };
  await tx.addAudit({ organization, at: now, actor, action: 'remove-person', details });
  return removed;
}
