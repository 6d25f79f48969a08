import { POSTING_MASK } from '../../src/index/name-trie.ts';
import { cardOf } from '../../src/index/street-card.ts';
import { STREET_RECORD } from '../../src/index/street-record.ts';

/** The sections `street…Card`: the cards of the streets in `streetEntryRanked` and `streetBest`, in their order. */
export function streetCardSections(record: Uint32Array, ranked: Uint32Array, best: Uint32Array) {
  const card = (posting: number) => cardOf(record, (posting & POSTING_MASK) * STREET_RECORD);
  return {
    streetRankedCard: ranked.map(card),
    streetBestCard: best.map(card),
  };
}
