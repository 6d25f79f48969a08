import { hash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type AddressInfo, isIP } from 'node:net';
import type { JWTVerifyGetKey } from 'jose';
import { excerpt } from '../../../system/excerpt.ts';
import { holdConnections } from '../../../system/held-connections.ts';
import { isLedgerUnavailable } from '../../ledger/database/failures.ts';
import type { Accounts } from '../accounts.ts';
import type { PaymentReports } from '../invoices/reports.ts';
import { type ConsoleAnswer, ConsoleError, consoleErrorBody } from './answer.ts';
import { consoleDescription } from './description/openapi.ts';
import { LOGIN_PREFIX, type LoginAnswer, type LoginDoors } from './login/login-doors.ts';
import { readJsonBody } from './login/request-body.ts';
import { type StaticFile, sendFile } from './login/static-files.ts';
import { LINK_PATH, takePaymentReport, takeSetUpLink } from './payment-door.ts';
import { DESCRIPTION_PATH } from './routes/routes.ts';
import { routeNotFound, routeOf, serveRequest } from './serve-request.ts';
import type { LookAtService } from './service-state.ts';
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
  const description = describeConsole();
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

/** The console's description as it is sent, and its validators for conditional requests. */
interface Description {
  readonly body: string;
  readonly etag: string;
  readonly lastModified: string;
}

function describeConsole(): Description {
  const body = JSON.stringify(consoleDescription());
  const etag = `"${hash('sha256', body, 'base64url').slice(0, 22)}"`;
  return { body, etag, lastModified: new Date().toUTCString() };
}

/** Sends the description, or 304 to a caller that has it (RFC 9110, 13.1). */
function sendDescription(
  request: IncomingMessage,
  response: ServerResponse,
  requestId: string,
  { body, etag, lastModified }: Description,
): number {
  response.setHeader('Cache-Control', 'no-cache');
  response.setHeader('ETag', etag);
  response.setHeader('Last-Modified', lastModified);
  const tags = request.headers['if-none-match'];
  const since = request.headers['if-modified-since'];
  const known =
    tags === undefined
      ? since !== undefined && Date.parse(since) >= Date.parse(lastModified)
      : tags.split(',').some((tag) => tag.trim() === '*' || tag.trim().replace(/^W\//, '') === etag);
  if (!known) return send(response, requestId, 200, body);
  response.writeHead(304, { 'X-Request-Id': requestId });
  response.end();
  return 304;
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
      const local = options.rules.issuer === LOCAL_RULES.issuer;
      const incoming = { method, path, query, body, idempotencyKey: idempotencyKey?.toString(), local, from };
      const answered = await serveRequest(incoming, session, options.accounts, options.service);
      status =
        answered.file === undefined
          ? send(response, requestId, answered.status, JSON.stringify(answered.body))
          : sendBytes(response, requestId, answered.file);
    }
  } catch (error) {
    const refusal = error instanceof ConsoleError ? error : refusalOf(error);
    status = refuse(request, response, requestId, refusal);
    const fields = { requestId, method, path: excerpt(path), status, code: refusal.code, ...who(session) };
    if (!(error instanceof ConsoleError)) options.log.error({ ...fields, err: error }, 'console request failed');
    else options.log.warn({ ...fields, reason: reasonOf(refusal) }, 'console request refused');
    return;
  }
  const fields = {
    requestId,
    method,
    path: excerpt(path),
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
    const browser = people?.login.session(method, request.headers);
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

function refuse(request: IncomingMessage, response: ServerResponse, requestId: string, error: ConsoleError): number {
  if (error.code === 'UNAUTHENTICATED') response.setHeader('WWW-Authenticate', 'Bearer');
  // The rest of the body is not read, so the connection cannot be reused.
  if (!request.complete) response.setHeader('Connection', 'close');
  return send(response, requestId, error.status, JSON.stringify(consoleErrorBody(error, requestId)));
}

function send(response: ServerResponse, requestId: string, status: number, body: string): number {
  response.writeHead(status, {
    'Content-Type': 'application/json',
    'Content-Length': Buffer.byteLength(body),
    'Cache-Control': response.getHeader('Cache-Control') ?? 'no-store',
    'X-Content-Type-Options': 'nosniff',
    'X-Request-Id': requestId,
  });
  response.end(body);
  return status;
}

/** Sends a file that must not be cached. */
function sendBytes(
  response: ServerResponse,
  requestId: string,
  { type, name, bytes }: NonNullable<ConsoleAnswer['file']>,
): 200 {
  response.writeHead(200, {
    'Content-Type': type,
    'Content-Length': bytes.length,
    'Content-Disposition': `attachment; filename="${name}"`,
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
    'X-Request-Id': requestId,
  });
  response.end(bytes);
  return 200;
}

function sendLogin(
  response: ServerResponse,
  requestId: string,
  { status, location, body, cookies }: LoginAnswer,
): number {
  if (cookies.length > 0) response.setHeader('Set-Cookie', cookies);
  if (location === undefined) return send(response, requestId, status, JSON.stringify(body));
  const headers = { Location: location, 'Cache-Control': 'no-store', 'Referrer-Policy': 'no-referrer' };
  response.writeHead(status, { ...headers, 'Content-Length': 0, 'X-Request-Id': requestId });
  response.end();
  return status;
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

function who(session: Session | null): object {
  return session === null ? {} : { subject: session.subject, organization: session.organization, role: session.role };
}

function reasonOf(error: ConsoleError): string {
  return error instanceof SessionRefused ? error.reason : error.message;
}
