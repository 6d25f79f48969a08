import type { Operations } from '../../../address/operations/call/bind-operations.ts';
import { JsonBytes } from '../../../address/operations/json-bytes.ts';
import { ADDRESS, type Admit, type Admitted, type BatchPart, NO_HEADERS, type Refused } from '../../admission/admit.ts';
import { countCredits, countError, type OperationLabel } from '../../telemetry/worker-counts.ts';
import { BODY_REFUSED, type ErrorAnswer, errorBody, OVERLOADED, overloadedBody } from '../errors.ts';
import { putOff } from '../overload/keep-request.ts';
import type { Overload } from '../overload/overload.ts';
import { hasBody, mayHaveBody, presentedKey } from '../request-head.ts';
import { DATA } from '../response/head.ts';
import type { Text, UwsRequest, UwsResponse } from '../uws.ts';
import type { Exchange } from './exchange.ts';

const RETRY_SOON = ['Retry-After', '1'] as const;

/** A resource that is answered at once, by GET, with a key. */
export interface DataDoor {
  readonly operation: OperationLabel;
  /** Its place in `OPERATION_LABELS`. */
  readonly place: number;
  /** The place in `OPERATIONS` of the operation that it is charged as, and its cost in credits. */
  readonly metered: number;
  readonly cost: number;
  /** `head` if nothing is charged. */
  readonly part?: BatchPart;
  /** Writes the answer to a raw query string, or says why there is none. */
  readonly answer: (operations: Operations, query: string, out: JsonBytes, request: UwsRequest) => ErrorAnswer | null;
}

/** How a family of resources reads keys, and its header lines. */
export interface Manner {
  readonly keyOf: (request: UwsRequest) => string | null;
  /** The header lines of answers and of errors (`response/head.ts`). */
  readonly lines: string;
  readonly errorLines: string;
}

const BY_HEADER: Manner = { keyOf: presentedKey, lines: DATA, errorLines: DATA };

/**
 * Answers requests to the data routes, by GET or (`head`) HEAD: admission first, then the
 * operation, which writes its answer into one buffer.
 */
export function dataRequests(
  exchange: Exchange,
  admit: Admit,
  overload: Overload,
  { keyOf, lines, errorLines }: Manner = BY_HEADER,
): (route: DataDoor, response: UwsResponse, request: UwsRequest, head: boolean) => void {
  const { ids, callerOf, counts, current, send, sendLast, fail } = exchange;
  const out = new JsonBytes();
  const later = putOff(overload.noteGone);

  /** Writes the answer into `out`, or says why there is none. */
  function attempt(route: DataDoor, bodied: boolean, query: string, request: UwsRequest): ErrorAnswer | null {
    try {
      if (bodied) return BODY_REFUSED;
      out.reset();
      return route.answer(current.served.operations, query, out, request);
    } catch (failure) {
      return fail(failure, route.operation, request);
    }
  }

  function answer(route: DataDoor, response: UwsResponse, request: UwsRequest, head: boolean): void {
    const started = exchange.begin();
    const bodied = mayHaveBody(request);
    const respond = bodied ? sendLast : send;
    const caller = callerOf(request, response, started);
    let admission: Admitted | Refused | null = null;
    let refusal: ErrorAnswer | null;
    let headers = NO_HEADERS;
    let query = '';
    try {
      admission = admit(keyOf(request), ADDRESS, route.metered, caller, route.part);
      if (!admission.admitted) {
        refusal = admission;
        headers = admission.headers;
      } else if (!overload.admits(admission.account, route.place)) {
        refusal = OVERLOADED;
        headers = [...admission.settle(OVERLOADED.status), RETRY_SOON];
      } else {
        query = request.getQuery() ?? '';
        refusal = attempt(route, bodied && hasBody(request), query, request);
        headers = admission.settle(refusal === null ? 200 : refusal.status);
      }
    } catch (failure) {
      refusal = fail(failure, route.operation, request);
    }
    const status = refusal === null ? 200 : refusal.status;
    respond(response, head, status, refusal === null ? lines : errorLines, headers, bodyOf(refusal));
    overload.answered();
    if (counts !== null) {
      if (refusal !== null) countError(counts, refusal.code);
      if (admission?.admitted && status < 429) countCredits(counts, route.place, route.cost);
    }
    const account = admission?.admitted ? admission.account : null;
    exchange.answered(request, started, route.operation, status, account, query);
  }

  function bodyOf(refusal: ErrorAnswer | null): Text {
    if (refusal === null) return out.view();
    return refusal === OVERLOADED ? overloadedBody(ids.bytes()) : errorBody(refusal, ids.text());
  }

  return (route, response, request, head) => {
    if (overload.putsOff() && !mayHaveBody(request))
      later(response, request, (kept) => answer(route, response, kept, head));
    else answer(route, response, request, head);
  };
}
