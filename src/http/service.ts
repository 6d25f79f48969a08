import type { Admit } from '../admission/admit.ts';
import type { SidecarState } from '../admission/counters/sidecar-state.ts';
import type { Log, OpenAccessLog } from '../telemetry/log.ts';
import type { WorkerCounts } from '../telemetry/worker-counts.ts';
import type { CurrentRelease } from './current-release.ts';

/** How servers before this one ended, as `/healthz` tells it. */
export interface ServerEnds {
  /** How many have, since the service was started. */
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
  /** Admits reconciliation requests that come without a key; null or left out where a key is asked for, as it is wherever others reach the service. */
  readonly keyless?: Admit | null;
  /** Whether pages of an origin may ask with some publishable key; none may when left out. */
  readonly isKnownOrigin?: (origin: string) => boolean;
  /** Header in which a proxy in front tells the client's address, in lower case; null or left out when there is none to be believed. */
  readonly clientAddressHeader?: string | null;
  /** The state of the credit sidecar, for `/healthz` and `/readyz`; null or left out when there is none. */
  readonly sidecar?: (() => SidecarState) | null;
  /** How servers before this one ended; null or left out where none has. */
  readonly ended?: ServerEnds | null;
  readonly log: Log;
  readonly accessLog: OpenAccessLog | null;
  /** Requests that take longer are logged; 0 for none. */
  readonly slowMilliseconds: number;
  /** Where requests are counted for metrics; null or left out when nobody wants any. */
  readonly counts?: WorkerCounts | null;
  /** Connections open at the same time at most; further ones are closed at once. No limit when left out. */
  readonly mostConnections?: number;
  /** How long requests may wait once they have to, ms (`holdWaiting`); any time when 0 or left out. */
  readonly mostTurn?: number;
  /** Milliseconds of a clock that never goes back; that of the process when left out. */
  readonly clock?: () => number;
}
