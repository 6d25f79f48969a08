import { performance } from 'node:perf_hooks';
import type { Log, OpenAccessLog } from '../telemetry/log.ts';

import { countRequest, OPERATION_LABELS, type OperationLabel, type WorkerCounts } from '../telemetry/worker-counts.ts';
import { withoutKeys } from './request-head.ts';
import type { UwsRequest } from './uws.ts';

/**
 * A `traceparent` header of W3C Trace Context: version, trace id, parent id and flags. Later
 * versions may add more after the flags.
 */
const TRACEPARENT = /^(?!ff)[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}(?:-|$)/;

/**
 * The trace id in a `traceparent` header, 32 hexadecimal digits; undefined if there is none, or it
 * is malformed.
 */
export function traceIdIn(traceparent: string): string | undefined {
  return traceparent === '' ? undefined : TRACEPARENT.exec(traceparent)?.[1];
}

/** Where answers are reported to. */
export interface Reported {
  readonly log: Log;
  readonly accessLog: OpenAccessLog | null;
  /** Requests that take longer are logged; 0 for none. */
  readonly slowMilliseconds: number;
  /** Null when nothing is counted. */
  readonly counts: WorkerCounts | null;
  /** A monotonic clock, ms; that of the process by default. */
  readonly clock?: () => number;
}

/** Reports answers to logs and metrics. */
export interface RequestReport {
  /** What to begin a report with: the time, which is `at` unless that is NaN, or 0 if nobody needs it. */
  readonly start: (at: number) => number;
  /**
   * Reports an answer just sent, with the headers of its request. `account` is null if no key was
   * admitted; `query` is logged at `debug` only; `id` is that of the request if it is not the
   * current one.
   */
  readonly answered: (
    request: Pick<UwsRequest, 'getHeader'>,
    started: number,
    operation: OperationLabel,
    status: number,
    account: string | null,
    query: string,
    id?: string,
  ) => void;
}

/** Reports the answers of one application; `requestId` returns the id of the current request. */
export function reportRequests(
  { log, accessLog, slowMilliseconds, counts, clock = () => performance.now() }: Reported,
  requestId: () => string,
): RequestReport {
  if (accessLog === null && slowMilliseconds === 0 && counts === null) return { start: () => 0, answered: () => {} };
  return {
    start: (at) => (Number.isNaN(at) ? clock() : at),
    answered(request, started, operation, status, account, query, id) {
      const milliseconds = clock() - started;
      if (counts !== null) countRequest(counts, OPERATION_LABELS.indexOf(operation), status, milliseconds / 1000);
      const noted = accessLog?.wanted();
      const slow = slowMilliseconds > 0 && milliseconds > slowMilliseconds;
      if (!noted && !slow) return;
      const logged = {
        request_id: id ?? requestId(),
        trace_id: traceIdIn(request.getHeader('traceparent')),
        operation,
        status,
        microseconds: Math.round(milliseconds * 1000),
        account,
      };
      if (noted) accessLog?.note(logged);
      if (slow)
        log.warn(log.isLevelEnabled('debug') ? { ...logged, query: withoutKeys(query) } : logged, 'slow request');
    },
  };
}
