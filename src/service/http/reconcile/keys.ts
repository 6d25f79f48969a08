import type { Admit, Refused } from '../../admission/admit.ts';
import { READABLE } from '../../admission/publishable/cors.ts';
import { presentedKey } from '../request-head.ts';
import type { UwsRequest } from '../uws.ts';

/**
 * The key of a reconciliation request: from its path, the only place where OpenRefine can send one,
 * or its header.
 */
export function reconciliationKey(request: UwsRequest): string | null {
  const inPath = keyInPath(request);
  if (inPath === '') return presentedKey(request);
  try {
    return decodeURIComponent(inPath);
  } catch {
    return inPath;
  }
}

/** The key in the path of a reconciliation request, as sent; empty if there is none. */
export function keyInPath(request: UwsRequest): string {
  return request.getParameter(0) ?? '';
}

/** Pages of other origins must not query a service of this machine that needs no key. */
const FOREIGN_ORIGIN: Refused = {
  admitted: false,
  status: 403,
  code: 'ORIGIN_NOT_ALLOWED',
  message: 'Without a key, only pages of this machine may ask',
  details: null,
  headers: READABLE,
};

/**
 * Admits reconciliation requests: those without a key by `keyless`, if there is that (on a
 * development service, which listens on this machine only), unless they come from a page of another
 * origin.
 */
export function admitReconciliation(admit: Admit, keyless: Admit | null): Admit {
  if (keyless === null) return admit;
  return (apiKey, product, operation, caller, part) => {
    if (apiKey !== null) return admit(apiKey, product, operation, caller, part);
    const origin = caller.header('origin');
    if (origin !== '' && !isLoopback(origin)) return FOREIGN_ORIGIN;
    return keyless(null, product, operation, caller, part);
  };
}

function isLoopback(origin: string): boolean {
  const host = URL.canParse(origin) ? new URL(origin).hostname : '';
  return host === 'localhost' || host === '[::1]' || /^127(?:\.\d{1,3}){3}$/.test(host);
}
