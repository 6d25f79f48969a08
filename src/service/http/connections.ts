import type { Log } from '../telemetry/log.ts';
import type { WorkerCounts } from '../telemetry/worker-counts.ts';
import type { UwsApp, UwsResponse } from './uws.ts';

/** The limit on connections, and where connections are reported. */
export interface ConnectionLimit {
  /** The most open connections; further ones are closed at once. */
  readonly most: number;
  readonly log: Log;
  readonly counts: WorkerCounts | null;
  /** Called when a connection is opened or closed. */
  readonly reached: () => void;
}

/**
 * Counts the open connections of an application, and closes those beyond the limit. Returns a
 * function that says how many are open.
 */
export function limitConnections(app: UwsApp, { most, log, counts, reached }: ConnectionLimit): () => number {
  let open = 0;
  /** The limit was reached, and their number has not halved since. */
  let crowded = false;
  const change = (response: UwsResponse, by: number): void => {
    open += by;
    reached();
    if (counts !== null) counts.connections[0] = open;
    if (open > most) {
      if (!crowded) log.warn({ connections: most }, 'connections at the limit: new ones are closed');
      crowded = true;
      if (by > 0) {
        if (counts !== null) counts.connectionsClosed[0]!++;
        response.close();
      }
    } else if (open < most / 2) crowded = false;
  };
  app.filter(change);
  return () => open;
}
