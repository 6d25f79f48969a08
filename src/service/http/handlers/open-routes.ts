import { NO_HEADERS } from '../../admission/admit.ts';
import type { OperationLabel } from '../../telemetry/worker-counts.ts';
import type { ServedRelease } from '../current-release.ts';
import { type Document, isUnchanged, jsonDocument, variantFor } from '../documents.ts';
import { BODY_REFUSED, errorBody } from '../errors.ts';
import { healthOf, readinessOf, type StateAnswer } from '../health.ts';
import { openApiDocument } from '../openapi/document.ts';
import { EXPLAIN_PATH, type Explain } from '../pages/explain.ts';
import { hasBody, mayHaveBody, presentedKey } from '../request-head.ts';
import { DOCUMENT, STATE } from '../response/head.ts';
import type { Send } from '../response/send.ts';
import type { Service } from '../service.ts';
import type { UwsApp, UwsRequest, UwsResponse } from '../uws.ts';
import type { Exchange } from './exchange.ts';

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

  /** Serves a document that is made, and compressed, at the start, and again when another release is served. */
  function openDocument(path: string, name: OperationLabel, content: (attribution: string) => object): void {
    const make = ({ attribution, since }: ServedRelease) => ({
      attribution,
      document: jsonDocument(content(attribution), since),
    });
    let made: { readonly attribution: string; readonly document: Document } = make(current.served);
    open(path, name, (response, request, head, respond) => {
      if (made.attribution !== current.served.attribution) made = make(current.served);
      const { document } = made;
      const { headers, unchanged: known, body } = variantFor(document, request.getHeader('accept-encoding'));
      const unchanged = respond === send && isUnchanged(document, request);
      if (unchanged) sendUnchanged(response, known);
      else respond(response, head, 200, DOCUMENT, headers, body);
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
  openDocument('/attribution', 'attribution', (attribution) => ({ attribution }));
  const url = service.publicUrl ?? undefined;
  openDocument('/openapi.json', 'openapi', (attribution) => openApiDocument(attribution, url));
  if (current.served.explain !== null) openExplanations();
}
