import type { IndexWorkerSettings } from '../http/worker.ts';
import type { ExampleAddress } from '../index/example-address.ts';

/**
 * When the checksums of the index are verified: never, at a slow pace beside the work, or before the first request and then beside the work. `behind` is
 * how a server is started again: requests are answered at once, while all of the file is verified quickly, and then at a slow pace.
 */
export type VerifyMode = 'off' | 'running' | 'start' | 'behind';

/** What a server process is told as it starts. */
export interface ServerSettings
  extends Omit<IndexWorkerSettings, 'worker' | 'release' | 'sockets' | 'mostConnections' | 'clientRates' | 'counts'> {
  /** The path of the index to begin with. */
  readonly index: string;
  readonly workers: number;
  /** Where an index file is copied to that is about to be overwritten; null: memory. */
  readonly dataDir: string | null;
  readonly verifyIndex: VerifyMode;
  /** `ServerRelease.stamp` of the file that was served before; another one is verified before it is served. Null: none was. */
  readonly lastFile: string | null;
  /** Connections that all workers together may have open; null for as many as the limit of open files allows. */
  readonly maxConnections: number | null;
  /** Whether metrics are counted. */
  readonly counts: boolean;
}

/** What a server can be asked. */
export type ServerQuestion =
  | {
      /** `check` answers what `activate` would, and leaves what is served as it is. */
      readonly kind: 'activate' | 'check';
      readonly path: string;
      /** The percentage that a state's counts may fall by; null for any. */
      readonly mostFall: number | null;
    }
  /** Answered by the text of Prometheus. */
  | { readonly kind: 'metrics' }
  /** Answered by `WorkerNumbers`. */
  | { readonly kind: 'workers' };

/** Worker threads: so many there should be, listen now, and have ended without being asked to. */
export interface WorkerNumbers {
  readonly wanted: number;
  readonly listening: number;
  readonly ended: number;
}

/** What the service says to its server process. One whose service is gone ends at once. */
export type ServiceMessage =
  | { readonly kind: 'start'; readonly settings: ServerSettings }
  /** Load what a server and so many workers need, and wait for `start`. */
  | { readonly kind: 'stand by'; readonly workers: number }
  /** `request` comes back with the answer. */
  | { readonly kind: 'ask'; readonly request: number; readonly question: ServerQuestion }
  | { readonly kind: 'stop' };

/** A release that a server answers from. */
export interface ServerRelease {
  readonly release: string;
  readonly addresses: number;
  readonly path: string;
  /** The file that had that path when it was opened, without symbolic links. */
  readonly file: string;
  /** Tells the file from others, and from itself after it was written to, without reading it. */
  readonly stamp: string;
  /** Tells the file from others: `Manifest.checksum`. */
  readonly checksum: number;
  /** Since when, milliseconds since 1970. */
  readonly since: number;
}

/** What a server answers once all its workers listen. */
export interface Listening {
  readonly kind: 'listening';
  readonly serving: ServerRelease;
  readonly example: ExampleAddress | null;
}

/** Why a server ends by itself: see `ServerEnd.reason`. */
export type FailureKind = 'failed' | 'damaged' | 'no index' | 'refused';

/** What a server process says to the service. After `failed` it ends; the reason is a sentence for the operator. */
export type ServerMessage =
  | Listening
  | { readonly kind: 'answer'; readonly request: number; readonly value: unknown }
  | { readonly kind: 'refused'; readonly request: number; readonly reason: string }
  | { readonly kind: 'failed'; readonly why: FailureKind; readonly reason: string };
