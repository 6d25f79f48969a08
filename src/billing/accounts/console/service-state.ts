/** An index file that is served, was, or was meant to be. */
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
  /** Why, in a sentence; null if there is no more to say. */
  readonly reason: string | null;
}

/** A machine that uses the ledger. */
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

/** What this machine answered in some time. */
export interface TrafficSpan {
  /** When it begins, ISO 8601. */
  readonly at: string;
  /** Requests with a key, and what became of them: answers of 4xx and of 5xx. */
  readonly requests: number;
  readonly refused: number;
  readonly failed: number;
  readonly credits: number;
  /** Milliseconds in which half of the answers, and 99 of 100, were made; null without any. */
  readonly p50Ms: number | null;
  readonly p99Ms: number | null;
}

/** What this machine answered in the last 30 days, as far as the sidecar has seen it. */
export interface TrafficState {
  /** By the hour, oldest first, without those in which nothing was asked. */
  readonly hours: readonly TrafficSpan[];
  /** The last 24 hours, and all 30 days. */
  readonly day: TrafficSpan;
  readonly month: TrafficSpan;
}

/** What operators see of the service: the machine that answers, and those that share its ledger. */
export interface ServiceState {
  /** When this was read, ISO 8601. */
  readonly at: string;
  /** The service on this machine; null if it cannot be asked, and then `serviceFault` says why. */
  readonly service: {
    readonly version: string;
    readonly serving: ReleaseFile;
    readonly since: string;
    /** What a rollback goes back to. */
    readonly previous: ReleaseFile | null;
    /** The last release that was refused since the service was started. */
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
    /** When all usage was last written to the ledger. */
    readonly drainedAt: string | null;
    readonly drainIntervalMs: number;
    readonly accountsSetAside: number;
    readonly countersQuarantined: number;
    readonly clockOffMs: number;
  };
  /** Null while the ledger is away. */
  readonly machines: readonly MachineState[] | null;
  readonly traffic: TrafficState;
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

/** Reads the state of the service. Never rejects. */
export type LookAtService = () => Promise<ServiceState>;
