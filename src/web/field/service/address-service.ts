/** One suggestion, as autocomplete answers it. */
export interface Suggestion {
  readonly id: string;
  readonly addressLabel: string | null;
  readonly localityName: string | null;
  readonly state: string | null;
  readonly postcode: string | null;
  readonly serviceMatchScore: number;
  readonly serviceMatchQuality: 'high' | 'medium' | 'low' | 'none';
}

/** The best match of a whole address, as validate answers it. */
export interface Validation {
  readonly match: (Omit<Suggestion, 'serviceMatchScore' | 'serviceMatchQuality'> & WithLocation) | null;
  readonly serviceMatchScore: number;
  readonly serviceMatchQuality: Suggestion['serviceMatchQuality'];
}

/** A record that may know where it is. */
export interface WithLocation {
  readonly location: { readonly lat: number; readonly lon: number } | null;
}

/** What the field reads of an address document, as enrich answers it. */
export interface AddressDocument extends WithLocation {
  /** The units of a building; empty for what has none. */
  readonly secondaries?: readonly { readonly id: string | null; readonly addressLabel: string | null }[];
}

/** How the service is reached. */
export interface ServiceOptions {
  /** Where the service is, without a slash at the end; empty for the page's own host. */
  readonly baseUrl: string;
  /** Sent as `X-Api-Key`; empty for a proxy that adds the key itself. */
  readonly apiKey: string;
}

/** The operations that the field asks. */
export type Operation = 'autocomplete' | 'validate' | 'enrich';

/** An answer that is no success: the `code` of the service, or `NETWORK` where there was no answer. */
export class ServiceError extends Error {
  readonly code: string;
  /** The status of HTTP; 0 where there was no answer. */
  readonly status: number;
  /** Seconds after which it is worth asking again; null where it is not, or nothing was said. */
  readonly retryAfter: number | null;

  constructor(status: number, code: string, message: string, retryAfter: number | null) {
    super(message);
    this.status = status;
    this.code = code;
    this.retryAfter = retryAfter;
  }
}

/**
 * Asks one operation.
 * @throws ServiceError; an AbortError where `signal` aborted it
 */
export async function ask<T>(
  { baseUrl, apiKey }: ServiceOptions,
  operation: Operation,
  parameters: Readonly<Record<string, string>>,
  signal: AbortSignal,
): Promise<T> {
  const url = `${baseUrl}/v1/address/${operation}?${new URLSearchParams(parameters)}`;
  let response: Response;
  try {
    response = await fetch(url, { headers: apiKey === '' ? {} : { 'X-Api-Key': apiKey }, signal });
    if (response.ok) return (await response.json()) as T;
  } catch (error) {
    if (signal.aborted) throw error;
    // A browser tells a page no more, where the service does not answer pages of its origin.
    const isOther = new URL(url, location.href).origin !== location.origin;
    const reason = isOther ? `, or the key is not for pages of ${location.origin}` : '';
    throw new ServiceError(0, 'NETWORK', `${baseUrl || location.origin} cannot be reached${reason}`, null);
  }
  const body = (await response.json().catch(() => null)) as { error?: { code?: string; message?: string } } | null;
  const wait = Number(response.headers.get('Retry-After'));
  const { code = `HTTP_${response.status}`, message = response.statusText } = body?.error ?? {};
  throw new ServiceError(response.status, code, message, wait > 0 ? wait : null);
}
