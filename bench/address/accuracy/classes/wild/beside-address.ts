import { saidOf, words } from '../../language/phrasing.ts';
import type { QueryClass, Setting } from '../../question.ts';
import { forRow, oneOf } from '../asking.ts';
import { isUnit, slashIsNatural } from '../rows.ts';
import { address, placed, street, whole } from './lines.ts';

const CENTRES = [
  'RIVERBEND MALL',
  'HARBOUR TOWN CENTRE',
  'OLD DAIRY MARKETPLACE',
  'STATION SQUARE',
  'LAKESIDE SHOPPING VILLAGE',
  'NORTHGATE HOMEMAKER CENTRE',
  'THE FOUNDRY',
  'KINGS PLAZA',
];
const CORNERS = ['JUNIPER STREET', 'LAWSON ROAD', '5TH AVENUE', 'OLD MILL LANE', 'THE PARADE', '2ND STREET'];

/** Words beside an address as it is, by where they stand. */
export const BESIDE_ADDRESS: readonly QueryClass[] = [
  ofUnits(
    'wild: centre between a shop and its number',
    (unit, line, { random }) => `${unit}, ${oneOf(random, ...CENTRES)}, ${line}`,
    // Without commas, as some styles write, a centre whose name ends in a street's type may be a street.
    { right: 0.98, high: 0.6, mostPoor: 0.02 },
  ),
  ofUnits(
    'wild: unit said again behind the street',
    (unit, line, { random }) => `${unit}${oneOf(random, ', ', ' ')}${line}, ${unit}`,
  ),
  {
    ...address('wild: number, street and its corner', (said, setting) => {
      const corner = oneOf(setting.random, ', CORNER OF ', ' CNR ', ', CNR OF ', ' CORNER ');
      return whole(setting, said, `${street(setting, said)}${corner}${oneOf(setting.random, ...CORNERS)}`);
    }),
    // Another street is named.
    goals: { right: 0.98, mostHigh: 0.02, mostPoor: 0.02 },
  },
  {
    ...address('wild: two names and the type of both', (said, setting) => {
      const other = oneOf(setting.random, 'JUNIPER', 'LAWSON', '5TH', 'OLD MILL');
      return whole(setting, said, `${said.number} ${said.name} CNR ${other} STREETS`);
    }),
    goals: { right: 0.95, mostHigh: 0.02 },
  },
  address("wild: a listing's number behind a slug", (said, setting) => {
    const line = placed(setting, said, street(setting, said), [said.locality, said.state, said.postcode]);
    if (line === null || /\d-\d|'/.test(line)) return null;
    const slug = line.toLowerCase().replace(/[^a-z0-9]+/g, '-');
    return `${slug}-${setting.random.between(1_000_000, 2_099_999_999)}`;
  }),
  address('wild: what was typed, and the line that was chosen', (said, setting) => {
    const label = `${said.number} ${words(said.name, said.type, said.suffix)}`;
    const typed = `${label} ${said.locality}`.toLowerCase();
    const chosen = `${label}, ${words(said.locality, said.state, said.postcode)}`;
    return `${typed.slice(0, setting.random.between(said.number.length + 3, typed.length - 1)).trim()} ${chosen}`;
  }),
];

/** A class of units that people write with a slash, and are `high`. */
function ofUnits(
  name: string,
  write: (unit: string, line: string, setting: Setting) => string,
  goals: QueryClass['goals'] = { right: 0.98, high: 0.97 },
): QueryClass {
  return {
    name,
    goals,
    ownGoals: true,
    rows: (setting, row) => isUnit(setting, row) && slashIsNatural(setting.universe, row),
    ask(setting, row) {
      const said = saidOf(setting.universe, row);
      const line = write(said.unit.replace(/, $/, ''), street(setting, { ...said, unit: '' }), setting);
      const q = whole(setting, said, line);
      return q === null ? null : forRow(setting, row, q);
    },
  };
}
