import type { Traffic } from '../telemetry/traffic.ts';

/** What the service can be asked of its releases. */
export type ReleaseRequest =
  /** With `dryRun` it is only said whether it would be activated. */
  | { readonly kind: 'activate'; readonly path: string; readonly force: boolean; readonly dryRun?: boolean }
  | { readonly kind: 'rollback' }
  | { readonly kind: 'status' };

/** A release as operators are told of it. */
export interface ReleaseInfo {
  /** `2026.02`. */
  readonly release: string;
  /** Records in the index, aliases included. */
  readonly addresses: number;
  /** The index file, absolute. */
  readonly path: string;
}

/** A release that was to be activated, and was not. */
export interface RefusedRelease {
  /** The index file; null for a rollback. */
  readonly path: string | null;
  /** A sentence. */
  readonly reason: string;
  /** ISO 8601. */
  readonly at: string;
}

/** The server that answers requests, and those before it. */
export interface ServerState {
  /** Null where it does not answer: it is being started again, say. */
  readonly workers: { readonly wanted: number; readonly listening: number; readonly ended: number } | null;
  /** What it has answered; null where it does not say, or counts nothing. */
  readonly traffic: Traffic | null;
  /** Servers that ended without being asked to since the service was started. */
  readonly ends: number;
  /** The last of them: a sentence why, or the signal; null where none has ended. */
  readonly lastEnd: { readonly at: string; readonly reason: string } | null;
}

/** What is served, what was served before it, and by what. */
export interface ReleaseStatus {
  readonly serving: ReleaseInfo;
  /** Since when, ISO 8601. */
  readonly since: string;
  /** What `rollback` goes back to; null where nothing was served before. */
  readonly previous: ReleaseInfo | null;
  /** The last that was refused since the service was started; null where none was. */
  readonly refused: RefusedRelease | null;
  readonly server: ServerState;
  /** Version of the program. */
  readonly version: string;
}

/**
 * The answer to any request: what is served now, or a sentence why nothing has changed. `warning`
 * says what failed although the request was carried out; `checked` is the release that a dry run
 * found no fault with.
 */
export type ReleaseReply =
  | {
      readonly ok: true;
      readonly status: ReleaseStatus;
      readonly warning: string | null;
      readonly checked: ReleaseInfo | null;
      /** How far it differs from what was served, as a sentence; null where that was not compared. */
      readonly compared: string | null;
    }
  | { readonly ok: false; readonly reason: string };
