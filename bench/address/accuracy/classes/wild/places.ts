import { abbreviatedType, inStyle, randomStyle, saidOf, words } from '../../language/phrasing.ts';
import type { QueryClass, Question, Setting } from '../../question.ts';
import { isPrincipal, localityOf, NO_POSTCODE, postcodeOf } from '../../universe/universe.ts';
import { forRow, oneOf } from '../asking.ts';
import { isHouse } from '../rows.ts';
import { NOTHING, noAddress, street } from './lines.ts';

/** Where mail for a territory is addressed to, by its postcode. */
const POSTAL_STATES: Readonly<Record<string, readonly string[]>> = {
  2540: ['ACT', 'NSW', 'JBT', 'JBT NSW'],
  2899: ['NSW'],
  6798: ['WA'],
  6799: ['WA'],
};

/** Corners, lines that look like another country's, and the Other Territories, which have no state. */
export const PLACES: readonly QueryClass[] = [
  corners('wild: corners behind a building', ({ random }, { corner, place, postcode, state }) => {
    const building = `${place} ${oneOf(random, 'SHOPPING CENTRE', 'PLAZA', 'VILLAGE', 'CITY HALL')}`;
    const comma = () => oneOf(random, ', ', ' ');
    return `${building}${comma()}${corner}${comma()}${words(place, postcode, state)}`;
  }),
  // `6401 WA` has the form of a Dutch postcode, `WA 6401` begins like one of the United States.
  corners('wild: corners that look foreign', ({ random }, { corner, place, postcode, state }) => {
    const said = corner.replace(/^(CNR\.?|CORNER)( OF)? /, '');
    return `${said}, ${oneOf(random, words(place, postcode, state), words(place, state, postcode))}`;
  }),
  {
    name: 'wild: unknown streets that look foreign',
    goals: { right: 0.999, first: 0, mostHigh: 0 },
    ownGoals: true,
    rows: isHouse,
    ask(setting, row) {
      const { random, universe } = setting;
      const { number, type, locality, postcode, state } = saidOf(universe, row);
      const name = oneOf(random, 'RUE', 'STRASSE', 'CALLE', 'GRACHT').concat(
        'QX',
        String.fromCharCode(65 + random.below(26)),
      );
      const q = `${words(number, name, type)}, ${words(locality, postcode, state)}`;
      const told: Question['told'] = ({ reason }) => reason !== 'overseas';
      return { q: inStyle(q, randomStyle(random)), expect: 'absent', accept: [], told };
    },
  },
  {
    name: 'wild: territories by their postal state',
    goals: { right: 0.98, high: 0.97 },
    ownGoals: true,
    rows: isHouseOfTerritory,
    ask(setting, row) {
      const { random, universe } = setting;
      const said = saidOf(universe, row);
      const state = random.pick(POSTAL_STATES[said.postcode] ?? []);
      if (state === undefined) return null;
      const place = oneOf(random, [state, said.postcode], [said.postcode, state], [state]);
      const q = `${street(setting, said)}, ${words(said.locality, ...place)}`;
      return forRow(setting, row, inStyle(q, randomStyle(random)));
    },
  },
];

/** A numbered principal without a unit in Other Territories. */
function isHouseOfTerritory({ universe }: Setting, row: number): boolean {
  const { first, lot } = universe.numbers[universe.rowNumber[row]];
  return (
    localityOf(universe, row).state === null &&
    isPrincipal(universe, row) &&
    universe.rowUnit[row] === 0 &&
    first !== '' &&
    !lot &&
    universe.streets[universe.rowStreet[row]].name !== '' &&
    universe.rowPostcode[row] !== NO_POSTCODE
  );
}

/** A corner, and where it is. */
interface Corner {
  readonly corner: string;
  readonly place: string;
  readonly postcode: string;
  readonly state: string;
}

/** A class of corners of two streets of a place. */
function corners(name: string, write: (setting: Setting, corner: Corner) => string): QueryClass {
  return {
    name,
    goals: NOTHING,
    ownGoals: true,
    rows: isHouse,
    ask(setting, row) {
      const { random, universe } = setting;
      const at = universe.rowStreet[row];
      const { name: place, state, streets } = localityOf(universe, row);
      const crossing = random.pick(streets);
      if (crossing === undefined || crossing === at) return null;
      const [a, b] = [at, crossing].map((it) => {
        const { name: called, type } = universe.streets[it];
        return words(called, random.chance(0.5) ? abbreviatedType(universe, type, random) : type);
      });
      const corner = `${oneOf(random, 'CNR', 'CNR.', 'CORNER', 'CORNER OF')} ${a} ${oneOf(random, '&', 'AND')} ${b}`;
      const said = { corner, place, postcode: postcodeOf(universe, row) ?? '', state: state ?? '' };
      return noAddress(inStyle(write(setting, said), randomStyle(random)), 'intersection');
    },
  };
}
