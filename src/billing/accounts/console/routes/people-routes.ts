import type { Invitation } from '../../accounts-store.ts';
import { invite, openInvitations, withdrawInvitation } from '../../invitations.ts';
import { ConsoleError, invalid, notFound } from '../answer.ts';
import type { ConsoleRequest, ConsoleRoute } from './route.ts';
import { iso } from './views.ts';

/** Inviting people, on a service without an identity provider. */
export const PEOPLE_ROUTES: readonly ConsoleRoute[] = [
  {
    operationId: 'listInvitations',
    summary: 'List the invitations that are good, oldest first',
    method: 'GET',
    path: '/organizations/{organization}/invitations',
    role: 'admin',
    query: {},
    answer: { status: 200, schema: 'InvitationList' },
    async read(tx, account, _request, accounts) {
      const open = await openInvitations(tx, account.id, accounts.now());
      return { status: 200, body: { invitations: open.map((each) => invitationView(each, null)) } };
    },
  },
  {
    operationId: 'invitePerson',
    summary: 'Invite somebody; the answer is the only time that the token of their link is shown',
    method: 'POST',
    path: '/organizations/{organization}/invitations',
    role: 'admin',
    body: {
      subject: {
        kind: 'text',
        required: true,
        min: 1,
        max: 255,
        description: 'Who they will be in the audit log: a name, or an e-mail address.',
      },
      role: { kind: 'text', required: false, min: 1, max: 10, description: '`member`, unless `admin` is given.' },
    },
    answer: { status: 201, schema: 'Invitation' },
    async change(tx, account, request, accounts) {
      expectLocal(request);
      const { subject, role = 'member' } = request.body;
      if (role !== 'member' && role !== 'admin') throw invalid({ role: ['must be member or admin'] });
      const who = { organization: account.id, subject: String(subject), role } as const;
      const { invitation, token } = await invite(tx, who, request.actor, accounts.now());
      const view = invitationView(invitation, token);
      return { status: 201, body: view, replay: { ...view, token: null } };
    },
  },
  {
    operationId: 'withdrawInvitation',
    summary: 'Withdraw an invitation: its link lets nobody in any more',
    method: 'DELETE',
    path: '/organizations/{organization}/invitations/{invitation}',
    role: 'admin',
    body: {},
    answer: { status: 200, schema: 'Invitation' },
    async change(tx, account, { actor, path }, accounts) {
      const now = accounts.now();
      const found = (await openInvitations(tx, account.id, now)).find(({ id }) => id === path.invitation);
      if (!found) throw notFound('Invitation', path.invitation);
      await withdrawInvitation(tx, found, actor, now);
      return { status: 200, body: invitationView(found, null) };
    },
  },
];

/** If there is a provider, it says who belongs to which organization. */
function expectLocal({ local }: ConsoleRequest): void {
  if (!local)
    throw new ConsoleError(
      'CONFLICT',
      'The identity provider says who belongs to an organization: invite people there.',
    );
}

function invitationView({ id, subject, role, createdAt, expiresAt }: Invitation, token: string | null) {
  return { id, subject, role, createdAt: iso(createdAt), expiresAt: iso(expiresAt), token };
}
