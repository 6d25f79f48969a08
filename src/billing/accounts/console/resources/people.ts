import { listOf, moment, oneOf, resource, text, textOrNull, yes } from './kinds.ts';

const role = oneOf(['member', 'admin'], 'What they may do.');

/** An invitation. */
export const INVITATION = resource('Invitation', 'An invitation of somebody to the organization.', {
  id: text('Its id.', 'invitation_1f8b2c77d0a94e6c3b52'),
  subject: text('Who they will be in the audit log.', 'sam@acme.example'),
  role,
  createdAt: moment('When they were invited.', '2026-05-04T23:10:00.000Z'),
  expiresAt: moment('Until when the link is good.', '2026-05-07T23:10:00.000Z'),
  token: textOrNull(
    'What the link `#/link/<token>` of the console ends with, shown when it is made, unless it is mailed. Null otherwise.',
  ),
  mailed: yes('Whether this request mailed the link.', false),
});

/** Invitations. */
export const INVITATION_LIST = resource('InvitationList', 'Invitations, oldest first.', {
  invitations: listOf(INVITATION, 'Those that are good.'),
});

/** Somebody who logs in by mailed links. */
export const PERSON = resource('Person', 'Somebody who logs in by links that are mailed to them.', {
  id: text('Its id.', 'person_9d20f3a84e6c7d105b1c'),
  email: text('Where links are mailed to, and who they are in the audit log; in lower case.', 'kim@acme.example'),
  role: { ...role, example: 'admin' },
  createdAt: moment('Since when.', '2026-05-04T23:10:00.000Z'),
});

/** People. */
export const PERSON_LIST = resource('PersonList', 'People, by address.', {
  people: listOf(PERSON, 'Those who can log in.'),
});
