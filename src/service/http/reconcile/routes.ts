import { RECONCILE_PATH, RECONCILIATION } from '../../../address/operations/table/reconciliation.ts';
import { type Admit, NO_HEADERS } from '../../admission/admit.ts';
import type { AnswerBatch } from '../batch/batch-requests.ts';
import { BODY_REFUSED, errorBody } from '../errors.ts';
import { type DataDoor, dataRequests } from '../handlers/data-request.ts';
import type { Exchange } from '../handlers/exchange.ts';
import type { Overload } from '../overload/overload.ts';
import { mayHaveBody } from '../request-head.ts';
import { CLOSE, CONNECTION, OPEN_DATA, OPEN_PAGE, X_REQUEST_ID } from '../response/head.ts';
import { endWithoutBody } from '../response/send.ts';
import type { UwsApp, UwsRequest, UwsResponse } from '../uws.ts';
import { JSON_DOORS, manifestDoor, PREVIEW_DOOR } from './doors.ts';
import { admitReconciliation, reconciliationKey } from './keys.ts';
import { reconcileBatch } from './reconcile-batch.ts';

const NO_CONTENT = '204 No Content';
/**
 * Pages of any origin may ask, since they have to know the key. Forms, as OpenRefine sends them,
 * need no preflight.
 */
const ALLOWED = [
  '*',
  'Access-Control-Allow-Methods: GET, HEAD, POST',
  'Access-Control-Allow-Headers: Content-Type, X-Api-Key',
  'Access-Control-Max-Age: 86400',
].join('\r\n');

/**
 * Answers CORS preflight requests for the reconciliation service (Fetch standard, "CORS-preflight
 * request").
 */
function answerPreflight(exchange: Exchange): (response: UwsResponse, request: UwsRequest) => void {
  return (response, request) => {
    const started = exchange.begin();
    if (mayHaveBody(request)) {
      exchange.sendLast(response, false, 400, OPEN_DATA, NO_HEADERS, errorBody(BODY_REFUSED, exchange.ids.text()));
      exchange.answered(request, started, 'preflight', 400, null, '');
      return;
    }
    response.writeStatus(NO_CONTENT);
    response.writeHeader(X_REQUEST_ID, exchange.ids.bytes());
    response.writeHeader('Access-Control-Allow-Origin', ALLOWED);
    if (exchange.isDraining()) response.writeHeader(CONNECTION, CLOSE);
    endWithoutBody(response);
    exchange.answered(request, started, 'preflight', 204, null, '');
  };
}

/** What answers reconciliation requests. */
export interface ReconciliationParts {
  readonly admit: Admit;
  /** Admits requests without a key; null if a key is required. */
  readonly keyless: Admit | null;
  readonly overload: Overload;
  readonly answerBatch: AnswerBatch;
}

/** The base paths of the service: with a key in the path, and with one in the header or none. */
const BASES = [`${RECONCILE_PATH}/:key`, RECONCILE_PATH];

/** Adds the reconciliation service (§14.1): its manifest and queries at one path, and its other parts below it. */
export function addReconciliation(
  app: UwsApp,
  exchange: Exchange,
  { admit: byKey, keyless, overload, answerBatch }: ReconciliationParts,
): void {
  const admit = admitReconciliation(byKey, keyless);
  const manner = { keyOf: reconciliationKey, lines: OPEN_DATA, errorLines: OPEN_DATA };
  const answerData = dataRequests(exchange, admit, overload, manner);
  const answerPage = dataRequests(exchange, admit, overload, { ...manner, lines: OPEN_PAGE });
  const manifest = manifestDoor(() => exchange.current.served.release);
  const form = reconcileBatch(admit, 'body');
  const inQuery = reconcileBatch(admit, 'query');
  const preflight = answerPreflight(exchange);

  const answerGet = (response: UwsResponse, request: UwsRequest): void => {
    const query = request.getQuery() ?? '';
    const asks = /(?:^|&)(?:queries|extend)=/.test(query) && !mayHaveBody(request);
    if (asks) answerBatch(inQuery, response, request, Buffer.from(query));
    else answerData(manifest, response, request, false);
  };
  const pathOf = ({ operation }: DataDoor) => RECONCILIATION.find(({ label }) => label === operation)?.path ?? '';
  for (const base of BASES) {
    app.get(base, answerGet);
    app.head(base, (response, request) => answerData(manifest, response, request, true));
    app.post(base, (response, request) => answerBatch(form, response, request));
    app.options(base, preflight);
    for (const door of [...JSON_DOORS, PREVIEW_DOOR]) {
      const answer = door === PREVIEW_DOOR ? answerPage : answerData;
      const path = base + pathOf(door);
      app.get(path, (response, request) => answer(door, response, request, false));
      app.head(path, (response, request) => answer(door, response, request, true));
      app.options(path, preflight);
    }
  }
}
