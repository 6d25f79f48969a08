import { abbreviatedType, inStyle, randomStyle, type Said, saidOf, streetLine, words } from '../language/phrasing.ts';
import type { QueryClass, Question, Setting } from '../question.ts';
import { forRow, oneOf } from './asking.ts';
import { isHouse } from './rows.ts';

/** How a line is written from the parts of a house; null where its place has no postcode. */
type Write = (said: Said, setting: Setting) => string | null;

/**
 * What lists and bug reports show: a postcode before its state, corners behind a building, parcels of land,
 * numbers that a spreadsheet made dates of, gates, lots, notes, and lines said twice.
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
  address('wild: The before the street', (said, setting) =>
    said.name.startsWith('THE ') ? null : whole(setting, said, street(setting, { ...said, name: `THE ${said.name}` })),
  ),
  {
    ...address('wild: gate, dock or platform', (said, setting) => {
      const { random } = setting;
      const gate = `${oneOf(random, 'GATE', 'DOCK', 'PLATFORM', 'DOOR', 'BUILDING')} ${random.between(1, 30)}`;
      return whole(setting, said, `${gate}, ${street(setting, said)}`);
    }),
    // Which of them are words of units, and which are left over, is the release's to say.
    goals: { right: 0.98 },
  },
  address('wild: lot with the number', (said, setting) => {
    const number = oneOf(setting.random, `(#${said.number})`, `(NO. ${said.number})`, `(NO ${said.number})`);
    return whole(setting, said, `LOT ${setting.random.between(100, 900)} ${street(setting, { ...said, number })}`);
  }),
  address('wild: note behind a dash', (said, setting) => {
    const note = oneOf(
      setting.random,
      'LEAVE AT DOOR',
      'RING THE BELL',
      'DOG IN YARD',
      'CALL ON ARRIVAL',
      'SIDE ENTRANCE',
    );
    const line = whole(setting, said, street(setting, said));
    return line === null
      ? null
      : `${line}${oneOf(setting.random, ' - ', ' \u2013 ', ' \u2014 ', ' \u00e2\u20ac\u201c ')}${note}`;
  }),
  address('wild: said twice', (said, setting) => {
    const line = whole(setting, said, street(setting, said));
    return line === null ? null : `${line}${oneOf(setting.random, ', ', ' ')}${line}`;
  }),
  nothing('wild: parcel lockers', (said, { random }) => {
    const locker = `PARCEL LOCKER ${random.between(10_000, 99_999)} ${random.between(10_000, 99_999)}`;
    return inStyle(`${locker}, ${words(said.locality, said.state, said.postcode)}`, randomStyle(random));
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

/** A line with all of its place, in the usual order. */
function whole(setting: Setting, said: Said, line: string): string | null {
  return placed(setting, said, line, [said.locality, said.state, said.postcode]);
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
