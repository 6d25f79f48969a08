import { NO_HEADERS } from '../../admission/admit.ts';
import { BODY_REFUSED, errorBody } from '../errors.ts';
import type { Exchange } from '../handlers/exchange.ts';
import { mayHaveBody } from '../request-head.ts';
import { endWithoutBody } from '../response/end-answer.ts';
import { CLOSE, CONNECTION, OPEN_DATA, X_REQUEST_ID } from '../response/head.ts';
import type { UwsRequest, UwsResponse } from '../uws.ts';

const NO_CONTENT = '204 No Content';
/** Any page may ask: it has to know the key. What is sent as a form, OpenRefine's way, is not asked about first. */
const ALLOWED = [
  '*',
  'Access-Control-Allow-Methods: GET, HEAD, POST',
  'Access-Control-Allow-Headers: Content-Type, X-Api-Key',
  'Access-Control-Max-Age: 86400',
].join('\r\n');

/** Answers the question of a browser whether a page of another origin may ask the reconciliation service (Fetch standard, "CORS-preflight request"). */
export function answerPreflight(exchange: Exchange): (response: UwsResponse, request: UwsRequest) => void {
  return (response, request) => {
    const started = exchange.begin();
    if (mayHaveBody(request)) {
      exchange.sendLast(response, false, 400, OPEN_DATA, NO_HEADERS, errorBody(BODY_REFUSED, exchange.ids.text()));
      exchange.answered(request, started, 'preflight', 400, null, '');
      return;
    }
    response.writeStatus(NO_CONTENT);
    response.writeHeader(X_REQUEST_ID, exchange.ids.bytes);
    response.writeHeader('Access-Control-Allow-Origin', ALLOWED);
    if (exchange.isDraining()) response.writeHeader(CONNECTION, CLOSE);
    endWithoutBody(response);
    exchange.answered(request, started, 'preflight', 204, null, '');
  };
}
