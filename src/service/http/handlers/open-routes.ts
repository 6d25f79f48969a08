import { SERVER } from '../../../system/openapi.ts';
import { NO_HEADERS } from '../../admission/admit.ts';
import type { OperationLabel } from '../../telemetry/worker-counts.ts';
import { documentsOf, isUnchanged, variantFor } from '../documents.ts';
import { BODY_REFUSED, errorBody } from '../errors.ts';
import { healthOf, readinessOf, type StateAnswer } from '../health.ts';
import { openApiDocument } from '../openapi/document.ts';
import { EXPLAIN_PATH, type Explain } from '../pages/explain.ts';
import type { ServedRelease } from '../release-switch.ts';
import { hasBody, mayHaveBody, presentedKey } from '../request-head.ts';
import { DOCUMENT, OPEN_DOCUMENT, STATE } from '../response/head.ts';
import type { Send } from '../response/send.ts';
import type { Service } from '../service.ts';
import type { UwsApp, UwsRequest, UwsResponse } from '../uws.ts';
import type { Exchange } from './exchange.ts';

/** The collection for Postman, a page that the build makes, and the server in it (`src/pages/build/postman.ts`). */
const COLLECTION_PATH = '/postman.json';
const COLLECTION_SERVER = 'http://127.0.0.1:8080';

/**
 * Adds the routes that need no key: the state of the service, its documents and, if the release
 * explains queries, the explanations.
 */
export function addOpenRoutes(
  app: UwsApp,
  exchange: Exchange,
  service: Pick<Service, 'sidecar' | 'ended' | 'publicUrl'>,
): void {
  const sidecar = service.sidecar ?? (() => null);
  const ended = service.ended ?? null;
  const { current, ids, callerOf, send, sendLast, sendUnchanged, isStopping } = exchange;

  /** Answers a path by GET and HEAD. `answerTo` sends the answer, and returns its status. */
  function open(
    path: string,
    name: OperationLabel,
    answerTo: (response: UwsResponse, request: UwsRequest, head: boolean, respond: Send) => number,
  ): void {
    const handler = (head: boolean) => (response: UwsResponse, request: UwsRequest) => {
      const started = exchange.begin();
      let status = 400;
      if (hasBody(request)) sendLast(response, head, 400, STATE, NO_HEADERS, errorBody(BODY_REFUSED, ids.text()));
      else status = answerTo(response, request, head, mayHaveBody(request) ? sendLast : send);
      exchange.answered(request, started, name, status, null, '');
    };
    app.get(path, handler(false));
    app.head(path, handler(true));
  }

  /**
   * Serves a document that is made when it is asked for, and again when another release is served. It
   * names the service by the public URL, else by the origin that it was reached by, in place of `server`.
   */
  function openDocument(
    path: string,
    name: OperationLabel,
    lines: string,
    content: (attribution: string) => string,
    server: string | null = null,
  ): void {
    const url = service.publicUrl ?? null;
    const varies = server !== null && url === null;
    const make = ({ attribution, since }: ServedRelease) => {
      const text = content(attribution);
      const textFor = (url: string) =>
        server === null || url === '' ? text : text.replace(JSON.stringify(server), () => JSON.stringify(url));
      return { attribution, documentFor: documentsOf(textFor, since, varies ? ['Host', 'X-Forwarded-Proto'] : []) };
    };
    let made = make(current.served);
    made.documentFor(url ?? '');
    open(path, name, (response, request, head, respond) => {
      if (made.attribution !== current.served.attribution) made = make(current.served);
      const document = made.documentFor(varies ? exchange.originOf(request, response) : (url ?? ''));
      const { headers, unchanged: known, body } = variantFor(document, request.getHeader('accept-encoding'));
      const unchanged = respond === send && isUnchanged(document, request);
      if (unchanged) sendUnchanged(response, known);
      else respond(response, head, 200, lines, headers, body);
      return unchanged ? 304 : 200;
    });
  }

  function openState(path: string, name: OperationLabel, state: () => StateAnswer): void {
    open(path, name, (response, _request, head, respond) => {
      const [status, body] = state();
      respond(response, head, status, STATE, NO_HEADERS, body);
      return status;
    });
  }

  function openExplanations(): void {
    open(EXPLAIN_PATH, 'explain', (response, request, head, respond) => {
      let answer: ReturnType<Explain>;
      try {
        const caller = callerOf(request, response, 0);
        answer = current.served.explain!(presentedKey(request), request.getQuery() ?? '', caller);
      } catch (failure) {
        answer = exchange.fail(failure, 'explain', request);
      }
      const [status, body] =
        typeof answer === 'string' ? [200, answer] : [answer.status, errorBody(answer, ids.text())];
      respond(response, head, status, STATE, NO_HEADERS, body);
      return status;
    });
  }

  openState('/healthz', 'healthz', healthOf(sidecar, ended));
  openState(
    '/readyz',
    'readyz',
    readinessOf(() => current.served, sidecar, ended, isStopping),
  );
  openDocument('/attribution', 'attribution', DOCUMENT, (attribution) => JSON.stringify({ attribution }));
  openDocument('/openapi.json', 'openapi', DOCUMENT, (it) => JSON.stringify(openApiDocument(it)), SERVER);
  const collection = current.served.pages.get(COLLECTION_PATH);
  if (collection !== undefined && 'plain' in collection) {
    const text = Buffer.from(collection.plain.body).toString();
    openDocument(COLLECTION_PATH, 'page', OPEN_DOCUMENT, () => text, COLLECTION_SERVER);
  }
  if (current.served.explain !== null) openExplanations();
}
