import type { Operations } from '../../address/operations/call/bind-operations.ts';
import type { JsonBytes } from '../../address/operations/json-bytes.ts';
import { type CountedQuality, countQuality, MATCHING, type WorkerCounts } from '../telemetry/worker-counts.ts';

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
