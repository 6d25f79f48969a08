import type { ServerWatch } from '../server-process.ts';
import type { Instruments } from './instruments.ts';

/** What the service counts, whose server comes and goes. */
export interface ServiceSource {
  readonly server: ServerWatch;
  /** Activations and rollbacks that were asked for, by what came of them. */
  readonly activations: () => { readonly served: number; readonly refused: number };
}

/** Why servers end, as `ServerEnd.reason` has it. */
const REASONS = ['signal', 'exit', 'failed', 'damaged', 'no index', 'refused'] as const;

/** Metrics of the service itself: they are there while no server is. `isUp` says whether one answered just now. */
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
