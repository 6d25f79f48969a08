import { localityNameVariants } from '../../build-index/compile/name-variants.ts';
import { alignment } from '../address/search/alignment.ts';

/** What the lookups know of a locality. */
export interface NaivePlace {
  readonly name: string;
  readonly aliases: readonly string[];
  readonly addresses: number;
  /** Whether it is in a state, by its abbreviation, or addressed to it. */
  isIn(state: string): boolean;
  /** Names in capitals of the councils' areas, and of the metropolis, that addresses of it are in. */
  readonly regions: readonly string[];
}

const STATES: Readonly<Record<string, readonly string[]>> = {
  ACT: ['ACT', 'A C T', 'AUSTRALIAN CAPITAL TERRITORY'],
  NSW: ['NSW', 'N S W', 'NEW SOUTH WALES'],
  NT: ['NT', 'N T', 'NORTHERN TERRITORY'],
  OT: [
    ...['OT', 'OTHER TERRITORIES', 'JBT', 'J B T', 'JERVIS BAY TERRITORY', 'COCOS KEELING ISLANDS', 'COCOS ISLANDS'],
    'INDIAN OCEAN',
  ],
  QLD: ['QLD', 'Q L D', 'QL', 'QUEENSLAND'],
  SA: ['SA', 'S A', 'SOUTH AUSTRALIA', 'STH AUSTRALIA'],
  TAS: ['TAS', 'T A S', 'TASM', 'TASMANIA'],
  VIC: ['VIC', 'V I C', 'VICT', 'VICTORIA'],
  WA: ['WA', 'W A', 'WESTERN AUSTRALIA', 'WEST AUSTRALIA'],
};
const CENTRES = ['CBD', 'CITY', 'CITY CENTRE'];

/** The capital of each state. */
export const CAPITAL_OF: Readonly<Record<string, string>> = {
  ACT: 'CANBERRA',
  NSW: 'SYDNEY',
  NT: 'DARWIN',
  QLD: 'BRISBANE',
  SA: 'ADELAIDE',
  TAS: 'HOBART',
  VIC: 'MELBOURNE',
  WA: 'PERTH',
};
const CAPITALS = Object.values(CAPITAL_OF).flatMap((name) => [name, `GREATER ${name}`]);

/** A name as people type it: letters and digits in words. */
export function wordsOf(text: string): string {
  const plain = text.normalize('NFD').replace(/[\u0300-\u036f'’‘`´.]/g, '');
  return plain
    .toUpperCase()
    .replaceAll('&', ' AND ')
    .replace(/[^A-Z0-9]+/g, ' ')
    .trim();
}

/** The localities that a name in upper case means, by full scans, in the order that the lookups promise (§3.11). */
export function placesMeant<P extends NaivePlace>(places: readonly P[], input: string, state: string | null): P[] {
  const inState = (states: readonly string[]) => places.filter((place) => states.every((known) => place.isIn(known)));
  const given = state === null ? [] : [state];
  const exact = inState(given).filter(({ name }) => name === input);
  if (exact.length > 0) return exact;
  const aliased = inState(given).filter(({ aliases }) => aliases.includes(input));
  if (aliased.length > 0) return mostAddresses(aliased);

  const regions = new Set([...CAPITALS, ...places.flatMap((place) => place.regions)]);
  let words = input.split(/[\s,()]+/).filter((word) => wordsOf(word) !== '');
  const readings = [{ text: words.join(' '), places: inState(given), inRegion: false }];
  for (let shorter = withoutTail(words, regions); shorter !== null; shorter = withoutTail(words, regions)) {
    const before = readings[readings.length - 1];
    const { tail, states, isRegion } = shorter;
    words = shorter.words;
    readings.push({
      text: words.join(' '),
      places: before.places.filter(
        (place) => states.every((state) => place.isIn(state)) && (!isRegion || place.regions.includes(tail)),
      ),
      inRegion: before.inRegion || isRegion,
    });
  }
  for (const { text, places } of readings) {
    const key = wordsOf(text);
    for (const spelledOf of [
      ({ name }: P) => [wordsOf(name)],
      ({ aliases }: P) => aliases.map(wordsOf),
      ({ name, aliases }: P) => [name, ...aliases].flatMap(localityNameVariants),
    ]) {
      const spelled = key === '' ? [] : places.filter((place) => spelledOf(place).includes(key));
      if (spelled.length > 0) return mostAddresses(spelled);
    }
  }
  for (const { text, places, inRegion } of readings) {
    const key = wordsOf(text);
    if (key === '' || inRegion || regions.has(key)) continue;
    const begun = places.filter(({ name, addresses }) => addresses > 0 && `${wordsOf(name)} `.startsWith(`${key} `));
    if (begun.length === 0) continue;
    const best = mostAddresses(begun);
    if (count(best) >= 10 * (count(begun) - count(best))) return best;
  }
  const namesOf = ({ name, aliases }: P) => [name, ...aliases];
  for (const { text, places: there } of readings) {
    const key = wordsOf(text);
    const letters = key.replaceAll(' ', '').length;
    const begins = (name: string) =>
      [name, ...localityNameVariants(name)].some((known) => `${wordsOf(known)} `.startsWith(`${key} `));
    if (regions.has(key) || places.some((place) => namesOf(place).some(begins))) continue;
    for (let edits = 1; edits <= (letters < 5 ? 0 : letters < 9 ? 1 : 2); edits++) {
      const near = there.filter((place) => namesOf(place).some((name) => isNear(name, text, edits)));
      if (near.length > 0) return mostAddresses(near);
    }
  }
  return [];
}

/** Without the longest tail that says a state, a region or a town's centre; null where there is none, or no more is left. */
function withoutTail(words: readonly string[], regions: ReadonlySet<string>) {
  for (let from = 1; from < words.length; from++) {
    const tail = wordsOf(words.slice(from).join(' '));
    const states = Object.keys(STATES).filter((state) => STATES[state].includes(tail));
    const isRegion = states.length === 0 && !CENTRES.includes(tail) && regions.has(tail);
    if (states.length > 0 || CENTRES.includes(tail) || isRegion)
      return { words: words.slice(0, from), tail, states, isRegion };
  }
  return null;
}

function isNear(name: string, input: string, edits: number): boolean {
  const isSameStart = name[0] === input[0] || (name[0] === input[1] && name[1] === input[0]);
  return (
    isSameStart &&
    Math.abs(name.length - input.length) <= edits &&
    alignment(name, input)[name.length][input.length] === edits
  );
}

function count(places: readonly NaivePlace[]): number {
  return places.reduce((sum, { addresses }) => sum + addresses, 0);
}

/** Those that share the name with the most addresses, the first by name of several such names. */
function mostAddresses<P extends NaivePlace>(places: readonly P[]): P[] {
  const counts = new Map<string, number>();
  for (const { name, addresses } of places) counts.set(name, (counts.get(name) ?? 0) + addresses);
  const [[best]] = [...counts].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1));
  return places.filter(({ name }) => name === best);
}
