import { mayHaveBody } from '../request-head.ts';
import { CLOSE, CONNECTION, X_REQUEST_ID } from '../response/head.ts';
import { endWithoutBody } from '../response/send.ts';
import type { UwsRequest, UwsResponse } from '../uws.ts';
import type { Exchange } from './exchange.ts';

const NO_CONTENT = '204 No Content';
const ALLOW_ORIGIN = 'Access-Control-Allow-Origin';
/** The headers that accompany the origin in the answer, which browsers cache for a day at most. */
const ALLOWED = [
  '',
  'Access-Control-Allow-Methods: GET, HEAD',
  'Access-Control-Allow-Headers: X-Api-Key',
  'Access-Control-Max-Age: 86400',
  'Vary: Origin, Access-Control-Request-Method',
].join('\r\n');

type Handler = (response: UwsResponse, request: UwsRequest) => void;

/**
 * Answers CORS preflight requests, by which a browser asks whether a page of another origin may
 * send a key (Fetch standard, "CORS-preflight request"). Other requests, and those of unknown
 * origins, are passed to `otherwise`.
 */
export function preflightRequests(
  exchange: Exchange,
  isKnownOrigin: (origin: string) => boolean,
  otherwise: Handler,
): Handler {
  return (response, request) => {
    const origin = request.getHeader('origin');
    const method = request.getHeader('access-control-request-method');
    if ((method !== 'GET' && method !== 'HEAD') || mayHaveBody(request) || !isKnownOrigin(origin)) {
      otherwise(response, request);
      return;
    }
    const started = exchange.begin();
    response.writeStatus(NO_CONTENT);
    response.writeHeader(X_REQUEST_ID, exchange.ids.bytes());
    response.writeHeader(ALLOW_ORIGIN, `${origin}${ALLOWED}`);
    if (exchange.isDraining()) response.writeHeader(CONNECTION, CLOSE);
    endWithoutBody(response);
    exchange.answered(request, started, 'preflight', 204, null, '');
  };
}
