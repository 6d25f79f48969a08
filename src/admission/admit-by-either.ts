import { type Admit, MISSING_API_KEY } from './admit.ts';
import { isPublishable, KEY_PREFIX } from './api-key.ts';
import { admitByKeys, type KeyEntry } from './key-file.ts';
import { READABLE } from './publishable/admit-publishable.ts';

/**
 * Admits by a fixed list of keys and by the counters. Only keys of the service's own making are
 * among the counters; the list may hold any.
 */
export function admitByEither(keys: readonly KeyEntry[], byCounters: Admit): Admit {
  const byList = admitByKeys(keys);
  /** Keys of the list that have the form of those among the counters: looked for there once. */
  const listed = new Set<string>();
  return (apiKey, product, operation, caller, part) => {
    // Its page learns why, or its author would see no more than that nothing came.
    if (apiKey === null && caller.header('origin') !== '') return { ...MISSING_API_KEY, headers: READABLE };
    const made = apiKey !== null && (apiKey.startsWith(KEY_PREFIX) || isPublishable(apiKey));
    if (!made || (listed.size > 0 && listed.has(apiKey))) return byList(apiKey, product, operation, caller, part);
    const refused = byCounters(apiKey, product, operation, caller, part);
    if (refused.admitted || refused.code !== 'INVALID_API_KEY') return refused;
    const outcome = byList(apiKey, product, operation, caller, part);
    // Of a key that neither knows, the counters' answer has the headers by which a page may read
    // it.
    if (!outcome.admitted && outcome.code === 'INVALID_API_KEY') return refused;
    listed.add(apiKey);
    return outcome;
  };
}
