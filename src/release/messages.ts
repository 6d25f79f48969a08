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

/** What is served, and what was served before it. */
export interface ReleaseStatus {
  readonly serving: ReleaseInfo;
  /** Since when, ISO 8601. */
  readonly since: string;
  /** What `rollback` goes back to; null where nothing was served before. */
  readonly previous: ReleaseInfo | null;
}

/**
 * The answer to any request: what is served now, or a sentence why nothing has changed. `warning`
 * is what could not be done all the same, `checked` the release that a dry run found nothing
 * against.
 */
export type ReleaseReply =
  | {
      readonly ok: true;
      readonly status: ReleaseStatus;
      readonly warning: string | null;
      readonly checked: ReleaseInfo | null;
    }
  | { readonly ok: false; readonly reason: string };
