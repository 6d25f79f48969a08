import { type AttemptSettings, attempt } from './attempt.ts';
import { pause } from './pause.ts';
import { DEFAULT_RETRY, type RetryPolicy, retryPause } from './retry.ts';
import type {
  Answer,
  AutocompleteAnswer,
  AutocompleteParameters,
  BatchAnswer,
  BatchQuery,
  EnrichBatchAnswer,
  EnrichBatchQuery,
  EnrichedAddress,
  EnrichParameters,
  PostcodeAnswer,
  PostcodeParameters,
  ReverseGeocodeAnswer,
  ReverseGeocodeParameters,
  SuburbAnswer,
  SuburbParameters,
  ValidateAnswer,
  ValidateParameters,
} from './types.ts';

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
export type { components, operations, paths } from './generated/openapi.ts';
export type { RetryPolicy } from './retry.ts';
export type * from './types.ts';

/** What a client is made with. */
export interface ClientOptions {
  /** Where the service is, such as `https://addresses.example.com`; in a browser also a path of the page's own origin. */
  readonly baseUrl: string;
  /** Sent as `X-Api-Key`. Left out where a proxy adds it. In a browser, only a key that is made for browsers. */
  readonly apiKey?: string;
  /** How long one attempt may take, ms. Default 10 000. An AbortSignal bounds all attempts together. */
  readonly timeoutMs?: number;
  readonly retry?: Partial<RetryPolicy>;
  /** In place of the global `fetch`. */
  readonly fetch?: typeof fetch;
  /** In place of a timer between attempts: resolves after so many milliseconds, rejects when the signal aborts. */
  readonly pause?: (milliseconds: number, signal: AbortSignal | undefined) => Promise<void>;
}

/** What one call may say of itself. */
export interface CallOptions {
  /** Aborts the call, its pauses included: it rejects with the signal's reason. */
  readonly signal?: AbortSignal;
  /** Instead of the client's. */
  readonly timeoutMs?: number;
}

type Call<P, T> = (parameters: P, options?: CallOptions) => Promise<Answer<T>>;

/**
 * The six calls, and two of them in batches. Each rejects with an `ApiError` when the service refuses or fails, a `TimeoutError`, a `ConnectionError` or an
 * `UnexpectedResponseError` (all of them `LetterboxError`s), or the reason of its signal.
 */
export interface Client {
  /** Suggestions for what is typed so far, best first. 1 credit. */
  readonly autocomplete: Call<AutocompleteParameters, AutocompleteAnswer>;
  /** The one record that matches a whole address best, and how well. 1 credit. */
  readonly validate: Call<ValidateParameters, ValidateAnswer>;
  /**
   * Up to 1000 addresses at once, with a secret key: the answer to each in their order, with its own status. 1 credit each, when it is answered: where credits
   * run out, the rest have status 429.
   */
  readonly validateBatch: Call<readonly BatchQuery[], BatchAnswer>;
  /** The complete documents of up to 1000 addresses, likewise. 3 credits each. */
  readonly enrichBatch: Call<readonly EnrichBatchQuery[], EnrichBatchAnswer>;
  /** The complete document of an address. 3 credits. */
  readonly enrich: Call<EnrichParameters, EnrichedAddress>;
  /** The addresses nearest to a point. 2 credits. */
  readonly reverseGeocode: Call<ReverseGeocodeParameters, ReverseGeocodeAnswer>;
  /** The localities of a postcode. 1 credit. */
  readonly lookupPostcode: Call<PostcodeParameters, PostcodeAnswer>;
  /** The postcodes, size and extent of a suburb. 1 credit. */
  readonly lookupSuburb: Call<SuburbParameters, SuburbAnswer>;
}

/**
 * Makes a client. It keeps no state: connections are kept alive by `fetch`, in Node.js and browsers alike.
 * @throws TypeError when the base URL or the key cannot be one
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

  /** Sends a request until it is answered, or another attempt would not help. */
  async function ask<T>(path: string, body: string | undefined, options: CallOptions): Promise<Answer<T>> {
    const { signal } = options;
    // Read at each call: a page or a test may replace the global one.
    const fetch = readFetch();
    const settings: AttemptSettings = {
      ...{ fetch, headers, timeoutMs: options.timeoutMs ?? timeoutMs, signal },
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

  function call<P extends object, T>(path: string): Call<P, T> {
    return (parameters, own = {}) => ask(`${path}?${queryOf(parameters)}`, undefined, own);
  }

  return {
    autocomplete: call('autocomplete'),
    validate: call('validate'),
    validateBatch: (queries, own = {}) => ask('validate/batch', JSON.stringify(queries), own),
    enrichBatch: (queries, own = {}) => ask('enrich/batch', JSON.stringify(queries), own),
    enrich: call('enrich'),
    reverseGeocode: call('reverse'),
    lookupPostcode: call('lookup/postcode'),
    lookupSuburb: call('lookup/suburb'),
  };
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
