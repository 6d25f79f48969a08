import { Registry } from 'prom-client';
import type { WorkerNumbers } from '../messages.ts';
import { addCreditMetrics } from './credit-metrics.ts';
import type { FleetCounts } from './fleet-counts.ts';
import { addIndexMetrics, type ServedIndex } from './index-metrics.ts';
import { instrumentsOf } from './instruments.ts';
import { addProcessMetrics } from './process-metrics.ts';
import { addRequestMetrics } from './request-metrics.ts';

/** The sources of a server's metrics. */
export interface MetricsSource {
  readonly fleet: FleetCounts;
  readonly workers: () => WorkerNumbers;
  /** Connections that all of them may have open. */
  readonly mostConnections: number;
  readonly index: () => ServedIndex;
  /** The counter file; null when nothing is metered. */
  readonly counters: string | null;
}

/** All metrics of a server, read as they are rendered. */
export function metricsRegistry(source: MetricsSource): Registry {
  const registry = new Registry();
  const instruments = instrumentsOf(registry);
  addRequestMetrics(instruments, source.fleet, source.workers, source.mostConnections);
  addIndexMetrics(instruments, source.index);
  if (source.counters !== null) addCreditMetrics(instruments, source.counters);
  addProcessMetrics(instruments);
  return registry;
}
