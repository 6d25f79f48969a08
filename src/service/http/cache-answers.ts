import { AnswerCache } from '../../address/operations/answer-cache.ts';
import type { Operations } from '../../address/operations/call/bind-operations.ts';
import type { JsonBytes } from '../../address/operations/json-bytes.ts';
import type { WorkerCounts } from '../telemetry/worker-counts.ts';
import { type CountedQuality, countQuality, MATCHING } from '../telemetry/worker-counts.ts';

/**
 * The operations with a cache of so many bytes around autocomplete, or without one if that is 0.
 * Answers are the same bytes either way; those with `debug` are not cached. Hits and misses are
 * counted in `counts`, if given.
 */
export function cacheAnswers(operations: Operations, bytes: number, counts: WorkerCounts | null): Operations {
  if (bytes === 0) return operations;
  const cache = new AnswerCache(bytes);
  return {
    ...operations,
    autocomplete(parameters, out) {
      if (parameters.debug) return operations.autocomplete(parameters, out);
      const kept = cache.read(parameters, out);
      if (kept !== null) {
        if (counts !== null) counts.cacheHits[0]!++;
        return kept;
      }
      const start = out.length;
      const quality = operations.autocomplete(parameters, out);
      cache.offer(quality, out, start);
      if (counts !== null) {
        counts.cacheMisses[0]!++;
        counts.cacheBytes[0] = cache.size;
      }
      return quality;
    },
  };
}

/** The operations, with the match qualities of their answers counted. */
export function countQualities(operations: Operations, counts: WorkerCounts): Operations {
  const counting = MATCHING.map((name) => {
    const match = operations[name] as (parameters: unknown, out: JsonBytes) => CountedQuality;
    const counted = (parameters: unknown, out: JsonBytes) => {
      const quality = match(parameters, out);
      countQuality(counts, name, quality);
      return quality;
    };
    return [name, counted] as const;
  });
  return { ...operations, ...Object.fromEntries(counting) };
}
