import { NO_ENTRY, POSTING_MASK } from '../../src/address/index/name-trie.ts';
import {
  cardOfLocality,
  PLACE_LIMIT,
  POSTING_ROW,
  placeInRow,
  ROW_CARD,
  ROW_PLACE,
  ROW_RANK,
} from '../../src/address/index/posting-row.ts';
import { cardOf } from '../../src/address/index/street-card.ts';
import { RECORD_LOCALITY, STREET_RECORD } from '../../src/address/index/street-record.ts';

/** What stands beside a posting, by the ordinal of what is posted. */
export interface RowFacts {
  readonly card: (ordinal: number) => number;
  readonly place: (ordinal: number) => number;
  /** By ordinal: how many others are better known. */
  readonly rank: Uint32Array;
}

/** Facts for the rows of streets: cards and places from `streetRecord`, and the entries of the localities' names. */
export function streetRowFacts(
  record: Uint32Array,
  localityEntry: Uint32Array,
  weight: (street: number) => number,
): RowFacts {
  const entries = localityEntry.reduce((most, entry) => (entry === NO_ENTRY ? most : Math.max(most, entry)), 0);
  if (Math.max(localityEntry.length, entries + 1) >= PLACE_LIMIT)
    throw new Error(`${localityEntry.length} localities with ${entries + 1} names, expected fewer than ${PLACE_LIMIT}`);
  const locality = (street: number) => record[street * STREET_RECORD + RECORD_LOCALITY];
  return {
    card: (street) => cardOf(record, street * STREET_RECORD),
    place: (street) => placeInRow(locality(street), localityEntry[locality(street)] & (PLACE_LIMIT - 1)),
    rank: ranksOf(record.length / STREET_RECORD - 1, weight),
  };
}

/** Facts for the rows of localities: states and runs of streets. */
export function localityRowFacts(
  localities: readonly { readonly state: number }[],
  streetStart: Uint32Array,
  localityCount: Uint32Array,
): RowFacts {
  return {
    card: (locality) => cardOfLocality(localities[locality].state, streetStart[locality + 1] - streetStart[locality]),
    place: (locality) => streetStart[locality],
    rank: ranksOf(localityCount.length, (locality) => localityCount[locality]),
  };
}

/** Postings as rows (posting-row.ts), in their order. */
export function postingRows(postings: Uint32Array, { card, place, rank }: RowFacts): Uint32Array {
  const rows = new Uint32Array(postings.length * POSTING_ROW);
  postings.forEach((posting, i) => {
    const ordinal = posting & POSTING_MASK;
    rows[i * POSTING_ROW] = posting;
    rows[i * POSTING_ROW + ROW_CARD] = card(ordinal);
    rows[i * POSTING_ROW + ROW_PLACE] = place(ordinal);
    rows[i * POSTING_ROW + ROW_RANK] = rank[ordinal];
  });
  return rows;
}

function ranksOf(count: number, weight: (ordinal: number) => number): Uint32Array {
  const weights = Float64Array.from({ length: count }, (_, ordinal) => weight(ordinal));
  const order = Uint32Array.from({ length: count }, (_, ordinal) => ordinal);
  order.sort((a, b) => weights[b] - weights[a] || a - b);
  const rank = new Uint32Array(count);
  order.forEach((ordinal, i) => {
    rank[ordinal] = i;
  });
  return rank;
}
