import type { OperationLabel } from '../../telemetry/worker-counts.ts';
import { ROUTES, type Route } from '../routes.ts';

/** An operation that takes batches: beyond the specification, by `POST` alone. */
export interface BatchOperation {
  readonly path: string;
  /** As logs and metrics name it. */
  readonly label: OperationLabel;
  /** What each query is. */
  readonly route: Route;
}

function batchOf(operation: Route['operation'], label: OperationLabel): BatchOperation {
  const route = ROUTES.find((each) => each.operation === operation)!;
  return { path: `${route.path}/batch`, label, route };
}

/** The operations that take batches. */
export const BATCHES: readonly BatchOperation[] = [
  batchOf('validate', 'validateBatch'),
  batchOf('enrich', 'enrichBatch'),
];
