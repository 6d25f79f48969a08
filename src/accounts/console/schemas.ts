import { PLAN_SHAPES } from '../plan.ts';
import { CONSOLE_STATUSES } from './answer.ts';

/** A JSON Schema (2020-12). */
export type Schema = { readonly [keyword: string]: unknown };

/** A reference to one of the named schemas. */
export function ref(name: string): Schema {
  return { $ref: `#/components/schemas/${name}` };
}

const text: Schema = { type: 'string' };
const textOrNull: Schema = { type: ['string', 'null'] };
const moment: Schema = { type: 'string', format: 'date-time' };
const momentOrNull: Schema = { type: ['string', 'null'], format: 'date-time' };
const count: Schema = { type: 'integer', minimum: 0 };
const position: Schema = { type: 'integer', minimum: 1 };
const cents: Schema = { type: 'integer', minimum: 0, description: 'Hundredths of the currency.' };
const day: Schema = { type: 'string', format: 'date' };
const strings: Schema = { type: 'array', items: text };

function oneOf(...values: readonly string[]): Schema {
  return { type: 'string', enum: values };
}

function listOf(items: Schema): Schema {
  return { type: 'array', items };
}

function orNull(schema: Schema): Schema {
  return { anyOf: [schema, { type: 'null' }] };
}

/** An object with exactly these fields, all of them present. */
function object(properties: Readonly<Record<string, Schema>>): Schema {
  return { type: 'object', properties, required: Object.keys(properties), additionalProperties: false };
}

const planFields = {
  id: text,
  name: text,
  shape: oneOf(...PLAN_SHAPES),
  quotaMode: oneOf('hard-cap', 'soft-overage', 'uncapped'),
  priceCents: cents,
  includedCredits: count,
  unitPrice: orNull(ref('UnitPrice')),
  period: { ...text, description: 'ISO 8601 duration.' },
  products: strings,
  burst: object({ perSecond: { type: 'number', exclusiveMinimum: 0 }, size: position }),
};

const previewFields = {
  plan: text,
  effective: oneOf('now', 'period-end'),
  at: moment,
  replaces: { ...textOrNull, description: 'Plan of the scheduled change that this one would replace.' },
  planCents: cents,
  usageCents: cents,
  usageCredits: count,
  totalCents: cents,
  grantedCredits: count,
  carriedCredits: count,
  expiredCredits: count,
  period: orNull(ref('Period')),
};

const planStateFields = {
  plan: ref('Plan'),
  period: ref('Period'),
  credits: object({ granted: count, carried: count, used: count, remaining: count, billable: count }),
  settlingWindows: listOf(position),
  scheduledChange: orNull(object({ plan: text, at: moment, confirmedAt: moment })),
  paymentMethod: ref('PaymentMethodStatus'),
  paymentOverdue: { type: 'boolean' },
};

const keyFields = {
  id: text,
  name: text,
  prefix: { ...text, description: 'The beginning of the key.' },
  state: oneOf('active', 'rotated', 'expired', 'revoked'),
  createdAt: moment,
  expiresAt: momentOrNull,
  revokedAt: momentOrNull,
  replaces: textOrNull,
};

/** Every schema of the console's interface description. */
export const CONSOLE_SCHEMAS: Readonly<Record<string, Schema>> = {
  Period: object({ start: moment, end: moment }),
  UnitPrice: object({ cents: count, perCredits: position }),
  Organization: object({
    id: text,
    name: text,
    status: oneOf('active', 'closing', 'closed'),
    createdAt: moment,
    plan: text,
    closureHeldBackBy: listOf(ref('HeldBackBy')),
  }),
  HeldBackBy: {
    oneOf: [
      object({ reason: { const: 'unpaid-invoices' }, invoices: strings }),
      object({ reason: { const: 'active-paid-plan' }, plan: text, until: momentOrNull }),
      object({ reason: { const: 'unsettled-usage' }, windows: listOf(position) }),
    ],
  },
  AuditLog: object({
    entries: listOf(
      object({
        sequence: position,
        at: moment,
        actor: object({ kind: oneOf('user', 'operator', 'system'), subject: text }),
        action: text,
        details: { type: 'object' },
      }),
    ),
  }),
  Key: object(keyFields),
  KeyList: object({ keys: listOf(ref('Key')) }),
  RevealedKey: object({
    ...keyFields,
    key: { ...textOrNull, description: 'The key itself, shown this once. Null in the answer to a retry.' },
  }),
  Plan: object(planFields),
  PlanList: object({
    currency: text,
    plans: listOf(
      object({
        ...planFields,
        change: orNull(ref('ChangePreview')),
        refusal: orNull(object({ reason: text, message: text })),
      }),
    ),
  }),
  PlanState: object(planStateFields),
  AppliedChange: object({ ...planStateFields, invoices: listOf(ref('Invoice')) }),
  ChangePreview: object(previewFields),
  OfferedChange: object({ ...previewFields, currency: text, token: text, expiresAt: moment }),
  Usage: object({
    from: day,
    to: day,
    requests: count,
    credits: count,
    days: listOf(object({ day, operation: text, requests: count, credits: count })),
  }),
  Invoice: object({
    number: text,
    status: oneOf('open', 'paid', 'void'),
    overdue: { type: 'boolean' },
    currency: text,
    totalCents: cents,
    lines: listOf(
      object({
        kind: oneOf('plan', 'payg-usage', 'overage'),
        plan: text,
        description: text,
        window: position,
        credits: count,
        unitPrice: orNull(ref('UnitPrice')),
        amountCents: cents,
      }),
    ),
    period: ref('Period'),
    issuedAt: moment,
    dueAt: moment,
    closedAt: momentOrNull,
    overdueSince: momentOrNull,
  }),
  InvoiceList: object({ invoices: listOf(ref('Invoice')) }),
  PaymentMethodStatus: oneOf('none', 'pending', 'verified'),
  PaymentMethod: object({ status: ref('PaymentMethodStatus'), provider: text, message: textOrNull }),
  Error: object({
    error: {
      type: 'object',
      properties: {
        code: oneOf(...Object.keys(CONSOLE_STATUSES)),
        message: text,
        status: { type: 'integer', enum: [...new Set(Object.values(CONSOLE_STATUSES))] },
        request_id: { type: 'string', pattern: '^req_[0-9a-f]{32}$' },
        details: { type: 'object' },
      },
      required: ['code', 'message', 'status', 'request_id'],
      additionalProperties: false,
    },
  }),
};
