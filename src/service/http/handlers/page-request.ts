import { type Headers, NO_HEADERS } from '../../admission/admit.ts';
import { describeFailure } from '../../telemetry/log.ts';
import { errorBody, INTERNAL_ERROR, routeNotFound } from '../errors.ts';
import { type Page, type PageRequest, pageRequest, sendPage } from '../pages/page.ts';
import { mayHaveBody } from '../request-head.ts';
import { STATE, writeHead, X_REQUEST_ID } from '../response/head.ts';
import type { UwsRequest, UwsResponse } from '../uws.ts';
import type { Exchange } from './exchange.ts';

/** Sent if too many tiles wait to be made. */
const RETRY_SOON: Headers = [['Retry-After', '1']];

/** Where the docs are, and their page that says that there is none. */
const DOCS = '/docs/';
const MISSING = '/docs/404';

/** Answers requests that match no route: with a page, or 404. */
export function pageRequests(exchange: Exchange): (response: UwsResponse, request: UwsRequest) => void {
  const { current, ids, log, isDraining, answered } = exchange;

  /** Sends a page once it is made; meanwhile the thread answers others. */
  function sendPromised(
    page: Promise<Page>,
    asked: PageRequest,
    traceparent: string,
    started: number,
    response: UwsResponse,
  ): void {
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
          const status = sendPage(made, asked, response, { close: isDraining(), write });
          answered({ getHeader: () => traceparent }, started, 'page', status, null, '', id);
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

  return (response, request) => {
    const started = exchange.begin();
    const method = request.getCaseSensitiveMethod();
    const head = method === 'HEAD';
    const bodyless = (method === 'GET' || head) && !mayHaveBody(request);
    const page = bodyless ? current.served.pages.get(request.getUrl()) : undefined;
    if (page !== undefined && 'code' in page) {
      // npm, which asks for packages, shows its user this header, and not the body.
      const told: Headers = [['npm-notice', page.message]];
      const headers = page.status === 429 ? RETRY_SOON : page.status === 404 ? told : NO_HEADERS;
      exchange.send(response, head, page.status, STATE, headers, errorBody(page, ids.text()));
      answered(request, started, 'page', page.status, null, '');
      return;
    }
    if (page !== undefined) {
      const asked = pageRequest(request, head);
      if (page instanceof Promise) {
        sendPromised(page, asked, request.getHeader('traceparent'), started, response);
        return;
      }
      const write = () => void response.writeHeader(X_REQUEST_ID, ids.bytes());
      const status = sendPage(page, asked, response, { close: isDraining(), write });
      answered(request, started, 'page', status, null, '');
      return;
    }
    const missing = bodyless && request.getUrl().startsWith(DOCS) ? current.served.pages.get(MISSING) : undefined;
    if (missing !== undefined && 'plain' in missing) {
      const write = () => void response.writeHeader(X_REQUEST_ID, ids.bytes());
      const status = sendPage(missing, pageRequest(request, head), response, {
        close: isDraining(),
        write,
        isMissing: true,
      });
      answered(request, started, 'unknown', status, null, '');
      return;
    }
    const body = errorBody(routeNotFound(method, request.getUrl()), ids.text());
    const respond = bodyless ? exchange.send : exchange.sendLast;
    respond(response, head, 404, STATE, NO_HEADERS, body);
    answered(request, started, 'unknown', 404, null, '');
  };
}
