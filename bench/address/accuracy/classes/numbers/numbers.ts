import { inWords, plan } from '../../language/beside-words.ts';
import { saidOf } from '../../language/phrasing.ts';
import type { QueryClass, Setting } from '../../question.ts';
import type { HouseNumber, Universe } from '../../universe/universe.ts';
import { inRandomStyle, oneOf } from '../asking.ts';
import { isHouse, isLot, isRange, sameNumber } from '../rows.ts';

const GOALS = { right: 0.995 };

/** Every way in which people write street numbers, ranges and lots. */
export const NUMBERS: readonly QueryClass[] = [
  number(
    'number: 12A',
    (setting, row) => isHouse(setting, row) && /^\d+[A-Z]$/.test(numberOf(setting, row).text),
    ({ first }) => first,
  ),
  number(
    'number: 12 A',
    (setting, row) => isHouse(setting, row) && /^\d+[A-Z]$/.test(numberOf(setting, row).text),
    ({ first }) => first.replace(/([A-Z])$/, ' $1'),
  ),
  number('number: 12-14', isRange, ({ text }) => text),
  number('number: 12 - 14', isRange, ({ first, last }, { random }) =>
    oneOf(random, `${first} - ${last}`, `${first}- ${last}`, `${first} TO ${last}`, `${first}–${last}`),
  ),
  {
    name: 'number: 12/14 where a range alone stands',
    // What is said is unit 12 of number 14.
    goals: { mostHigh: 0 },
    rows: isOnlyRange,
    ask(setting, row) {
      const { first, last } = numberOf(setting, row);
      const said = { ...saidOf(setting.universe, row), number: `${first}/${last}` };
      return { ...inRandomStyle(setting, row, said), expect: 'absent' };
    },
  },
  number(
    'number: first end of a range',
    (setting, row) => isAloneAt(setting, row, 'first'),
    ({ first }) => first,
  ),
  number(
    'number: last end of a range',
    (setting, row) => isAloneAt(setting, row, 'last'),
    ({ last }) => last,
  ),
  {
    name: 'number: inside a range',
    goals: GOALS,
    rows: isRange,
    ask(setting, row) {
      const { low, high } = numberOf(setting, row);
      const inside: number[] = [];
      for (let n = low + 2; n < high; n += 2) if (coveredBy(setting.universe, row, n) === 1) inside.push(n);
      if (inside.length === 0) return null;
      return inRandomStyle(setting, row, {
        ...saidOf(setting.universe, row),
        number: String(setting.random.pick(inside)),
      });
    },
  },
  number(
    'number: the exact one before a range around it',
    (setting, row) => {
      const { text, low } = numberOf(setting, row);
      return isHouse(setting, row) && /^\d+$/.test(text) && coveredBy(setting.universe, row, low) > 1;
    },
    ({ text }) => text,
  ),
  {
    name: 'number: in words',
    goals: { right: 0.98 },
    ownGoals: true,
    rows: (setting, row) => isHouse(setting, row) && /^\d+$/.test(numberOf(setting, row).text),
    ask(setting, row) {
      const word = inWords(numberOf(setting, row).low, setting.random);
      if (word === null) return null;
      return inRandomStyle(setting, row, { ...saidOf(setting.universe, row), number: word });
    },
  },
  number(
    'number: Lot 5 DP 12345',
    (setting, row) => isLot(setting, row) && /^\d/.test(numberOf(setting, row).first),
    ({ first }, { random }) => `LOT ${first} ${oneOf(random, '', 'ON ')}${plan(random)}${oneOf(random, ',', '')}`,
  ),
  number('number: Lot 5', isLot, ({ first }) => `LOT ${first}`),
  {
    name: 'number: Lot 5, and no place',
    goals: { right: 0.999, mostPoor: 0.001 },
    rows: isLot,
    ask(setting, row) {
      const { universe } = setting;
      const { name, type, suffix } = universe.streets[universe.rowStreet[row]];
      const namesakes = universe.streetsByName.get(name) ?? [];
      const alike = namesakes.filter((at) => {
        const street = universe.streets[at];
        return street.type === type && street.suffix === suffix;
      });
      if (alike.length > 1) return null;
      return inRandomStyle(setting, row, { ...saidOf(universe, row), locality: '', state: '', postcode: '' });
    },
  },
  number(
    'number: L5',
    (setting, row) => isLot(setting, row) && /^\d/.test(numberOf(setting, row).first),
    ({ first }) => `L${first}`,
  ),
];

function number(
  name: string,
  rows: (setting: Setting, row: number) => boolean,
  write: (number: HouseNumber, setting: Setting) => string,
): QueryClass {
  return {
    name,
    goals: GOALS,
    rows,
    ask: (setting, row) =>
      inRandomStyle(setting, row, { ...saidOf(setting.universe, row), number: write(numberOf(setting, row), setting) }),
  };
}

function numberOf({ universe }: Setting, row: number): HouseNumber {
  return universe.numbers[universe.rowNumber[row]];
}

/** A range `12-14` whose street has neither a flat 12 at number 14 nor a number 14 of its own. */
function isOnlyRange(setting: Setting, row: number): boolean {
  if (!isRange(setting, row)) return false;
  const { universe } = setting;
  const { first, last } = numberOf(setting, row);
  const street = universe.rowStreet[row];
  for (let other = universe.streetStart[street]; other < universe.streetStart[street + 1]; other++)
    if (other !== row && universe.numbers[universe.rowNumber[other]].first === last) return false;
  return universe.units.length > 0 && !hasFlat(universe, row, first);
}

function hasFlat(universe: Universe, row: number, flat: string): boolean {
  return sameNumber(universe, row).some((other) => universe.units[universe.rowUnit[other]].flat === flat);
}

/** A range that is the only record of its street at one of its ends. */
function isAloneAt(setting: Setting, row: number, end: 'first' | 'last'): boolean {
  if (!isRange(setting, row)) return false;
  const { text, low, high } = numberOf(setting, row);
  if (/[A-Z]/.test(text)) return false;
  return coveredBy(setting.universe, row, end === 'first' ? low : high) === 1;
}

/** How many different numbers of a row's street, aliases included, are or contain a number. */
function coveredBy(universe: Universe, row: number, n: number): number {
  const street = universe.rowStreet[row];
  const found = new Set<number>();
  for (let other = universe.streetStart[street]; other < universe.streetStart[street + 1]; other++) {
    const { low, high, lot } = universe.numbers[universe.rowNumber[other]];
    if (!lot && n >= low && n <= high) found.add(universe.rowNumber[other]);
  }
  return found.size;
}
