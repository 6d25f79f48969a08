import type { ListedOrganization, NumberedAuditEntry, Organization } from '../../accounts-store.ts';
import * as k from '../../kinds.ts';
import { type Account, openWindow, stateOf } from '../../transitions/account.ts';
import type { HeldBackBy } from '../../transitions/status.ts';

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

const STATUS = k.name(
  'OrganizationStatus',
  k.oneOf(
    ['active', 'suspended', 'closing', 'closed'],
    '`suspended`: an operator has stopped it. Its keys do not work, nothing renews, and its plan can be cancelled but not changed. `closing`: its keys do not work, and what holds its closure back is yet to be resolved.',
  ),
);

const HELD_BACK = {
  'unpaid-invoices': k.resource('UnpaidInvoices', 'Invoices are not paid.', {
    reason: k.oneOf(['unpaid-invoices'], 'Which reason this is.'),
    invoices: k.listOf(k.text('Number of an invoice.', 'INV-00000042'), 'The open invoices.'),
  }),
  'active-paid-plan': k.resource('ActivePaidPlan', 'A paid plan is active.', {
    reason: k.oneOf(['active-paid-plan'], 'Which reason this is.'),
    plan: k.text('Id of the plan.', 'growth'),
    until: k.momentOrNull('When it ends.'),
  }),
  'unsettled-usage': k.resource('UnsettledUsage', 'Usage is not settled.', {
    reason: k.oneOf(['unsettled-usage'], 'Which reason this is.'),
    windows: k.listOf(k.position('Number of a credit window.', 2), 'The credit windows.'),
  }),
};
const reasons = Object.entries(HELD_BACK);

const HELD_BACK_BY = k.name<HeldBackBy>('HeldBackBy', {
  schema: {
    description: 'What holds the closure of an organization back.',
    oneOf: reasons.map(([, { schema }]) => schema),
    discriminator: {
      propertyName: 'reason',
      mapping: Object.fromEntries(reasons.map(([reason, { schema }]) => [reason, schema.$ref])),
    },
  },
  example: HELD_BACK['unpaid-invoices'].example,
  write: (held) => (HELD_BACK[held.reason] as k.Kind<HeldBackBy>).write(held),
  names: Object.values(HELD_BACK),
});

const listed = {
  id: k.text('Id of the organization.', 'acme'),
  name: k.text('Display name.', 'Acme Pty Ltd'),
  status: k.as(STATUS, 'Where it stands.'),
  suspendedAt: k.momentOrNull('Since when it is suspended; null while it is not.'),
  createdAt: k.moment('When it was created.', '2026-03-10T02:15:00.000Z'),
};
const plan = k.text('Id of the active plan.', 'growth');

/** An organization. */
export const ORGANIZATION = k.resource('Organization', 'An organization.', {
  ...listed,
  plan,
  closureHeldBackBy: k.listOf(HELD_BACK_BY, 'What holds its closure back, while it is closing.', []),
});

/** A new organization. */
export const CREATED_ORGANIZATION = k.resource('CreatedOrganization', 'A new organization.', {
  ...listed,
  plan,
  closureHeldBackBy: k.listOf(HELD_BACK_BY, 'Nothing.', []),
  invitation: k.orNull(k.as(INVITATION, 'That of its first admin, where one was named.'), {
    ...INVITATION.example,
    subject: 'kim@acme.example',
    role: 'admin',
    mailed: true,
  }),
});

const SUMMARY = k.resource('OrganizationSummary', 'An organization in a list.', listed);

/** A page of organizations. */
export const ORGANIZATION_LIST = k.resource('OrganizationList', 'Organizations, by id.', {
  organizations: k.listOf(SUMMARY, 'One page of them.'),
  next: k.next,
});

/** What an organization in a list is shown from. */
export function shownSummary(organization: ListedOrganization) {
  return { ...organization, status: stateOf(organization) };
}

/**
 * What an organization is shown from, with what holds its closure back while it is closing. One that
 * was suspended before it began to close has both `suspendedAt` and the status `closing`.
 */
export function shownOrganization(
  organization: Organization,
  account: Account,
  closureHeldBackBy: readonly HeldBackBy[],
) {
  const { suspendedAt } = account;
  const plan = openWindow(account).plan.id;
  return { ...organization, status: stateOf(account), suspendedAt, plan, closureHeldBackBy };
}

const ACTOR = k.resource('Actor', 'Who did something.', {
  kind: k.oneOf(['user', 'operator', 'system'], '`system` is the service itself.'),
  subject: k.text('Subject of the session.', 'kim@acme.example'),
  from: k.textOrNull(
    "Where they did it: a client's address, or a program. Null for the service itself.",
    '203.0.113.7',
  ),
});

const ENTRY = k.resource('AuditEntry', 'Something that happened.', {
  sequence: k.position('Place in the log.', 17),
  at: k.moment('When it happened.', '2026-05-04T23:10:00.000Z'),
  actor: k.as(ACTOR, 'Who did it.'),
  action: k.text('What was done.', 'create-key'),
  details: k.details('Details; their shape depends on the action.', {
    key: 'key_5b1c9d20f3a84e6c7d10',
    name: 'web shop',
    prefix: 'lbx_live_7Yq2',
  }),
  position: k.position('Place in the chain of the organization.', 4),
  hash: k.text(
    'Chains the entry to the one before: whoever changes one has to change all after it.',
    '5f2b5d3bb5d1f8a3f0f6e9d1c7f0a4e2b1c6d8e9f0a1b2c3d4e5f60718293a4b',
  ),
});

/** The audit log. */
export const AUDIT_LOG = k.resource('AuditLog', 'What happened to an organization.', {
  entries: k.listOf(ENTRY, 'Newest first.'),
});

/** What an entry of the audit log is shown from. */
export function shownEntry(entry: NumberedAuditEntry) {
  return { ...entry, actor: { ...entry.actor, from: entry.actor.from ?? null } };
}
