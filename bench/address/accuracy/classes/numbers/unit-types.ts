import type { QueryClass } from '../../question.ts';
import { fullText, type Unit, type Universe } from '../../universe/universe.ts';
import { oneOf } from '../asking.ts';
import { isUnit, sameNumber } from '../rows.ts';
import { isNatural, typeAndFlat, withUnit } from './unit-notation.ts';

const GOALS = { right: 0.999 };

/** Flat types that people live in: meant if only a number is given. */
const DWELLINGS: ReadonlySet<string> = new Set([
  'APT',
  'BNGW',
  'CTGE',
  'DUPL',
  'FLAT',
  'HSE',
  'PTHS',
  'STR',
  'STU',
  'TNHS',
  'UNIT',
  'VLLA',
]);

/**
 * Units that share their number with a unit of another type in the same building, and types given
 * twice.
 */
export const UNIT_TYPES: readonly QueryClass[] = [
  {
    name: 'unit type: 3/12, a home before a shop',
    goals: GOALS,
    rows({ universe }, row) {
      const { flat, flatCode } = unitOf(universe, row);
      if (!isUnit({ universe }, row) || !DWELLINGS.has(flatCode) || !/^\d+$/.test(flat)) return false;
      const others = namesakes(universe, row);
      return others.length > 0 && others.every((other) => !DWELLINGS.has(unitOf(universe, other).flatCode));
    },
    ask(setting, row) {
      const { flat } = unitOf(setting.universe, row);
      return withUnit(setting, row, `${flat}${oneOf(setting.random, '/', ' / ')}`);
    },
  },
  {
    name: 'unit type: Shop 3/12, beside a home 3',
    goals: GOALS,
    rows: (setting, row) =>
      isUnit(setting, row) && isNatural(setting, row, true) && namesakes(setting.universe, row).length > 0,
    ask(setting, row) {
      const written = typeAndFlat(unitOf(setting.universe, row), setting);
      return withUnit(setting, row, setting.random.chance(0.5) ? written : written.replace(/,? $/, '/'));
    },
  },
  {
    name: 'unit type: Penthouse 1 Penthouse 12',
    goals: GOALS,
    rows(setting, row) {
      const { flatType, levelType, level } = unitOf(setting.universe, row);
      const isTwice = flatType !== '' && flatType === levelType && level === '';
      return isTwice && isUnit(setting, row) && isNatural(setting, row, false);
    },
    ask(setting, row) {
      const { flatType, flat, levelType } = unitOf(setting.universe, row);
      return withUnit(setting, row, `${flatType} ${flat}${oneOf(setting.random, ', ', ' ')}${levelType} `);
    },
  },
];

function unitOf(universe: Universe, row: number): Unit {
  return universe.units[universe.rowUnit[row]];
}

/** Rows with a row's street, number and flat number that are answered by other records. */
function namesakes(universe: Universe, row: number): number[] {
  const { flat } = unitOf(universe, row);
  const text = fullText(universe, row);
  return sameNumber(universe, row).filter((other) => {
    const answer = universe.rowAnswer[other];
    return unitOf(universe, other).flat === flat && answer !== 0xffffffff && fullText(universe, answer) !== text;
  });
}
