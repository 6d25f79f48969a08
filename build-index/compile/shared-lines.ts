import { MEANING } from '../../src/address/index/lexicon.ts';
import { nameTries, POSTING_MASK } from '../../src/address/index/name-trie.ts';
import type { AddressIndex } from '../../src/address/index/open.ts';
import { localityOf } from '../../src/address/index/street-answer.ts';
import { nameSpans, parseNames } from '../../src/address/search/parse/names/parse-names.ts';
import { parseNumbers } from '../../src/address/search/parse/numbers/parse-numbers.ts';
import { BY_SOURCES } from '../../src/address/search/policy.ts';
import { MOST_SCANNED } from '../../src/address/search/query/limits.ts';
import { queryOf } from '../../src/address/search/retrieve/query.ts';
import { bitsOf, completionsOf, newWords, readWords } from '../../src/address/search/text/lexicon.ts';
import { withTypesApart } from '../../src/address/search/text/plain-text.ts';
import { newTokens, readTokens } from '../../src/address/search/text/tokenize.ts';
import { isWord, tokenText, WORD } from '../../src/address/search/text/tokens.ts';

/** What is known of a line from lines of other labels in the same place: by how much of its place is typed. */
export interface Known {
  /** Whether it is certain with so many letters, as another is. */
  has(length: number): boolean;
  /** Notes that it is. */
  add(length: number): void;
}

/** What is known of the line of a street of a label, by what is typed of its place; null if nothing is shared. */
export type KnownLines = (label: string) => (street: number, place: string) => Known | null;

/** A label behind which what is typed of a place is read as behind any other of its kind. */
interface Plain {
  readonly kind: string;
  /** The streets that go by its name, in whatever place and of whatever type. */
  readonly streets: ReadonlySet<number>;
  /**
   * The places that its first words name, without spaces: BORVA DRIVE may be a street DRIVE in Borva, whose type may
   * follow.
   */
  readonly places: readonly string[];
}

/** What is typed of a place and its state, by its length. */
interface Begun {
  readonly letters: string;
  /** Letters before each word that may be the first of a place, as those before it have a meaning of their own. */
  readonly starts: readonly number[];
  /** How many letters it has. */
  readonly lengths: Uint8Array;
  /** Whether it may be read without a place. */
  readonly placeless: readonly boolean[];
}

/** A place where a street of some name is, without spaces; the street is -1 where the name itself has it. */
interface Other {
  readonly street: number;
  readonly place: string;
}

/** Lengths of what is typed that are told apart. */
const MOST_LENGTH = 64;

/**
 * Tells what is known of the lines of a label. Names end at the comma before the place. So behind any label whose words
 * are a street's name and type alone, what is typed of a place leads to the same places, and the engine is asked once;
 * if only it leads to no other street of that name: to none in a place whose name begins so, and none without a place.
 */
export function knownLines(index: AddressIndex): KnownLines {
  const names = namesOfLocalities(index);
  const begun = [OF_NAMES, 0].map((silent) => begunOf(index, silent));
  const kinds = new Map<string, Set<number>>();
  return (label) => {
    const plain = plainLabel(index, label);
    if (plain === null) return () => null;
    const { kind, streets, places } = plain;
    const certain = kinds.get(kind) ?? new Set();
    kinds.set(kind, certain);
    const others = othersOf(index, plain, names);
    return (street, place) => {
      const read = begun[places.length === 0 ? 0 : 1](place);
      const isAlone = streets.size === 1 && streets.has(street) && places.length === 0;
      const shared = read.starts.map((from) => (isAlone ? 0 : sharedLetters(read.letters, from, others, street)));
      const key = localityOf(index, street) * MOST_LENGTH;
      const isShared = (length: number) =>
        length > 0 && length < MOST_LENGTH && (isAlone || isElsewhere(read, length, shared));
      return {
        has: (length) => certain.has(key + length) && isShared(length),
        add: (length) => {
          if (isShared(length)) certain.add(key + length);
        },
      };
    };
  };
}

/** Whether what is typed of a place leads to no other street of a label's name, by the letters that others share. */
function isElsewhere({ starts, lengths, placeless }: Begun, length: number, shared: readonly number[]): boolean {
  if (placeless[length]) return false;
  return starts.every((from, i) => {
    const letters = lengths[length] - from;
    return letters > shared[i] || (letters <= 0 && i > 0);
  });
}

/** Meanings that a word of a street's name may have, as they say nothing of numbers or places. */
const OF_NAMES = bitsOf(MEANING.streetType, MEANING.streetSuffix);

/**
 * A label all of whose words are explained in one way alone, as the name and type of a street; else null. Whatever
 * place follows, a reading that explains all words then reads the label so, or as a street in a place of its own.
 */
function plainLabel(index: AddressIndex, label: string): Plain | null {
  const query = queryOf(index, `1 ${label}`, BY_SOURCES);
  const { tokens, words } = query;
  const last = tokens.count - 1;
  const numbers = parseNumbers(index, tokens, words);
  if (numbers.length !== 1 || numbers[0].consumed !== 1 || withTypesApart(label) !== null) return null;
  for (let t = 1; t <= last; t++)
    if (tokens.kind[t] !== WORD || words.longEntry[t] >= 0 || (words.meanings[t] & ~OF_NAMES) !== 0) return null;
  const parses = parseNames(nameSpans(query, 1), true).filter(({ unmatched }) => unmatched === 0);
  const alone = parses.filter(({ street, locality }) => street === null || locality === null);
  if (alone.length !== 1) return null;
  const [{ street, type, suffix, penalty }] = alone;
  if (street === null || type < 0 || suffix >= 0 || penalty > 0) return null;
  if (street.from !== 1 || street.spaces > 0 || street.end !== last) return null;
  const { low, start, posting } = nameTries(index).street;
  const entry = low[street.node];
  const end = Math.min(start[entry + 1], posting.length);
  if (end - start[entry] > MOST_SCANNED) return null;
  const streets = new Set(Array.from(posting.subarray(start[entry], end), (it) => it & POSTING_MASK));
  const places = parses.flatMap(({ locality }) =>
    locality === null ? [] : tokenText(tokens, locality.from, locality.end).replaceAll(' ', ''),
  );
  return { kind: words.meanings.subarray(1, last + 1).join(), streets, places };
}

/** The names of each locality, its own and others, without spaces. */
function namesOfLocalities(index: AddressIndex): readonly (readonly string[])[] {
  const { localityKey, localityKeyStart, localityName } = index.columns;
  const { start, posting } = nameTries(index).locality;
  const names = Array.from(localityName, (): string[] => []);
  for (let entry = 0; entry + 1 < localityKeyStart.length; entry++) {
    const key = localityKey.subarray(localityKeyStart[entry], localityKeyStart[entry + 1]);
    const name = Buffer.from(key).toString('latin1').replaceAll(' ', '');
    const end = Math.min(start[entry + 1], posting.length);
    for (let i = start[entry]; i < end; i++) names[posting[i] & POSTING_MASK].push(name);
  }
  return names;
}

const tokens = newTokens();
const words = newWords();

/** Reads the beginnings of places and their states, in which words of `silent` meanings say nothing by themselves. */
function begunOf(index: AddressIndex, silent: number): (place: string) => Begun {
  const known = new Map<string, Begun>();
  const read = (place: string): Begun => {
    const placeless: boolean[] = [];
    const lengths = new Uint8Array(place.length + 1);
    let starts: number[] = [];
    for (let length = 0; length <= place.length; length++) {
      readTokens(place.slice(0, length), true, tokens);
      readWords(index, tokens, words);
      const first = firstSilent(silent);
      lengths[length] = tokens.count === 0 ? 0 : tokens.end[tokens.count - 1];
      placeless.push(isPlaceless(index, first, silent));
      starts = Array.from({ length: Math.min(first + 1, tokens.count) }, (_, t) => tokens.start[t]);
    }
    return { letters: place.replaceAll(' ', ''), starts, lengths, placeless };
  };
  return (place) => {
    const found = known.get(place) ?? read(place);
    known.set(place, found);
    return found;
  };
}

/** The first word that says nothing by itself. */
function firstSilent(silent: number): number {
  const says = (t: number) =>
    words.longEntry[t] >= 0 || (words.meanings[t] & ~silent) !== 0 || isWord(tokens, t, 'THE');
  let t = 0;
  while (t < tokens.count && says(t)) t = Math.max(t + 1, words.longEnd[t]);
  return t;
}

/** Whether what was read may be states, the country, or the suffix of a street or what else its words may begin. */
function isPlaceless(index: AddressIndex, first: number, silent: number): boolean {
  if (first >= tokens.count) return true;
  if (!tokens.open) return false;
  const { types, suffixes, states, countries, longSuffixes } = completionsOf(index, tokens, words);
  if (longSuffixes.size > 0) return true;
  const isType = silent === 0 && types.size > 0;
  return first === tokens.count - 1 && (isType || suffixes.size + states.size + countries.size > 0);
}

/** Where other streets of a label's name are, by the first letter of their place. */
function othersOf(
  index: AddressIndex,
  { streets, places }: Plain,
  names: readonly (readonly string[])[],
): ReadonlyMap<number, readonly Other[]> {
  const others = new Map<number, Other[]>();
  const add = (other: Other) => {
    const letter = other.place.charCodeAt(0);
    const known = others.get(letter);
    if (known === undefined) others.set(letter, [other]);
    else known.push(other);
  };
  for (const street of streets) for (const place of names[localityOf(index, street)]) add({ street, place });
  for (const place of places) add({ street: -1, place });
  return others;
}

/**
 * The most letters, from one on, that a text shares with the place of any street but one; without end, if it has all of
 * that place.
 */
function sharedLetters(
  letters: string,
  from: number,
  others: ReadonlyMap<number, readonly Other[]>,
  but: number,
): number {
  let most = 0;
  for (const { street, place } of others.get(letters.charCodeAt(from)) ?? []) {
    if (street === but) continue;
    let at = 1;
    while (at < place.length && place.charCodeAt(at) === letters.charCodeAt(from + at)) at++;
    if (at === place.length) return Number.POSITIVE_INFINITY;
    most = Math.max(most, at);
  }
  return most;
}
