import { searchKey } from '../../src/index/search-key.ts';

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

const EQUALS = new Map<string, string[]>();
for (const words of EQUAL_WORDS)
  for (const word of words) EQUALS.set(word, [...(EQUALS.get(word) ?? []), ...words.filter((other) => other !== word)]);

const DIRECTIONS = new Set(['NORTH', 'SOUTH', 'EAST', 'WEST', 'UPPER', 'LOWER', 'CENTRAL', 'INNER', 'OUTER']);

const MOST_VARIANTS = 12;

/**
 * The other spellings that a name is looked up by: `MT BULLER` and `MOUNT BULLER`, `MCDONALD` and `MACDONALD`, `1ST` and
 * `FIRST`, a name without its leading `THE`, a name without `AND`. The name's own key is not among them.
 */
export function streetNameVariants(name: string): string[] {
  const key = searchKey(name);
  const variants = wordVariants(key);
  if (key.startsWith('THE ')) variants.add(key.slice(4));
  if (key.includes(' AND ')) variants.add(key.replace(' AND ', ' '));
  variants.delete(key);
  return [...variants].slice(0, MOST_VARIANTS);
}

/** Like `streetNameVariants`, and with the direction at the other end: `NORTH RICHMOND` and `RICHMOND NORTH`. */
export function localityNameVariants(name: string): string[] {
  const key = searchKey(name);
  const words = key.split(' ');
  const variants = wordVariants(key);
  const last = words[words.length - 1];
  if (words.length > 1 && DIRECTIONS.has(last))
    for (const variant of wordVariants([last, ...words.slice(0, -1)].join(' '), true)) variants.add(variant);
  if (words.length > 1 && DIRECTIONS.has(words[0]))
    for (const variant of wordVariants([...words.slice(1), words[0]].join(' '), true)) variants.add(variant);
  variants.delete(key);
  return [...variants].slice(0, MOST_VARIANTS);
}

function wordVariants(key: string, withItself = false): Set<string> {
  let keys = [''];
  for (const word of key.split(' ')) {
    const spellings = [word, ...(EQUALS.get(word) ?? [])];
    if (word.startsWith('MAC') && word.length >= 6) spellings.push(`MC${word.slice(3)}`);
    else if (word.startsWith('MC') && word.length >= 4) spellings.push(`MAC${word.slice(2)}`);
    keys = keys.flatMap((before) => spellings.map((spelling) => (before === '' ? spelling : `${before} ${spelling}`)));
    if (keys.length > MOST_VARIANTS) keys.length = MOST_VARIANTS;
  }
  const variants = new Set(keys);
  if (!withItself) variants.delete(key);
  return variants;
}
