import { ADDRESS, type Admit, type Admitted, NO_HEADERS, type Refused } from '../../admission/admit.ts';
import { JsonBytes } from '../../operations/json-bytes.ts';
import { countError, OPERATION_LABELS } from '../../telemetry/worker-counts.ts';
import { BODY_REFUSED, type ErrorAnswer, errorBody, OVERLOADED } from '../errors.ts';
import { hasBody, mayHaveBody, presentedKey } from '../request-head.ts';
import { DATA } from '../response/head.ts';
import type { Route } from '../routes.ts';
import type { UwsRequest, UwsResponse } from '../uws.ts';
import type { Exchange } from './exchange.ts';

const RETRY_SOON = ['Retry-After', '1'] as const;

/** Answers requests of the data routes, by GET or (`head`) HEAD: admission first, then the operation, whose answer is written into one buffer. */
export function dataRequests(
  exchange: Exchange,
  admit: Admit,
  isOverloaded: () => boolean,
): (route: Route, response: UwsResponse, request: UwsRequest, head: boolean) => void {
  const { ids, caller, counts, send, sendLast, operations, fail } = exchange;
  const out = new JsonBytes();

  /** Writes the answer into `out`, or says why there is none. */
  function attempt(route: Route, bodied: boolean, query: string, request: UwsRequest): ErrorAnswer | null {
    try {
      if (bodied) return BODY_REFUSED;
      out.reset();
      return route.answer(operations(), query, out);
    } catch (failure) {
      return fail(failure, route.operation, request);
    }
  }

  return (route, response, request, head) => {
    const started = exchange.begin();
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
    exchange.answered(request, started, route.operation, status, account, query);
  };
}
