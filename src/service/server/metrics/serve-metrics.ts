import { createServer } from 'node:http';
import { isIP } from 'node:net';
import { hostname } from 'node:os';
import { Registry } from 'prom-client';
import { holdConnections } from '../../../system/held-connections.ts';
import { describeFailure, type Log } from '../../telemetry/log.ts';
import type { WorkerNumbers } from '../messages.ts';
import type { ServerWatch } from '../server-process.ts';
import { addCreditMetrics } from './credit-metrics.ts';
import type { FleetCounts } from './fleet-counts.ts';
import { addIndexMetrics, type ServedIndex } from './index-metrics.ts';
import type { Instruments } from './instruments.ts';
import { instrumentsOf } from './instruments.ts';
import { addProcessMetrics } from './process-metrics.ts';
import { addRequestMetrics } from './request-metrics.ts';

/** What the service counts, across restarts of its server. */
export interface ServiceSource {
  readonly server: ServerWatch;
  /** Activations and rollbacks that were requested, by outcome. */
  readonly activations: () => { readonly served: number; readonly refused: number };
}

/** The values of `ServerEnd.reason`. */
const REASONS = ['signal', 'exit', 'failed', 'damaged', 'no index', 'refused'] as const;

/**
 * Metrics of the service itself, also available while no server runs. `isUp` says whether one
 * answered just now.
 */
function addServiceMetrics(
  { counter, gauge }: Instruments,
  { server, activations, isUp }: ServiceSource & { readonly isUp: () => boolean },
): void {
  gauge('letterbox_server_up', '1 while there is a server that answers, 0 while it is being started again.', (series) =>
    series({}, isUp() ? 1 : 0),
  );
  counter('letterbox_server_ends_total', 'Servers that ended without being asked to, by reason.', (series) => {
    for (const reason of REASONS) series({ reason }, server.ends.get(reason) ?? 0);
  });
  counter('letterbox_activations_total', 'Releases that were to be activated, by what came of it.', (series) => {
    for (const [result, count] of Object.entries(activations())) series({ result }, count);
  });
}

/** What follows a name in a Host header. */
const PORT = /:\d*$/;

/**
 * Whether a Host header can be meant for this machine: an IP address, a name of one label,
 * `localhost`, or one of `names`, with any port. That of a page on the Internet whose own name was
 * pointed at this address cannot.
 */
function isExpectedHost(header: string, names: readonly string[]): boolean {
  const host = header.replace(PORT, '').replace(/\.$/, '').toLowerCase();
  if (isIP(host.replace(/^\[(.*)\]$/, '$1')) !== 0) return true;
  if (!host.includes('.')) return /^[a-z0-9_-]+$/.test(host);
  return host.endsWith('.localhost') || names.some((name) => name.toLowerCase() === host);
}

/** Where metrics are served, and to whom. */
export interface MetricsAddress {
  readonly host: string;
  readonly port: number;
  /** Host names that are accepted besides this machine's own. */
  readonly names: readonly string[];
}

/**
 * The pause before another attempt if the address is taken, ms, for example by a service that this
 * one is taking over from.
 */
const RETRY_MS = 1000;

/** How long a request may take to arrive, and how often that is checked, ms. */
const REQUEST_PATIENCE_MS = 5000;
const LOOK_MS = 1000;

/** More than enough for scrapers, which ask every few seconds. */
const MOST_CONNECTIONS = 64;

const CONTENT_TYPE = Registry.PROMETHEUS_CONTENT_TYPE;

/**
 * Serves `GET /metrics` in Prometheus's text format until the process ends: the metrics of the
 * service, and those of its server while that answers. If the address is taken, it tries again
 * until it is free. Requests for a foreign host are refused, against DNS rebinding.
 */
export function serveMetrics({ host, port, names }: MetricsAddress, source: ServiceSource, log: Log): void {
  const registry = new Registry();
  const own = [hostname(), host, ...names];
  let fromServer: string | null = null;
  addServiceMetrics(instrumentsOf(registry), { ...source, isUp: () => fromServer !== null });

  async function text(): Promise<string> {
    fromServer = await source.server.metrics();
    return `${await registry.metrics()}${fromServer ?? ''}`;
  }

  const server = createServer(
    {
      requestTimeout: REQUEST_PATIENCE_MS,
      headersTimeout: REQUEST_PATIENCE_MS,
      connectionsCheckingInterval: LOOK_MS,
    },
    (request, response) => {
      // A connection that is kept open could be closed just as the next request arrives.
      response.shouldKeepAlive = false;
      const refuse = (status: number, reason: string) =>
        response.writeHead(status, { 'Content-Type': 'text/plain' }).end(`${reason}\n`);
      const asked = request.headers.host;
      if (asked !== undefined && !isExpectedHost(asked, own))
        return refuse(421, 'This is not the host that was asked for; name it with --metrics-names if it is.');
      if (request.url !== '/metrics' || (request.method !== 'GET' && request.method !== 'HEAD'))
        return refuse(404, 'Metrics are at GET /metrics.');
      text().then(
        (body) => response.writeHead(200, { 'Content-Type': CONTENT_TYPE }).end(body),
        (failure) => {
          log.error(describeFailure(failure, log), 'metrics cannot be read');
          refuse(500, 'The metrics cannot be read; the log says why.');
        },
      );
    },
  );
  holdConnections(server, MOST_CONNECTIONS);
  server.timeout = REQUEST_PATIENCE_MS;
  let told = false;
  server.on('error', (error: NodeJS.ErrnoException) => {
    if (!told) log.warn({ host, port, reason: error.message }, 'metrics cannot be served yet');
    told = true;
    setTimeout(() => server.listen(port, host), RETRY_MS).unref();
  });
  server.once('listening', () => log.info({ host, port }, 'metrics served'));
  server.listen(port, host).unref();
}

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
