import type { BatchLabel } from '../../telemetry/worker-counts.ts';
import { ROUTES, type Route } from '../routes.ts';

/** An operation that takes batches: beyond the specification, only by `POST`. */
export interface BatchOperation {
  readonly path: string;
  /** Its name in logs and metrics. */
  readonly label: BatchLabel;
  /** The operation of each query. */
  readonly route: Route;
}

/** The operations that take batches. */
export const BATCHES: readonly BatchOperation[] = ROUTES.filter(({ row }) => row.batch !== undefined).map((route) => ({
  path: `${route.path}/batch`,
  label: `${route.operation}Batch` as BatchLabel,
  route,
}));
