import type { Admit } from './admit.ts';
import { KEY_PREFIX } from './api-key.ts';

/**
 * Admits by a fixed list of keys and by the counters. Keys of the service's own making are looked for among the counters first, others in the list first,
 * since a look-up in vain costs more than one that finds.
 */
export function admitByEither(byKeys: Admit, byCounters: Admit): Admit {
  return (apiKey, product, operation) => {
    const made = apiKey?.startsWith(KEY_PREFIX) ?? false;
    const outcome = (made ? byCounters : byKeys)(apiKey, product, operation);
    if (outcome.admitted || outcome.code !== 'INVALID_API_KEY') return outcome;
    return (made ? byKeys : byCounters)(apiKey, product, operation);
  };
}
