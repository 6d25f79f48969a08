import type { AccountsTransaction, Invitation } from '../../accounts-store.ts';
import { mailAddressFault } from '../../events/endpoint.ts';
import { invite, openInvitations, withdrawInvitation } from '../../invitations.ts';
import { removePerson } from '../../people.ts';
import type { Instant } from '../../plans/period.ts';
import { type ConsoleAnswer, ConsoleError, invalid, notFound } from '../answer.ts';
import { required, textField } from '../fields/fields.ts';
import { invitationMail } from '../login/mailed-links.ts';
import { INVITATION, INVITATION_LIST, PERSON, PERSON_LIST } from '../resources/organizations.ts';
import type { ConsoleRequest, ConsoleRoute } from './route.ts';

/** Inviting people, and those who have links mailed to them. */
export const PEOPLE_ROUTES: readonly ConsoleRoute[] = [
  {
    operationId: 'listInvitations',
    summary: 'List the invitations that are good, oldest first',
    method: 'GET',
    path: '/organizations/{organization}/invitations',
    role: 'admin',
    query: {},
    answer: { status: 200, schema: INVITATION_LIST },
    async read(tx, account, _request, accounts) {
      const open = await openInvitations(tx, account.id, accounts.now());
      return { status: 200, body: INVITATION_LIST.write({ invitations: open.map(shown) }) };
    },
  },
  {
    operationId: 'invitePerson',
    summary: 'Invite somebody: their link is mailed to them, or else is in this answer alone',
    method: 'POST',
    path: '/organizations/{organization}/invitations',
    role: 'admin',
    body: {
      subject: required(
        textField(1, 255, 'Who they will be in the audit log: an e-mail address, or a name where no mail is sent.'),
      ),
      role: textField(1, 10, '`member`, unless `admin` is given.'),
    },
    example: { subject: INVITATION.example.subject, role: INVITATION.example.role },
    answer: { status: 201, schema: INVITATION },
    async change(tx, account, request, accounts) {
      const { subject, role = 'member' } = request.body;
      if (role !== 'member' && role !== 'admin') throw invalid({ role: ['must be member or admin'] });
      return invitedBy(request, tx, { organization: account.id, subject: String(subject), role }, accounts.now());
    },
  },
  {
    operationId: 'withdrawInvitation',
    summary: 'Withdraw an invitation: its link lets nobody in any more',
    method: 'DELETE',
    path: '/organizations/{organization}/invitations/{invitation}',
    role: 'admin',
    body: {},
    answer: { status: 200, schema: INVITATION },
    async change(tx, account, { actor, path }, accounts) {
      const now = accounts.now();
      const found = (await openInvitations(tx, account.id, now)).find(({ id }) => id === path.invitation);
      if (!found) throw notFound('Invitation', path.invitation);
      await withdrawInvitation(tx, found, actor, now);
      return { status: 200, body: INVITATION.write(shown(found)) };
    },
  },
  {
    operationId: 'listPeople',
    summary: 'List the people who log in by links that are mailed to them, by address',
    method: 'GET',
    path: '/organizations/{organization}/people',
    role: 'admin',
    query: {},
    answer: { status: 200, schema: PERSON_LIST },
    async read(tx, account) {
      return { status: 200, body: PERSON_LIST.write({ people: await tx.people(account.id) }) };
    },
  },
  {
    operationId: 'removePerson',
    summary: 'Remove somebody from the organization: their sessions and links end at once',
    method: 'DELETE',
    path: '/organizations/{organization}/people/{person}',
    role: 'admin',
    body: {},
    answer: { status: 200, schema: PERSON },
    async change(tx, account, { actor, path, session }, accounts) {
      const found = (await tx.people(account.id)).find(({ id }) => id === path.person);
      if (!found) throw notFound('Person', path.person);
      if (session.person === found.id)
        throw new ConsoleError('CONFLICT', 'Another admin, or the operator, has to remove you.');
      return { status: 200, body: PERSON.write(await removePerson(tx, found, actor, accounts.now())) };
    },
  },
];

/** Invites somebody to an organization whose account is locked, and says what is mailed to them. */
export async function invitedBy(
  { actor, mail, invites }: ConsoleRequest,
  tx: AccountsTransaction,
  who: Pick<Invitation, 'organization' | 'subject' | 'role'>,
  now: Instant,
): Promise<ConsoleAnswer & { readonly replay: object }> {
  expectInvites(invites);
  const { invitation, token } = await invite(tx, who, actor, now);
  const view = INVITATION.write({ ...shown(invitation), token });
  const answer = { status: 201, body: view, replay: { ...view, token: null } };
  if (mail === null || mailAddressFault(who.subject) !== null) return answer;
  const { name } = (await tx.organization(who.organization))!;
  const body = { ...view, token: null, mailed: true };
  return { ...answer, mailing: { mail: invitationMail(mail.url, invitation, name, token), body } };
}

/** If there is a provider, it says who belongs to which organization. */
function expectInvites(invites: boolean): void {
  if (!invites)
    throw new ConsoleError(
      'CONFLICT',
      'The identity provider says who belongs to an organization: invite people there.',
    );
}

function shown(invitation: Invitation) {
  return { ...invitation, token: null, mailed: false };
}
