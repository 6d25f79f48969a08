import { STREET_SUFFIXES, STREET_TYPES } from '../../../src/address/formatted/street-types.ts';
import { STREET_TYPE_WORDS } from '../../../src/address/vocabulary/street-types.ts';
import { wordsIn } from '../../../src/address/vocabulary/words.ts';
import { type Gazetteer, type GazetteerLocality, plainText, type StreetName } from '../gazetteer.ts';

/** A house number or a range; `last` is -1 without one. */
export interface WrittenNumber {
  readonly first: number;
  readonly suffix: string;
  readonly last: number;
}

/** An address parsed from its string. */
export interface WrittenAddress {
  readonly place: GazetteerLocality;
  readonly street: StreetName;
  readonly number: WrittenNumber | null;
}

/**
 * Finds the place that some words name in a state, among those of a postcode if it is known; null
 * if there is none.
 */
type FindPlace = (state: string, postcode: string | null, words: readonly string[]) => GazetteerLocality | null;

const STATES = new Set(['ACT', 'NSW', 'NT', 'QLD', 'SA', 'TAS', 'VIC', 'WA']);
const TYPES = new Map<string, string>([
  ...Object.entries(STREET_TYPE_WORDS).flatMap(([type, words]) => wordsIn(words).map((word) => [word, type] as const)),
  ...STREET_TYPES.flatMap(([type, short]) => [[short, type] as const, [type, type] as const]),
]);
const SUFFIXES = new Map<string, string>(STREET_SUFFIXES.map(([code, name]) => [name, code]));
const LONGEST_PLACE = 4;
const LONGEST_NAME = 4;
const LONGEST_BARE = 2;
const NUMBER = /^(\d{1,5})([A-Z]?)(?:-(\d{1,5})[A-Z]?)?$/;
const NAME = /^[A-Z'-]+$|^\d+(ST|ND|RD|TH)$/;

/** Makes a function that finds the places of a gazetteer by their names. */
export function placeFinder({ localities }: Gazetteer): FindPlace {
  const byName = new Map<string, GazetteerLocality[]>();
  for (const place of localities) {
    const key = `${place.state}|${place.name}`;
    byName.set(key, [...(byName.get(key) ?? []), place]);
  }
  return (state, postcode, words) =>
    byName
      .get(`${state}|${words.join(' ')}`)
      ?.find(({ postcodes }) => postcode === null || postcodes.includes(postcode)) ?? null;
}

/**
 * The street, the number and the place of `{ q, state, postcode }`: the last words that name a
 * place of the state, and the street that ends right before them. Null if street or place is not
 * found.
 */
export function parseWritten(line: Readonly<Record<string, unknown>>, find: FindPlace): WrittenAddress | null {
  const { q, state, postcode } = line;
  if (typeof q !== 'string' || typeof state !== 'string') return null;
  const words = wordsOf(q);
  const code = typeof postcode === 'string' ? postcode : null;
  for (let end = words.length; end > 1; end--)
    for (let from = Math.max(1, end - LONGEST_PLACE); from < end; from++) {
      const place = find(state, code, words.slice(from, end));
      const street = place === null ? null : streetOf(words.slice(0, from));
      if (place !== null && street !== null) return { place, ...street };
    }
  return null;
}

/** The words of a line, a range as one word, without state, postcode and country at its end. */
function wordsOf(q: string): string[] {
  const words = plainText(q)
    .replace(/(\d[A-Z]?) ?- ?(?=\d)/g, '$1-')
    .replaceAll(',', ' , ')
    .split(/[^A-Z0-9',-]+/)
    .filter(Boolean);
  while (
    words.length > 0 &&
    (STATES.has(words[words.length - 1]) || /^(AUSTRALIA|\d{4})$/.test(words[words.length - 1]))
  )
    words.pop();
  return words;
}

/**
 * The street at the end of the words, ignoring commas: a name of up to four words after a number,
 * or of up to two at the beginning of a comma-separated part.
 */
function streetOf(words: readonly string[]): Pick<WrittenAddress, 'street' | 'number'> | null {
  if (words[words.length - 1] === ',') return streetOf(words.slice(0, -1));
  const suffix = SUFFIXES.get(words[words.length - 1]) ?? '';
  const end = suffix === '' ? words.length : words.length - 1;
  const type = TYPES.get(words[end - 1] ?? '');
  if (type === undefined) return null;
  let from = end - 1;
  while (from > 0 && end - from <= LONGEST_NAME && NAME.test(words[from - 1])) from--;
  const name = words.slice(from, end - 1);
  const isBare = from === 0 || words[from - 1] === ',';
  const number = isBare ? null : numberOf(words[from - 1]);
  if (name.length === 0 || (isBare ? name.length > LONGEST_BARE : number === null)) return null;
  return { street: { name: name.join(' '), type, suffix }, number };
}

function numberOf(word: string): WrittenNumber | null {
  const [, first, suffix, last] = NUMBER.exec(word) ?? [];
  if (first === undefined || Number(first) === 0) return null;
  return {
    first: Number(first),
    suffix,
    last: last === undefined || Number(last) <= Number(first) ? -1 : Number(last),
  };
}
