import type { components } from './generated/openapi.ts';
import type { Credits } from './types.ts';

type Schemas = components['schemas'];

/** What `error.details` holds, for the codes that have details. */
export interface ErrorDetails {
  readonly INVALID_PARAMETERS: Schemas['InvalidParametersDetails'];
  readonly PRODUCT_NOT_ALLOWED: Schemas['ProductNotAllowedDetails'];
  readonly OPERATION_NOT_ALLOWED: Schemas['OperationNotAllowedDetails'];
  readonly NOT_FOUND: Schemas['EndedIdDetails'] | undefined;
  readonly QUOTA_EXCEEDED: Schemas['QuotaExceededDetails'];
}

/** The codes of version 1. A later server may send more: keep a default case. */
export type ErrorCode = Schemas['ErrorCode'];

type DetailsOf<C extends string> = C extends keyof ErrorDetails ? ErrorDetails[C] : undefined;

/**
 * Any failure of a call except an abort, which rejects with the reason of its signal as `fetch`
 * does.
 */
export class LetterboxError extends Error {
  override readonly name: string = 'LetterboxError';
}

/** The service refused the request or failed at it. Branch on `code`, or narrow with `isApiError`. */
export class ApiError<C extends string = string> extends LetterboxError {
  override readonly name = 'ApiError';
  readonly code: C;
  /** The HTTP status. */
  readonly status: number;
  readonly requestId: string;
  readonly details: DetailsOf<C>;
  /** Seconds to wait before another attempt; null if the service did not say. */
  readonly retryAfter: number | null;
  readonly credits: Credits | null;

  constructor(fields: {
    readonly code: C;
    readonly message: string;
    readonly status: number;
    readonly requestId: string;
    readonly details: DetailsOf<C>;
    readonly retryAfter: number | null;
    readonly credits: Credits | null;
  }) {
    super(fields.message);
    this.code = fields.code;
    this.status = fields.status;
    this.requestId = fields.requestId;
    this.details = fields.details;
    this.retryAfter = fields.retryAfter;
    this.credits = fields.credits;
  }
}

/** Something other than Letterbox answered, such as a proxy's error page or a redirect. */
export class UnexpectedResponseError extends LetterboxError {
  override readonly name = 'UnexpectedResponseError';
  /** The HTTP status; 0 for a redirect in a browser. */
  readonly status: number;
  /** Seconds to wait before another attempt; null if the response did not say. */
  readonly retryAfter: number | null;

  constructor(message: string, status: number, retryAfter: number | null) {
    super(message);
    this.status = status;
    this.retryAfter = retryAfter;
  }
}

/**
 * No whole response came: connection refused or lost, unknown host, or blocked by a browser.
 * `cause` has the reason.
 */
export class ConnectionError extends LetterboxError {
  override readonly name = 'ConnectionError';
}

/** An attempt took longer than `timeoutMs`. */
export class TimeoutError extends LetterboxError {
  override readonly name = 'TimeoutError';
}

/** Whether a failure is the service's answer, with this code if one is given; narrows `details` to that code's. */
export function isApiError(failure: unknown): failure is ApiError;
export function isApiError<C extends ErrorCode>(failure: unknown, code: C): failure is ApiError<C>;
export function isApiError(failure: unknown, code?: ErrorCode): boolean {
  return failure instanceof ApiError && (code === undefined || failure.code === code);
}
