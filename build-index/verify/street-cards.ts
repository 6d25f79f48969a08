import { POSTING_MASK } from '../../src/index/name-trie.ts';
import { cardOf } from '../../src/index/street-card.ts';
import { STREET_RECORD } from '../../src/index/street-record.ts';
import { at, type Check } from './check.ts';

/** What turns streets away, beside the lists that they stand in. */
export const STREET_CARD_CHECKS: readonly Check[] = [
  ['streetRankedCard', 'streetEntryRanked'] as const,
  ['streetBestCard', 'streetBest'] as const,
].map(([section, list]) => ({
  section,
  holds: `every card says what the record of its street in ${list} says`,
  find({ columns }) {
    const cards = columns[section];
    const postings = columns[list];
    for (let i = 0; i < postings.length; i++) {
      const expected = cardOf(columns.streetRecord, (postings[i] & POSTING_MASK) * STREET_RECORD);
      if (cards[i] !== expected) return at(i, cards[i], expected);
    }
    return null;
  },
}));
