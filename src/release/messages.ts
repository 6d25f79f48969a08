/** What the service can be asked of its releases. */
export type ReleaseRequest =
  | { readonly kind: 'activate'; readonly path: string; readonly force: boolean }
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

/** What is served, and what was served before it. */
export interface ReleaseStatus {
  readonly serving: ReleaseInfo;
  /** Since when, ISO 8601. */
  readonly since: string;
  /** What `rollback` goes back to; null where nothing was served before. */
  readonly previous: ReleaseInfo | null;
}

/** The answer to any request: what is served now, or a sentence why nothing has changed. `warning` is what could not be done all the same. */
export type ReleaseReply =
  | { readonly ok: true; readonly status: ReleaseStatus; readonly warning: string | null }
  | { readonly ok: false; readonly reason: string };
