import type { ServerWatch } from '../server-process.ts';
import type { Instruments } from './instruments.ts';

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
export function addServiceMetrics(
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
