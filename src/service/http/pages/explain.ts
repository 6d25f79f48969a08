import type { AddressIndex } from '../../../address/index/open.ts';
import { explain } from '../../../address/operations/explain/explain.ts';
import { ADDRESS, type Refused } from '../../admission/admit.ts';
import type { Caller } from '../../admission/caller.ts';
import { OPERATIONS } from '../../admission/costs.ts';
import { admitByKeys, type KeyEntry } from '../../admission/key-file.ts';
import { type ErrorAnswer, invalidParameters } from '../errors.ts';

/** The path of the route. It is private: not in the interface description, and for development keys only. */
export const EXPLAIN_PATH = '/playground/explain';

/** The longest query, in characters: as of validate. */
const LONGEST = 500;

/** Answers `?q=…&mode=autocomplete` (or `validate`) with an `Explanation`, as JSON. */
export type Explain = (apiKey: string | null, query: string, caller: Caller) => string | ErrorAnswer | Refused;

/**
 * Explains how an index is searched, for requests with one of these keys: it reveals more than
 * callers may ask.
 */
export function explainFor(index: AddressIndex, keys: readonly KeyEntry[]): Explain {
  const admit = admitByKeys(keys);
  return (apiKey, query, caller) => {
    const admission = admit(apiKey, ADDRESS, OPERATIONS.indexOf('autocomplete'), caller);
    if (!admission.admitted) return admission;
    const parameters = new URLSearchParams(query);
    const q = parameters.get('q') ?? '';
    const mode = parameters.get('mode') ?? 'autocomplete';
    if (q === '' || q.length > LONGEST) return invalidParameters({ q: [`must have 1 to ${LONGEST} characters`] });
    if (mode !== 'autocomplete' && mode !== 'validate')
      return invalidParameters({ mode: ['must be autocomplete or validate'] });
    return JSON.stringify(explain(index, q, mode === 'autocomplete'));
  };
}
