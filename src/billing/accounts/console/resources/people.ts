import * as k from '../../kinds.ts';

const role = k.oneOf(['member', 'admin'], 'What they may do.');

/** An invitation. */
export const INVITATION = k.resource('Invitation', 'An invitation of somebody to the organization.', {
  id: k.text('Its id.', 'invitation_1f8b2c77d0a94e6c3b52'),
  subject: k.text('Who they will be in the audit log.', 'sam@acme.example'),
  role,
  createdAt: k.moment('When they were invited.', '2026-05-04T23:10:00.000Z'),
  expiresAt: k.moment('Until when the link is good.', '2026-05-07T23:10:00.000Z'),
  token: k.textOrNull(
    'What the link `#/link/<token>` of the console ends with, shown when it is made, unless it is mailed. Null otherwise.',
  ),
  mailed: k.yes('Whether this request mailed the link.', false),
});

/** Invitations. */
export const INVITATION_LIST = k.resource('InvitationList', 'Invitations, oldest first.', {
  invitations: k.listOf(INVITATION, 'Those that are good.'),
});

/** Somebody who logs in by mailed links. */
export const PERSON = k.resource('Person', 'Somebody who logs in by links that are mailed to them.', {
  id: k.text('Its id.', 'person_9d20f3a84e6c7d105b1c'),
  email: k.text('Where links are mailed to, and who they are in the audit log; in lower case.', 'kim@acme.example'),
  role: { ...role, example: 'admin' },
  createdAt: k.moment('Since when.', '2026-05-04T23:10:00.000Z'),
});

/** People. */
export const PERSON_LIST = k.resource('PersonList', 'People, by address.', {
  people: k.listOf(PERSON, 'Those who can log in.'),
});
