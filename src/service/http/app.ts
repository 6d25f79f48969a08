import { batchRequests } from './batch/batch-requests.ts';
import { operationBatch } from './batch/operation-batch.ts';
import { bodyReceiver } from './batch/receive-bodies.ts';
import { sliced } from './batch/slices.ts';
import { proxiesOf } from './client-address.ts';
import { limitConnections } from './connections.ts';
import { addDialects, BY_NAME } from './dialects/routes.ts';
import { dataRequests } from './handlers/data-request.ts';
import { exchangeOf } from './handlers/exchange.ts';
import { addOpenRoutes } from './handlers/open-routes.ts';
import { pageRequests } from './handlers/page-request.ts';
import { preflightRequests } from './handlers/preflight.ts';
import { holdWaiting } from './overload/overload.ts';
import { addReconciliation } from './reconcile/routes.ts';
import { BATCHES, ROUTES } from './routes.ts';
import type { Service } from './service.ts';
import type { ListenSocket, Uws } from './uws.ts';

/** The HTTP application of a thread. */
export interface HttpApp {
  /**
   * Calls back with the port, or null if it cannot be had. Several applications can share a port
   * (SO_REUSEPORT).
   */
  listen(host: string, port: number, done: (port: number | null) => void): void;
  /** Closes every connection after its next answer. */
  drain(): void;
  /** Stops listening. */
  leave(): void;
  connections(): number;
  /** Requests answered so far. */
  requests(): number;
  /** Closes all that is left, at once. */
  close(): void;
}

/**
 * Creates the application: the data routes, batches, the state of the service, its documents, the
 * pages, and 404 for the rest. Handlers are synchronous: a response has ended when its handler
 * returns, unless the request may have a body. Pages are matched last, so that they cost the data
 * routes nothing.
 */
export function createApp(uws: Uws, service: Service): HttpApp {
  const { admit, log, counts = null, held = null, mostTurn = 0 } = service;
  const app = uws.App();
  const sockets: ListenSocket[] = [];
  let draining = false;
  const connections = limitConnections(app, {
    held,
    isProxy: proxiesOf(service.trustedProxies ?? null, service.clientAddressHeader ?? null),
    log,
    counts,
    reached: () => overload.reach(),
  });
  const overload = holdWaiting({ target: mostTurn, connections, log, counts, now: service.clock });
  const exchange = exchangeOf(service, () => draining, overload);
  const answer = dataRequests(exchange, admit, overload);
  const answerElsewhere = pageRequests(exchange);
  const preflight = preflightRequests(exchange, service.isKnownOrigin ?? (() => false), answerElsewhere);
  for (const route of ROUTES) {
    app.options(route.path, preflight);
    app.get(route.path, (response, request) => answer(route, response, request, false));
    app.head(route.path, (response, request) => answer(route, response, request, true));
  }
  addDialects(app, dataRequests(exchange, admit, overload, BY_NAME), preflight);
  const answerBatch = batchRequests(exchange, bodyReceiver(sliced(overload)));
  for (const batch of BATCHES) {
    const kind = operationBatch(batch, admit);
    app.post(batch.path, (response, request) => answerBatch(kind, response, request));
  }
  addReconciliation(app, exchange, { admit, keyless: service.keyless ?? null, overload, answerBatch });
  addOpenRoutes(app, exchange, service);
  app.any('/*', answerElsewhere);
  return {
    listen(host, port, done) {
      app.listen(host, port, (socket) => {
        if (socket === false) return done(null);
        sockets.push(socket);
        done(uws.us_socket_local_port(socket));
      });
    },
    drain() {
      draining = true;
    },
    leave() {
      for (const socket of sockets.splice(0)) uws.us_listen_socket_close(socket);
    },
    connections,
    requests: exchange.requests,
    close: () => void app.close(),
  };
}
