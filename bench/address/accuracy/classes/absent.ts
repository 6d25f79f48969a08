import { saidOf } from '../language/phrasing.ts';
import { editDistance } from '../language/typos.ts';
import type { QueryClass, Question, Setting } from '../question.ts';
import { streetCovers } from '../universe/fitting.ts';
import { inRandomStyle } from './asking.ts';
import { buildingText, isHouse, isUnit, sameNumber } from './rows.ts';

const GOALS = { mostHigh: 0.001 };

/** Addresses that do not exist: no answer may pretend to be one of them. */
export const ABSENT: readonly QueryClass[] = [
  {
    name: 'absent: number beyond the street or in a gap',
    goals: GOALS,
    rows: isHouse,
    ask(setting, row) {
      const { universe, random } = setting;
      const { low } = universe.numbers[universe.rowNumber[row]];
      const number = random.chance(0.5) ? low + random.between(1, 60) : random.between(1, 2 * low + 200);
      return isCoveredAround(setting, row, number) ? null : absent(setting, row, { number: String(number) }, []);
    },
  },
  {
    name: 'absent: letter after the number',
    goals: GOALS,
    rows: isHouse,
    ask(setting, row) {
      const { universe, random } = setting;
      const { text, low } = universe.numbers[universe.rowNumber[row]];
      if (!/^\d+$/.test(text) || hasLetteredNumber(setting, row, low)) return null;
      return absent(setting, row, { number: `${text}${random.pick(['A', 'B', 'C', 'D'])}` }, []);
    },
  },
  {
    name: 'absent: unit of a building that has others',
    goals: GOALS,
    rows: isUnit,
    ask(setting, row) {
      const { universe, random } = setting;
      const unit = universe.units[universe.rowUnit[row]];
      if (!/^\d+$/.test(unit.flat) || unit.levelCode !== '' || unit.flatCode === 'LOT') return null;
      const flat = String(random.between(1, Number(unit.flat) * 3 + 40));
      if (hasUnitLike(setting, row, flat)) return null;
      const said = random.chance(0.5) ? `${flat}/` : `${unit.flatType} ${flat}, `;
      const building = buildingText(universe, row);
      return absent(setting, row, { unit: said }, building === null ? [] : [building]);
    },
  },
  {
    name: 'absent: unit of a house without units',
    goals: GOALS,
    rows: isHouse,
    ask(setting, row) {
      const { universe, random } = setting;
      if (sameNumber(universe, row).some((other) => universe.rowUnit[other] !== 0)) return null;
      const flat = random.between(1, 40);
      if (streetHasRange(setting, row, flat)) return null;
      const said = random.chance(0.5) ? `${flat}/` : `UNIT ${flat}, `;
      return absent(setting, row, { unit: said }, [buildingText(universe, row) ?? '']);
    },
  },
];

function absent(
  setting: Setting,
  row: number,
  changed: { unit?: string; number?: string },
  accept: string[],
): Question {
  const said = { ...saidOf(setting.universe, row), ...changed };
  return { ...inRandomStyle(setting, row, said), expect: 'absent', accept };
}

/** True if a street around, of the same or nearly the same name, has or contains the number. */
function isCoveredAround(setting: Setting, row: number, number: number): boolean {
  return namesakesAround(setting, row).some((street) => streetCovers(setting.universe, street, number));
}

/** The row's street, and those around it of the same or nearly the same name. */
function namesakesAround({ universe, surroundings }: Setting, row: number): number[] {
  const { name, locality } = universe.streets[universe.rowStreet[row]];
  return [...surroundings.of(locality)]
    .flatMap((at) => universe.localities[at].streets)
    .filter((other) => {
      const its = universe.streets[other].name;
      return Math.abs(its.length - name.length) <= 2 && editDistance(its, name) <= 2;
    });
}

/** True if a street around, of the same or nearly the same name, has the number in a range or with a letter. */
function hasLetteredNumber(setting: Setting, row: number, low: number): boolean {
  const { universe } = setting;
  return namesakesAround(setting, row).some((street) => {
    for (let other = universe.streetStart[street]; other < universe.streetStart[street + 1]; other++) {
      const number = universe.numbers[universe.rowNumber[other]];
      if (number.text !== String(low) && low >= number.low && low <= number.high) return true;
    }
    return false;
  });
}

/** True if a record at the number has a flat or level whose digits are those of `flat`. */
function hasUnitLike({ universe }: Setting, row: number, flat: string): boolean {
  return sameNumber(universe, row).some((other) => {
    const unit = universe.units[universe.rowUnit[other]];
    return unit.flat.replace(/\D/g, '') === flat || unit.level.replace(/\D/g, '') === flat;
  });
}

function streetHasRange({ universe }: Setting, row: number, first: number): boolean {
  const street = universe.rowStreet[row];
  for (let other = universe.streetStart[street]; other < universe.streetStart[street + 1]; other++) {
    const { low, high } = universe.numbers[universe.rowNumber[other]];
    if (low === first && high > low) return true;
  }
  return false;
}
