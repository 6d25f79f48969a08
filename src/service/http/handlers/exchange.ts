import type { Caller } from '../../admission/caller.ts';
import { describeFailure, type Log } from '../../telemetry/log.ts';
import type { OperationLabel, WorkerCounts } from '../../telemetry/worker-counts.ts';
import { originReached, proxiesOf, RequestCaller } from '../client-address.ts';
import { type ErrorAnswer, INTERNAL_ERROR } from '../errors.ts';
import type { Overload } from '../overload/overload.ts';
import type { CurrentRelease } from '../release-switch.ts';
import { withoutKeys } from '../request-head.ts';
import { type RequestReport, reportRequests, traceIdIn } from '../request-report.ts';
import { RequestIds } from '../response/request-ids.ts';
import { type Sender, senderOf } from '../response/send.ts';
import type { Service } from '../service.ts';
import type { UwsRequest, UwsResponse } from '../uws.ts';

/** The part of a request that its reports need. */
export type ReportedHead = Pick<UwsRequest, 'getHeader' | 'getQuery'>;

/**
 * What the handlers of an application share: the current request, how it is answered, and where
 * that is reported.
 */
export interface Exchange extends Sender {
  /** Begins a request: counts it and gives it an id. Returns the start for its report. */
  readonly begin: () => number;
  /** Requests begun so far. */
  readonly requests: () => number;
  readonly ids: RequestIds;
  /** The caller of a request, which began then (`begin`). */
  readonly callerOf: (request: UwsRequest, response: UwsResponse, began: number) => Caller;
  /** `originReached` of the current request. */
  readonly originOf: (request: UwsRequest, response: UwsResponse) => string;
  readonly answered: RequestReport['answered'];
  /**
   * Logs a failure under the id of the current request, or `id`, and returns the error for the
   * caller.
   */
  readonly fail: (failure: unknown, operation: OperationLabel, request: ReportedHead, id?: string) => ErrorAnswer;
  readonly current: CurrentRelease;
  readonly log: Log;
  readonly counts: WorkerCounts | null;
  readonly isStopping: () => boolean;
  /** Whether every answer should close its connection. */
  readonly isDraining: () => boolean;
}

/**
 * The exchange of an application. While it is stopping, or clients pile up requests, every answer
 * closes its connection.
 */
export function exchangeOf(
  service: Service,
  isStopping: () => boolean,
  load: Pick<Overload, 'begin' | 'isPiledUp'>,
): Exchange {
  const isDraining = () => isStopping() || load.isPiledUp();
  const { current, log, counts = null } = service;
  const ids = new RequestIds();
  const report = reportRequests({ ...service, counts }, () => ids.text());
  const trustedHeader = service.clientAddressHeader ?? null;
  const isProxy = proxiesOf(service.trustedProxies ?? null, trustedHeader);
  let requests = 0;
  return {
    ...senderOf(ids, isDraining),
    begin() {
      requests++;
      ids.next();
      return report.start(load.begin());
    },
    requests: () => requests,
    ids,
    current,
    log,
    counts,
    isStopping,
    isDraining,
    callerOf: (request, response, began) => new RequestCaller(request, response, trustedHeader, isProxy, began),
    originOf: (request, response) => originReached(request, response, isProxy),
    answered: report.answered,
    fail(failure, operation, request, id = ids.text()) {
      const trace_id = traceIdIn(request.getHeader('traceparent'));
      const failed = { request_id: id, trace_id, operation, ...describeFailure(failure, log) };
      log.error(
        log.isLevelEnabled('debug') ? { ...failed, query: withoutKeys(request.getQuery() ?? '') } : failed,
        'internal error',
      );
      return INTERNAL_ERROR;
    },
  };
}
