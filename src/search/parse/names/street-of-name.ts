import { MEANING } from '../../../index/lexicon.ts';
import { nameTries } from '../../../index/name-trie.ts';
import type { AddressIndex } from '../../../index/open.ts';
import { endOfRows, POSTING_ROW, ROW_CARD } from '../../../index/posting-row.ts';
import { suffixOnCard, typeOnCard } from '../../../index/street-card.ts';
import { hasCode } from '../../text/lexicon.ts';
import type { Span } from './spans.ts';

/** Streets of a name that are scanned for one of a type and suffix. */
const MOST_SCANNED = 64;

/** Whether a street of the name of a whole span has a type and a suffix, lexicon entries, as its card tells; of the best known. */
export function isStreetOf(index: AddressIndex, { node }: Span, type: number, suffix: number): boolean {
  const { low, start, ranked } = nameTries(index).street;
  const from = start[low[node]];
  const end = Math.min(endOfRows(start, low[node], ranked), from + MOST_SCANNED);
  for (let row = from * POSTING_ROW; row < end * POSTING_ROW; row += POSTING_ROW) {
    const card = ranked[row + ROW_CARD];
    if (
      hasCode(index, suffix, MEANING.streetSuffix, suffixOnCard(card)) &&
      hasCode(index, type, MEANING.streetType, typeOnCard(card))
    )
      return true;
  }
  return false;
}
