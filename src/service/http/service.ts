import type { Admit } from '../admission/admit.ts';
import type { SidecarState } from '../admission/counters/sidecar-state.ts';
import type { HeldConnections } from '../admission/limits/held-connections.ts';
import type { Log, OpenAccessLog } from '../telemetry/log.ts';
import type { WorkerCounts } from '../telemetry/worker-counts.ts';
import type { CurrentRelease } from './release-switch.ts';

/** How earlier servers ended, for `/healthz`. */
export interface ServerEnds {
  /** How many have ended since the service was started. */
  readonly count: number;
  /** When the last one did, milliseconds since 1970. */
  readonly at: number;
  /** A signal's name, or the kind of failure. */
  readonly by: string;
}

/** What an application answers from and reports to. */
export interface Service {
  readonly current: CurrentRelease;
  readonly admit: Admit;
  /**
   * Admits reconciliation requests without a key; null or absent if a key is required, as on any
   * service that others can reach.
   */
  readonly keyless?: Admit | null;
  /** Whether some publishable key allows pages of an origin; none by default. */
  readonly isKnownOrigin?: (origin: string) => boolean;
  /**
   * Name, in lower case, of the header in which a proxy passes on the client's address; null or
   * absent if none is trusted.
   */
  readonly clientAddressHeader?: string | null;
  /** Addresses and networks of proxies, as `proxiesOf` takes them; null or absent if none are named. */
  readonly trustedProxies?: readonly string[] | null;
  /** Where callers reach the service, for its interface description; null or absent: where they read it. */
  readonly publicUrl?: string | null;
  /**
   * The state of the credit sidecar, for `/healthz` and `/readyz`; null or absent if there is none.
   */
  readonly sidecar?: (() => SidecarState) | null;
  /** How earlier servers ended; null or absent if none has. */
  readonly ended?: ServerEnds | null;
  readonly log: Log;
  readonly accessLog: OpenAccessLog | null;
  /** Requests that take longer are logged; 0 for none. */
  readonly slowMilliseconds: number;
  /** Where requests are counted for metrics; null or absent without metrics. */
  readonly counts?: WorkerCounts | null;
  /** The limit of connections, of all workers and by client; none without it. */
  readonly held?: HeldConnections | null;
  /** How long requests may wait, ms (`holdWaiting`); any time if 0 or absent. */
  readonly mostTurn?: number;
  /** A monotonic clock, ms, which burst limits go by too; that of the process by default. */
  readonly clock?: () => number;
}
