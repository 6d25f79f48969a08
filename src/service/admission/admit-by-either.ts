import { type Admit, MISSING_API_KEY } from './admit.ts';
import { isPublishable, KEY_PREFIX } from './api-key.ts';
import { admitByKeys, type KeyEntry } from './key-file.ts';
import { knownKeys, placeByPrefix } from './known-keys.ts';
import { READABLE } from './publishable/cors.ts';

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
