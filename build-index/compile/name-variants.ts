import { searchKey } from '../../src/address/index/search-key.ts';
import {
  BEFORE_COUNCILS,
  BEHIND_COUNCILS,
  DIRECTIONS,
  EQUAL_WORDS,
  NO_COUNCILS,
  SHORTENED_IN_PLACES,
} from '../../src/address/vocabulary/names.ts';
import { STREET_TYPE_WORDS } from '../../src/address/vocabulary/street-types.ts';
import { rowFor, wordsIn } from '../../src/address/vocabulary/words.ts';

type Equals = ReadonlyMap<string, readonly string[]>;

function equalsOf(groups: readonly string[]): Equals {
  const equals = new Map<string, string[]>();
  for (const words of groups.map(wordsIn))
    for (const word of words)
      equals.set(word, [...(equals.get(word) ?? []), ...words.filter((other) => other !== word)]);
  return equals;
}

const IN_STREETS = equalsOf(EQUAL_WORDS);
const IN_PLACES = equalsOf([...EQUAL_WORDS, ...SHORTENED_IN_PLACES]);

const ENDS = new Set(wordsIn(DIRECTIONS));

const MOST_VARIANTS = 12;
/** Places get more: they are few, and their names may be turned round too. */
const MOST_OF_PLACE = 24;

/** At most this many ways to write the type that a name ends with: the usual ones (street-types.ts). */
const MOST_OF_TYPE = 2;

/**
 * The other spellings that a name is looked up by: `MT BULLER` and `MOUNT BULLER`, `MCDONALD` and
 * `MACDONALD`, `1ST` and `FIRST`, `THE AVE` and `THE AVENUE`, a name without its leading `THE`, a
 * name without `AND`. The name's own key is not among them.
 */
export function streetNameVariants(name: string): string[] {
  const key = searchKey(name);
  const variants = wordVariants(key, IN_STREETS, MOST_VARIANTS);
  const last = key.lastIndexOf(' ') + 1;
  if (last > 0)
    for (const word of wordsIn(rowFor(STREET_TYPE_WORDS, key.slice(last)) ?? '').slice(0, MOST_OF_TYPE))
      variants.add(key.slice(0, last) + word);
  if (key.startsWith('THE ')) variants.add(key.slice(4));
  if (key.includes(' AND ')) variants.add(key.replace(' AND ', ' '));
  variants.delete(key);
  return [...variants].slice(0, MOST_VARIANTS);
}

/** The variants of a place name, also with the direction at the other end: `NORTH RICHMOND` and `RICHMOND NORTH`. */
export function localityNameVariants(name: string): string[] {
  const key = searchKey(name);
  const words = key.split(' ');
  const variants = wordVariants(key, words.length > 1 ? IN_PLACES : IN_STREETS, MOST_OF_PLACE);
  if (key.startsWith('THE ')) variants.add(key.slice(4));
  const last = words[words.length - 1];
  if (words.length > 1 && ENDS.has(last)) addTurned(variants, [last, ...words.slice(0, -1)]);
  if (words.length > 1 && ENDS.has(words[0])) addTurned(variants, [...words.slice(1), words[0]]);
  variants.delete(key);
  return [...variants].slice(0, MOST_OF_PLACE);
}

function addTurned(variants: Set<string>, words: readonly string[]): void {
  const turned = words.join(' ');
  variants.add(turned);
  for (const variant of wordVariants(turned, IN_PLACES, MOST_VARIANTS)) variants.add(variant);
}

function wordVariants(key: string, equals: Equals, most: number): Set<string> {
  let keys = [''];
  for (const word of key.split(' ')) {
    const spellings = [word, ...(equals.get(word) ?? [])];
    if (word.startsWith('MAC') && word.length >= 6) spellings.push(`MC${word.slice(3)}`);
    else if (word.startsWith('MC') && word.length >= 4) spellings.push(`MAC${word.slice(2)}`);
    keys = keys.flatMap((before) => spellings.map((spelling) => (before === '' ? spelling : `${before} ${spelling}`)));
    if (keys.length > most) keys.length = most;
  }
  const variants = new Set(keys);
  variants.delete(key);
  return variants;
}

const BEHIND = wordsIn(BEHIND_COUNCILS);
const BEFORE = wordsIn(BEFORE_COUNCILS);
const NO_COUNCIL = wordsIn(NO_COUNCILS);

/**
 * The keys by which a council's area is known, its bare name first: `MITCHELL`, `MITCHELL SHIRE`, … for `Mitchell (S)`;
 * none for an area that is no council's.
 */
export function councilKeys(name: string): string[] {
  const key = searchKey(name.replace(/\([^)]*\)/g, ' '));
  if (key === '' || NO_COUNCIL.some((word) => key.startsWith(word))) return [];
  const before = BEFORE.find((words) => key.startsWith(`${words} `));
  const rest = before === undefined ? key : key.slice(before.length + 1);
  const behind = BEHIND.filter((words) => rest.endsWith(` ${words}`)).sort((a, b) => b.length - a.length)[0];
  const bare = behind === undefined ? rest : rest.slice(0, -behind.length - 1);
  return [
    ...new Set([bare, ...BEHIND.map((words) => `${bare} ${words}`), ...BEFORE.map((words) => `${words} ${bare}`)]),
  ];
}
