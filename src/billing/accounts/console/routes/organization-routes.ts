import type { Accounts } from '../../accounts.ts';
import { type AccountsTransaction, OrganizationExists } from '../../accounts-store.ts';
import { applyTrigger } from '../../apply.ts';
import {
  closeOrganization,
  createOrganization,
  heldBackBy,
  isOrganizationId,
  MAX_ORGANIZATION_NAME,
  productsFault,
} from '../../organizations.ts';
import { findPlan, freePlan } from '../../plans/catalogue.ts';
import type { Plan } from '../../plans/plan.ts';
import { ConsoleError, changeRefused, invalid, notFound } from '../answer.ts';
import {
  DAY_MILLISECONDS,
  dayField,
  dayIn,
  integerField,
  pageFields,
  pageOf,
  required,
  textField,
} from '../fields/fields.ts';
import {
  AUDIT_LOG,
  CREATED_ORGANIZATION,
  ORGANIZATION,
  ORGANIZATION_LIST,
  shownEntry,
  shownOrganization,
  shownSummary,
} from '../resources/organizations.ts';
import { invitedBy } from './people-routes.ts';
import type { ConsoleRequest, ConsoleRoute } from './route.ts';

const DEFAULT_AUDIT_ENTRIES = 50;
const MAX_AUDIT_ENTRIES = 500;

/** Organizations: list, create, read, close; and the log of what happened to them. */
export const ORGANIZATION_ROUTES: readonly ConsoleRoute[] = [
  {
    operationId: 'listOrganizations',
    summary: 'List the organizations, by id',
    method: 'GET',
    path: '/organizations',
    role: 'operator',
    query: {
      ...pageFields('organization'),
      search: textField(1, 100, 'Only those with this in their id or name.'),
    },
    answer: { status: 200, schema: ORGANIZATION_LIST },
    async list(tx, { query }) {
      const { limit, after } = pageOf(query);
      const search = query.search === undefined ? undefined : String(query.search);
      const found = await tx.organizations(limit + 1, after, search);
      const organizations = found.slice(0, limit).map(shownSummary);
      const next = found.length > limit ? organizations[limit - 1]!.id : null;
      return { status: 200, body: ORGANIZATION_LIST.write({ organizations, next }) };
    },
  },
  {
    operationId: 'createOrganization',
    summary:
      "Create the session's organization, on the Free plan; operators create any, on any plan, and invite its admin",
    method: 'POST',
    path: '/organizations',
    role: 'admin',
    body: {
      name: required(textField(1, MAX_ORGANIZATION_NAME, 'Display name.')),
      id: textField(1, 64, "Its id: the session's own, unless an operator asks."),
      plan: textField(1, 64, 'Id of its plan; for operators.'),
      admin: textField(1, 255, 'Who is invited as its first admin, an e-mail address or a name; for operators.'),
    },
    example: { name: 'Acme Pty Ltd' },
    answer: { status: 201, schema: CREATED_ORGANIZATION },
    organization: idToCreate,
    async create(tx, request, accounts) {
      const id = idToCreate(request);
      const { name, admin } = request.body;
      expectOperator(request, 'plan', 'admin');
      const plan = await planToBegin(tx, request, accounts);
      try {
        const created = await createOrganization(tx, id, String(name), request.actor, accounts, plan);
        const shown = { ...shownOrganization(created.organization, created.account, []), invitation: null };
        const body = CREATED_ORGANIZATION.write(shown);
        if (admin === undefined) return { status: 201, body };
        const who = { organization: id, subject: String(admin), role: 'admin' } as const;
        const invited = await invitedBy(request, tx, who, accounts.now());
        const { mailing, replay } = invited;
        return {
          status: 201,
          body: { ...body, invitation: invited.body },
          replay: { ...body, invitation: replay },
          ...(mailing && { mailing: { ...mailing, body: { ...body, invitation: mailing.body } } }),
        };
      } catch (error) {
        if (error instanceof OrganizationExists) throw new ConsoleError('CONFLICT', error.message);
        throw error;
      }
    },
  },
  {
    operationId: 'getOrganization',
    summary: 'Read an organization',
    method: 'GET',
    path: '/organizations/{organization}',
    role: 'member',
    query: {},
    answer: { status: 200, schema: ORGANIZATION },
    async read(tx, account) {
      const organization = await tx.organization(account.id);
      if (!organization) throw notFound('Organization', account.id);
      return {
        status: 200,
        body: ORGANIZATION.write(shownOrganization(organization, account, await heldBackBy(tx, account))),
      };
    },
  },
  {
    operationId: 'closeOrganization',
    summary: 'Close an organization: its keys stop at once; what holds the closure back is listed',
    method: 'POST',
    path: '/organizations/{organization}/close',
    role: 'admin',
    body: {},
    answer: { status: 200, schema: ORGANIZATION },
    async change(tx, account, request, accounts) {
      const organization = await tx.organization(account.id);
      if (!organization) throw notFound('Organization', account.id);
      const closed = await closeOrganization(tx, account, request.actor, accounts);
      if (!closed.accepted) throw changeRefused(closed.refusal);
      return {
        status: 200,
        body: ORGANIZATION.write(shownOrganization(organization, closed.value.account, closed.value.heldBackBy)),
      };
    },
  },
  suspensionRoute(
    'suspend',
    'Suspend an organization: its keys stop at once, nothing renews; it can still cancel and close',
  ),
  suspensionRoute(
    'resume',
    'Resume a suspended organization: its keys work again, its period goes on where it stopped',
  ),
  {
    operationId: 'getAuditLog',
    summary: 'Read the audit log of an organization, newest first',
    method: 'GET',
    path: '/organizations/{organization}/audit-log',
    role: 'member',
    query: {
      limit: integerField(1, MAX_AUDIT_ENTRIES, `The most entries to answer; ${DEFAULT_AUDIT_ENTRIES} unless given.`),
      before: integerField(1, Number.MAX_SAFE_INTEGER, 'Only entries before the one of this sequence number.'),
      subject: textField(1, 255, 'Only what this subject did.'),
      action: textField(1, 64, 'Only entries of this action.'),
      from: dayField('First UTC day.'),
      to: dayField('Last UTC day.'),
    },
    answer: { status: 200, schema: AUDIT_LOG },
    async read(tx, account, { query }) {
      const limit = Number(query.limit ?? DEFAULT_AUDIT_ENTRIES);
      const entries = await tx.auditLog(
        account.id,
        limit,
        query.before === undefined ? undefined : Number(query.before),
        {
          ...(query.subject !== undefined && { subject: String(query.subject) }),
          ...(query.action !== undefined && { action: String(query.action) }),
          ...(query.from !== undefined && { from: dayIn(query.from, 'from') }),
          ...(query.to !== undefined && { until: dayIn(query.to, 'to') + DAY_MILLISECONDS }),
        },
      );
      return { status: 200, body: AUDIT_LOG.write({ entries: entries.map(shownEntry) }) };
    },
  },
];

/** Suspends or resumes an organization. */
function suspensionRoute(kind: 'suspend' | 'resume', summary: string): ConsoleRoute {
  return {
    operationId: `${kind}Organization`,
    summary,
    method: 'POST',
    path: `/organizations/{organization}/${kind}`,
    role: 'operator',
    body: {},
    answer: { status: 200, schema: ORGANIZATION },
    async change(tx, account, { actor }, accounts) {
      const organization = await tx.organization(account.id);
      if (!organization) throw notFound('Organization', account.id);
      const result = await applyTrigger(tx, account, { kind }, actor, accounts.catalogue, accounts.now());
      if (!result.accepted) throw changeRefused(result.refusal);
      const after = result.value.account;
      return {
        status: 200,
        body: ORGANIZATION.write(shownOrganization(organization, after, await heldBackBy(tx, after))),
      };
    },
  };
}

/** Only operators decide what these fields do. */
function expectOperator({ session, body }: ConsoleRequest, ...names: readonly string[]): void {
  const given = names.find((name) => body[name] !== undefined);
  if (given !== undefined && session.role !== 'operator')
    throw new ConsoleError('FORBIDDEN', `The field ${given} needs the role operator.`);
}

/** The plan that an operator names, else Free. */
async function planToBegin(tx: AccountsTransaction, { body }: ConsoleRequest, { catalogue }: Accounts): Promise<Plan> {
  const plan = body.plan === undefined ? freePlan(catalogue) : findPlan(catalogue, String(body.plan));
  if (plan === undefined) throw invalid({ plan: [`must be one of ${catalogue.plans.map(({ id }) => id).join(', ')}`] });
  const fault = await productsFault(tx, plan);
  if (fault !== null) throw new ConsoleError('CONFLICT', fault);
  return plan;
}

/** Admins create the organization of their session; operators name the one to create. */
function idToCreate({ session, body }: ConsoleRequest): string {
  const own = session.role === 'operator' ? null : session.organization;
  const id = body.id === undefined ? session.organization : String(body.id);
  if (id === null) throw invalid({ id: ['is required for operators'] });
  if (own !== null && id !== own)
    throw new ConsoleError('FORBIDDEN', `This session is of organization ${own}, not ${id}.`);
  if (!isOrganizationId(id))
    throw invalid({ id: ['must be letters, digits and . _ : - and begin with a letter or digit'] });
  return id;
}
