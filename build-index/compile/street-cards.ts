import { POSTING_MASK } from '../../src/index/name-trie.ts';
import { BLANK_CARD, cardOf } from '../../src/index/street-card.ts';
import { STREET_RECORD } from '../../src/index/street-record.ts';

const END_OF_LIST = 0xffff_ffff;

/** The sections `street…Card`: the cards of the streets in `streetEntryRanked` and `streetBest`, in their order. */
export function streetCardSections(record: Uint32Array, ranked: Uint32Array, best: Uint32Array) {
  const card = (posting: number) => cardOf(record, (posting & POSTING_MASK) * STREET_RECORD);
  return {
    streetRankedCard: ranked.map(card),
    streetBestCard: best.map((posting) => (posting === END_OF_LIST ? BLANK_CARD : card(posting))),
  };
}
