import type { ManualAddress } from '../view/manual-entry.ts';

/** A suggestion in an answer of autocomplete. */
export interface Suggestion extends AddressRecord {
  readonly serviceMatchScore: number;
  readonly serviceMatchQuality: 'high' | 'medium' | 'low' | 'none';
}

/** The best match in an answer of validate. */
export interface Validation {
  readonly match: (Omit<Suggestion, 'serviceMatchScore' | 'serviceMatchQuality'> & WithLocation) | null;
  readonly serviceMatchScore: number;
  readonly serviceMatchQuality: Suggestion['serviceMatchQuality'];
}

/** A record that may have a location. */
export interface WithLocation {
  readonly location: { readonly lat: number; readonly lon: number } | null;
}

/** The part of an answer of enrich that the field reads. */
export interface AddressDocument extends WithLocation {
  /** The units of a building; empty if there are none. */
  readonly secondaries?: readonly { readonly id: string | null; readonly addressLabel: string | null }[];
}

/** How the service is reached. */
export interface ServiceOptions {
  /** The URL of the service, without a trailing slash; empty for the page's own host. */
  readonly baseUrl: string;
  /**
   * A publishable key is sent in the query string, which needs no preflight, another as `X-Api-Key`;
   * empty if a proxy adds the key.
   */
  readonly apiKey: string;
}

/** The operations that the field uses. */
export type Operation = 'autocomplete' | 'validate' | 'enrich' | 'lookup/locality' | 'lookup/postcode';

/** A failed request: the `code` of the service, or `NETWORK` if there was no answer. */
export class ServiceError extends Error {
  readonly code: string;
  /** The HTTP status; 0 if there was no answer. */
  readonly status: number;
  /** Seconds after which to retry; null if that is pointless, or nothing was said. */
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
 * @throws ServiceError; an AbortError if `signal` aborted it
 */
export async function ask<T>(
  { baseUrl, apiKey }: ServiceOptions,
  operation: Operation,
  parameters: Readonly<Record<string, string>>,
  signal: AbortSignal,
): Promise<T> {
  const isPublic = apiKey.startsWith('lbx_pub_');
  const query = new URLSearchParams(isPublic ? { ...parameters, key: apiKey } : parameters);
  const url = `${baseUrl}/v1/address/${operation}?${query}`;
  let response: Response;
  try {
    response = await fetch(url, { headers: isPublic || apiKey === '' ? {} : { 'X-Api-Key': apiKey }, signal });
    if (response.ok) return (await response.json()) as T;
  } catch (error) {
    if (signal.aborted) throw error;
    // Browsers tell a page no more, for example if the service refuses its origin.
    const isOther = new URL(url, location.href).origin !== location.origin;
    const reason = isOther ? `, or the key is not for pages of ${location.origin}` : '';
    throw new ServiceError(0, 'NETWORK', `${baseUrl || location.origin} cannot be reached${reason}`, null);
  }
  const body = (await response.json().catch(() => null)) as { error?: { code?: string; message?: string } } | null;
  const wait = Number(response.headers.get('Retry-After'));
  const { code = `HTTP_${response.status}`, message = response.statusText } = body?.error ?? {};
  throw new ServiceError(response.status, code, message, wait > 0 ? wait : null);
}

/** A record as the field shows it. */
export interface AddressRecord {
  readonly id: string;
  readonly addressLabel: string | null;
  readonly localityName: string | null;
  readonly state: string | null;
  readonly postcode: string | null;
  /** Where it was typed by another name that it goes by: that, as a whole. */
  readonly formatted?: { readonly alias?: string | null };
}

/** The place of a record: `SUNNYBANK QLD 4109`. */
export function placeOf({
  localityName,
  state,
  postcode,
}: Pick<AddressRecord, 'localityName' | 'state' | 'postcode'>): string {
  return [localityName, state, postcode].filter(Boolean).join(' ');
}

/** A record as one text: `2 PERTH STREET, SUNNYBANK QLD 4109`. */
export function wholeAddress(record: AddressRecord): string {
  return [record.addressLabel, placeOf(record)].filter(Boolean).join(', ');
}

/** An address entered by hand, as one text. */
export function manualText({ line, suburb, state, postcode }: ManualAddress): string {
  return [line, [suburb, state, postcode].filter(Boolean).join(' ')].filter(Boolean).join(', ');
}
