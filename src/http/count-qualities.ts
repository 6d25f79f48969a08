import { countQuality, type WorkerCounts } from '../telemetry/worker-counts.ts';
import type { Operations } from './routes.ts';

/** The operations, with the match qualities of their answers counted. */
export function countQualities(operations: Operations, counts: WorkerCounts): Operations {
  return {
    ...operations,
    autocomplete(parameters, out) {
      const quality = operations.autocomplete(parameters, out);
      countQuality(counts, 'autocomplete', quality);
      return quality;
    },
    validate(parameters, out) {
      const quality = operations.validate(parameters, out);
      countQuality(counts, 'validate', quality);
      return quality;
    },
  };
}
