import { hash } from 'node:crypto';
import { excerpt } from '../../../system/shown-text.ts';
import type { Accounts } from '../accounts.ts';
import type { AccountsTransaction, Actor } from '../accounts-store.ts';
import { EndpointRefusal } from '../events/endpoints.ts';
import { InvitationRefusal } from '../invitations.ts';
import { KeyLimit } from '../keys.ts';
import type { Account } from '../transitions/account.ts';
import { type ConsoleAnswer, ConsoleError, invalid, notFound } from './answer.ts';
import { checkBody, checkQuery, type FieldValues } from './fields/fields.ts';
import type { LoginMail } from './login/mailed-links.ts';
import type { LookAtService } from './resources/service.ts';
import type { ChangeRoute, ConsoleRequest, CreateRoute } from './routes/route.ts';
import { findRoute } from './routes/routes.ts';
import type { Role } from './session/rules.ts';
import type { Session } from './session/session.ts';

/** A request as it came in, with the session that its token stands for. */
export interface IncomingRequest {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  /** Null when the request has no body. */
  readonly body: unknown;
  readonly idempotencyKey: string | undefined;
  /** Whether people are invited here, and not known by a provider alone. */
  readonly invites: boolean;
  /** How they are mailed their links; null: they are not. */
  readonly mail: LoginMail | null;
  /** Where it comes from: a client's address, or a program. */
  readonly from: string;
}

const RANK: Readonly<Record<Role, number>> = { member: 0, admin: 1, operator: 2 };
const IDEMPOTENCY_KEY = /^[\x21-\x7e]{1,255}$/;
const NO_FIELDS: FieldValues = {};

/** The route of a request; throws `NOT_FOUND` when there is none. */
export function routeOf(method: string, path: string) {
  const found = findRoute(method, path);
  if (!found) throw routeNotFound(method, path);
  return found;
}

/** There is no such route. */
export function routeNotFound(method: string, path: string): ConsoleError {
  return new ConsoleError('NOT_FOUND', `Route not found: ${method} ${excerpt(path)}`);
}

/**
 * Answers a request of a session: checks organization, role and parameters, then runs the route in
 * one transaction. Throws a ConsoleError if it is refused; then nothing has changed. A request with
 * an `Idempotency-Key` that succeeded before gets the same answer again. `service` is null if there
 * is no running service to ask.
 */
export async function serveRequest(
  incoming: IncomingRequest,
  session: Session,
  accounts: Accounts,
  service: LookAtService | null,
): Promise<ConsoleAnswer> {
  const { route, values } = routeOf(incoming.method, incoming.path);
  const { organization } = values;
  // What belongs to another organization is not found, as if it did not exist.
  if (organization !== undefined && session.role !== 'operator' && session.organization !== organization) {
    throw notFound('Organization', organization);
  }
  if (RANK[session.role] < RANK[route.role]) {
    throw new ConsoleError('FORBIDDEN', `This needs the role ${route.role}; the session's role is ${session.role}.`);
  }
  const { subject } = session;
  const actor: Actor = { kind: session.role === 'operator' ? 'operator' : 'user', subject, from: incoming.from };
  const request = { session, actor, path: values, invites: incoming.invites, mail: incoming.mail };
  if (route.method === 'GET') {
    if (incoming.body !== null) throw invalid({ body: ['must be empty'] });
    const checked = { ...request, query: checkQuery(route.query, incoming.query), body: NO_FIELDS };
    if ('look' in route) {
      if (service === null) throw routeNotFound(incoming.method, incoming.path);
      return route.look(service, accounts);
    }
    return accounts.store.transaction(async (tx) => {
      if ('list' in route) return route.list(tx, checked, accounts);
      const account = await tx.account(organization);
      if (!account) throw notFound('Organization', organization);
      return route.read(tx, account, checked, accounts);
    });
  }
  const checked = { ...request, query: NO_FIELDS, body: checkBody(route.body, incoming.body ?? {}) };
  const answered = await change(route, checked, incoming, accounts);
  const { mailing } = answered;
  return mailing !== undefined && (await incoming.mail?.send(mailing.mail))
    ? { ...answered, body: mailing.body }
    : answered;
}

async function change(
  route: ChangeRoute | CreateRoute,
  request: ConsoleRequest,
  incoming: IncomingRequest,
  accounts: Accounts,
): Promise<ConsoleAnswer> {
  const { idempotencyKey } = incoming;
  if (idempotencyKey !== undefined && !IDEMPOTENCY_KEY.test(idempotencyKey)) {
    throw invalid({ 'Idempotency-Key': ['must be 1 to 255 visible ASCII characters'] });
  }
  const key = 'repeatable' in route ? undefined : idempotencyKey;
  const organization = 'create' in route ? route.organization(request) : request.path.organization;
  const fingerprint = hash('sha256', JSON.stringify([incoming.method, incoming.path, incoming.body]));
  if (key !== undefined && 'change' in route && route.prepare) {
    const before = await accounts.store.transaction((tx) => earlierAnswer(tx, organization, key, fingerprint));
    if (before) return before;
  }
  const prepared = 'change' in route && (await route.prepare?.(request, accounts));
  const attempt = async (tx: AccountsTransaction) => {
    const account = await tx.lockAccount(organization);
    if (!account && 'change' in route) throw notFound('Organization', organization);
    const before = key === undefined ? null : await earlierAnswer(tx, organization, key, fingerprint);
    if (before) return before;
    const given = await perform(route, tx, account, request, accounts, prepared);
    if (key !== undefined && !given.passing) {
      const { status, body, replay } = given;
      const kept = JSON.stringify(replay ?? body);
      await tx.addAnsweredRequest({ organization, key, fingerprint, status, body: kept, at: accounts.now() });
    }
    return given;
  };
  return accounts.store.transaction(attempt).catch((error: unknown) => {
    if (error instanceof KeyLimit || error instanceof EndpointRefusal || error instanceof InvitationRefusal)
      throw new ConsoleError('CONFLICT', error.message);
    // Of two simultaneous retries that create an organization, the slower finds it exists; by now
    // the answer to the first is stored.
    if (!('create' in route) || key === undefined || !isConflict(error)) throw error;
    return accounts.store.transaction(attempt);
  });
}

function perform(
  route: ChangeRoute | CreateRoute,
  tx: AccountsTransaction,
  account: Account | null,
  request: ConsoleRequest,
  accounts: Accounts,
  prepared: unknown,
): Promise<ConsoleAnswer> {
  return 'create' in route
    ? route.create(tx, request, accounts)
    : route.change(tx, account!, request, accounts, prepared);
}

function isConflict(error: unknown): boolean {
  return error instanceof ConsoleError && error.code === 'CONFLICT';
}

async function earlierAnswer(
  tx: AccountsTransaction,
  organization: string,
  key: string,
  fingerprint: string,
): Promise<ConsoleAnswer | null> {
  const earlier = await tx.answeredRequest(organization, key);
  if (!earlier) return null;
  if (earlier.fingerprint !== fingerprint) {
    throw new ConsoleError('IDEMPOTENCY_KEY_REUSED', 'This Idempotency-Key was used for another request.');
  }
  return { status: earlier.status, body: JSON.parse(earlier.body) };
}
