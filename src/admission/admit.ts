import type { Caller } from './caller.ts';

/** A family of routes that a plan includes or not (specification, "Authentication", 6). */
export type Product = 'address';

/** The product of every data route that there is. */
export const ADDRESS: Product = 'address';

/**
 * Header names and values, ready to be sent: text or its bytes. A value may go on with further header lines, each begun by CRLF: lines that always go
 * together are sent together, since every single header has its cost.
 */
export type Headers = readonly (readonly [name: string | Uint8Array, value: string | Uint8Array])[];

/** A request that may be answered. Valid until the next request is admitted. */
export interface Admitted {
  readonly admitted: true;
  /** Whose request it is: for the access log. */
  readonly account: string;
  /**
   * Told the status of the answer before it is sent, success or not; answers the headers to send with it. Credits are given back for 429, which says that the
   * request was not accepted after all, and for failures of the service (500).
   */
  readonly settle: (status: number) => Headers;
  /** Of a batch: what gives the credits of some of its requests back, whenever it is called. Left out where nothing is counted. */
  readonly refund?: () => (count: number) => void;
}

/** A request that may not be answered, and what to say instead. */
export interface Refused {
  readonly admitted: false;
  readonly status: 401 | 403 | 429;
  readonly code:
    | 'MISSING_API_KEY'
    | 'INVALID_API_KEY'
    | 'ORIGIN_NOT_ALLOWED'
    | 'OPERATION_NOT_ALLOWED'
    | 'PRODUCT_NOT_ALLOWED'
    | 'RATE_LIMITED'
    | 'QUOTA_EXCEEDED';
  readonly message: string;
  readonly details: Readonly<Record<string, unknown>> | null;
  readonly headers: Headers;
  /** The connection is closed after the answer. */
  readonly closes?: true;
}

/**
 * Decides whether a request may pass, in the order of the specification ("Admission and billing rules"): key, product,
 * burst, quota. `apiKey` is the value of the `X-Api-Key` header, null when there is none; `operation` is its place in `OPERATIONS`;
 * `caller` is asked only where it matters, which it does not for a secret key that is known.
 * `count` is given for a batch alone: of so many requests, which pass whole or not at all, and are one request to the burst limit; 0 to look at key and product
 * only. Batches are for secret keys. Called once for each request: allocates little, awaits nothing, throws nothing.
 */
export type Admit = (
  apiKey: string | null,
  product: Product,
  operation: number,
  caller: Caller,
  count?: number,
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
