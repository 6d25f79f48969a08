import {
  answersWith,
  CLOSE_REASONS,
  creditsOf,
  DELAY_BOUNDS,
  DURATION_BOUNDS,
  durationsOf,
  ERROR_CODES,
  MATCHING,
  OPERATION_LABELS,
  QUALITIES,
  SHED_REASONS,
  STATUS_END,
  type WorkerCounts,
} from '../../telemetry/worker-counts.ts';
import type { WorkerNumbers } from '../messages.ts';
import type { FleetCounts } from './fleet-counts.ts';
import type { Instruments } from './instruments.ts';

/**
 * Metrics of the workers and their answers. `most` is the number of connections that all together
 * may have open.
 */
export function addRequestMetrics(
  { counter, gauge, histogram }: Instruments,
  fleet: FleetCounts,
  workers: () => WorkerNumbers,
  most: number,
): void {
  let total: WorkerCounts;

  // The first metric that is rendered reads the counts for all of them.
  counter('letterbox_requests_total', 'Answers by operation and status.', (series) => {
    total = fleet.total();
    OPERATION_LABELS.forEach((operation, i) => {
      for (let status = 0; status < STATUS_END; status++) {
        const count = answersWith(total, i, status);
        if (count > 0) series({ operation, status: String(status) }, count);
      }
    });
  });
  histogram(
    'letterbox_request_duration_seconds',
    'Time from the request head being read to its answer being handed to the system; waiting before that is in the event loop delay.',
    DURATION_BOUNDS,
    (series) => {
      OPERATION_LABELS.forEach((operation, i) => {
        const { buckets, seconds } = durationsOf(total, i);
        if (buckets.some((count) => count > 0)) series({ operation }, buckets, seconds);
      });
    },
  );
  counter('letterbox_errors_total', 'Error answers to data requests, by code.', (series) => {
    ERROR_CODES.forEach((code, i) => void series({ code }, total.errors[i]));
  });
  counter(
    'letterbox_requests_shed_total',
    'Requests that overloaded workers refused with RATE_LIMITED: of accounts beyond their share, within it in a turn that was full, or not answered at all since the client was gone.',
    (series) => {
      SHED_REASONS.forEach((reason, i) => void series({ reason }, total.shed[i]));
    },
  );
  counter(
    'letterbox_overloaded_seconds_total',
    'Seconds in which requests stood waiting in workers for longer than --most-turn.',
    (series) => series({}, total.overloaded[0]),
  );
  counter('letterbox_match_quality_total', 'Answers by the quality of the best record.', (series) => {
    MATCHING.forEach((operation, i) => {
      QUALITIES.forEach((quality, j) => {
        series({ operation, quality }, total.qualities[i * QUALITIES.length + j]);
      });
    });
  });
  counter(
    'letterbox_credits_total',
    'Credits of the requests answered, those of unmetered keys included and those given back left out.',
    (series) => {
      OPERATION_LABELS.forEach((operation, i) => {
        const credits = creditsOf(total, i);
        if (credits > 0) series({ operation }, credits);
      });
    },
  );
  counter(
    'letterbox_answer_cache_requests_total',
    'Answers of autocomplete by whether the cache had them; none are counted without a cache.',
    (series) => {
      series({ result: 'hit' }, total.cacheHits[0]);
      series({ result: 'miss' }, total.cacheMisses[0]);
    },
  );
  gauge('letterbox_answer_cache_bytes', 'Answers that the caches of the workers keep, with their keys.', (series) =>
    series({}, total.cacheBytes[0]),
  );
  histogram(
    'letterbox_event_loop_delay_seconds',
    'How late timers of the workers run, sampled 20 times a second in each: what requests wait for others before them.',
    DELAY_BOUNDS,
    (series) => void series({}, total.delays, total.delaySum[0]),
  );
  counter(
    'letterbox_event_loop_busy_seconds_total',
    'Seconds in which the event loops of the workers had work.',
    (series) => series({}, total.busy[0]),
  );
  gauge('letterbox_heap_bytes', 'JavaScript heap in use by the workers.', (series) => series({}, total.heap[0]));
  gauge('letterbox_connections', 'Open connections.', (series) => series({}, total.connections[0]));
  if (Number.isFinite(most))
    gauge('letterbox_connections_limit', 'Connections that may be open.', (series) => series({}, most));
  counter(
    'letterbox_connections_closed_total',
    'Connections closed at once because too many were open, or too many of one client.',
    (series) => CLOSE_REASONS.forEach((reason, i) => void series({ reason }, total.connectionsClosed[i])),
  );
  gauge('letterbox_workers', 'Worker threads that listen.', (series) => series({}, workers().listening));
  gauge('letterbox_workers_wanted', 'Worker threads that should listen.', (series) => series({}, workers().wanted));
  counter('letterbox_workers_ended_total', 'Worker threads that ended.', (series) => series({}, workers().ended));
}
