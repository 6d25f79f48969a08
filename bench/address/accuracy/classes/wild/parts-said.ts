import type { Verdict } from '../../../../../src/address/operations/table/verdict.ts';
import { inStyle, randomStyle, type Said, saidOf, words } from '../../language/phrasing.ts';
import type { QueryClass, Setting } from '../../question.ts';
import { forRow, oneOf } from '../asking.ts';
import { isHouse, isRange, isUnit, sameNumber } from '../rows.ts';
import { street, whole } from './lines.ts';

/** Units with a point, ranges by their first number, and what a verdict says was given. */
export const PARTS_SAID: readonly QueryClass[] = [
  {
    name: 'wild: units with a point',
    goals: { right: 0.98, high: 0.97 },
    ownGoals: true,
    rows: isPointable,
    ask(setting, row) {
      const { random, universe } = setting;
      const said = saidOf(universe, row);
      const unit = universe.units[universe.rowUnit[row]].flat.replace(/(\d\d)$/, '.$1');
      const q = whole(
        setting,
        { ...said, unit: '' },
        street(setting, { ...said, unit: `${oneOf(random, 'UNIT ', 'APT ', '')}${unit}, ` }),
      );
      return q === null ? null : forRow(setting, row, q);
    },
  },
  {
    name: 'wild: the first number of a range whose last has a letter',
    goals: { right: 0.98, high: 0.97 },
    ownGoals: true,
    rows: isLettered,
    ask(setting, row) {
      const said = saidOf(setting.universe, row);
      const q = whole(setting, said, street(setting, { ...said, number: said.number.split('-')[0] }));
      return q === null ? null : forRow(setting, row, q);
    },
  },
  {
    name: 'wild: what a verdict says was given',
    goals: { right: 0.98, high: 0.97 },
    ownGoals: true,
    rows: isHouse,
    ask(setting, row) {
      const { random, universe } = setting;
      const said = saidOf(universe, row);
      const person = oneOf(random, 'J A ', 'MR K L ', '').concat(oneOf(random, 'NGUYEN', 'CITIZEN', 'OBRIEN'));
      const style = { ...randomStyle(random), commas: true };
      const country = oneOf(random, '', ', AUSTRALIA', ' AUSTRALIA');
      const line = `${person}, ${asWritten(said)}, ${words(said.locality, said.state, said.postcode)}${country}`;
      return { ...forRow(setting, row, inStyle(line, style)), told: ({ components }) => saysGiven(components, said) };
    },
  },
];

/** Whether a verdict gives each part of a line in its own component, and nothing else there. */
function saysGiven(components: Verdict['components'], said: Said): boolean {
  const parts = { number: said.number, suburb: said.locality, state: said.state, postcode: said.postcode };
  return Object.entries(parts).every(([part, text]) => plain(components[part]?.given ?? '') === plain(text));
}

function plain(text: string): string {
  return text.replace(/[^A-Z0-9]/gi, '').toUpperCase();
}

function asWritten({ number, name, type, suffix }: Said): string {
  return words(number, name, type, suffix);
}

/** A unit such as 305 or C203, the only one of its number there. */
function isPointable(setting: Setting, row: number): boolean {
  const { universe } = setting;
  const { flat, levelCode } = universe.units[universe.rowUnit[row]];
  if (!isUnit(setting, row) || levelCode !== '' || !/^[A-Z]?[1-9]\d?\d\d$/.test(flat)) return false;
  const digits = flat.replace(/\D/g, '');
  return sameNumber(universe, row).every(
    (other) => other === row || universe.units[universe.rowUnit[other]].flat.replace(/\D/g, '') !== digits,
  );
}

/** `512-512A`, without another record of the number in the street. */
function isLettered(setting: Setting, row: number): boolean {
  const { universe } = setting;
  const { first, last, low, high } = universe.numbers[universe.rowNumber[row]];
  if (last === '' || low !== high || universe.rowUnit[row] !== 0 || !isHouse(setting, row)) return false;
  const at = universe.rowStreet[row];
  for (let other = universe.streetStart[at]; other < universe.streetStart[at + 1]; other++) {
    const number = universe.numbers[universe.rowNumber[other]];
    if (universe.rowNumber[other] !== universe.rowNumber[row] && number.low <= low && number.high >= low) return false;
  }
  return first !== '' && !isRange(setting, row);
}
