/** An index file that is, was or was to be served. */
export interface ReleaseFile {
  /** `2026.02`. */
  readonly release: string;
  readonly addresses: number;
  readonly path: string;
}

/** Something that went wrong lately. */
export interface Trouble {
  /** ISO 8601. */
  readonly at: string;
  /** What, in a few words. */
  readonly what: string;
  /** Why, in a sentence; null where there is no more to say. */
  readonly reason: string | null;
}

/** A machine that works on the ledger. */
export interface MachineState {
  readonly id: string;
  readonly name: string;
  /** ISO 8601. */
  readonly seenAt: string;
  readonly retiredAt: string | null;
  /** Leases that are not settled, and credits granted to them. */
  readonly leases: number;
  readonly credits: number;
}

/**
 * What operators see of the service: of the machine that they ask, and of those that share its
 * ledger.
 */
export interface ServiceState {
  /** When it was looked at, ISO 8601. */
  readonly at: string;
  /**
   * What answers requests on this machine; null where it does not say, and why is in
   * `serviceFault`.
   */
  readonly service: {
    readonly version: string;
    readonly serving: ReleaseFile;
    readonly since: string;
    /** What a rollback goes back to. */
    readonly previous: ReleaseFile | null;
    /** The last that was not activated since the service was started. */
    readonly refused: { readonly path: string | null; readonly reason: string; readonly at: string } | null;
    readonly server: {
      readonly workers: { readonly wanted: number; readonly listening: number; readonly ended: number } | null;
      readonly ends: number;
      readonly lastEnd: { readonly at: string; readonly reason: string } | null;
    };
  } | null;
  readonly serviceFault: string | null;
  readonly sidecar: {
    readonly startedAt: string;
    readonly memoryBytes: number;
    readonly ledger: 'reachable' | 'away';
    readonly ledgerKind: 'sqlite' | 'postgres';
    /** When all usage was last in the ledger. */
    readonly drainedAt: string | null;
    readonly drainIntervalMs: number;
    readonly accountsSetAside: number;
    readonly countersQuarantined: number;
    readonly clockOffMs: number;
  };
  /** Null while the ledger is away. */
  readonly machines: readonly MachineState[] | null;
  /** What went wrong since the sidecar was started, newest first. */
  readonly troubles: readonly Trouble[];
}

/** What waits in the ledger to be settled or sent, and since when the first of it has, ISO 8601. */
export interface WaitingState {
  /** Closed windows that are not settled. */
  readonly windows: number;
  readonly oldestWindow: string | null;
  /** Deliveries of events that are pending. */
  readonly deliveries: number;
  readonly oldestDelivery: string | null;
}

/** What the console answers to `GET /service`. */
export interface ServiceAnswer extends ServiceState {
  /** Null while the ledger is away. */
  readonly backlog: WaitingState | null;
}

/** Looks at the service. Does not reject. */
export type LookAtService = () => Promise<ServiceState>;
