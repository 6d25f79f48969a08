import { abbreviatedType, inStyle, randomStyle, type Said, saidOf, streetLine, words } from '../language/phrasing.ts';
import type { QueryClass, Question, Setting } from '../question.ts';
import { forRow, oneOf } from './asking.ts';
import { isHouse } from './rows.ts';

/** How a line is written from the parts of a house; null where its place has no postcode. */
type Write = (said: Said, setting: Setting) => string | null;

/**
 * What lists and bug reports show: a postcode before its state, corners behind a building, parcels of land, and numbers
 * that a spreadsheet made dates of.
 */
export const WILD: readonly QueryClass[] = [
  address('wild: postcode before the state', (said, setting) =>
    placed(setting, said, street(setting, said), [said.locality, said.postcode, said.state]),
  ),
  address('wild: postcode before the place', (said, setting) =>
    placed(setting, said, street(setting, said), [said.postcode, said.locality, oneOf(setting.random, '', said.state)]),
  ),
  absent('wild: no number, postcode where it stands', (said, setting) => {
    const { locality, postcode, state } = said;
    const [before, after] = [
      [locality, postcode, state],
      [locality, state, postcode],
    ];
    return placed(setting, said, street(setting, { ...said, number: '' }), oneOf(setting.random, before, after));
  }),
  address('wild: parcel behind the address', (said, setting) => {
    const line = placed(setting, said, street(setting, said), [said.locality, said.state, said.postcode]);
    return line === null ? null : `${line} (${parcel(setting)})`;
  }),
  absent('wild: dates for numbers', (said, setting) => {
    const { random } = setting;
    if (!/^\d\d?$/.test(said.number)) return null;
    const month = oneOf(random, 'Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec');
    const date = oneOf(random, `${month}-${said.number}`, `${said.number}-${month}`, `1/${random.between(1, 12)}/2034`);
    return placed(setting, said, `${date}, ${street(setting, { ...said, number: '' })}`, [said.locality, said.state]);
  }),
  nothing('wild: parcels', (said, setting) => {
    const land = parcel(setting);
    return oneOf(setting.random, land, `${land}, ${words(said.locality, said.state)}`);
  }),
  {
    ...nothing('wild: corners behind a building', () => null),
    ask(setting, row) {
      const { random, universe } = setting;
      const at = universe.rowStreet[row];
      const { name, state, postcodes, streets } = universe.localities[universe.streets[at].locality];
      const crossing = random.pick(streets);
      if (crossing === at) return null;
      const [a, b] = [at, crossing].map((it) => {
        const { name: called, type } = universe.streets[it];
        return words(called, random.chance(0.5) ? abbreviatedType(universe, type, random) : type);
      });
      const building = `${name} ${oneOf(random, 'SHOPPING CENTRE', 'PLAZA', 'VILLAGE', 'CITY HALL')}`;
      const corner = `${oneOf(random, 'CNR', 'CNR.', 'CORNER', 'CORNER OF')} ${a} ${oneOf(random, '&', 'AND')} ${b}`;
      const place = words(name, postcodes[0] ?? '', state);
      const q = `${building}${oneOf(random, ', ', ' ')}${corner}${oneOf(random, ', ', ' ')}${place}`;
      return { q: inStyle(q, randomStyle(random)), expect: 'nothing', accept: [] };
    },
  },
];

function address(name: string, write: Write): QueryClass {
  return houses(name, { right: 0.98, high: 0.97 }, write, (setting, row, q) => forRow(setting, row, q));
}

function absent(name: string, write: Write): QueryClass {
  return houses(name, { mostHigh: 0 }, write, (setting, row, q) => ({ ...forRow(setting, row, q), expect: 'absent' }));
}

function nothing(name: string, write: Write): QueryClass {
  return houses(name, { poor: 0.999 }, write, (_setting, _row, q) => ({ q, expect: 'nothing', accept: [] }));
}

function houses(
  name: string,
  goals: QueryClass['goals'],
  write: Write,
  ask: (setting: Setting, row: number, q: string) => Question,
): QueryClass {
  return {
    name,
    goals,
    ownGoals: true,
    rows: isHouse,
    ask(setting, row) {
      const q = write(saidOf(setting.universe, row), setting);
      return q === null ? null : ask(setting, row, q);
    },
  };
}

function street({ universe, random }: Setting, said: Said): string {
  return streetLine(universe, said, randomStyle(random), random);
}

function placed({ random }: Setting, { postcode }: Said, line: string, place: readonly string[]): string | null {
  if (postcode === '') return null;
  return inStyle(`${line}, ${words(...place)}`, randomStyle(random));
}

/** A parcel of land: a lot of a plan, a block and section, a Crown allotment, or a folio. */
function parcel({ random }: Setting): string {
  const [lot, section] = [random.between(1, 200), random.between(1, 99)];
  const digits = random.between(1000, 999_999);
  return oneOf(
    random,
    `Lot ${lot} ${oneOf(random, 'DP ', 'DP', 'SP ', 'RP', 'PS ')}${digits}`,
    `${lot}${oneOf(random, '/', ' ')}SP${digits}`,
    `Block ${lot} Section ${section}`,
    `Sec ${section}, Blk ${lot}`,
    `Crown Allotment ${lot} Section ${section}`,
    `CT ${random.between(1000, 9999)}/${random.between(1, 999)}`,
  );
}
