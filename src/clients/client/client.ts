import { type AttemptSettings, attempt } from './attempt.ts';
import { CALLS, type Client } from './generated/calls.ts';
import { DEFAULT_RETRY, pause, type RetryPolicy, retryPause } from './retry.ts';
import type { Answer, CallOptions } from './types.ts';

// biome-ignore lint/performance/noBarrelFile: what users of the client import comes through this one door.
export {
  ApiError,
  ConnectionError,
  type ErrorCode,
  type ErrorDetails,
  isApiError,
  LetterboxError,
  TimeoutError,
  UnexpectedResponseError,
} from './errors.ts';
export type * from './generated/calls.ts';
export type { components, operations, paths } from './generated/openapi.ts';
export type { RetryPolicy } from './retry.ts';
export type * from './types.ts';

/** The options of a client. */
export interface ClientOptions {
  /**
   * Where the service is, such as `https://addresses.example.com`; in a browser also a path of the
   * page's own origin.
   */
  readonly baseUrl: string;
  /**
   * Sent as `X-Api-Key`. Leave it out if a proxy adds it. In a browser, use only publishable keys.
   */
  readonly apiKey?: string;
  /**
   * How long one attempt may take, ms. Default 10 000. To bound all attempts together, use an
   * AbortSignal.
   */
  readonly timeoutMs?: number;
  readonly retry?: Partial<RetryPolicy>;
  /** In place of the global `fetch`. */
  readonly fetch?: typeof fetch;
  /**
   * In place of a timer between attempts: resolves after `milliseconds`, rejects when the signal
   * aborts.
   */
  readonly pause?: (milliseconds: number, signal: AbortSignal | undefined) => Promise<void>;
}

/**
 * Makes a client. It keeps no state; `fetch` keeps connections alive, in Node.js and in browsers.
 * @throws TypeError if the base URL or the key is invalid
 */
export function createClient(options: ClientOptions): Client {
  const { apiKey, timeoutMs = 10_000 } = options;
  const base = checkedBaseUrl(options.baseUrl);
  if (apiKey !== undefined && !/^[\x21-\x7e]+$/.test(apiKey)) {
    throw new TypeError('apiKey must consist of visible ASCII characters');
  }
  const policy = { ...DEFAULT_RETRY, ...options.retry };
  const wait = options.pause ?? pause;
  const headers: Record<string, string> = { Accept: 'application/json' };
  if (apiKey !== undefined) headers['X-Api-Key'] = apiKey;

  /**
   * Sends a request, again if necessary, until it is answered or another attempt would not help.
   */
  async function ask<T>(path: string, body: string | undefined, options: CallOptions): Promise<Answer<T>> {
    const { signal } = options;
    // Read at each call: a page or a test may replace the global one.
    const fetch = readFetch();
    const settings: AttemptSettings = {
      fetch,
      headers,
      timeoutMs: options.timeoutMs ?? timeoutMs,
      signal,
      ...(body !== undefined && { body }),
    };
    for (let number = 0; ; number++) {
      try {
        return await attempt<T>(`${base}/v1/address/${path}`, settings);
      } catch (failure) {
        const milliseconds = signal?.aborted ? null : retryPause(failure, number, policy);
        if (milliseconds === null) throw failure;
        await wait(milliseconds, signal);
      }
    }
  }

  const readFetch = () => options.fetch ?? globalThis.fetch;

  const calls = Object.entries(CALLS).map(([method, { path, isBatch }]) => {
    const call = (asked: object, own: CallOptions = {}) =>
      isBatch ? ask(path, JSON.stringify(asked, withLists), own) : ask(`${path}?${queryOf(asked)}`, undefined, own);
    return [method, call] as const;
  });
  return Object.fromEntries(calls) as unknown as Client;
}

/** Lists in the queries of a batch are written as in a query string, with commas. */
function withLists(name: string, value: unknown): unknown {
  return name !== '' && Array.isArray(value) ? value.join() : value;
}

/** Parameters that are undefined are left out. */
function queryOf(parameters: object): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) if (value !== undefined) query.set(name, String(value));
  return query.toString();
}

/** Without a slash at the end. */
function checkedBaseUrl(baseUrl: string): string {
  const page = (globalThis as { location?: { href: string } }).location?.href;
  let url: URL;
  try {
    url = new URL(baseUrl, page);
  } catch {
    throw new TypeError(`baseUrl must be an absolute URL such as https://addresses.example.com, not "${baseUrl}"`);
  }
  if (url.protocol !== 'https:' && url.protocol !== 'http:') {
    throw new TypeError(`baseUrl must be an http or https URL, not "${baseUrl}"`);
  }
  if (url.search !== '' || url.hash !== '')
    throw new TypeError(`baseUrl must have no query and no fragment: "${baseUrl}"`);
  return url.href.replace(/\/+$/, '');
}
