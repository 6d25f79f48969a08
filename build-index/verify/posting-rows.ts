import { POSTING_MASK } from '../../src/index/name-trie.ts';
import type { AddressIndex } from '../../src/index/open.ts';
import { POSTING_ROW, placeInRow, ROW_CARD, ROW_PLACE, ROW_RANK } from '../../src/index/posting-row.ts';
import { BLANK_CARD, cardOf } from '../../src/index/street-card.ts';
import { STREET_RECORD } from '../../src/index/street-record.ts';
import { at, type Check } from './check.ts';
import { betterKnown, localityWeights, streetWeights } from './weights.ts';

/** What stands beside the postings of the lists by weight. */
export const POSTING_ROW_CHECKS: readonly Check[] = [
  ...(['streetEntryRanked', 'streetBest'] as const).map(
    (section): Check => ({
      section,
      holds: 'every row says what the record of its street says, and how many are better known',
      find(index) {
        const { streetRecord, streetLocality, localityEntry } = index.columns;
        return rowsFault(index.columns[section], streetWeights(index), (street) => ({
          card: cardOf(streetRecord, street * STREET_RECORD),
          place: placeInRow(streetLocality[street], localityEntry[streetLocality[street]] & 0xffff),
        }));
      },
    }),
  ),
  ...(['localityEntryRanked', 'localityBest'] as const).map(
    (section): Check => ({
      section,
      holds: 'every row has no card and no place, and says how many localities are better known',
      find: (index: AddressIndex) =>
        rowsFault(index.columns[section], localityWeights(index), () => ({ card: BLANK_CARD, place: 0 })),
    }),
  ),
];

function rowsFault(
  rows: Uint32Array,
  weights: Float64Array,
  expected: (ordinal: number) => { readonly card: number; readonly place: number },
): string | null {
  const rank = betterKnown(weights);
  for (let i = 0; i + POSTING_ROW <= rows.length; i += POSTING_ROW) {
    const ordinal = rows[i] & POSTING_MASK;
    const { card, place } = expected(ordinal);
    if (rows[i + ROW_CARD] !== card) return at(i + ROW_CARD, rows[i + ROW_CARD], card);
    if (rows[i + ROW_PLACE] !== place) return at(i + ROW_PLACE, rows[i + ROW_PLACE], place);
    if (rows[i + ROW_RANK] !== rank[ordinal]) return at(i + ROW_RANK, rows[i + ROW_RANK], rank[ordinal]);
  }
  return null;
}
