import { ADDRESS_TYPE, RECONCILE_PATH } from '../../../address/operations/table/reconciliation.ts';
import { originOf } from '../../../system/origin.ts';
import { VERSION } from '../../../system/version.ts';
import type { UwsRequest } from '../uws.ts';
import { keyInPath } from './keys.ts';
import { MOST_RECONCILED } from './reconcile-batch.ts';

/** The frame of a preview, in pixels. */
const PREVIEW = { width: 420, height: 260 };

/**
 * The URI of an address is this followed by its id (Location Index of Geoscience Australia and
 * CSIRO).
 */
const IDENTIFIER_SPACE = 'http://linked.data.gov.au/dataset/gnaf/address/';
const SCHEMA_SPACE = 'http://linked.data.gov.au/def/gnaf#Address';

/** The manifest of the service for clients that reach it at `base`. */
export function manifestOf(base: string, release: string) {
  const below = (path: string) => ({ service_url: base, service_path: path });
  return {
    versions: ['0.1', '0.2'],
    name: `Australian addresses (G-NAF ${release}, Letterbox)`,
    identifierSpace: IDENTIFIER_SPACE,
    schemaSpace: SCHEMA_SPACE,
    serviceVersion: VERSION,
    defaultTypes: [ADDRESS_TYPE],
    batchSize: MOST_RECONCILED,
    suggest: {
      entity: below('/suggest/entity'),
      property: below('/suggest/property'),
      type: below('/suggest/type'),
    },
    preview: { url: `${base}/preview?id={{id}}`, ...PREVIEW },
    extend: { propose_properties: below('/extend/propose'), property_settings: [] },
  };
}

/**
 * The URL at which a client reaches the service, with the key in the path as sent. Whether that is
 * https is taken from a header that a proxy sets; a client that forges it only misleads itself,
 * since nobody else gets the answer.
 */
export function baseOf(request: UwsRequest): string {
  const scheme = request.getHeader('x-forwarded-proto') === 'https' ? 'https' : 'http';
  const key = keyInPath(request);
  return `${originOf(scheme, request.getHeader('host'))}${RECONCILE_PATH}${key === '' ? '' : `/${key}`}`;
}
