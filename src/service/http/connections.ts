import { clientOf } from '../admission/caller.ts';
import type { HeldConnections } from '../admission/limits/held-connections.ts';
import type { Log } from '../telemetry/log.ts';
import { countClosed, type WorkerCounts } from '../telemetry/worker-counts.ts';
import { type IsProxy, remoteAddress } from './client-address.ts';
import type { UwsApp, UwsResponse } from './uws.ts';

/** The limits on connections, and where connections are reported. */
export interface ConnectionLimit {
  /** How many all workers have open, and who holds how many; without it there is no limit. */
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
  const { held, isProxy, log, counts, reached } = limit;
  let open = 0;
  /** What this worker has logged, until the connections of all workers have halved since. */
  let crowded = false;
  let limited = false;
  const admit = (held: HeldConnections, response: UwsResponse): boolean => {
    const isFree = held.open(
      () => clientOf(remoteAddress(response)),
      () => isProxy(remoteAddress(response)),
    );
    if (!held.isAbove(1) && isFree) return true;
    if (isFree) {
      if (!crowded) log.warn({ connections: held.limit }, 'connections at the limit: new ones are closed');
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
    if (held === null) return;
    if (by < 0) held.close();
    else if (!admit(held, response)) response.close();
    if (crowded && !held.isAbove(1 / 2)) crowded = false;
    if (limited && !held.isAbove(1 / 4)) limited = false;
  };
  app.filter(change);
  return () => open;
}
