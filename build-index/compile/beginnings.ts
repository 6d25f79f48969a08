import { keyOfBeginning, LONGEST_BEGINNING, MOST_BEGUN } from '../../src/address/index/beginnings.ts';
import { indexInMemory } from '../../src/address/index/open.ts';
import type { Columns } from '../../src/address/index/sections.ts';
import { suggest } from '../../src/address/search/suggest.ts';

/** The sections that answer short beginnings. */
export type BeginningSections = Pick<Columns, 'beginning' | 'beginningStart' | 'beginningAddress' | 'beginningScore'>;

const NONE: BeginningSections = {
  beginning: new Uint32Array(0),
  beginningStart: new Uint32Array(1),
  beginningAddress: new Uint32Array(0),
  beginningScore: new Uint8Array(0),
};

/**
 * Asks the index that all other columns make for what autocomplete answers to each short beginning:
 * of a name of a street, place or building, or a word of the lexicon; and of a number or postcode.
 */
export function beginningSections(columns: Omit<Columns, keyof BeginningSections>): BeginningSections {
  const index = indexInMemory({ ...columns, ...NONE });
  const texts = new Map<number, string>();
  for (const begun of [...wordsBegun(columns), ...numbersBegun(columns)])
    for (const text of [begun, `${begun} `]) texts.set(keyOfBeginning(text), text);
  const beginning = Uint32Array.from(texts.keys()).sort();
  const start = [0];
  const addresses: number[] = [];
  const scores: number[] = [];
  for (const key of beginning) {
    for (const { candidate, score } of suggest(index, texts.get(key) ?? '', {
      limit: MOST_BEGUN,
      state: -1,
      near: null,
    })) {
      addresses.push(candidate.ordinal);
      scores.push(score);
    }
    start.push(addresses.length);
  }
  return {
    beginning,
    beginningStart: Uint32Array.from(start),
    beginningAddress: Uint32Array.from(addresses),
    beginningScore: Uint8Array.from(scores),
  };
}

/** The first letters of all search keys, up to a space or digit. */
function wordsBegun(columns: Omit<Columns, keyof BeginningSections>): Set<string> {
  const { streetKey, localityKey, buildingKey, lexiconKey } = columns;
  const begun = new Set<string>();
  const add = (keys: Uint8Array, start: Uint32Array) => {
    for (let i = 0; i + 1 < start.length; i++) {
      let text = '';
      for (let at = start[i]; at < start[i + 1] && text.length < LONGEST_BEGINNING && keys[at] >= A; at++) {
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
function numbersBegun({ numberFirst, postcode }: Omit<Columns, keyof BeginningSections>): Set<string> {
  const begun = new Set<string>();
  const add = (digits: string) => {
    for (let length = Math.min(digits.length, LONGEST_BEGINNING); length > 0; length--)
      begun.add(digits.slice(0, length));
  };
  for (const number of numberFirst) add(String(number));
  for (const number of postcode) add(String(number).padStart(POSTCODE_DIGITS, '0'));
  return begun;
}

const POSTCODE_DIGITS = 4;
