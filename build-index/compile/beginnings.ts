import {
  bucketOf,
  bytesOfBeginning,
  FILTER_BITS,
  filterBit,
  hashOfBeginning,
  MOST_BEGUN,
  MOST_SCORES,
  NO_BEGINNING,
} from '../../src/address/index/beginnings.ts';
import { indexInMemory } from '../../src/address/index/open.ts';
import type { Columns } from '../../src/address/index/sections.ts';
import { suggest } from '../../src/address/search/suggest.ts';
import { sharedBeginnings, sharedStreets } from './shared-labels.ts';
import { type Done, type Turns, takeTurns } from './threads/turns.ts';

/** The sections that answer beginnings. */
export type BeginningSections = Pick<Columns, 'beginningFilter' | 'beginningStart' | 'beginning' | 'beginningScore'>;

type Others = Omit<Columns, keyof BeginningSections>;

/** No beginnings: what the search asks an index for that they are made from. */
export const NO_BEGINNINGS: BeginningSections = {
  beginningFilter: new Uint32Array(1),
  beginningStart: new Uint32Array(2),
  beginning: new Uint8Array(0),
  beginningScore: new Uint8Array(0),
};

/** Addresses that a beginning has to be shared by: what fewer have, the search answers from few rows. */
const LEAST_SHARED = 32;

/** The same of streets: without a number they are told from each other by their places alone. */
const LEAST_STREETS = 16;

/** Letters or digits of the longest beginning that is answered however few addresses share it. */
const LONGEST_WORD = 4;

/** Texts of a bucket: at most on average, and at least half of that. */
const BUCKET_TEXTS = 5;

/** Texts that are answered in one turn. */
const TURN = 256;

/** What autocomplete answers to some texts: MOST_BEGUN places for each. */
export interface BegunAnswers {
  /** How many answers there are to each text. */
  readonly counts: Uint8Array;
  readonly addresses: Uint32Array;
  readonly scores: Uint8Array;
}

/**
 * The beginnings that are answered, bucket by bucket: those that many addresses share or many
 * streets; the first letters of a name of a street, place or building, or a word of the lexicon;
 * and of a number or postcode.
 */
export function beginningTexts(columns: Others): readonly string[] {
  const hashes = hashesOf(columns);
  const buckets = bucketsOf(hashes.size);
  const texts = Array.from({ length: buckets }, (): string[] => []);
  for (const [text, hash] of hashes) texts[bucketOf(hash, buckets)].push(text);
  return texts.flatMap((bucket) => bucket.sort());
}

function bucketsOf(texts: number): number {
  return powerOfTwo(texts / BUCKET_TEXTS);
}

/** Asks the index that all other columns make for what autocomplete answers to each text, in turns. */
export function answerBeginnings(
  columns: Others,
  texts: readonly string[],
  turns: Turns,
): readonly Done<BegunAnswers>[] {
  const index = indexInMemory({ ...columns, ...NO_BEGINNINGS });
  return takeTurns(turns, texts.length, TURN, (from, to) => {
    const count = to - from;
    const counts = new Uint8Array(count);
    const addresses = new Uint32Array(count * MOST_BEGUN);
    const scores = new Uint8Array(count * MOST_BEGUN);
    for (let i = 0; i < count; i++) {
      const found = suggest(index, texts[from + i], { limit: MOST_BEGUN, state: -1, near: null });
      counts[i] = found.length;
      found.forEach(({ candidate, score }, place) => {
        addresses[i * MOST_BEGUN + place] = candidate.ordinal;
        scores[i * MOST_BEGUN + place] = score;
      });
    }
    return { counts, addresses, scores };
  });
}

/**
 * The sections of all beginnings, from the texts and what is answered to them, both in the order of
 * `beginningTexts`.
 */
export function beginningSections(texts: readonly string[], answers: readonly BegunAnswers[]): BeginningSections {
  const buckets = bucketsOf(texts.length);
  const hashes = texts.map(hashOfBeginning);
  const codes = new Map<string, number>();
  const start = new Uint32Array(buckets + 1);
  const parts: Buffer[] = [];
  let next = 0;
  for (const { counts, addresses, scores } of answers)
    counts.forEach((count, i) => {
      const from = i * MOST_BEGUN;
      const list = scores.subarray(from, from + count).join();
      // Lists of scores are numbered as they come.
      const code = codes.get(list) ?? codes.size;
      codes.set(list, code);
      const ordinals = [...addresses.subarray(from, from + count)];
      const bytes = bytesOfBeginning({ text: texts[next], addresses: ordinals, scores: code });
      start[bucketOf(hashes[next++], buckets) + 1] += bytes.length;
      parts.push(bytes);
    });
  for (let bucket = 0; bucket < buckets; bucket++) start[bucket + 1] += start[bucket];
  return {
    beginningFilter: filterOf(hashes),
    beginningStart: start,
    beginning: new Uint8Array(Buffer.concat(parts)),
    beginningScore: scoreRows(codes),
  };
}

/** Lists of scores by their codes. */
function scoreRows(codes: ReadonlyMap<string, number>): Uint8Array {
  if (codes.size > MOST_SCORES) throw new Error(`${codes.size} lists of scores, expected at most ${MOST_SCORES}`);
  const rows = new Uint8Array(codes.size * MOST_BEGUN);
  for (const [scores, code] of codes) if (scores !== '') rows.set(scores.split(',').map(Number), code * MOST_BEGUN);
  return rows;
}

function filterOf(hashes: readonly number[]): Uint32Array {
  const filter = new Uint32Array(powerOfTwo((hashes.length * FILTER_BITS) / 32));
  for (const hash of hashes) {
    const bit = filterBit(hash, filter.length);
    filter[bit >>> 5] |= 1 << bit;
  }
  return filter;
}

/** The least power of two that is no lower. */
export function powerOfTwo(least: number): number {
  return 2 ** Math.ceil(Math.log2(Math.max(1, least)));
}

/** The texts that are answered, and their hashes. */
function hashesOf(columns: Others): Map<string, number> {
  const hashes = new Map<string, number>();
  const add = (text: string) => {
    const hash = hashOfBeginning(text);
    if (hash !== NO_BEGINNING) hashes.set(text, hash);
  };
  for (const begun of [...wordsBegun(columns), ...numbersBegun(columns)])
    for (const text of [begun, `${begun} `]) add(text);
  for (const text of sharedStreets(columns, LEAST_STREETS)) add(text);
  for (const text of sharedBeginnings(columns, LEAST_SHARED)) add(text);
  return hashes;
}

/** The first letters of all search keys, up to a space or digit. */
function wordsBegun(columns: Others): Set<string> {
  const { streetKey, localityKey, buildingKey, lexiconKey } = columns;
  const begun = new Set<string>();
  const add = (keys: Uint8Array, start: Uint32Array) => {
    for (let i = 0; i + 1 < start.length; i++) {
      let text = '';
      for (let at = start[i]; at < start[i + 1] && text.length < LONGEST_WORD && keys[at] >= A; at++) {
        text += String.fromCharCode(keys[at]);
        begun.add(text);
      }
    }
  };
  add(streetKey, columns.streetKeyStart);
  add(localityKey, columns.localityKeyStart);
  add(buildingKey, columns.buildingKeyStart);
  add(lexiconKey, columns.lexiconKeyStart);
  return begun;
}

const A = 0x41;

/** The first digits of all street numbers, lots and postcodes. */
function numbersBegun({ numberFirst, postcode }: Others): Set<string> {
  const begun = new Set<string>();
  const add = (digits: string) => {
    for (let length = Math.min(digits.length, LONGEST_WORD); length > 0; length--) begun.add(digits.slice(0, length));
  };
  for (const number of numberFirst) add(String(number));
  for (const number of postcode) add(String(number).padStart(POSTCODE_DIGITS, '0'));
  return begun;
}

const POSTCODE_DIGITS = 4;
