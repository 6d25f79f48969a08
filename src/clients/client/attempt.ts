import { ApiError, ConnectionError, LetterboxError, TimeoutError, UnexpectedResponseError } from './errors.ts';
import type { Answer, Credits } from './types.ts';

/** The settings of one attempt. */
export interface AttemptSettings {
  readonly fetch: typeof fetch;
  readonly headers: Readonly<Record<string, string>>;
  /** From sending to the last byte of the answer. */
  readonly timeoutMs: number;
  /** The caller's; aborts the attempt. */
  readonly signal: AbortSignal | undefined;
  /** Sent by POST as JSON; without one the request is a GET. */
  readonly body?: string;
}

/**
 * Sends one request and reads the whole answer, so that the connection can be used again.
 * @throws LetterboxError, or the reason of the caller's signal
 */
export async function attempt<T>(url: string, settings: AttemptSettings): Promise<Answer<T>> {
  const { signal, timeoutMs } = settings;
  signal?.throwIfAborted();
  const stop = new AbortController();
  const timedOut = new TimeoutError(`No answer within ${timeoutMs} ms`);
  const timer = setTimeout(() => stop.abort(timedOut), timeoutMs);
  const abort = () => stop.abort(signal?.reason);
  signal?.addEventListener('abort', abort, { once: true });
  try {
    // A key must not follow a redirect: `fetch` would send it to the other host.
    const { fetch, headers, body } = settings;
    const sent =
      body === undefined
        ? { headers }
        : { method: 'POST', headers: { ...headers, 'Content-Type': 'application/json' }, body };
    const response = await fetch(url, { ...sent, signal: stop.signal, redirect: 'manual' });
    return read<T>(response, await response.text());
  } catch (failure) {
    if (signal?.aborted) throw signal.reason;
    if (stop.signal.aborted) throw timedOut;
    if (failure instanceof LetterboxError) throw failure;
    throw new ConnectionError(`No answer from ${new URL(url).host}: ${reasonOf(failure)}`, {
      cause: failure,
    });
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', abort);
  }
}

/** The answer, if it is one of the service. */
function read<T>(response: Response, text: string): Answer<T> {
  const requestId = response.headers.get('X-Request-Id') ?? '';
  const body = parse(text);
  if (response.ok && body !== undefined) return { data: body as T, requestId, credits: creditsOf(response.headers) };
  const retryAfter = secondsOf(response.headers.get('Retry-After'));
  const error = errorOf(body);
  if (error === null) throw new UnexpectedResponseError(unexpected(response, text), response.status, retryAfter);
  throw new ApiError({
    code: error.code,
    message: error.message,
    status: response.status,
    requestId: error.request_id ?? requestId,
    details: error.details as never,
    retryAfter,
    credits: creditsOf(response.headers),
  });
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

interface ErrorBody {
  readonly code: string;
  readonly message: string;
  readonly request_id?: string;
  readonly details?: unknown;
}

function errorOf(body: unknown): ErrorBody | null {
  const error = (body as { error?: Partial<ErrorBody> } | null | undefined)?.error;
  return typeof error?.code === 'string' && typeof error.message === 'string' ? (error as ErrorBody) : null;
}

function unexpected(response: Response, text: string): string {
  if (response.type === 'opaqueredirect' || (response.status >= 300 && response.status < 400)) {
    const to = response.headers.get('Location');
    return `A redirect${to === null ? '' : ` to ${to}`} instead of an answer: give the address of the service as baseUrl`;
  }
  const type = response.headers.get('Content-Type') ?? 'no content type';
  return `Status ${response.status} with ${type} instead of an answer: ${text.slice(0, 200)}`;
}

/** Whole seconds; null if absent, or a date. */
function secondsOf(header: string | null): number | null {
  return header !== null && /^\d+$/.test(header) ? Number(header) : null;
}

function creditsOf(headers: Headers): Credits | null {
  const product = headers.get('X-RateLimit-Product');
  const resetsAt = headers.get('X-RateLimit-Reset');
  if (product === null || resetsAt === null) return null;
  const limit = headers.get('X-RateLimit-Limit');
  const remaining = headers.get('X-RateLimit-Remaining');
  return {
    product,
    resetsAt,
    ...(limit !== null && { limit: Number(limit) }),
    ...(remaining !== null && { remaining: Number(remaining) }),
    over: headers.get('X-RateLimit-Over') === 'true',
    paymentOverdue: headers.get('X-Payment-Overdue') === 'true',
  };
}

/** Why `fetch` failed: in Node.js the cause says it. */
function reasonOf(failure: unknown): string {
  const { cause, message } = failure as { cause?: { code?: string; message?: string }; message?: string };
  return cause?.code ?? cause?.message ?? message ?? String(failure);
}
