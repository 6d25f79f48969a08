import type { Refused } from '../admission/admit.ts';

/** Error codes (§6.2 to §6.7). */
export type ErrorCode = Refused['code'] | 'INVALID_PARAMETERS' | 'NOT_FOUND' | 'INTERNAL_ERROR';

/** The content of an error answer (§6.1). */
export interface ErrorAnswer {
  readonly status: 400 | 401 | 403 | 404 | 429 | 500;
  readonly code: ErrorCode;
  readonly message: string;
  readonly details: Readonly<Record<string, unknown>> | null;
}

/**
 * `details` maps parameter names to messages; what is wrong with a body is under the name `body`.
 */
export function invalidParameters(details: Readonly<Record<string, readonly string[]>>): ErrorAnswer {
  return { status: 400, code: 'INVALID_PARAMETERS', message: 'Invalid query parameters', details };
}

/** What was requested does not exist. */
export function notFound(message: string): ErrorAnswer {
  return { status: 404, code: 'NOT_FOUND', message, details: null };
}

/** No such path, or a known path with a method that is not GET or HEAD. */
export function routeNotFound(method: string, path: string): ErrorAnswer {
  return notFound(`Route not found: ${method} ${path}`);
}

/** A failure that is not the caller's; the log has the reason under the request id. */
export const INTERNAL_ERROR: ErrorAnswer = {
  status: 500,
  code: 'INTERNAL_ERROR',
  message: 'Internal server error',
  details: null,
};

/** The service is overloaded; the request was not accepted (§6.5). */
export const OVERLOADED: ErrorAnswer = {
  status: 429,
  code: 'RATE_LIMITED',
  message: 'Rate limit exceeded',
  details: null,
};

/** The request has a body. */
export const BODY_REFUSED: ErrorAnswer = invalidParameters({ body: ['must be empty'] });

/** The status line of every status that an answer can have. */
export const STATUS_LINES = {
  400: '400 Bad Request',
  401: '401 Unauthorized',
  403: '403 Forbidden',
  404: '404 Not Found',
  429: '429 Too Many Requests',
  500: '500 Internal Server Error',
  503: '503 Service Unavailable',
} as const;

const BEFORE_ID = '{"error":{"code":"RATE_LIMITED","message":"Rate limit exceeded","status":429,"request_id":"';
const OVERLOADED_BODY = new TextEncoder().encode(errorBody(OVERLOADED, 'req_'.padEnd(36, '0')));

/**
 * The body of `OVERLOADED` for a request id, as bytes that the next call overwrites, to keep
 * refusals cheap.
 */
export function overloadedBody(requestId: Uint8Array): Uint8Array {
  OVERLOADED_BODY.set(requestId, BEFORE_ID.length);
  return OVERLOADED_BODY;
}

/** The body of an error answer. `details` is left out when there are none. */
export function errorBody(answer: ErrorAnswer, requestId: string): string {
  const { code, message, status, details } = answer;
  const error = { code, message, status, request_id: requestId };
  return JSON.stringify({ error: details === null ? error : { ...error, details } });
}
