import type { BatchLabel } from '../../telemetry/worker-counts.ts';
import { ROUTES, type Route } from '../routes.ts';

/** An operation that takes batches: beyond the specification, by `POST` alone. */
export interface BatchOperation {
  readonly path: string;
  /** As logs and metrics name it. */
  readonly label: BatchLabel;
  /** What each query is. */
  readonly route: Route;
}

/** The operations that take batches. */
export const BATCHES: readonly BatchOperation[] = ROUTES.filter(({ row }) => row.batch !== undefined).map((route) => ({
  path: `${route.path}/batch`,
  label: `${route.operation}Batch` as BatchLabel,
  route,
}));
