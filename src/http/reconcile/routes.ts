import type { Admit } from '../../admission/admit.ts';
import { RECONCILE_PATH, RECONCILIATION } from '../../operations/table/reconciliation.ts';
import type { AnswerBatch } from '../batch/batch-requests.ts';
import { type DataDoor, dataRequests } from '../handlers/data-request.ts';
import type { Exchange } from '../handlers/exchange.ts';
import type { Overload } from '../overload/overload.ts';
import { mayHaveBody } from '../request-head.ts';
import { OPEN_DATA, OPEN_PAGE } from '../response/head.ts';
import type { UwsApp, UwsRequest, UwsResponse } from '../uws.ts';
import { JSON_DOORS, manifestDoor, PREVIEW_DOOR } from './doors.ts';
import { admitReconciliation, reconciliationKey } from './keys.ts';
import { answerPreflight } from './preflight.ts';
import { reconcileBatch } from './reconcile-batch.ts';

/** What answers reconciliation requests. */
export interface ReconciliationParts {
  readonly admit: Admit;
  /** Admits those without a key; null where a key is asked for. */
  readonly keyless: Admit | null;
  readonly overload: Overload;
  readonly answerBatch: AnswerBatch;
}

/** Bases below which the service is: with a key in the path, and with one in the header or none. */
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
