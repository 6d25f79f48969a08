import type { Said } from '../../language/phrasing.ts';
import { editDistance, misspell, slip, slipAtFront } from '../../language/typos.ts';
import type { QueryClass, Setting } from '../../question.ts';
import { otherStreets, streetCovers } from '../../universe/fitting.ts';
import type { Universe } from '../../universe/universe.ts';
import { everydaySaid, forRow, inRandomStyle, isEveryday, oneOf } from '../asking.ts';

type Change = Parameters<typeof misspell>[3];

const twice: Change = (word, random) => {
  const once = slip(word, random);
  return once === null ? null : slip(once, random);
};

/**
 * Addresses with typing errors, after each of which the target is still the nearest record of its
 * surroundings.
 */
export const TYPOS: readonly QueryClass[] = [
  typo('typo: one in the street', 0.99, (said, setting) => inStreet(said, setting, 4, slip)),
  typo('typo: one in the locality', 0.99, (said, setting) => inLocality(said, setting, 4, slip)),
  typo('typo: one in the street type', 0.99, inType, true),
  typo('typo: one in street and one in locality', 0.97, (said, setting) => {
    const first = inStreet(said, setting, 4, slip);
    return first === null ? null : inLocality(first, setting, 4, slip);
  }),
  typo('typo: first letter dropped or swapped', 0.97, (said, setting) =>
    setting.random.chance(0.6) ? inStreet(said, setting, 4, slipAtFront) : inLocality(said, setting, 4, slipAtFront),
  ),
  typo(
    'typo: two in a word of eight or more',
    0.97,
    (said, setting) =>
      setting.random.chance(0.6) ? inStreet(said, setting, 8, twice) : inLocality(said, setting, 8, twice),
    true,
  ),
];

function typo(
  name: string,
  right: number,
  change: (said: Said, setting: Setting) => Said | null,
  ownGoals = false,
): QueryClass {
  return {
    name,
    goals: { right },
    ownGoals,
    rows: isEveryday,
    ask(setting, row) {
      const { universe, random } = setting;
      const said = everydaySaid(universe, row);
      const changed = change(said, setting);
      if (changed === null || !staysNearest(universe, setting, row, said, changed)) return null;
      const abbreviated = changed.type === said.type;
      const less = { ...changed, ...oneOf(random, {}, {}, { state: '' }) };
      return abbreviated ? inRandomStyle(setting, row, less) : forRow(setting, row, unabbreviated(less));
    },
  };
}

function unabbreviated(said: Said): string {
  const street = [said.number, said.name, said.type, said.suffix].filter(Boolean).join(' ');
  const place = [said.locality, said.state, said.postcode].filter(Boolean).join(' ');
  return `${said.unit}${street}, ${place}`.toLowerCase();
}

/** Changes a word of at least `least` letters of the street's name; null if none can be changed. */
export function inStreet(said: Said, { random }: Setting, least: number, change: Change): Said | null {
  const name = misspell(said.name, least, random, change);
  return name === null || name.length < 3 ? null : { ...said, name };
}

/** Likewise for a word of the locality. */
export function inLocality(said: Said, { random }: Setting, least: number, change: Change): Said | null {
  const locality = misspell(said.locality, least, random, change);
  return locality === null ? null : { ...said, locality };
}

function inType(said: Said, { universe, random }: Setting): Said | null {
  const type = misspell(said.type, 4, random, slip);
  return type === null || isStreetType(universe, type) ? null : { ...said, type };
}

function isStreetType(universe: Universe, word: string): boolean {
  if (universe.typeAbbreviation.has(word)) return true;
  for (const abbreviation of universe.typeAbbreviation.values()) if (abbreviation === word) return true;
  return false;
}

/**
 * True if nothing else that has the number is as near to what was typed: neither another street of
 * the locality or its surroundings, nor another locality with the same street.
 */
export function staysNearest(
  universe: Universe,
  { surroundings }: Setting,
  row: number,
  said: Said,
  typed: Said,
): boolean {
  const street = universe.rowStreet[row];
  const { low } = universe.numbers[universe.rowNumber[row]];
  const streetEdits = editDistance(typed.name, said.name);
  const localityEdits = editDistance(typed.locality, said.locality);
  if (streetEdits > 0) {
    const isNear = (name: string) => {
      const bare = name.replace(/^THE /, '');
      return Math.abs(bare.length - typed.name.length) <= streetEdits && editDistance(bare, typed.name) <= streetEdits;
    };
    const here = otherStreets(universe, street, ({ name }) => name !== said.name && isNear(name));
    if (here.some((other) => streetCovers(universe, other, low))) return false;
    for (const other of universe.streetsByName.get(typed.name) ?? [])
      if (surroundings.of(universe.streets[street].locality).has(universe.streets[other].locality)) return false;
  }
  if (localityEdits > 0) {
    const { type, suffix, locality } = universe.streets[street];
    for (const other of universe.streetsByName.get(said.name) ?? []) {
      const it = universe.streets[other];
      if (it.locality === locality || it.type !== type || it.suffix !== suffix) continue;
      const place = universe.localities[it.locality];
      if (place.name === said.locality || !place.postcodes.includes(said.postcode)) continue;
      if (editDistance(place.name, typed.locality) <= localityEdits && streetCovers(universe, other, low)) return false;
    }
    if (universe.localitiesByName.has(typed.locality)) return false;
  }
  return true;
}
