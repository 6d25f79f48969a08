import type { Trouble } from '../accounts/console/resources/service.ts';
import type { SidecarEvent } from './sidecar/sidecar-events.ts';

/** How many troubles are kept. */
const KEPT = 20;

/** What went wrong recently, for operators who look at the console and not at the log. */
export interface Troubles {
  /** Notes an event of the sidecar if it is trouble. */
  note(event: SidecarEvent): void;
  /** Newest first. */
  latest(): readonly Trouble[];
}

/** Creates an empty list of troubles. */
export function createTroubles(): Troubles {
  const kept: Trouble[] = [];
  return {
    note(event) {
      const trouble = troubleOf(event);
      if (trouble === null) return;
      kept.unshift({ at: new Date().toISOString(), ...trouble });
      kept.length = Math.min(kept.length, KEPT);
    },
    latest: () => [...kept],
  };
}

function troubleOf(event: SidecarEvent): Omit<Trouble, 'at'> | null {
  switch (event.kind) {
    case 'ledger-away':
      return { what: 'ledger away', reason: event.reason };
    case 'clock-off':
      return {
        what: 'clock differs from the ledger',
        reason: `By ${event.milliseconds} ms: periods do not roll over.`,
      };
    case 'machine-lost':
      return { what: 'counter file lost', reason: `Of machine ${event.machine}, with ${event.leases} leases.` };
    case 'counter-damaged':
      return { what: 'counter damaged', reason: event.reason };
    case 'set-aside':
      return event.reason === null ? null : { what: `account ${event.account} set aside`, reason: event.reason };
    default:
      return null;
  }
}
