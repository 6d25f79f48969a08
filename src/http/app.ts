import { ADDRESS, type Admit, type Admitted, type Headers, NO_HEADERS, type Refused } from '../admission/admit.ts';
import type { SidecarState } from '../admission/sidecar-state.ts';
import { JsonBytes } from '../operations/json-bytes.ts';
import { describeFailure, type Log, type OpenAccessLog } from '../telemetry/log.ts';
import { BODY_REFUSED, type ErrorAnswer, errorBody, INTERNAL_ERROR, routeNotFound, STATUS_LINES } from './errors.ts';
import { type Pages, sendPage } from './pages/page.ts';
import { RequestIds } from './request-ids.ts';
import { type Operations, ROUTES, type Route } from './routes.ts';
import type { ListenSocket, Text, Uws, UwsRequest, UwsResponse } from './uws.ts';

/** What the application answers from and reports to. */
export interface Service {
  readonly operations: Operations;
  readonly admit: Admit;
  /** The state of the credit sidecar, for `/healthz` and `/readyz`; null or left out when there is none. */
  readonly sidecar?: (() => SidecarState) | null;
  /** The release and the number of records of the index, for `/readyz`. */
  readonly release: string;
  readonly addresses: number;
  /** The body of `/openapi.json`. */
  readonly openapi: Uint8Array;
  /** Files that are served as they are; none when left out. */
  readonly pages?: Pages;
  readonly log: Log;
  readonly accessLog: OpenAccessLog | null;
  /** Requests that take longer are logged; 0 for none. */
  readonly slowMilliseconds: number;
}

/** One application of one thread. */
export interface HttpApp {
  /** Calls back with the port, or null when it cannot be had. Several applications share a port (SO_REUSEPORT). */
  listen(host: string, port: number, done: (port: number | null) => void): void;
  /** Stops listening, and closes every connection after its next answer. */
  drain(): void;
  connections(): number;
  /** Requests answered so far. */
  requests(): number;
  /** Closes what is left, at once. */
  close(): void;
}

const text = (ascii: string): Uint8Array => new TextEncoder().encode(ascii);
const X_REQUEST_ID = text('X-Request-Id');
const CONTENT_TYPE = text('Content-Type');
const JSON_TYPE = text('application/json');
const CONTENT_LENGTH = text('Content-Length');
const CONNECTION = text('Connection');
const CLOSE = text('close');
const OK = text('200 OK');
const NO_PAGES: Pages = new Map();
const STATUS = new Map(Object.entries(STATUS_LINES).map(([status, line]) => [Number(status), text(line)]));

/**
 * Makes the application: the six data routes, `/healthz`, `/readyz`, `/openapi.json`, the pages, and 404 for the rest. Every handler is
 * synchronous: it has ended its response when it returns. Pages are looked for last, so that they cost the data routes nothing.
 */
export function createApp(uws: Uws, service: Service): HttpApp {
  const { operations, admit, log, accessLog, slowMilliseconds, sidecar = null, pages = NO_PAGES } = service;
  const app = uws.App();
  const ids = new RequestIds();
  const out = new JsonBytes();
  const timed = accessLog !== null || slowMilliseconds > 0;
  const sockets: ListenSocket[] = [];
  let connections = 0;
  let requests = 0;
  let draining = false;

  /** Sends an answer. The headers of the admission come after those that every answer has. */
  function send(response: UwsResponse, head: boolean, status: number, headers: Headers, body: Text): void {
    if (status !== 200) response.writeStatus(STATUS.get(status) ?? OK);
    response.writeHeader(X_REQUEST_ID, ids.bytes);
    response.writeHeader(CONTENT_TYPE, JSON_TYPE);
    for (const [name, value] of headers) response.writeHeader(name, value);
    if (head) {
      response.writeHeader(CONTENT_LENGTH, String(typeof body === 'string' ? Buffer.byteLength(body) : body.length));
      if (draining) response.writeHeader(CONNECTION, CLOSE);
      response.endWithoutBody();
    } else response.end(body, draining);
  }

  function report(started: number, operation: string, status: number, account: string | null, query: string): void {
    const milliseconds = performance.now() - started;
    if (accessLog?.wanted()) accessLog.note(ids.text(), operation, status, Math.round(milliseconds * 1000), account);
    if (slowMilliseconds > 0 && milliseconds > slowMilliseconds) {
      const request = {
        request_id: ids.text(),
        operation,
        status,
        microseconds: Math.round(milliseconds * 1000),
        account,
      };
      log.warn(log.isLevelEnabled('debug') ? { ...request, query } : request, 'slow request');
    }
  }

  function answer(route: Route, response: UwsResponse, request: UwsRequest, head: boolean): void {
    const started = timed ? performance.now() : 0;
    requests++;
    ids.next();
    const query = request.getQuery() ?? '';
    let admission: Admitted | Refused | null = null;
    let refusal: ErrorAnswer | null;
    let headers = NO_HEADERS;
    try {
      admission = admit(presentedKey(request), ADDRESS, route.metered);
      refusal = admission.admitted ? attempt(route, request, query) : admission;
      headers = admission.admitted ? admission.settle(refusal === null ? 200 : refusal.status) : admission.headers;
    } catch (failure) {
      refusal = fail(failure, route.operation, query);
    }
    const status = refusal === null ? 200 : refusal.status;
    send(response, head, status, headers, refusal === null ? out.view() : errorBody(refusal, ids.text()));
    if (timed) report(started, route.operation, status, admission?.admitted ? admission.account : null, query);
  }

  /** Writes the answer into `out`, or says why there is none. */
  function attempt(route: Route, request: UwsRequest, query: string): ErrorAnswer | null {
    try {
      if (hasBody(request)) return BODY_REFUSED;
      out.reset();
      return route.answer(operations, query, out);
    } catch (failure) {
      return fail(failure, route.operation, query);
    }
  }

  function fail(failure: unknown, operation: string, query: string): ErrorAnswer {
    const failed = { request_id: ids.text(), operation, ...describeFailure(failure, log) };
    log.error(log.isLevelEnabled('debug') ? { ...failed, query } : failed, 'internal error');
    return INTERNAL_ERROR;
  }

  function answerOpenly(name: string, body: () => readonly [number, Text]) {
    return (head: boolean) => (response: UwsResponse, request: UwsRequest) => {
      const started = timed ? performance.now() : 0;
      requests++;
      ids.next();
      const [status, text] = hasBody(request) ? [400, errorBody(BODY_REFUSED, ids.text())] : body();
      send(response, head, status, NO_HEADERS, text);
      if (timed) report(started, name, status, null, '');
    };
  }

  for (const route of ROUTES) {
    app.get(route.path, (response, request) => answer(route, response, request, false));
    app.head(route.path, (response, request) => answer(route, response, request, true));
  }
  const ready = text(JSON.stringify({ status: 'ready', release: service.release, addresses: service.addresses }));
  const stopping = text(JSON.stringify({ status: 'stopping' }));
  const alive = text(JSON.stringify({ status: 'ok' }));
  const open = {
    '/healthz': answerOpenly('healthz', () => [200, sidecar === null ? alive : health(sidecar(), { status: 'ok' })]),
    '/readyz': answerOpenly('readyz', () => {
      if (draining) return [503, stopping];
      return sidecar === null ? [200, ready] : readiness(sidecar(), service);
    }),
    '/openapi.json': answerOpenly('openapi', () => [200, service.openapi]),
  };
  for (const [path, handler] of Object.entries(open)) {
    app.get(path, handler(false));
    app.head(path, handler(true));
  }
  app.any('/*', (response, request) => {
    const started = timed ? performance.now() : 0;
    requests++;
    ids.next();
    const method = request.getCaseSensitiveMethod();
    const head = method === 'HEAD';
    const page = head || method === 'GET' ? pages.get(request.getUrl()) : undefined;
    if (page !== undefined && !hasBody(request)) {
      const write = () => void response.writeHeader(X_REQUEST_ID, ids.bytes);
      const status = sendPage(page, request, response, { head, close: draining, write });
      if (timed) report(started, 'page', status, null, '');
      return;
    }
    const body = errorBody(routeNotFound(method, request.getUrl()), ids.text());
    send(response, head, 404, NO_HEADERS, body);
    if (timed) report(started, 'unknown', 404, null, '');
  });
  const countConnections = (_response: UwsResponse, by: number): void => {
    connections += by;
  };
  app.filter(countConnections);

  return {
    listen(host, port, done) {
      app.listen(host, port, (socket) => {
        if (socket === false) return done(null);
        sockets.push(socket);
        done(uws.us_socket_local_port(socket));
      });
    },
    drain() {
      draining = true;
      for (const socket of sockets.splice(0)) uws.us_listen_socket_close(socket);
    },
    connections: () => connections,
    requests: () => requests,
    close: () => void app.close(),
  };
}

/** A sidecar that is silent for so long, ms, does not come back by itself: keys that were revoked would go on being valid. */
const SIDECAR_LOST = 30_000;

/** Ready while the workers hear of changes. A ledger that is away does not matter: usage waits in the counter file. */
function readiness(state: SidecarState, { release, addresses }: Service): readonly [number, Text] {
  const ready = state.published && state.silentFor < SIDECAR_LOST;
  const fields = ready ? { status: 'ready', release, addresses } : { status: 'no sidecar' };
  return [ready ? 200 : 503, health(state, fields)];
}

function health({ sidecar, ledger, drainedAt }: SidecarState, fields: object): Text {
  return text(JSON.stringify({ ...fields, sidecar, ledger, drained_at: drainedAt }));
}

/** The API key as sent; empty when the header is there without a value, null when there is none. Sent twice, the first counts. */
function presentedKey(request: UwsRequest): string | null {
  const key = request.getHeader('x-api-key');
  if (key !== '') return key;
  let present = false;
  request.forEach((name) => {
    present ||= name === 'x-api-key';
  });
  return present ? '' : null;
}

function hasBody(request: UwsRequest): boolean {
  const length = request.getHeader('content-length');
  return (length !== '' && Number(length) !== 0) || request.getHeader('transfer-encoding') !== '';
}
