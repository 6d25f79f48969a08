import { MEANING } from '../../index/lexicon.ts';
import { NO_ENTRY } from '../../index/name-trie.ts';
import { typeIn } from '../../index/street-codes.ts';
import { RECORD_CODES, STREET_RECORD } from '../../index/street-record.ts';
import type { NameParse } from '../parse/names/name-parse.ts';
import { ABSENT, EXACT, type Grade, PREFIX } from '../query/grades.ts';
import type { Query } from '../retrieve/query.ts';
import { hasCodeIn } from '../text/code-set.ts';
import { completionsOf, hasCode, wordMeans } from '../text/lexicon.ts';
import { hasToken } from '../text/token-set.ts';
import type { Tokens } from '../text/tokens.ts';

const SPACE = 0x20;

/** How words that nothing explained answer the street of a building: how many of them it explains, and the grades of its name and type. */
export interface StreetWords {
  words: number;
  name: Grade;
  type: Grade;
}

const NO_WORDS: Readonly<StreetWords> = { words: 0, name: ABSENT, type: ABSENT };

/**
 * Compares the unexplained words from a token on, behind a building's name, with the name and type of the building's street, while they are
 * typed: `SCOUT HALL, CARTER C` for SCOUT HALL, CARTER CRESCENT. O(letters).
 */
export function streetWordsOf(query: Query, { left }: NameParse, from: number, street: number): Readonly<StreetWords> {
  const { tokens, streets, index } = query;
  const entry = index.columns.streetEntry[street];
  if (!tokens.typing || entry === NO_ENTRY) return NO_WORDS;
  const end = streets.keyStart[entry + 1];
  const found: StreetWords = { words: 0, name: ABSENT, type: ABSENT };
  let at = streets.keyStart[entry];
  for (let t = from; t < tokens.count; t++) {
    if (!hasToken(left, t)) continue;
    if (at > end) {
      gradeType(query, t, street, found);
      return found;
    }
    const size = sizeOfMatch(tokens, t, streets.key, at, end);
    const isWhole = size > 0 && (at + size === end || streets.key[at + size] === SPACE);
    if (size === 0 || (!isWhole && !isOpenAt(tokens, t))) return NO_WORDS;
    found.words++;
    at += size + 1;
    found.name = isWhole && at > end ? EXACT : PREFIX;
  }
  return found;
}

/** Letters of a token, where the key goes on with all of them; else 0. */
function sizeOfMatch({ letters, start, end }: Tokens, t: number, key: Uint8Array, at: number, keyEnd: number): number {
  const size = end[t] - start[t];
  if (at + size > keyEnd) return 0;
  for (let i = 0; i < size; i++) if (key[at + i] !== letters[start[t] + i]) return 0;
  return size;
}

/** Whether a token is the last, and may go on. */
function isOpenAt({ open, count }: Tokens, t: number): boolean {
  return open && t === count - 1;
}

/** Takes a token as the street's type, or as the beginning of it. */
function gradeType({ index, tokens, words }: Query, t: number, street: number, found: StreetWords): void {
  const type = typeIn(index.columns.streetRecord[street * STREET_RECORD + RECORD_CODES]);
  if (isOpenAt(tokens, t)) {
    if (!hasCodeIn(completionsOf(index, tokens, words).types, type)) return;
    found.type = PREFIX;
  } else {
    if (!wordMeans(words, t, MEANING.streetType) || !hasCode(index, words.entry[t], MEANING.streetType, type)) return;
    found.type = EXACT;
  }
  found.words++;
}
