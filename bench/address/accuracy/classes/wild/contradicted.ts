import { saidOf } from '../../language/phrasing.ts';
import type { QueryClass, Setting } from '../../question.ts';
import { fullText, isPrincipal, type Universe } from '../../universe/universe.ts';
import { forRow, inRandomStyle, oneOf } from '../asking.ts';
import { isHouse, isLot, isRange, isUnit, sameNumber } from '../rows.ts';

const DWELLINGS = ['UNIT', 'FLAT', 'APARTMENT', 'TOWNHOUSE', 'VILLA', 'STUDIO'];
const TRADE = ['SHOP', 'OFFICE', 'SUITE', 'TENANCY', 'FACTORY', 'WAREHOUSE'];
const NEITHER = ['CARSPACE', 'GARAGE', 'STORE', 'ANTENNA', 'MARINE BERTH', 'SIGN'];
const SURE = { mostHigh: 0 };

/** What is said of a record is not what the record says: it may be shown, and is never taken without asking. */
export const CONTRADICTED: readonly QueryClass[] = [
  unit('wild: unit of another family', (type, setting) => {
    if (type === 'UNIT') return oneOf(setting.random, ...NEITHER);
    if (DWELLINGS.includes(type)) return oneOf(setting.random, ...TRADE, ...NEITHER);
    if (TRADE.includes(type)) return oneOf(setting.random, ...DWELLINGS.slice(1), ...NEITHER);
    return NEITHER.includes(type) ? oneOf(setting.random, ...DWELLINGS, ...TRADE) : null;
  }),
  {
    ...unit('wild: unit by another type of its family', (type, { random }) => {
      const family = [DWELLINGS, TRADE].find((types) => types.includes(type));
      return family === undefined ? null : oneOf(random, ...family);
    }),
    goals: { right: 0.98, high: 0.98 },
  },
  {
    name: 'wild: another level of the unit',
    goals: SURE,
    ownGoals: true,
    rows: isUnit,
    ask(setting, row) {
      const { universe, random } = setting;
      const said = saidOf(universe, row);
      const [, level] = /\b(?:LEVEL|FLOOR) (\d+), $/.exec(said.unit) ?? [];
      if (level === undefined || !isAlone(universe, row)) return null;
      const other = Number(level) + random.between(20, 60);
      return doubtful(setting, row, { unit: said.unit.replace(/\d+, $/, `${other}, `) });
    },
  },
  range('wild: another end of a range', isRange, ({ low, high }, { random }) => [
    low,
    high + 2 * random.between(1, 20),
  ]),
  range('wild: another beginning of a range', isRange, ({ low, high }, { random }) => [
    low - 2 * random.between(1, 20),
    high,
  ]),
  range('wild: a range of which the beginning stands', isHouse, ({ low, high }, { random }) =>
    low === high ? [low, low + 2 * random.between(1, 6)] : null,
  ),
  {
    name: 'wild: a number that only a lot has',
    goals: SURE,
    ownGoals: true,
    rows: isLot,
    ask(setting, row) {
      const { universe } = setting;
      const { first, low } = universe.numbers[universe.rowNumber[row]];
      return /^\d+$/.test(first) && !stands(universe, row, low) ? doubtful(setting, row, { number: first }) : null;
    },
  },
];

/** A class of units, each by another type. */
function unit(name: string, typeFor: (type: string, setting: Setting) => string | null): QueryClass {
  return {
    name,
    goals: SURE,
    ownGoals: true,
    rows: isUnit,
    ask(setting, row) {
      const { universe } = setting;
      const { flatType, flat, levelCode } = universe.units[universe.rowUnit[row]];
      const type = typeFor(flatType, setting);
      if (type === null || levelCode !== '' || !/^\d+$/.test(flat) || !isAlone(universe, row)) return null;
      const question = doubtful(setting, row, { unit: `${type} ${flat}, ` });
      return name.includes('of another') ? question : { ...question, expect: 'record' };
    },
  };
}

/** A class of ranges, one end of which no address has. */
function range(
  name: string,
  rows: (setting: Setting, row: number) => boolean,
  endsFor: (ends: { low: number; high: number }, setting: Setting) => readonly [number, number] | null,
): QueryClass {
  return {
    name,
    goals: SURE,
    ownGoals: true,
    rows,
    ask(setting, row) {
      const { universe } = setting;
      const { low, high, text } = universe.numbers[universe.rowNumber[row]];
      const ends = /^\d+(-\d+)?$/.test(text) ? endsFor({ low, high }, setting) : null;
      if (ends === null || ends[0] < 1 || ends.every((end) => stands(universe, row, end))) return null;
      return doubtful(setting, row, { number: ends.join('-') });
    },
  };
}

function doubtful(setting: Setting, row: number, changed: { unit?: string; number?: string }) {
  const { q } = inRandomStyle(setting, row, { ...saidOf(setting.universe, row), ...changed });
  return { ...forRow(setting, row, q), expect: 'absent' as const, accept: [fullText(setting.universe, row)] };
}

/** Whether no other record at a unit's street number has its flat number. */
function isAlone(universe: Universe, row: number): boolean {
  const { flat } = universe.units[universe.rowUnit[row]];
  return sameNumber(universe, row).every(
    (other) => other === row || !isPrincipal(universe, other) || universe.units[universe.rowUnit[other]].flat !== flat,
  );
}

/** Whether any number or range of a row's street begins or ends with a number. */
function stands(universe: Universe, row: number, value: number): boolean {
  const street = universe.rowStreet[row];
  for (let other = universe.streetStart[street]; other < universe.streetStart[street + 1]; other++) {
    const { low, high, lot } = universe.numbers[universe.rowNumber[other]];
    if (!lot && (low === value || high === value)) return true;
  }
  return false;
}
