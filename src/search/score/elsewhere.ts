import { postcodeOf } from '../../index/address-record.ts';
import type { Candidate } from './candidate.ts';
import type { Search } from './candidates.ts';

/** Whether two records stand in different places: on streets of another name, or in another locality or postcode. */
export function elsewhere(search: Search, a: Candidate, b: Candidate): boolean {
  if (a.street === b.street) return false;
  const { streetLabel, streetLocality, localityName, localityState } = search.index.columns;
  const x = streetLocality[a.street];
  const y = streetLocality[b.street];
  return (
    streetLabel[a.street] !== streetLabel[b.street] ||
    localityName[x] !== localityName[y] ||
    localityState[x] !== localityState[y] ||
    (x !== y && postcodeOf(search.index, a.ordinal, x) !== postcodeOf(search.index, b.ordinal, y))
  );
}
