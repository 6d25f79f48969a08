import { POSTING_MASK } from '../../../index/name-trie.ts';
import type { AddressIndex } from '../../../index/open.ts';

/** Streets that stand together in the order of the index: the first, and the one behind the last. */
export interface StreetRun {
  readonly from: number;
  readonly to: number;
}

/** Whether a posting's street is one of a run. */
export function isOfRun({ from, to }: StreetRun, posting: number): boolean {
  const street = posting & POSTING_MASK;
  return street >= from && street < to;
}

const EVERY_STREET: StreetRun = { from: 0, to: 0xffff_ffff };

/** The streets of a state, a position in STATE_ORDER; every street for -1. O(log localities). */
export function streetsOfState(index: AddressIndex, state: number): StreetRun {
  if (state < 0) return EVERY_STREET;
  const { localityStreetStart } = index.columns;
  const { from, to } = localitiesOfState(index, state);
  return { from: localityStreetStart[from], to: localityStreetStart[to] };
}

/** The localities of a state, a position in STATE_ORDER, from the first to the one behind the last. O(log localities). */
export function localitiesOfState({ columns: { localityState } }: AddressIndex, state: number): StreetRun {
  return { from: firstOfState(localityState, state), to: firstOfState(localityState, state + 1) };
}

function firstOfState(localityState: Uint8Array, state: number): number {
  let low = 0;
  let high = localityState.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (localityState[middle] < state) low = middle + 1;
    else high = middle;
  }
  return low;
}
