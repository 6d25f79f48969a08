import type { Said } from '../../language/phrasing.ts';
import { editDistance, slip } from '../../language/typos.ts';
import type { QueryClass, Setting } from '../../question.ts';
import { isOnlyStreet, streetCovers } from '../../universe/fitting.ts';
import { everydaySaid, inRandomStyle, isEveryday, named, oneOf } from '../asking.ts';
import { inLocality, inStreet, staysNearest } from './typing.ts';

const GOALS = { right: 0.999 };

/**
 * Spelling mistakes for which another record matches the spelling but contradicts the number, the
 * suffix or the place: the correct parts decide.
 */
export const CONTESTED: readonly QueryClass[] = [
  {
    name: 'contested: one in a street with a suffix',
    goals: GOALS,
    rows: (setting, row) => isEveryday(setting, row) && streetOf(setting, row).suffix !== '',
    ask(setting, row) {
      const { universe, random } = setting;
      const said = everydaySaid(universe, row);
      const wrong = inStreet(said, setting, 4, slip);
      if (wrong === null || !staysNearest(universe, setting, row, said, wrong)) return null;
      const less = { ...wrong, ...oneOf(random, {}, { state: '' }, { state: '', postcode: '' }) };
      if (less.postcode === '' && universe.localitiesByName.get(said.locality)?.length !== 1) return null;
      return inRandomStyle(setting, row, less);
    },
  },
  placeMisspelled('contested: one in a place of two words, behind a whole street', (name) => name.includes(' ')),
  placeMisspelled('contested: one in the place, and nothing behind it', () => true),
  streetMisspelled('contested: one in the street that has the number, where another is spelled so', likeAnotherHere),
  streetMisspelled(
    'contested: one in the street of the place said, where one next door is spelled so',
    likeOneNextDoor,
  ),
];

/**
 * A mistake in a locality given without state and postcode, if no other locality spelled as
 * similarly has that street and number.
 */
function placeMisspelled(name: string, fits: (locality: string) => boolean): QueryClass {
  return {
    name,
    goals: GOALS,
    rows: (setting, row) => isEveryday(setting, row) && fits(everydaySaid(setting.universe, row).locality),
    ask(setting, row) {
      const { universe } = setting;
      const said = everydaySaid(universe, row);
      const wrong = inLocality(said, setting, 4, slip);
      if (wrong === null || universe.localitiesByName.has(wrong.locality)) return null;
      const mayBeMeant = (at: number) => {
        const { name: other, aliases } = universe.localities[at];
        return [other, ...aliases].some((its) => isLike(its, wrong.locality) || sharesWord(its, wrong.locality));
      };
      if (!isOnlyStreet(universe, row, mayBeMeant)) return null;
      return inRandomStyle(setting, row, { ...wrong, state: '', postcode: '' });
    },
  };
}

/** A mistake that turns the street's name into another street's. */
function streetMisspelled(name: string, rivals: (setting: Setting, row: number, said: Said) => string[]): QueryClass {
  return {
    name,
    goals: GOALS,
    rows: (setting, row) => isEveryday(setting, row) && /^[A-Z ]{5,}$/.test(streetOf(setting, row).name),
    ask(setting, row) {
      const { universe, random } = setting;
      const said = everydaySaid(universe, row);
      const wrong = random.pick(rivals(setting, row, said).filter((rival) => /^[A-Z ]{5,}$/.test(rival)));
      if (wrong === undefined || !isOnlyStreet(universe, row, named(universe, said.locality, ''))) return null;
      return inRandomStyle(setting, row, { ...said, name: wrong, ...oneOf(random, {}, { state: '' }) });
    },
  };
}

/**
 * Names of similarly spelled streets of the same locality, none of this type, unless a street
 * spelled like them, here or around, has the number.
 */
function likeAnotherHere(setting: Setting, row: number, said: Said): string[] {
  const { universe, surroundings, similarStreets } = setting;
  const rivals = similarStreets.here(universe.rowStreet[row]).map((at) => universe.streets[at]);
  if (rivals.length === 0) return [];
  const around = surroundings.of(streetOf(setting, row).locality);
  return rivals
    .filter(({ type, name }) => type !== said.type && !hasNumber(setting, row, name, around))
    .map(({ name }) => name);
}

/**
 * Names of streets of the type, in the localities around, that have the number, unless a street
 * spelled like them here has it too.
 */
function likeOneNextDoor(setting: Setting, row: number, said: Said): string[] {
  const { universe, similarStreets } = setting;
  const { locality } = streetOf(setting, row);
  const { name: place } = universe.localities[locality];
  const { low } = universe.numbers[universe.rowNumber[row]];
  // Where the place next door is known by this one's name too, its street is as said to the letter.
  const isAlsoHere = (at: number) => universe.localities[universe.streets[at].locality].aliases.includes(place);
  return similarStreets
    .nextDoor(universe.rowStreet[row])
    .filter((at) => universe.streets[at].type === said.type && streetCovers(universe, at, low) && !isAlsoHere(at))
    .map((at) => universe.streets[at].name)
    .filter((name) => !hasNumber(setting, row, name, [locality]));
}

/**
 * True if a street other than the row's, spelled like `like`, has the row's number in one of the
 * localities (positions).
 */
function hasNumber(setting: Setting, row: number, like: string, localities: Iterable<number>): boolean {
  const { universe } = setting;
  const { name } = streetOf(setting, row);
  const { low, high } = universe.numbers[universe.rowNumber[row]];
  return [...localities].some((place) =>
    universe.localities[place].streets.some((at) => {
      const its = universe.streets[at].name;
      if (its === name || !isLike(its, like)) return false;
      return streetCovers(universe, at, low) || streetCovers(universe, at, high);
    }),
  );
}

function streetOf({ universe }: Setting, row: number) {
  return universe.streets[universe.rowStreet[row]];
}

function isLike(name: string, typed: string): boolean {
  return Math.abs(name.length - typed.length) <= 1 && editDistance(name, typed) <= 1;
}

function sharesWord(name: string, typed: string): boolean {
  const words = name.split(' ').filter((word) => word.length >= 4);
  return typed.split(' ').some((word) => words.some((its) => isLike(its, word)));
}
