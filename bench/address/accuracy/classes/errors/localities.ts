import { editDistance } from '../../language/typos.ts';
import type { QueryClass, Setting } from '../../question.ts';
import { fittingTexts, labelParts, streetCovers } from '../../universe/fitting.ts';
import type { Universe } from '../../universe/universe.ts';
import { everydaySaid, inRandomStyle, isEveryday } from '../asking.ts';

/** Addresses with the suburb next door, or with another name of the suburb. */
export const LOCALITIES: readonly QueryClass[] = [
  neighbour('locality: neighbour, right postcode', { right: 0.98 }, false),
  neighbour('locality: neighbour, its own postcode', { right: 0.98, mostHigh: 0 }, true),
  {
    name: 'locality: alias',
    goals: { right: 0.98 },
    rows: isEveryday,
    ask(setting, row) {
      const { universe, random } = setting;
      const aliases = universe.localities[localityAt(universe, row)].aliases.filter(
        (alias) => !universe.localitiesByName.has(alias),
      );
      if (aliases.length === 0) return null;
      return inRandomStyle(setting, row, { ...everydaySaid(universe, row), locality: random.pick(aliases) });
    },
  },
];

function neighbour(name: string, goals: QueryClass['goals'], itsPostcode: boolean): QueryClass {
  return {
    name,
    goals,
    rows: isEveryday,
    ask(setting, row) {
      const { universe, random } = setting;
      const home = localityAt(universe, row);
      const { postcodes, neighbours } = universe.localities[home];
      const near = neighbours.filter((at) => {
        const { name: other, postcodes: its } = universe.localities[at];
        if (other === universe.localities[home].name || its.length === 0) return false;
        return !itsPostcode || !postcodes.includes(its[0]);
      });
      if (near.length === 0) return null;
      const said = random.pick(near);
      if (!isOnlyNear(setting, row, said)) return null;
      const { name: locality, postcodes: its } = universe.localities[said];
      const postcode = itsPostcode ? { postcode: its[0] } : {};
      return inRandomStyle(setting, row, { ...everydaySaid(universe, row), locality, ...postcode });
    },
  };
}

/**
 * True if the given suburb has no street of that name, no other suburb around it has the same line,
 * and none of them has the number on a street of that name with another type, or of nearly that
 * name.
 */
function isOnlyNear({ universe, surroundings }: Setting, row: number, said: number): boolean {
  const street = universe.streets[universe.rowStreet[row]];
  const saidName = universe.localities[said].name;
  const inState = (at: number) => universe.localities[at].state === universe.localities[street.locality].state;
  for (const other of universe.streetsByName.get(street.name) ?? []) {
    const { locality } = universe.streets[other];
    if (universe.localities[locality].name === saidName && inState(locality)) return false;
  }
  const around = surroundings.of(said);
  const { low } = universe.numbers[universe.rowNumber[row]];
  for (const locality of around)
    for (const other of universe.localities[locality].streets) {
      const { name } = universe.streets[other];
      if (other === universe.rowStreet[row] || Math.abs(name.length - street.name.length) > 2) continue;
      if (editDistance(name, street.name) <= 2 && streetCovers(universe, other, low)) return false;
    }
  const texts = fittingTexts(universe, { ...labelParts(universe, row), inLocality: (at) => around.has(at) }, 2);
  return texts.size === 1;
}

function localityAt(universe: Universe, row: number): number {
  return universe.streets[universe.rowStreet[row]].locality;
}
