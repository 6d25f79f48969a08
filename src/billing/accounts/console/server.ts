import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type AddressInfo, isIP } from 'node:net';
import type { JWTVerifyGetKey } from 'jose';
import { withKeysCut } from '../../../service/admission/api-key.ts';
import { holdConnections } from '../../../system/held-connections.ts';
import { excerpt } from '../../../system/shown-text.ts';
import { isLedgerUnavailable } from '../../ledger/database/failures.ts';
import type { Accounts } from '../accounts.ts';
import type { PaymentReports } from '../invoices/reports.ts';
import { ConsoleError } from './answer.ts';
import { LOGIN_PREFIX, type LoginDoors } from './login/login-doors.ts';
import type { LoginMail } from './login/mailed-links.ts';
import { readJsonBody } from './login/request-body.ts';
import { type StaticFile, sendFile } from './login/static-files.ts';
import { LINK_PATH, takePaymentReport, takeSetUpLink } from './payment-door.ts';
import type { LookAtService } from './resources/service.ts';
import { DESCRIPTION_PATH } from './routes/routes.ts';
import { type Description, describeConsole, refuse, send, sendBytes, sendDescription, sendLogin } from './send.ts';
import { routeNotFound, routeOf, serveRequest } from './serve-request.ts';
import { LOCAL_RULES, type SessionRules } from './session/rules.ts';
import { type Session, verifySession } from './session/session.ts';

/** Where the console logs refusals and failures; a pino logger is one. */
interface ConsoleLog {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

/** What the console needs. */
export interface ConsoleOptions {
  readonly accounts: Accounts;
  readonly keys: JWTVerifyGetKey;
  readonly rules: SessionRules;
  readonly host: string;
  /** The origin by which browsers reach the console; null: whatever they use. */
  readonly url: string | null;
  /** 0 for any free port. */
  readonly port: number;
  readonly log: ConsoleLog;
  /**
   * Name, in lower case, of the header in which a proxy passes on the client's address; null: the
   * connection's address is the client's.
   */
  readonly clientHeader: string | null;
  /** The payment provider that reports here; null: there is none. */
  readonly reports: PaymentReports | null;
  /** With which links to the operator's page for payment methods are signed; null: there are none. */
  readonly linkSecret: string | null;
  readonly service: LookAtService;
  /** The pages and the login; null: the API alone. */
  readonly people: { readonly pages: ReadonlyMap<string, StaticFile>; readonly login: LoginDoors } | null;
  /** How people are mailed their links; null: they are not. */
  readonly mail: LoginMail | null;
}

/** A console that is listening. */
export interface RunningConsole {
  readonly port: number;
  /** Stops listening, and resolves when the requests in flight are answered. */
  close(): Promise<void>;
}

const MAX_HEAD_BYTES = 32 * 1024;
/**
 * How long the head of a request may take to arrive, and all of it; and how often that is checked,
 * ms.
 */
const HEAD_TIMEOUT_MS = 5000;
const REQUEST_TIMEOUT_MS = 10_000;
const LOOK_MS = 1000;
/** How long a connection may be idle in the middle of a request or an answer, ms. */
const STANDSTILL_MS = 30_000;
/** The most open connections. */
const MOST_CONNECTIONS = 256;

/**
 * Starts the private console on its own port. Rejects with the system's error if it cannot listen.
 */
export async function startConsole(options: ConsoleOptions): Promise<RunningConsole> {
  const description = describeConsole(options.url);
  const server = createServer(
    {
      maxHeaderSize: MAX_HEAD_BYTES,
      requestTimeout: REQUEST_TIMEOUT_MS,
      headersTimeout: HEAD_TIMEOUT_MS,
      connectionsCheckingInterval: LOOK_MS,
    },
    (request, response) => {
      void answer(request, response, `req_${randomBytes(16).toString('hex')}`, description, options);
    },
  );
  server.timeout = STANDSTILL_MS;
  const connections = holdConnections(server, MOST_CONNECTIONS);
  server.listen(options.port, options.host);
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    close: async () => {
      const closed = once(server, 'close');
      server.close();
      connections.closeWaiting();
      await closed;
    },
  };
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  requestId: string,
  description: Description,
  options: ConsoleOptions,
): Promise<void> {
  // HEAD is answered as GET; Node.js leaves the body out.
  const method = request.method === 'HEAD' ? 'GET' : (request.method ?? '');
  const at = request.url?.indexOf('?') ?? -1;
  const path = at < 0 ? (request.url ?? '') : request.url!.slice(0, at);
  const started = Date.now();
  let session: Session | null = null;
  let status: number;
  try {
    if (path === DESCRIPTION_PATH && method === 'GET') {
      status = sendDescription(request, response, requestId, description);
    } else if (method === 'GET' && options.people?.pages.has(path)) {
      status = sendFile(request, response, options.people.pages.get(path)!, requestId);
    } else if (method === 'POST' && path === options.reports?.path) {
      const taken = await takePaymentReport(request, options.reports, options.accounts);
      status = send(response, requestId, 200, JSON.stringify({ received: true, outcome: taken.outcome }));
      options.log.info({ requestId, path, ...taken }, 'payment reported');
    } else if (method === 'POST' && path === LINK_PATH && options.linkSecret !== null) {
      status = send(
        response,
        requestId,
        200,
        JSON.stringify(await takeSetUpLink(request, options.linkSecret, options.accounts)),
      );
    } else if (path.startsWith(LOGIN_PREFIX) && options.people) {
      const query = at < 0 ? '' : request.url!.slice(at + 1);
      const { headers } = request;
      const body = () => readJsonBody(request);
      const answered = await (options.people.login.answer({
        method,
        path,
        query,
        headers,
        from: clientAddress(request, options.clientHeader),
        body,
      }) ?? Promise.reject(routeNotFound(method, path)));
      session = answered.session ?? null;
      status = sendLogin(response, requestId, answered);
      if (answered.reason) options.log.warn({ requestId, path, reason: answered.reason }, 'console login failed');
    } else {
      routeOf(method, path);
      session = await authenticate(method, request, options);
      const query = new URLSearchParams(at < 0 ? '' : request.url!.slice(at + 1));
      const body = await readJsonBody(request);
      const idempotencyKey = request.headers['idempotency-key'];
      const from = clientAddress(request, options.clientHeader);
      const { mail } = options;
      const invites = options.rules.issuer === LOCAL_RULES.issuer || mail !== null;
      const incoming = { method, path, query, body, idempotencyKey: idempotencyKey?.toString(), invites, mail, from };
      const answered = await serveRequest(incoming, session, options.accounts, options.service);
      status =
        answered.file === undefined
          ? send(response, requestId, answered.status, JSON.stringify(answered.body))
          : sendBytes(response, requestId, answered.file);
    }
  } catch (error) {
    const refusal = error instanceof ConsoleError ? error : refusalOf(error);
    status = refuse(request, response, requestId, refusal);
    const fields = { requestId, method, path: excerpt(logged(path)), status, code: refusal.code, ...who(session) };
    if (!(error instanceof ConsoleError)) options.log.error({ ...fields, err: error }, 'console request failed');
    else options.log.warn({ ...fields, reason: logged(reasonOf(refusal)) }, 'console request refused');
    return;
  }
  const fields = {
    requestId,
    method,
    path: excerpt(logged(path)),
    status,
    milliseconds: Date.now() - started,
    ...who(session),
  };
  options.log.info(fields, 'console request');
}

/** The error to answer with for a failure that is not the caller's. */
function refusalOf(failure: unknown): ConsoleError {
  return isLedgerUnavailable(failure)
    ? new ConsoleError('SERVICE_UNAVAILABLE', 'The ledger cannot be reached at the moment; try again')
    : new ConsoleError('INTERNAL_ERROR', 'Internal server error');
}

/** A refused token; the reason is only logged. */
class SessionRefused extends ConsoleError {
  readonly reason: string;

  constructor(code: 'UNAUTHENTICATED' | 'FORBIDDEN' | 'SERVICE_UNAVAILABLE', message: string, reason: string) {
    super(code, message);
    this.reason = reason;
  }
}

async function authenticate(
  method: string,
  request: IncomingMessage,
  { keys, rules, people }: ConsoleOptions,
): Promise<Session> {
  if (request.headers.authorization === undefined) {
    const browser = await people?.login.session(method, request.headers);
    if (browser) return browser;
  }
  const found = await verifySession(request.headers.authorization, keys, rules);
  if (!('fault' in found)) return found;
  switch (found.fault) {
    case 'unauthenticated':
      throw new SessionRefused('UNAUTHENTICATED', 'A valid session token is required', found.reason);
    case 'forbidden':
      throw new SessionRefused('FORBIDDEN', 'The session has no role in an organization here', found.reason);
    default:
      throw new SessionRefused('SERVICE_UNAVAILABLE', 'Session tokens cannot be verified at the moment', found.reason);
  }
}

/**
 * The client's address: the last in the header, which the proxy itself added; else the
 * connection's.
 */
function clientAddress(request: IncomingMessage, header: string | null): string {
  const told = header === null ? undefined : request.headers[header];
  const last = (Array.isArray(told) ? told.at(-1) : told)?.split(',').at(-1)?.trim();
  if (last !== undefined && isIP(last) !== 0) return last;
  return (request.socket.remoteAddress ?? 'unknown').replace(/^::ffff:(?=\d+\.)/, '');
}

/** A text of a request as the log has it: decoded, without the secret part of a key that somebody put there. */
function logged(text: string): string {
  try {
    return withKeysCut(decodeURIComponent(text));
  } catch {
    return withKeysCut(text);
  }
}

function who(session: Session | null): object {
  return session === null ? {} : { subject: session.subject, organization: session.organization, role: session.role };
}

function reasonOf(error: ConsoleError): string {
  return error instanceof SessionRefused ? error.reason : error.message;
}
