import type { Admit, Admitted, Headers, Product, Refused } from './admit.ts';
import { MISSING_API_KEY } from './admit.ts';
import { isPublishable, KEY_PREFIX } from './api-key.ts';
import { creditHeadersByAccount } from './credit-headers.ts';
import type { Admission, Refusal } from './decision.ts';
import type { Gate } from './gate.ts';
import { admitByKeys, type KeyEntry } from './key-file.ts';
import { knownKeys, placeByPrefix } from './known-keys.ts';
import { READABLE } from './publishable/cors.ts';

const OVERDUE = ['X-Payment-Overdue', 'true'] as const;
const OVER = ['X-RateLimit-Over', 'true'] as const;

/** Admits by a gate, and turns what it decides into headers (§8.5). */
export function admitByGate(gate: Gate, product: Product): Admit {
  const creditHeaders = creditHeadersByAccount(product);
  let admission: Admission;

  function settle(status: number): Headers {
    if (status >= 429) gate.giveBack();
    const headers = creditHeaders(admission.account, admission);
    const over = admission.over && status < 400;
    if (!over && !admission.overdue) return headers;
    return [...headers, ...(over ? [OVER] : []), ...(admission.overdue ? [OVERDUE] : [])];
  }

  const admitted = { admitted: true, account: '', settle } satisfies Admitted;

  return (apiKey, _product, operation, caller, part) => {
    const outcome = gate.admit(apiKey, operation, part, caller.began);
    if (!outcome.admitted) return refused(outcome, creditHeaders);
    admission = outcome;
    admitted.account = outcome.account;
    return admitted;
  };
}

/**
 * Refuses clients of publishable keys that are too fast, by the gate that their keys are charged by: with the same
 * headers as any other 429. `wait` is in nanoseconds.
 */
export function refuseClientByGate(gate: Gate, product: Product): (apiKey: string, wait: number) => Refused {
  const creditHeaders = creditHeadersByAccount(product);
  return (apiKey, wait) => refused(gate.refuseClient(apiKey, wait), creditHeaders);
}

function refused(refusal: Refusal, creditHeaders: ReturnType<typeof creditHeadersByAccount>): Refused {
  const { status, code, message, details, retryAfter, credits, overdue } = refusal;
  const headers = [
    ...(credits === null ? [] : creditHeaders(refusal.account ?? '', credits)),
    ...(retryAfter > 0 ? [['Retry-After', String(retryAfter)] as const] : []),
    ...(overdue ? [OVERDUE] : []),
  ];
  return { admitted: false, status, code, message, details, headers };
}

/**
 * Admits by a fixed list of keys and by the counters. The counters hold only keys that the service
 * itself has made; the list may hold any.
 */
export function admitByEither(keys: readonly KeyEntry[], byCounters: Admit): Admit {
  const byList = admitByKeys(keys);
  /** Listed keys that have the form of keys in the counters: looked up there only once. */
  const listed = knownKeys<true>(keys.length, placeByPrefix);
  let isAnyListed = false;
  return (apiKey, product, operation, caller, part) => {
    // The page may read why: otherwise its author would see only that no answer came.
    if (apiKey === null && caller.header('origin') !== '') return { ...MISSING_API_KEY, headers: READABLE };
    const made = apiKey !== null && (apiKey.startsWith(KEY_PREFIX) || isPublishable(apiKey));
    if (!made || (isAnyListed && listed.find(apiKey))) return byList(apiKey, product, operation, caller, part);
    const refused = byCounters(apiKey, product, operation, caller, part);
    if (refused.admitted || refused.code !== 'INVALID_API_KEY') return refused;
    const outcome = byList(apiKey, product, operation, caller, part);
    // For a key that neither knows, the counters' answer has the headers that let a page read it.
    if (!outcome.admitted && outcome.code === 'INVALID_API_KEY') return refused;
    listed.remember(apiKey, true);
    isAnyListed = true;
    return outcome;
  };
}
