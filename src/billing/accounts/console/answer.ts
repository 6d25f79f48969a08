import { excerpt } from '../../../system/shown-text.ts';
import type { Mail } from '../events/sending/mail.ts';
import type { Refusal } from '../transitions/effect.ts';

/** Codes of the console's errors and their statuses. The shape is the public API's (§6.1). */
export const CONSOLE_STATUSES = {
  INVALID_PARAMETERS: 400,
  UNAUTHENTICATED: 401,
  FORBIDDEN: 403,
  NOT_FOUND: 404,
  CONFLICT: 409,
  CHANGE_REFUSED: 409,
  PREVIEW_UNKNOWN: 409,
  PREVIEW_STALE: 409,
  PAYLOAD_TOO_LARGE: 413,
  UNSUPPORTED_MEDIA_TYPE: 415,
  IDEMPOTENCY_KEY_REUSED: 422,
  RATE_LIMITED: 429,
  INTERNAL_ERROR: 500,
  SERVICE_UNAVAILABLE: 503,
} as const;

/** One of the console's error codes. */
export type ConsoleErrorCode = keyof typeof CONSOLE_STATUSES;

/** What the console answers: a status and a JSON body. */
export interface ConsoleAnswer {
  readonly status: number;
  readonly body: object;
  /**
   * What a retry with the same `Idempotency-Key` gets, if it differs: a key is revealed only once.
   */
  readonly replay?: object;
  /** It is not the last word, so a retry is not answered by it. */
  readonly passing?: true;
  /** A mail that is sent once the change is made, and the body to answer with if the mail server took it. */
  readonly mailing?: { readonly mail: Mail; readonly body: object };
  /** What is sent in place of the body: a file. */
  readonly file?: { readonly type: string; readonly name: string; readonly bytes: Buffer };
}

/** A request that the console refuses; thrown within a transaction, it undoes what was written. */
export class ConsoleError extends Error {
  readonly code: ConsoleErrorCode;
  readonly details: object | null;

  constructor(code: ConsoleErrorCode, message: string, details: object | null = null) {
    super(message);
    this.name = 'ConsoleError';
    this.code = code;
    this.details = details;
  }

  get status(): number {
    return CONSOLE_STATUSES[this.code];
  }
}

/** The body of an error answer. */
export function consoleErrorBody(error: ConsoleError, requestId: string): object {
  const { code, message, status, details } = error;
  const common = { code, message, status, request_id: requestId };
  return { error: details === null ? common : { ...common, details } };
}

/** The state machine refused a trigger. */
export function changeRefused(refusal: Refusal): ConsoleError {
  return new ConsoleError('CHANGE_REFUSED', refusal.message, { reason: refusal.reason });
}

/** Nothing that the caller may see has this name. */
export function notFound(what: string, name: string): ConsoleError {
  return new ConsoleError('NOT_FOUND', `${what} not found: ${excerpt(name)}`);
}

/** Parameters or body fields are wrong: what is wrong with each, by name. */
export function invalid(details: Readonly<Record<string, readonly string[]>>): ConsoleError {
  return new ConsoleError('INVALID_PARAMETERS', 'Invalid parameters', details);
}
