import { clientOf } from '../admission/caller.ts';
import type { HeldConnections } from '../admission/limits/held-connections.ts';
import type { Log } from '../telemetry/log.ts';
import { countClosed, type WorkerCounts } from '../telemetry/worker-counts.ts';
import { type IsProxy, remoteAddress } from './client-address.ts';
import type { UwsApp, UwsResponse } from './uws.ts';

/** The limits on connections, and where connections are reported. */
export interface ConnectionLimit {
  /** The most open connections; further ones are closed at once. */
  readonly most: number;
  /** Who holds how many, over all workers; null where no client is limited. */
  readonly held: HeldConnections | null;
  /** Proxies hold as many as they like. */
  readonly isProxy: IsProxy;
  readonly log: Log;
  readonly counts: WorkerCounts | null;
  /** Called when a connection is opened or closed. */
  readonly reached: () => void;
}

/**
 * Counts the open connections of an application, and closes new ones beyond the limit, or of the
 * client that holds most of many. Returns a function that says how many are open.
 */
export function limitConnections(app: UwsApp, limit: ConnectionLimit): () => number {
  const { most, held, isProxy, log, counts, reached } = limit;
  let open = 0;
  /** The limit was reached, or somebody refused, and their number has not halved since. */
  let crowded = false;
  let limited = false;
  const admit = (response: UwsResponse): boolean => {
    const isFree =
      held === null ||
      held.open(
        () => clientOf(remoteAddress(response)),
        () => isProxy(remoteAddress(response)),
      );
    if (open <= most && isFree) return true;
    if (isFree) {
      if (!crowded) log.warn({ connections: most }, 'connections at the limit: new ones are closed');
      crowded = true;
    } else if (!limited) {
      const client = clientOf(remoteAddress(response));
      log.warn({ client, connections: open }, 'one client holds most connections: new ones of it are closed');
      limited = true;
    }
    if (counts !== null) countClosed(counts, isFree ? 'full' : 'client');
    return false;
  };
  const change = (response: UwsResponse, by: number): void => {
    open += by;
    reached();
    if (counts !== null) counts.connections[0] = open;
    if (by < 0) held?.close();
    else if (!admit(response)) response.close();
    if (open < most / 2) crowded = false;
    if (open < most / 4) limited = false;
  };
  app.filter(change);
  return () => open;
}
