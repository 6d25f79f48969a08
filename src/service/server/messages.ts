import type { ExampleAddress } from '../../address/index/example-address.ts';
import type { IndexWorkerSettings } from '../http/worker.ts';

/**
 * When the checksums of the index are verified: never, slowly in the background, or before the
 * first request and then in the background. `behind` is for restarts: requests are answered at
 * once, while the whole file is verified quickly, and then slowly.
 */
export type VerifyMode = 'off' | 'running' | 'start' | 'behind';

/** The settings that a server process starts with. */
export interface ServerSettings
  extends Omit<IndexWorkerSettings, 'worker' | 'release' | 'sockets' | 'clientRates' | 'counts'> {
  /** The path of the index to begin with. */
  readonly index: string;
  readonly workers: number;
  /** Where an index file that is about to be overwritten is copied to; null: memory. */
  readonly dataDir: string | null;
  readonly verifyIndex: VerifyMode;
  /**
   * `ServerRelease.stamp` of the file that was served before; any other file is verified before it
   * is served. Null: none was.
   */
  readonly lastFile: string | null;
  /** Connections that all workers together may have open; null for as many as the limit of open files allows. */
  readonly maxConnections: number | null;
  /** Whether answers are counted, for metrics or the console. */
  readonly counts: boolean;
}

/** What a server can be asked. */
export type ServerQuestion =
  | {
      /** `check` answers what `activate` would, and changes nothing. */
      readonly kind: 'activate' | 'check';
      readonly path: string;
      /** The percentage that a state's counts may fall by; null for any. */
      readonly mostFall: number | null;
    }
  /** Answered by the text of Prometheus. */
  | { readonly kind: 'metrics' }
  /** Answered by `WorkerNumbers`. */
  | { readonly kind: 'workers' }
  /** Answered by `Traffic`; null where nothing is counted. */
  | { readonly kind: 'traffic' };

/**
 * Worker threads: how many there should be, are listening, and have ended without being asked to.
 */
export interface WorkerNumbers {
  readonly wanted: number;
  readonly listening: number;
  readonly ended: number;
}

/** Messages from the service to its server process, which ends at once when the service is gone. */
export type ServiceMessage =
  | { readonly kind: 'start'; readonly settings: ServerSettings }
  /** Load what a server and its workers need, and wait for `start`. */
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
  /**
   * Identifies the file and its state without reading it: it changes when the file is written to.
   */
  readonly stamp: string;
  /** Identifies the content: `Manifest.checksum`. */
  readonly checksum: number;
  /** Since when, milliseconds since 1970. */
  readonly since: number;
}

/** What a server reports once all its workers listen. */
export interface Listening {
  readonly kind: 'listening';
  readonly serving: ServerRelease;
  readonly example: ExampleAddress | null;
}

/** Why a server ends by itself: see `ServerEnd.reason`. */
export type FailureKind = 'failed' | 'damaged' | 'no index' | 'refused';

/**
 * Messages from a server process to the service. After `failed` it ends; the reason is a sentence
 * for the operator.
 */
export type ServerMessage =
  | Listening
  | { readonly kind: 'answer'; readonly request: number; readonly value: unknown }
  | { readonly kind: 'refused'; readonly request: number; readonly reason: string }
  | { readonly kind: 'failed'; readonly why: FailureKind; readonly reason: string };
