import { ADDRESS, type Admit, type Admitted, type Headers, NO_HEADERS, type Refused } from '../admission/admit.ts';
import type { SidecarState } from '../admission/counters/sidecar-state.ts';
import { JsonBytes } from '../operations/json-bytes.ts';
import { describeFailure, type Log, type OpenAccessLog } from '../telemetry/log.ts';
import { traceIdIn } from '../telemetry/trace-id.ts';
import { countError, OPERATION_LABELS, type OperationLabel, type WorkerCounts } from '../telemetry/worker-counts.ts';
import { BATCH_PATH, validateBatches } from './batch/validate-batch.ts';
import { currentCaller } from './client-address.ts';
import { countQualities } from './count-qualities.ts';
import type { CurrentRelease } from './current-release.ts';
import { type Document, isUnchanged, jsonDocument } from './documents.ts';
import { endWithBody, endWithoutBody } from './end-answer.ts';
import {
  BODY_REFUSED,
  type ErrorAnswer,
  errorBody,
  INTERNAL_ERROR,
  OVERLOADED,
  routeNotFound,
  STATUS_LINES,
} from './errors.ts';
import { healthOf, readinessOf, type StateAnswer } from './health.ts';
import { openApiDocument } from './openapi/document.ts';
import { EXPLAIN_PATH, type Explain } from './pages/explain.ts';
import { type Page, type PageRequest, pageRequest, sendPage } from './pages/page.ts';
import { RequestIds } from './request-ids.ts';
import { reportRequests } from './request-report.ts';
import { type Operations, ROUTES, type Route } from './routes.ts';
import { limitTurns } from './turn-limit.ts';
import type { ListenSocket, Text, Uws, UwsRequest, UwsResponse } from './uws.ts';

/** What the application answers from and reports to. */
export interface Service {
  readonly current: CurrentRelease;
  readonly admit: Admit;
  /** Whether pages of an origin may ask with some publishable key; none may when left out. */
  readonly isKnownOrigin?: (origin: string) => boolean;
  /** Header in which a proxy in front tells the client's address, in lower case; null or left out when there is none to be believed. */
  readonly clientAddressHeader?: string | null;
  /** The state of the credit sidecar, for `/healthz` and `/readyz`; null or left out when there is none. */
  readonly sidecar?: (() => SidecarState) | null;
  readonly log: Log;
  readonly accessLog: OpenAccessLog | null;
  /** Requests that take longer are logged; 0 for none. */
  readonly slowMilliseconds: number;
  /** Where requests are counted for metrics; null or left out when nobody wants any. */
  readonly counts?: WorkerCounts | null;
  /** Connections open at the same time at most; further ones are closed at once. No limit when left out. */
  readonly mostConnections?: number;
  /** Milliseconds that a turn of the event loop may answer for, before the rest of it is refused; any number when 0 or left out. */
  readonly mostTurn?: number;
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

/** What is kept of a request for its reports. */
type RequestHead = Pick<UwsRequest, 'getHeader' | 'getQuery'>;

const text = (ascii: string): Uint8Array => new TextEncoder().encode(ascii);
const X_REQUEST_ID = text('X-Request-Id');
/** The header lines of an answer that follow its request id. */
const linesOf = (type: string, ...lines: string[]) => ['', `Content-Type: ${type}`, ...lines].join('\r\n');
const json = (...lines: string[]) => linesOf('application/json', ...lines);
const OF_DATA = ['Cache-Control: private, no-store', 'Link: </attribution>; rel="license"'];
/** Those of an answer to a data request. */
export const DATA = json(...OF_DATA);
/** Those of the answers to a batch that came as lines of JSON. */
const DATA_LINES = linesOf('application/x-ndjson', ...OF_DATA);
const STATE = json('Cache-Control: no-store');
const DOCUMENT = json('Cache-Control: no-cache');
const WWW_AUTHENTICATE = text('WWW-Authenticate');
const CHALLENGE = text('ApiKey realm="Letterbox"');
const CONTENT_LENGTH = text('Content-Length');
const CONNECTION = text('Connection');
const CLOSE = text('close');
const OK = text('200 OK');
const NOT_MODIFIED = text('304 Not Modified');
const NO_CONTENT = text('204 No Content');
const ALLOW_ORIGIN = text('Access-Control-Allow-Origin');
/** What goes with the origin in the answer to a preflight request, which browsers remember for a day at most. */
const ALLOWED = [
  '',
  'Access-Control-Allow-Methods: GET, HEAD',
  'Access-Control-Allow-Headers: X-Api-Key',
  'Access-Control-Max-Age: 86400',
  'Vary: Origin, Access-Control-Request-Method',
].join('\r\n');
/** With so many connections no request waits for long. */
const FEW_CONNECTIONS = 32;
/** How often an overload is logged, ms. */
const OVERLOAD_LOGGED_MS = 10_000;
const RETRY_SOON = ['Retry-After', '1'] as const;
const STATUS = new Map(Object.entries(STATUS_LINES).map(([status, line]) => [Number(status), text(line)]));

/**
 * Makes the application: the six data routes, the state of the service, its documents, the pages, and 404 for the rest. Every
 * handler is synchronous: it has ended its response when it returns, unless the request may have a body. Pages are looked for last,
 * so that they cost the data routes nothing.
 */
export function createApp(uws: Uws, service: Service): HttpApp {
  const { current, admit, log, counts = null } = service;
  const counted = new WeakMap<Operations, Operations>();
  const { mostConnections = Number.POSITIVE_INFINITY } = service;
  const sidecar = service.sidecar ?? (() => null);
  const isKnownOrigin = service.isKnownOrigin ?? (() => false);
  const caller = currentCaller(service.clientAddressHeader ?? null);
  const app = uws.App();
  const ids = new RequestIds(DATA);
  const out = new JsonBytes();
  const report = reportRequests({ ...service, counts }, () => ids.text());
  const sockets: ListenSocket[] = [];
  let connections = 0;
  /** The limit of connections was met, and they have not halved since. */
  let crowded = false;
  let requests = 0;
  let draining = false;
  const turnIsOver = limitTurns(service.mostTurn ?? 0);
  let overloadLogged = Number.NEGATIVE_INFINITY;

  /** Whether too many have asked before this request. */
  function isOverloaded(): boolean {
    if (connections <= FEW_CONNECTIONS || !turnIsOver()) return false;
    const now = performance.now();
    if (now - overloadLogged > OVERLOAD_LOGGED_MS) {
      overloadLogged = now;
      log.warn({ connections, most_turn_ms: service.mostTurn }, 'overloaded: requests are refused');
    }
    return true;
  }

  /** Sends an answer. `lines` follow the request id; the headers of the admission come last. */
  function send(
    response: UwsResponse,
    head: boolean,
    status: number,
    lines: string,
    headers: Headers,
    body: Text,
  ): void {
    writeHead(response, status, ids.followedBy(lines), headers);
    if (head) {
      response.writeHeader(CONTENT_LENGTH, String(typeof body === 'string' ? Buffer.byteLength(body) : body.length));
      if (draining) response.writeHeader(CONNECTION, CLOSE);
      endWithoutBody(response);
    } else if (draining) response.end(body, true);
    else endWithBody(response, body);
  }

  /**
   * Sends the last answer of a connection: to a request that may have a body, so that it is a matter of opinion where the next one
   * begins. It goes out once the handler has returned. What uWebSockets.js takes for a next request before that ends the connection.
   */
  function sendLast(
    response: UwsResponse,
    head: boolean,
    status: number,
    lines: string,
    headers: Headers,
    body: Text,
  ): void {
    const first = copyOf(ids.followedBy(lines));
    const kept = headers.map(([name, value]) => [copyOf(name), copyOf(value)] as const);
    const text = head ? '' : copyOf(body);
    let gone = false;
    response.onAborted(() => {
      gone = true;
    });
    setImmediate(() => {
      if (gone) return;
      response.cork(() => {
        writeHead(response, status, first, kept);
        response.end(text, true);
      });
    });
  }

  function sendUnchanged(response: UwsResponse, headers: Headers): void {
    response.writeStatus(NOT_MODIFIED);
    response.writeHeader(X_REQUEST_ID, ids.bytes);
    for (const [name, value] of headers) response.writeHeader(name, value);
    if (draining) response.writeHeader(CONNECTION, CLOSE);
    endWithoutBody(response);
  }

  function answer(route: Route, response: UwsResponse, request: UwsRequest, head: boolean): void {
    const started = report.start();
    requests++;
    ids.next();
    const query = request.getQuery() ?? '';
    const bodied = mayHaveBody(request);
    let respond = bodied ? sendLast : send;
    caller.set(request, response);
    let admission: Admitted | Refused | null = null;
    let refusal: ErrorAnswer | null;
    let headers = NO_HEADERS;
    try {
      admission = admit(presentedKey(request), ADDRESS, route.metered, caller);
      if (!admission.admitted && admission.closes) respond = sendLast;
      if (!admission.admitted) {
        refusal = admission;
        headers = admission.headers;
      } else if (isOverloaded()) {
        refusal = OVERLOADED;
        headers = [...admission.settle(OVERLOADED.status), RETRY_SOON];
      } else {
        refusal = attempt(route, bodied && hasBody(request), query, request);
        headers = admission.settle(refusal === null ? 200 : refusal.status);
      }
    } catch (failure) {
      refusal = fail(failure, route.operation, request);
    }
    const status = refusal === null ? 200 : refusal.status;
    respond(response, head, status, DATA, headers, refusal === null ? out.view() : errorBody(refusal, ids.text()));
    if (counts !== null) {
      if (refusal !== null) countError(counts, refusal.code);
      if (admission?.admitted && status < 429) counts.credits[OPERATION_LABELS.indexOf(route.operation)] += route.cost;
    }
    const account = admission?.admitted ? admission.account : null;
    report.answered(request, started, route.operation, status, account, query);
  }

  /** Those of the release that is served, which count the qualities of their answers where anybody wants to know. */
  function operationsNow(): Operations {
    const { operations } = current.served;
    if (counts === null) return operations;
    let counting = counted.get(operations);
    if (counting === undefined) {
      counting = countQualities(operations, counts);
      counted.set(operations, counting);
    }
    return counting;
  }

  /** Writes the answer into `out`, or says why there is none. */
  function attempt(route: Route, bodied: boolean, query: string, request: UwsRequest): ErrorAnswer | null {
    try {
      if (bodied) return BODY_REFUSED;
      out.reset();
      return route.answer(operationsNow(), query, out);
    } catch (failure) {
      return fail(failure, route.operation, request);
    }
  }

  function fail(failure: unknown, operation: OperationLabel, request: RequestHead, id = ids.text()): ErrorAnswer {
    const trace_id = traceIdIn(request.getHeader('traceparent'));
    const failed = { request_id: id, trace_id, operation, ...describeFailure(failure, log) };
    log.error(log.isLevelEnabled('debug') ? { ...failed, query: request.getQuery() ?? '' } : failed, 'internal error');
    return INTERNAL_ERROR;
  }

  /** Answers a path that needs no key, by GET and HEAD. `answerTo` sends the answer, and returns its status. */
  function openly(
    path: string,
    name: OperationLabel,
    answerTo: (response: UwsResponse, request: UwsRequest, head: boolean, respond: typeof send) => number,
  ): void {
    const handler = (head: boolean) => (response: UwsResponse, request: UwsRequest) => {
      const started = report.start();
      requests++;
      ids.next();
      let status = 400;
      if (hasBody(request)) sendLast(response, head, 400, STATE, NO_HEADERS, errorBody(BODY_REFUSED, ids.text()));
      else status = answerTo(response, request, head, mayHaveBody(request) ? sendLast : send);
      report.answered(request, started, name, status, null, '');
    };
    app.get(path, handler(false));
    app.head(path, handler(true));
  }

  /** Serves a document that is made anew when another release is served. */
  function openDocument(path: string, name: OperationLabel, content: (attribution: string) => object): void {
    let made: { readonly attribution: string; readonly document: Document } | null = null;
    openly(path, name, (response, request, head, respond) => {
      const { attribution, since } = current.served;
      if (made?.attribution !== attribution)
        made = { attribution, document: jsonDocument(content(attribution), since) };
      const { document } = made;
      const unchanged = respond === send && isUnchanged(document, request);
      if (unchanged) sendUnchanged(response, document.headers);
      else respond(response, head, 200, DOCUMENT, document.headers, document.body);
      return unchanged ? 304 : 200;
    });
  }

  function openState(path: string, name: OperationLabel, state: () => StateAnswer): void {
    openly(path, name, (response, _request, head, respond) => {
      const [status, body] = state();
      respond(response, head, status, STATE, NO_HEADERS, body);
      return status;
    });
  }

  function openExplanations(): void {
    openly(EXPLAIN_PATH, 'explain', (response, request, head, respond) => {
      let answer: ReturnType<Explain>;
      try {
        caller.set(request, response);
        answer = current.served.explain!(presentedKey(request), request.getQuery() ?? '', caller);
      } catch (failure) {
        answer = fail(failure, 'explain', request);
      }
      const [status, body] =
        typeof answer === 'string' ? [200, answer] : [answer.status, errorBody(answer, ids.text())];
      respond(response, head, status, STATE, NO_HEADERS, body);
      return status;
    });
  }

  const answerBatch = validateBatches({ operations: operationsNow, admit });

  function batch(response: UwsResponse, request: UwsRequest): void {
    const started = report.start();
    requests++;
    ids.next();
    const requestId = ids.text();
    const traceparent = request.getHeader('traceparent');
    const head: RequestHead = { getHeader: () => traceparent, getQuery: () => '' };
    let gone = false;
    let whenGone = () => {};
    response.onAborted(() => {
      gone = true;
      whenGone();
    });
    caller.set(request, response);
    answerBatch(response, request, {
      ...{ apiKey: presentedKey(request), caller, requestId, isGone: () => gone },
      onGone: (then) => {
        whenGone = then;
      },
      fail: (failure) => fail(failure, 'validateBatch', head, requestId),
      send({ status, kind, headers, body, account, credits, code }) {
        if (gone) return;
        response.cork(() => {
          writeHead(response, status, requestId + (kind === 'json' ? DATA : DATA_LINES), headers);
          response.end(body, true);
        });
        if (counts !== null) {
          if (code !== null) countError(counts, code);
          counts.credits[OPERATION_LABELS.indexOf('validateBatch')] += credits;
        }
        report.answered(head, started, 'validateBatch', status, account, '', requestId);
      },
    });
  }

  /** Answers the question of a browser whether a page of another origin may send a key (Fetch standard, "CORS-preflight request"). */
  function preflight(response: UwsResponse, request: UwsRequest): void {
    const origin = request.getHeader('origin');
    const method = request.getHeader('access-control-request-method');
    if ((method !== 'GET' && method !== 'HEAD') || mayHaveBody(request) || !isKnownOrigin(origin)) {
      answerElsewhere(response, request);
      return;
    }
    const started = report.start();
    requests++;
    ids.next();
    response.writeStatus(NO_CONTENT);
    response.writeHeader(X_REQUEST_ID, ids.bytes);
    response.writeHeader(ALLOW_ORIGIN, `${origin}${ALLOWED}`);
    if (draining) response.writeHeader(CONNECTION, CLOSE);
    endWithoutBody(response);
    report.answered(request, started, 'preflight', 204, null, '');
  }

  for (const route of ROUTES) {
    app.options(route.path, preflight);
    app.get(route.path, (response, request) => answer(route, response, request, false));
    app.head(route.path, (response, request) => answer(route, response, request, true));
  }
  app.post(BATCH_PATH, batch);
  openState('/healthz', 'healthz', healthOf(sidecar));
  openState(
    '/readyz',
    'readyz',
    readinessOf(
      () => current.served,
      sidecar,
      () => draining,
    ),
  );
  openDocument('/attribution', 'attribution', (attribution) => ({ attribution }));
  openDocument('/openapi.json', 'openapi', openApiDocument);
  if (current.served.explain !== null) openExplanations();
  app.any('/*', answerElsewhere);

  /** Answers what is no route: a page, or 404. */
  function answerElsewhere(response: UwsResponse, request: UwsRequest): void {
    const started = report.start();
    requests++;
    ids.next();
    const method = request.getCaseSensitiveMethod();
    const head = method === 'HEAD';
    const bodyless = (method === 'GET' || head) && !mayHaveBody(request);
    const page = bodyless ? current.served.pages.get(request.getUrl()) : undefined;
    if (page !== undefined) {
      const asked = pageRequest(request, head);
      if (page instanceof Promise) {
        sendPromised(page, asked, request.getHeader('traceparent'), response);
        return;
      }
      const write = () => void response.writeHeader(X_REQUEST_ID, ids.bytes);
      const status = sendPage(page, asked, response, { close: draining, write });
      report.answered(request, started, 'page', status, null, '');
      return;
    }
    const body = errorBody(routeNotFound(method, request.getUrl()), ids.text());
    (bodyless ? send : sendLast)(response, head, 404, STATE, NO_HEADERS, body);
    report.answered(request, started, 'unknown', 404, null, '');
  }

  /** Sends a page once it is made; until then the thread answers others. */
  function sendPromised(page: Promise<Page>, asked: PageRequest, traceparent: string, response: UwsResponse): void {
    const started = report.start();
    const id = ids.text();
    let gone = false;
    response.onAborted(() => {
      gone = true;
    });
    const write = () => void response.writeHeader(X_REQUEST_ID, id);
    page.then(
      (made) => {
        if (gone) return;
        response.cork(() => {
          const status = sendPage(made, asked, response, { close: draining, write });
          report.answered({ getHeader: () => traceparent }, started, 'page', status, null, '', id);
        });
      },
      (failure) => {
        log.error({ request_id: id, operation: 'page', ...describeFailure(failure, log) }, 'internal error');
        if (!gone)
          response.cork(() => {
            writeHead(response, 500, id + STATE, NO_HEADERS);
            response.end(errorBody(INTERNAL_ERROR, id), true);
          });
      },
    );
  }

  const countConnections = (response: UwsResponse, by: number): void => {
    connections += by;
    if (counts !== null) counts.connections[0] = connections;
    if (connections > mostConnections) {
      if (!crowded) log.warn({ connections: mostConnections }, 'connections at the limit: new ones are closed');
      crowded = true;
      if (by > 0) {
        if (counts !== null) counts.connectionsClosed[0]++;
        response.close();
      }
    } else if (connections < mostConnections / 2) crowded = false;
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

/** The first lines of an answer; `first` is the request id, with the lines that follow it. */
function writeHead(response: UwsResponse, status: number, first: Text, headers: Headers): void {
  if (status !== 200) response.writeStatus(STATUS.get(status) ?? OK);
  response.writeHeader(X_REQUEST_ID, first);
  for (const [name, value] of headers) response.writeHeader(name, value);
  if (status === 401) response.writeHeader(WWW_AUTHENTICATE, CHALLENGE);
}

/** Text that the next answer does not overwrite. */
function copyOf(text: Text): Text {
  return typeof text === 'string' ? text : text.slice();
}

/** Whether a request says that it has a body. */
function hasBody(request: UwsRequest): boolean {
  const length = request.getHeader('content-length');
  return (length !== '' && Number(length) !== 0) || request.getHeader('transfer-encoding') !== '';
}

/**
 * Whether a request may have a body, by what it says of one. uWebSockets.js takes the first of several lengths, and reads chunk
 * extensions in a way of its own, so it may be wrong about where such a request ends.
 */
function mayHaveBody(request: UwsRequest): boolean {
  return request.getHeader('content-length') !== '' || request.getHeader('transfer-encoding') !== '';
}
