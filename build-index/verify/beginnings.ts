import { MOST_BEGUN, textOfBeginning } from '../../src/address/index/beginnings.ts';
import type { AddressIndex } from '../../src/address/index/open.ts';
import { suggest } from '../../src/address/search/suggest.ts';
import { at, type Check } from './check.ts';

/** What the index has for short beginnings is what the search finds. */
export const BEGINNING_CHECKS: readonly Check[] = [
  { section: 'beginningAddress', holds: 'every beginning has the answers of the search', find: answersFault },
];

function answersFault(index: AddressIndex): string | null {
  const { beginning, beginningStart, beginningAddress, beginningScore } = index.columns;
  for (let i = 0; i < beginning.length; i++) {
    const text = textOfBeginning(beginning[i]);
    const found = suggest(index, text, { limit: MOST_BEGUN, state: -1, near: null });
    const expected = found.map(({ candidate, score }) => `${candidate.ordinal} (${score})`).join(', ');
    const stored: string[] = [];
    for (let row = beginningStart[i]; row < beginningStart[i + 1]; row++)
      stored.push(`${beginningAddress[row]} (${beginningScore[row]})`);
    if (stored.join(', ') !== expected)
      return at(i, `${stored.join(', ')} for "${text}"`, `${expected} as the search finds`);
  }
  return null;
}
