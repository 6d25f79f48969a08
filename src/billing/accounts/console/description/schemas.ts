import { PLAN_SHAPES } from '../../plans/plan.ts';
import { CONSOLE_STATUSES } from '../answer.ts';
import { EVENT_SCHEMAS } from './event-schemas.ts';
import {
  cents,
  count,
  countOrNull,
  day,
  listOf,
  moment,
  momentOrNull,
  next,
  object,
  oneOf,
  orNull,
  position,
  ref,
  type Schema,
  text,
  textOrNull,
  yes,
} from './schema-parts.ts';
import { SERVICE_SCHEMAS } from './service-schemas.ts';

const organizationFields = {
  id: text('Id of the organization.'),
  name: text('Display name.'),
  status: ref('OrganizationStatus', 'Where it stands.'),
  suspendedAt: momentOrNull('Since when it is suspended; null while it is not.'),
  createdAt: moment('When it was created.'),
};

const planFields = {
  id: text('Id of the plan.'),
  name: text('Display name.'),
  shape: oneOf(PLAN_SHAPES, 'Free, with included credits, or pay as you go.'),
  quotaMode: oneOf(['hard-cap', 'soft-overage', 'uncapped'], 'What happens once the credits are used.'),
  priceCents: cents('Price of a period.'),
  includedCredits: count('Credits of a period.'),
  unitPrice: orNull(ref('UnitPrice', 'What credits beyond those included cost; null where there can be none.')),
  period: text('Length of a period, an ISO 8601 duration.'),
  products: listOf(text('An API family.'), 'API families that may be used.'),
  burst: ref('BurstLimit', 'How fast requests may come.'),
};

const previewFields = {
  kind: oneOf(['change-plan', 'cancel-plan'], 'A change to a plan, or that the plan is cancelled.'),
  plan: text('Id of the plan to change to.'),
  effective: oneOf(['now', 'period-end'], 'When the change takes place.'),
  at: moment('The moment of the change.'),
  replaces: textOrNull('Plan of the scheduled change that this one would replace.'),
  planCents: cents('Price of the new period, to be paid now.'),
  payment: oneOf(
    ['none', 'charged', 'invoiced'],
    'How that price is paid: `charged` to the payment method before the change takes effect, `invoiced` and due at once, or nothing to pay.',
  ),
  usageCents: cents('What accrued usage is invoiced with now.'),
  usageCredits: count('The credits of that usage.'),
  totalCents: cents('All that is invoiced now.'),
  grantedCredits: count('Credits of the new period.'),
  carriedCredits: count('Unused credits that carry over.'),
  expiredCredits: count('Unused credits that are lost at once.'),
  expiringCredits: count('Unused credits, as of now, that are lost when the period ends and the change takes place.'),
  period: orNull(ref('Period', 'The new period; null where none begins now.')),
};

const planStateFields = {
  plan: ref('Plan', 'The active plan.'),
  period: ref('Period', 'The current period.'),
  credits: ref('Credits', 'The credits of the current period.'),
  settlingWindows: listOf(
    position('Number of a credit window.'),
    'Earlier credit windows whose last usage is still on its way: what carries over from them is not final.',
  ),
  scheduledChange: orNull(ref('ScheduledChange', 'The change that is accepted and yet to come.')),
  pendingChange: orNull(
    ref('PendingChange', 'The change that waits for its payment; until then nothing else can change.'),
  ),
  paymentMethod: ref('PaymentMethodStatus', 'Whether a payment method is set up.'),
  paymentOverdue: yes('Whether an invoice is overdue.'),
};

const keyFields = {
  id: text('Id of the key, which is not the key itself.'),
  name: text('Display name.'),
  prefix: text('The beginning of the key, to tell keys apart.'),
  state: oneOf(
    ['active', 'rotated', 'disabled', 'expired', 'revoked'],
    '`rotated` keys work until they expire; `disabled` ones do not work, since the organization is suspended, closing or closed.',
  ),
  createdAt: moment('When it was created.'),
  expiresAt: momentOrNull('When it stops working; null: not by itself.'),
  rotatedAt: momentOrNull('When another key took its place: it works on until it expires.'),
  revokedAt: momentOrNull('When it was revoked.'),
  replaces: textOrNull('Id of the key that it was made to replace.'),
  kind: oneOf(['secret', 'publishable'], 'Publishable keys may stand in web pages.'),
  terms: orNull(ref('PublishableTerms', 'What a publishable key may be used for; null for a secret one.')),
  dailyCap: countOrNull('Credits that it may use in a UTC day; null for no cap of its own.'),
  monthlyCap: countOrNull('Credits that it may use in a UTC calendar month; null for no cap of its own.'),
  usedToday: count('Credits used in the present UTC day, as far as the ledger knows.'),
  usedThisMonth: count('Credits used in the present UTC calendar month, as far as the ledger knows.'),
  lastUsedAt: momentOrNull('When it was last used, to within seconds; null where it never was.'),
};

/** Every schema of the console's interface description. */
export const CONSOLE_SCHEMAS: Readonly<Record<string, Schema>> = {
  Period: object('A billing period.', {
    start: moment('Its first moment.'),
    end: moment('The first moment after it.'),
  }),
  UnitPrice: object('A price by credits.', {
    cents: cents('Price of so many credits.'),
    perCredits: position('How many credits.'),
  }),
  BurstLimit: object('How fast requests may come.', {
    perSecond: { type: 'number', exclusiveMinimum: 0, description: 'Sustained requests per second.' },
    size: position('Requests that may come at once.'),
  }),
  OrganizationStatus: oneOf(
    ['active', 'suspended', 'closing', 'closed'],
    '`suspended`: an operator has stopped it. Its keys do not work, nothing renews, and its plan can be cancelled but not changed. `closing`: its keys do not work, and what holds its closure back is yet to be resolved.',
  ),
  Organization: object('An organization.', {
    ...organizationFields,
    plan: text('Id of the active plan.'),
    closureHeldBackBy: listOf(ref('HeldBackBy'), 'What holds its closure back, while it is closing.'),
  }),
  CreatedOrganization: object('A new organization.', {
    ...organizationFields,
    plan: text('Id of the active plan.'),
    closureHeldBackBy: listOf(ref('HeldBackBy'), 'Nothing.'),
    invitation: orNull(ref('Invitation', 'That of its first admin, where one was named.')),
  }),
  OrganizationSummary: object('An organization in a list.', organizationFields),
  OrganizationList: object('Organizations, by id.', {
    organizations: listOf(ref('OrganizationSummary'), 'One page of them.'),
    next,
  }),
  HeldBackBy: {
    description: 'What holds the closure of an organization back.',
    oneOf: [ref('UnpaidInvoices'), ref('ActivePaidPlan'), ref('UnsettledUsage')],
    discriminator: {
      propertyName: 'reason',
      mapping: {
        'unpaid-invoices': '#/components/schemas/UnpaidInvoices',
        'active-paid-plan': '#/components/schemas/ActivePaidPlan',
        'unsettled-usage': '#/components/schemas/UnsettledUsage',
      },
    },
  },
  UnpaidInvoices: object('Invoices are not paid.', {
    reason: oneOf(['unpaid-invoices'], 'Which reason this is.'),
    invoices: listOf(text('Number of an invoice.'), 'The open invoices.'),
  }),
  ActivePaidPlan: object('A paid plan is active.', {
    reason: oneOf(['active-paid-plan'], 'Which reason this is.'),
    plan: text('Id of the plan.'),
    until: momentOrNull('When it ends.'),
  }),
  UnsettledUsage: object('Usage is not settled.', {
    reason: oneOf(['unsettled-usage'], 'Which reason this is.'),
    windows: listOf(position('Number of a credit window.'), 'The credit windows.'),
  }),
  AuditLog: object('What happened to an organization.', { entries: listOf(ref('AuditEntry'), 'Newest first.') }),
  AuditEntry: object('Something that happened.', {
    sequence: position('Place in the log.'),
    at: moment('When it happened.'),
    actor: ref('Actor', 'Who did it.'),
    action: text('What was done.'),
    details: { type: 'object', description: 'Details; their shape depends on the action.' },
    position: position('Place in the chain of the organization.'),
    hash: text('Chains the entry to the one before: whoever changes one has to change all after it.'),
  }),
  Actor: object('Who did something.', {
    kind: oneOf(['user', 'operator', 'system'], '`system` is the service itself.'),
    subject: text('Subject of the session.'),
    from: textOrNull("Where they did it: a client's address, or a program. Null for the service itself."),
  }),
  Invitation: object('An invitation of somebody to the organization.', {
    id: text('Its id.'),
    subject: text('Who they will be in the audit log.'),
    role: oneOf(['member', 'admin'], 'What they may do.'),
    createdAt: moment('When they were invited.'),
    expiresAt: moment('Until when the link is good.'),
    token: textOrNull(
      'What the link `#/link/<token>` of the console ends with, shown when it is made, unless it is mailed. Null otherwise.',
    ),
    mailed: yes('Whether this request mailed the link.'),
  }),
  Person: object('Somebody who logs in by links that are mailed to them.', {
    id: text('Its id.'),
    email: text('Where links are mailed to, and who they are in the audit log; in lower case.'),
    role: oneOf(['member', 'admin'], 'What they may do.'),
    createdAt: moment('Since when.'),
  }),
  PersonList: object('People, by address.', { people: listOf(ref('Person'), 'Those who can log in.') }),
  InvitationList: object('Invitations, oldest first.', {
    invitations: listOf(ref('Invitation'), 'Those that are good.'),
  }),
  Key: object('An API key, without the key itself.', keyFields),
  PublishableTerms: object('What a publishable key may be used for.', {
    origins: listOf(text('An origin, or https://*.example.com for all below it.'), 'Origins of the pages.'),
    operations: listOf(text('Name of an operation.'), 'Operations.'),
    clientPerSecond: position('Requests per second of one client address.'),
    clientBurst: position('Requests at once of one client address.'),
  }),
  KeyList: object('API keys, oldest first.', { keys: listOf(ref('Key'), 'One page of them.'), next }),
  RevealedKey: object('A new API key.', {
    ...keyFields,
    key: textOrNull('The key itself, shown this once. Null in the answer to a retry.'),
  }),
  Plan: object('The terms of a plan.', planFields),
  Catalogue: object('The plans that there are.', {
    currency: text('Currency of all amounts, ISO 4217.'),
    plans: listOf(ref('Plan'), 'In the order of the catalogue.'),
  }),
  PlanList: object('The plans that there are.', {
    currency: text('Currency of all amounts, ISO 4217.'),
    plans: listOf(ref('PlanOutlook'), 'In the order of the catalogue.'),
  }),
  PlanOutlook: object('A plan, and what changing to it would do now.', {
    ...planFields,
    change: orNull(ref('ChangePreview', 'What the change would do; null where it would be refused.')),
    refusal: orNull(ref('PlanRefusal', 'Why the change would be refused.')),
  }),
  PlanRefusal: object('Why a change would be refused.', {
    reason: text('For programs.'),
    message: text('A sentence for users.'),
  }),
  Credits: object('The credits of a period.', {
    granted: count('Credits that the plan gives.'),
    carried: count('Credits carried over from before.'),
    used: count('Credits used, as far as the ledger knows.'),
    remaining: count('Credits that remain.'),
    billable: count('Credits used beyond them, which are billed.'),
  }),
  ScheduledChange: object('A change that is accepted and yet to come.', {
    plan: text('Id of the plan to change to.'),
    at: moment('When it takes place.'),
    confirmedAt: moment('When it was accepted.'),
  }),
  PendingChange: object('A change that is confirmed and takes effect once its price is paid.', {
    plan: text('Id of the plan to change to.'),
    cents: cents('The price.'),
    confirmedAt: moment('When it was confirmed.'),
  }),
  PlanState: object('What is active, left and pending.', planStateFields),
  AppliedChange: object('The plan after a change.', {
    ...planStateFields,
    invoices: listOf(ref('Invoice'), 'Invoices that the change issued.'),
  }),
  ChangePreview: object('What a change would do.', previewFields),
  OfferedChange: object('A change that can be confirmed.', {
    ...previewFields,
    currency: text('Currency of all amounts, ISO 4217.'),
    token: text('Confirms the change, once.'),
    expiresAt: moment('Until when the token is good.'),
  }),
  Usage: object('Requests and credits by day and operation.', {
    from: day('First UTC day.'),
    to: day('Last UTC day.'),
    requests: count('Requests in all.'),
    credits: count('Credits in all.'),
    days: listOf(ref('DailyUsage'), 'By day, then operation; those without requests are left out.'),
  }),
  DailyUsage: object('Requests of one operation on one day.', {
    day: day('UTC day.'),
    operation: text('Name of the operation.'),
    requests: count('Requests.'),
    credits: count('Credits that they cost.'),
  }),
  KeyUsage: object('Requests and credits by day, key and operation.', {
    from: day('First UTC day.'),
    to: day('Last UTC day.'),
    days: listOf(ref('DailyKeyUsage'), 'By day, then key, then operation; those without requests are left out.'),
  }),
  DailyKeyUsage: object('Requests of one operation by one key on one day.', {
    day: day('UTC day.'),
    key: textOrNull('Id of the key; null for requests before keys were counted, and the few that no key was noted of.'),
    operation: text('Name of the operation.'),
    requests: count('Requests.'),
    credits: count('Credits that they cost.'),
  }),
  Spending: object('What is spent beyond the credits of the current period.', {
    currency: text('Currency of all amounts, ISO 4217.'),
    capCents: countOrNull('The most that it may come to, in cents; null for no cap.'),
    spentCents: cents('What overage or pay as you go has come to so far, as far as the ledger knows.'),
    unitPrice: orNull(ref('UnitPrice', 'What such credits cost; null on a plan that bills no usage.')),
    alertsAtPercent: listOf(position('A percentage.'), 'Shares at which an event `alert.reached` tells of it.'),
  }),
  Invoice: object('An invoice.', {
    number: text('Its number.'),
    status: oneOf(['open', 'paid', 'void'], 'Where it stands.'),
    overdue: yes('Whether it is overdue.'),
    currency: text('Currency of all amounts, ISO 4217.'),
    totalCents: cents('Sum of the lines.'),
    lines: listOf(ref('InvoiceLine'), 'What is invoiced.'),
    period: ref('Period', 'The period that it is for.'),
    issuedAt: moment('When it was issued.'),
    dueAt: moment('When it is due.'),
    closedAt: momentOrNull('When it was paid or made void.'),
    overdueSince: momentOrNull('Since when it is overdue.'),
    reminders: count('Reminders that were sent.'),
    terms: orNull(ref('InvoiceTerms', 'Who it is between, and tax. Null for invoices of earlier versions.')),
    howToPay: orNull(ref('HowToPay', 'How to pay it; null unless it is open.')),
  }),
  HowToPay: object('How an open invoice is paid.', {
    page: yes('Whether there is a page for it: `POST …/pay-page`.'),
    contact: textOrNull('Whom to ask: a mail address or a page.'),
    lines: listOf(text('A line.'), 'What the operator says of it: a bank account, say.'),
  }),
  PayPage: object('A page on which an invoice is paid.', { url: text('Its address, good for a day.') }),
  InvoiceTerms: object('What an invoice says of those it is between and of tax, as it was when it was issued.', {
    seller: orNull(ref('Seller', 'Who sells; null where none is set.')),
    buyer: ref('BillingDetails', 'Who buys.'),
    gstPercent: count('Goods and services tax, in percent of the price without it.'),
    gstCents: cents('The tax that is in the total.'),
  }),
  BillingDetails: object(
    'What stands of the organization on invoices: on those that are issued now, or on one that was.',
    {
      name: text('Its name.'),
      abn: textOrNull('Its Australian Business Number, 11 digits; null where none is given.'),
      address: listOf(text('A line.'), 'Lines of its address.'),
    },
  ),
  Seller: object('Who sells.', {
    name: text('Name.'),
    abn: textOrNull('Australian Business Number, 11 digits.'),
    address: listOf(text('A line.'), 'Lines of the address.'),
  }),
  InvoiceLine: object('A line of an invoice.', {
    kind: oneOf(['plan', 'payg-usage', 'overage'], 'What it is for.'),
    plan: text('Id of the plan.'),
    description: text('A sentence for users.'),
    window: position('Number of the credit window.'),
    credits: count('Credits that it is for.'),
    unitPrice: orNull(ref('UnitPrice', 'Price of the credits; null for a plan.')),
    amountCents: cents('What it costs.'),
  }),
  InvoiceList: object('Invoices.', {
    invoices: listOf(ref('Invoice'), 'Newest first.'),
    waitingCents: cents('Usage under the minimum, which comes with the next invoice.'),
  }),
  PaymentMethodStatus: oneOf(['none', 'pending', 'verified'], 'Whether a payment method is set up and verified.'),
  PaymentMethod: object('The payment method.', {
    status: ref('PaymentMethodStatus', 'Whether it is set up and verified.'),
    provider: text('Name of the payment provider.'),
    setUp: oneOf(
      ['stripe', 'page', 'ask'],
      "How one is set up: on a page of Stripe's, on the operator's own, or by asking the operator.",
    ),
    contact: textOrNull('Whom to ask: a mail address or a page.'),
    charged: yes('Whether it is charged when a plan is paid; else an invoice is due at once.'),
    message: textOrNull('What to do next, in a sentence.'),
    url: textOrNull('The page to go on to, once: in the answer to setting one up, where there is a page.'),
  }),
  ...EVENT_SCHEMAS,
  ...SERVICE_SCHEMAS,
  ErrorCode: oneOf(Object.keys(CONSOLE_STATUSES), 'Machine-readable code: what to branch on.'),
  Error: object('An error answer.', { error: ref('ErrorInfo', 'What went wrong.') }),
  ErrorInfo: {
    ...object('What went wrong.', {
      code: ref('ErrorCode', 'Machine-readable code.'),
      message: text('A sentence for users.'),
      status: {
        type: 'integer',
        enum: [...new Set(Object.values(CONSOLE_STATUSES))],
        description: 'The HTTP status of the answer.',
      },
      request_id: { type: 'string', pattern: '^req_[0-9a-f]{32}$', description: 'The value of `X-Request-Id`.' },
      details: { type: 'object', description: 'Details; their shape depends on the code.' },
    }),
    required: ['code', 'message', 'status', 'request_id'],
  },
};
