const period = { start: '2026-05-01T00:00:00.000Z', end: '2026-06-01T00:00:00.000Z' };

const summary = {
  id: 'acme',
  name: 'Acme Pty Ltd',
  status: 'active',
  suspendedAt: null,
  createdAt: '2026-03-10T02:15:00.000Z',
};

const key = {
  id: 'key_5b1c9d20f3a84e6c7d10',
  name: 'web shop',
  prefix: 'lbx_live_7Yq2',
  state: 'active',
  createdAt: '2026-05-04T23:10:00.000Z',
  expiresAt: null,
  rotatedAt: null,
  revokedAt: null,
  replaces: null,
  kind: 'secret',
  terms: null,
  dailyCap: 5000,
  monthlyCap: null,
  usedToday: 1280,
  usedThisMonth: 20_460,
  lastUsedAt: '2026-05-20T04:58:12.000Z',
};

const publishableKey = {
  ...key,
  id: 'key_91c0d2e8b7a65f431f02',
  name: 'address form',
  prefix: 'lbx_pub_Qm81',
  kind: 'publishable',
  terms: {
    origins: ['https://shop.example.com', 'https://*.shop.example.com'],
    operations: ['autocomplete', 'validate', 'enrich', 'lookupPostcode', 'lookupLocality'],
    clientPerSecond: 10,
    clientBurst: 30,
  },
};

const plan = {
  id: 'growth',
  name: 'Growth',
  shape: 'included',
  quotaMode: 'soft-overage',
  priceCents: 9900,
  includedCredits: 100_000,
  unitPrice: { cents: 120, perCredits: 1000 },
  period: 'P1M',
  products: ['address'],
  burst: { perSecond: 50, size: 100 },
};

const preview = {
  kind: 'change-plan',
  plan: 'growth',
  effective: 'now',
  at: '2026-05-01T00:00:00.000Z',
  replaces: null,
  planCents: 9900,
  payment: 'charged',
  usageCents: 0,
  usageCredits: 0,
  totalCents: 9900,
  grantedCredits: 100_000,
  carriedCredits: 640,
  expiredCredits: 0,
  expiringCredits: 0,
  period,
};

const billingDetails = { abn: '53004085616', address: ['12 Sample Road', 'Perth WA 6000'] };

const hour = {
  at: '2026-05-04T23:00:00.000Z',
  requests: 48_210,
  refused: 121,
  failed: 0,
  credits: 51_874,
  p50Ms: 0.08,
  p99Ms: 0.9,
};
const invoice = {
  number: 'INV-00000042',
  status: 'open',
  overdue: false,
  currency: 'AUD',
  totalCents: 9900,
  lines: [
    {
      kind: 'plan',
      plan: 'growth',
      description: 'Growth, 100000 credits',
      window: 2,
      credits: 100_000,
      unitPrice: null,
      amountCents: 9900,
    },
  ],
  period,
  issuedAt: '2026-05-01T00:00:00.000Z',
  dueAt: '2026-05-01T00:00:00.000Z',
  closedAt: null,
  overdueSince: null,
  reminders: 0,
  terms: {
    seller: { name: 'Addresses Pty Ltd', abn: '51824753556', address: ['1 Example Street', 'Sydney NSW 2000'] },
    buyer: { name: 'Acme Pty Ltd', ...billingDetails },
    gstPercent: 10,
    gstCents: 900,
  },
  howToPay: { page: true, contact: 'accounts@example.com', lines: ['By transfer to BSB 062-000, account 1234 5678.'] },
};

const planState = {
  plan,
  period,
  credits: { granted: 100_000, carried: 640, used: 8210, remaining: 92_430, billable: 0 },
  settlingWindows: [],
  scheduledChange: null,
  pendingChange: null,
  paymentMethod: 'verified',
  paymentOverdue: false,
};

const delivery = {
  endpoint: 'ep_0d6c1f83ab52e7944c10',
  state: 'delivered',
  attempts: 3,
  nextAt: null,
  lastAt: '2026-05-04T23:15:11.000Z',
  status: 204,
  fault: null,
};

const event = {
  id: 'evt_7a1f0c93be5d2846a0b9c1d7',
  type: 'key.created',
  at: '2026-05-04T23:10:00.000Z',
  data: { key: key.id, name: key.name, prefix: key.prefix },
  deliveries: [delivery],
};

const invitation = {
  id: 'invitation_1f8b2c77d0a94e6c3b52',
  subject: 'sam@acme.example',
  role: 'member',
  createdAt: '2026-05-04T23:10:00.000Z',
  expiresAt: '2026-05-07T23:10:00.000Z',
  token: null,
  mailed: false,
};

const person = {
  id: 'person_9d20f3a84e6c7d105b1c',
  email: 'kim@acme.example',
  role: 'admin',
  createdAt: '2026-05-04T23:10:00.000Z',
};

const endpoint = {
  id: delivery.endpoint,
  kind: 'webhook',
  target: 'https://hooks.acme.example/letterbox',
  types: ['invoice.issued', 'key.created'],
  state: 'active',
  createdAt: '2026-05-01T01:00:00.000Z',
  failingSince: null,
  disabledAt: null,
  formerSecretUntil: null,
  secret: null,
};

/** An example of each answer, by the name of its schema. */
export const ANSWER_EXAMPLES: Readonly<Record<string, object>> = {
  Organization: { ...summary, suspendedAt: null, plan: 'growth', closureHeldBackBy: [] },
  CreatedOrganization: {
    ...summary,
    plan: 'growth',
    closureHeldBackBy: [],
    invitation: { ...invitation, subject: 'kim@acme.example', role: 'admin', mailed: true },
  },
  OrganizationList: { organizations: [summary], next: null },
  AuditLog: {
    entries: [
      {
        sequence: 17,
        at: '2026-05-04T23:10:00.000Z',
        actor: { kind: 'user', subject: 'kim@acme.example', from: '203.0.113.7' },
        action: 'create-key',
        details: { key: key.id, name: key.name, prefix: key.prefix },
        position: 4,
        hash: '5f2b5d3bb5d1f8a3f0f6e9d1c7f0a4e2b1c6d8e9f0a1b2c3d4e5f60718293a4b',
      },
    ],
  },
  Key: { ...key, state: 'revoked', revokedAt: '2026-05-20T05:00:00.000Z' },
  KeyList: { keys: [key, publishableKey], next: null },
  RevealedKey: { ...key, key: `${key.prefix}${'x'.repeat(34)}` },
  Catalogue: { currency: 'AUD', plans: [plan] },
  PlanList: { currency: 'AUD', plans: [{ ...plan, change: preview, refusal: null }] },
  PlanState: planState,
  AppliedChange: { ...planState, invoices: [invoice] },
  OfferedChange: { ...preview, currency: 'AUD', token: 'preview-token', expiresAt: '2026-05-01T00:10:00.000Z' },
  Usage: {
    from: '2026-05-01',
    to: '2026-05-02',
    requests: 2400,
    credits: 4200,
    days: [
      { day: '2026-05-01', operation: 'autocomplete', requests: 1500, credits: 1500 },
      { day: '2026-05-02', operation: 'enrich', requests: 900, credits: 2700 },
    ],
  },
  Invitation: invitation,
  InvitationList: { invitations: [invitation] },
  Person: person,
  PersonList: { people: [person] },
  Event: event,
  EventList: { events: [event], next: null },
  Endpoint: endpoint,
  EndpointList: { endpoints: [endpoint] },
  KeyUsage: {
    from: '2026-05-01',
    to: '2026-05-02',
    days: [{ day: '2026-05-01', key: key.id, operation: 'autocomplete', requests: 1500, credits: 1500 }],
  },
  Spending: {
    currency: 'AUD',
    capCents: 5000,
    spentCents: 1840,
    unitPrice: { cents: 120, perCredits: 1000 },
    alertsAtPercent: [50, 80, 100],
  },
  Invoice: invoice,
  BillingDetails: { name: summary.name, ...billingDetails },
  InvoiceList: { invoices: [invoice], waitingCents: 0 },
  ServiceState: {
    at: '2026-05-04T23:10:00.000Z',
    service: {
      version: '2.0.0',
      serving: { release: '2026.05', addresses: 15_812_000, path: '/srv/letterbox/gnaf-may26.lbx' },
      since: '2026-05-02T01:00:00.000Z',
      previous: { release: '2026.02', addresses: 15_713_000, path: '/srv/letterbox/gnaf-feb26.lbx' },
      refused: null,
      server: { workers: { wanted: 4, listening: 4, ended: 0 }, ends: 0, lastEnd: null },
    },
    serviceFault: null,
    sidecar: {
      startedAt: '2026-05-01T00:00:00.000Z',
      memoryBytes: 92_000_000,
      ledger: 'reachable',
      ledgerKind: 'postgres',
      drainedAt: '2026-05-04T23:09:59.400Z',
      drainIntervalMs: 1000,
      accountsSetAside: 0,
      countersQuarantined: 0,
      clockOffMs: 0,
    },
    machines: [
      {
        id: '5f2b5d3bb5d1f8a3f0f6e9d1c7f0a4e2',
        name: 'api-1:/var/lib/letterbox',
        seenAt: '2026-05-04T23:09:58.000Z',
        retiredAt: null,
        leases: 120,
        credits: 72_000,
      },
    ],
    backlog: { windows: 0, oldestWindow: null, deliveries: 1, oldestDelivery: '2026-05-04T23:09:57.000Z' },
    traffic: { hours: [hour], day: hour, month: hour },
    troubles: [{ at: '2026-05-03T04:12:00.000Z', what: 'ledger away', reason: 'connect ECONNREFUSED 10.0.0.5:5432' }],
  },
  PaymentMethod: {
    status: 'pending',
    provider: 'stripe',
    setUp: 'stripe',
    contact: 'accounts@example.com',
    charged: false,
    message: 'Stripe asks for the payment method on a page of its own.',
    url: 'https://checkout.stripe.com/c/pay/cs_test_a1b2c3',
  },
  PayPage: { url: 'https://checkout.stripe.com/c/pay/cs_test_d4e5f6' },
};

/** An example of each body that has fields, by operation. */
export const BODY_EXAMPLES: Readonly<Record<string, object>> = {
  createOrganization: { name: summary.name },
  createKey: { name: key.name, dailyCap: 5000 },
  changeKey: { dailyCap: 8000 },
  rotateKey: { graceSeconds: 3600 },
  setSpendingCap: { capCents: 5000 },
  setBillingDetails: billingDetails,
  invitePerson: { subject: invitation.subject, role: invitation.role },
  addEndpoint: { url: endpoint.target, types: endpoint.types },
  confirmEndpoint: { code: 'K7QH2M9XWPTB' },
  sendEventAgain: { endpoint: endpoint.id },
  previewPlanChange: { plan: plan.id },
  confirmPlanChange: { token: 'preview-token' },
  cancelPlan: { token: 'preview-token' },
};

/** A description and an example of each name in a path. */
export const PATH_EXAMPLES: Readonly<Record<string, { readonly description: string; readonly example: string }>> = {
  organization: { description: 'Id of the organization.', example: summary.id },
  key: { description: 'Id of the key.', example: key.id },
  endpoint: { description: 'Id of the endpoint.', example: endpoint.id },
  invitation: { description: 'Id of the invitation.', example: invitation.id },
  person: { description: 'Id of the person.', example: person.id },
  event: { description: 'Id of the event.', example: event.id },
  invoice: { description: 'Number of the invoice.', example: invoice.number },
};
