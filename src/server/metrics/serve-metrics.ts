import { createServer } from 'node:http';
import { Registry } from 'prom-client';
import { describeFailure, type Log } from '../../telemetry/log.ts';
import { addCreditMetrics } from './credit-metrics.ts';
import type { FleetCounts } from './fleet-counts.ts';
import { addIndexMetrics, type ServedIndex } from './index-metrics.ts';
import { instrumentsOf } from './instruments.ts';
import { addProcessMetrics } from './process-metrics.ts';
import { addRequestMetrics } from './request-metrics.ts';

/** Where metrics are served. */
export interface MetricsAddress {
  readonly host: string;
  readonly port: number;
}

/** What metrics are made of. */
export interface MetricsSource {
  readonly fleet: FleetCounts;
  /** Worker threads that there should be. */
  readonly workers: number;
  /** Connections that all of them may have open. */
  readonly mostConnections: number;
  readonly index: () => ServedIndex;
  /** The counter file; null when nothing is metered. */
  readonly counters: string | null;
}

/** The pause before another try where the address is taken, ms: by a server that has ended, or that another one is taking over from. */
const RETRY_MS = 1000;

/** Serves `GET /metrics` in the text format of Prometheus, until the process ends. An address that is taken is tried again until it is free. */
export function serveMetrics({ host, port }: MetricsAddress, source: MetricsSource, log: Log): void {
  const registry = metricsRegistry(source);
  const server = createServer((request, response) => {
    // Somebody asks every some seconds: a connection that is kept may be closed just then.
    response.shouldKeepAlive = false;
    if (request.url !== '/metrics' || (request.method !== 'GET' && request.method !== 'HEAD')) {
      response.writeHead(404, { 'Content-Type': 'text/plain' }).end('Metrics are at GET /metrics.\n');
      return;
    }
    registry.metrics().then(
      (text) => response.writeHead(200, { 'Content-Type': registry.contentType }).end(text),
      (failure) => {
        log.error(describeFailure(failure, log), 'metrics cannot be read');
        response
          .writeHead(500, { 'Content-Type': 'text/plain' })
          .end('The metrics cannot be read; the log says why.\n');
      },
    );
  });
  let told = false;
  server.on('error', (error: NodeJS.ErrnoException) => {
    if (!told) log.warn({ host, port, reason: error.message }, 'metrics cannot be served yet');
    told = true;
    setTimeout(() => server.listen(port, host), RETRY_MS).unref();
  });
  server.once('listening', () => log.info({ host, port }, 'metrics served'));
  server.listen(port, host).unref();
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
