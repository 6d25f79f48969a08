import {
  addressAt,
  answersAt,
  beginningOf,
  endOfBeginning,
  MOST_BEGUN,
  scoreAt,
  textAt,
} from '../../src/address/index/beginnings.ts';
import type { AddressIndex } from '../../src/address/index/open.ts';
import { suggest } from '../../src/address/search/suggest.ts';
import { at, type Check } from './check.ts';

/** What the index has for beginnings is found by their texts, and is what the search finds. */
export const BEGINNING_CHECKS: readonly Check[] = [
  { section: 'beginning', holds: 'every beginning has the answers of the search', find: answersFault },
];

function answersFault(index: AddressIndex): string | null {
  const { beginningStart } = index.columns;
  for (let bucket = 0; bucket + 1 < beginningStart.length; bucket++) {
    const end = beginningStart[bucket + 1];
    for (let place = beginningStart[bucket]; place < end; place = endOfBeginning(index.columns.beginning, place)) {
      const fault = faultAt(index, place, end);
      if (fault !== null) return fault;
    }
  }
  return null;
}

/** What is wrong with the beginning at a place of a bucket, up to `end`. */
function faultAt(index: AddressIndex, place: number, end: number): string | null {
  const { columns } = index;
  const { beginning } = columns;
  const next = endOfBeginning(beginning, place);
  if (next > end) return at(place, `an end at ${next}`, `at most ${end}, the end of its bucket`);
  const text = textAt(beginning, place);
  if (beginningOf(index, text) !== place) return at(place, `"${text}"`, 'a text that its hash leads to');
  const found = suggest(index, text, { limit: MOST_BEGUN, state: -1, near: null });
  const expected = found.map(({ candidate, score }) => `${candidate.ordinal} (${score})`).join(', ');
  const stored = Array.from({ length: answersAt(beginning, place) }, (_, i) => {
    return `${addressAt(beginning, place, i)} (${scoreAt(columns, place, i)})`;
  }).join(', ');
  return stored === expected ? null : at(place, `${stored} for "${text}"`, `${expected} as the search finds`);
}
