import type { Caller } from './caller.ts';
import type { Refusal } from './decision.ts';

/** A family of routes that a plan includes or not (§6.3). */
export type Product = 'address';

/** The product of every data route. */
export const ADDRESS: Product = 'address';

/**
 * Header names and values, ready to be sent: text or its bytes. A value may continue with further
 * header lines, each starting with CRLF: lines that always go together are sent as one, since each
 * separate header has a cost.
 */
export type Headers = readonly (readonly [name: string | Uint8Array, value: string | Uint8Array])[];

/**
 * A part of a batch: its `head` is a request that has a key, a product, a burst token and room for
 * one query, and charges nothing; each `query` is charged like a call, with its own key and product
 * check, and no burst token.
 */
export type BatchPart = 'head' | 'query';

/** A request that may be answered. Valid until the next request is admitted. */
export interface Admitted {
  readonly admitted: true;
  /** Whose request it is: for the access log. */
  readonly account: string;
  /**
   * Called with the status of the answer before it is sent, success or not; returns the headers to
   * send with it. Credits are given back for 429, which means that the request was not accepted
   * after all, and for failures of the service (500).
   */
  readonly settle: (status: number) => Headers;
}

/** A request that may not be answered, and what to say instead. */
export interface Refused {
  readonly admitted: false;
  readonly status: 401 | 403 | 429;
  readonly code: Refusal['code'] | 'ORIGIN_NOT_ALLOWED' | 'OPERATION_NOT_ALLOWED';
  readonly message: string;
  readonly details: Readonly<Record<string, unknown>> | null;
  readonly headers: Headers;
}

/**
 * Decides whether a request may pass (§7.2). `apiKey` is the `X-Api-Key` header or null,
 * `operation` an index into `OPERATIONS`; `caller` is consulted for publishable keys only, and
 * `part` is given for batches only. Called once for each request and each query of a batch:
 * allocates little, awaits nothing, throws nothing.
 */
export type Admit = (
  apiKey: string | null,
  product: Product,
  operation: number,
  caller: Caller,
  part?: BatchPart,
) => Admitted | Refused;

/** No headers beyond those of every answer. */
export const NO_HEADERS: Headers = [];

/** The header is absent. */
export const MISSING_API_KEY: Refused = {
  admitted: false,
  status: 401,
  code: 'MISSING_API_KEY',
  message: 'Missing X-Api-Key header',
  details: null,
  headers: NO_HEADERS,
};

/** The key is unknown, inactive or malformed. */
export const INVALID_API_KEY: Refused = {
  admitted: false,
  status: 401,
  code: 'INVALID_API_KEY',
  message: 'Invalid API key',
  details: null,
  headers: NO_HEADERS,
};

/** The key is valid, but its account's plan lacks the product. */
export function productNotAllowed(product: Product, allowed: readonly string[]): Refused {
  return {
    admitted: false,
    status: 403,
    code: 'PRODUCT_NOT_ALLOWED',
    message: 'Product not included in your plan',
    details: { product, allowed },
    headers: NO_HEADERS,
  };
}
