import { searchKey } from '../../src/address/index/search-key.ts';
import { STREET_TYPE_WORDS } from './street-words.ts';

/** Words that people write for one another within names. */
const EQUAL_WORDS: readonly (readonly string[])[] = [
  ['SAINT', 'ST'],
  ['MOUNT', 'MT'],
  ['POINT', 'PT'],
  ['PORT', 'PT'],
  ['FORT', 'FT'],
  ['GREAT', 'GT'],
  ['LITTLE', 'LT', 'LIT'],
  ['UPPER', 'UPR'],
  ['LOWER', 'LWR'],
  ['NORTH', 'NTH', 'N'],
  ['SOUTH', 'STH', 'S'],
  ['EAST', 'E'],
  ['WEST', 'W'],
  ['FIRST', '1ST'],
  ['SECOND', '2ND'],
  ['THIRD', '3RD'],
  ['FOURTH', '4TH'],
  ['FIFTH', '5TH'],
  ['SIXTH', '6TH'],
  ['SEVENTH', '7TH'],
  ['EIGHTH', '8TH'],
  ['NINTH', '9TH'],
  ['TENTH', '10TH'],
  ['ELEVENTH', '11TH'],
  ['TWELFTH', '12TH'],
  ['THIRTEENTH', '13TH'],
  ['FOURTEENTH', '14TH'],
  ['FIFTEENTH', '15TH'],
  ['SIXTEENTH', '16TH'],
  ['SEVENTEENTH', '17TH'],
  ['EIGHTEENTH', '18TH'],
  ['NINETEENTH', '19TH'],
  ['TWENTIETH', '20TH'],
  ['JUNCTION', 'JCT', 'JNCTN'],
  ['HEIGHTS', 'HTS'],
  ['SPRINGS', 'SPGS'],
  ['CREEK', 'CK'],
  ['ISLAND', 'IS'],
  ['VALLEY', 'VLY'],
  ['CAPTAIN', 'CAPT'],
  ['DOCTOR', 'DR'],
];

/**
 * Words that people shorten in a place's name of several words; alone, `GR` and `PK` would rather
 * be a street's type. In street names they are rare, and mostly types.
 */
const SHORTENED_IN_PLACES: readonly (readonly string[])[] = [
  ['BEACH', 'BCH'],
  ['CENTRAL', 'CTL', 'CNTRL'],
  ['CENTRE', 'CTR'],
  ['CITY', 'CBD'],
  ['CREEK', 'CRK'],
  ['GARDENS', 'GDNS'],
  ['GROVE', 'GVE', 'GR'],
  ['HARBOUR', 'HBR'],
  ['HEADS', 'HDS'],
  ['HEIGHTS', 'HGTS'],
  ['HILL', 'HL'],
  ['HILLS', 'HLS'],
  ['ISLAND', 'ISL'],
  ['JUNCTION', 'JN', 'JNC'],
  ['LAKE', 'LK'],
  ['LAKES', 'LKS'],
  ['PARK', 'PK'],
  ['POINT', 'PNT'],
  ['VALE', 'VLE'],
  ['VICTORIA', 'VIC'],
  ['VILLAGE', 'VLG'],
  ['WEST', 'WST'],
];

type Equals = ReadonlyMap<string, readonly string[]>;

function equalsOf(groups: readonly (readonly string[])[]): Equals {
  const equals = new Map<string, string[]>();
  for (const words of groups)
    for (const word of words)
      equals.set(word, [...(equals.get(word) ?? []), ...words.filter((other) => other !== word)]);
  return equals;
}

const IN_STREETS = equalsOf(EQUAL_WORDS);
const IN_PLACES = equalsOf([...EQUAL_WORDS, ...SHORTENED_IN_PLACES]);

const DIRECTIONS = new Set(['NORTH', 'SOUTH', 'EAST', 'WEST', 'UPPER', 'LOWER', 'CENTRAL', 'INNER', 'OUTER']);

const MOST_VARIANTS = 12;
/** Places get more: they are few, and their names may be turned round too. */
const MOST_OF_PLACE = 24;

/** At most this many ways to write the type that a name ends with: the usual ones (street-words.ts). */
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
    for (const word of (STREET_TYPE_WORDS[key.slice(last)] ?? []).slice(0, MOST_OF_TYPE))
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
  if (words.length > 1 && DIRECTIONS.has(last)) addTurned(variants, [last, ...words.slice(0, -1)]);
  if (words.length > 1 && DIRECTIONS.has(words[0])) addTurned(variants, [...words.slice(1), words[0]]);
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
