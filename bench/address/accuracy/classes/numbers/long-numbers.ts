import { inStyle, randomStyle, type Said, saidOf, streetLine, words } from '../../language/phrasing.ts';
import type { QueryClass, Question, Setting } from '../../question.ts';
import { isOnlyStreet } from '../../universe/fitting.ts';
import { postcodeOf } from '../../universe/universe.ts';
import { forRow, named, oneOf } from '../asking.ts';
import { isHouse, isNumbered, isUnit, slashIsNatural } from '../rows.ts';
import { hasLevel, isNatural, levelOf, typeAndFlat } from './unit-notation.ts';

const WHOLE = { right: 0.999 };
const TYPED = { first: 0.999 };

/** What stands before a house number, and for which rows. */
interface Notation {
  readonly rows: QueryClass['rows'] & {};
  readonly unit: (setting: Setting, row: number) => string;
}

const HOUSE: Notation = { rows: isHouse, unit: () => '' };
const UNIT_WORD: Notation = {
  rows: (setting, row) => isUnit(setting, row) && isNatural(setting, row, true),
  unit: (setting, row) => typeAndFlat(unitOf(setting, row), setting),
};
const SLASH: Notation = {
  rows: (setting, row) => isUnit(setting, row) && slashIsNatural(setting.universe, row),
  unit: (setting, row) => `${unitOf(setting, row).flat}${oneOf(setting.random, '/', ' / ')}`,
};
const LEVEL: Notation = {
  rows: (setting, row) => isUnit(setting, row) && hasLevel(unitOf(setting, row)) && isNatural(setting, row, false),
  unit(setting, row) {
    const unit = unitOf(setting, row);
    return `${typeAndFlat(unit, setting)}${levelOf(unit, setting)}${oneOf(setting.random, ' ', ', ', '/')}`;
  },
};

/**
 * House numbers that look like a postcode, or are longer: only what stands around them tells what
 * they are.
 */
export const LONG_NUMBERS: readonly QueryClass[] = [
  ...wholeAndTyped('long number: 1880', HOUSE, isLong),
  ...wholeAndTyped('long number: Shop 1, 1880', UNIT_WORD, isLong),
  ...wholeAndTyped('long number: 1/1880', SLASH, isLong),
  ...wholeAndTyped('long number: Shop 1, Floor 1, 1880', LEVEL, isLong),
  placeFirst('long number: place first', isLong, false),
  placeFirst('long number: place first, typed', isLong, true),
  ...wholeAndTyped('number as the postcode: 3121', HOUSE, isOwnPostcode),
  ...wholeAndTyped('number as the postcode: Shop 1, 3121', UNIT_WORD, isOwnPostcode),
  placeFirst('number as the postcode: place first', isOwnPostcode, false),
  placeFirst('number as the postcode: place first, typed', isOwnPostcode, true),
];

type Which = (setting: Setting, row: number) => boolean;

function wholeAndTyped(name: string, { rows, unit }: Notation, which: Which): QueryClass[] {
  const both = { rows: (setting: Setting, row: number) => which(setting, row) && rows(setting, row) };
  const said = (setting: Setting, row: number): Said => ({
    ...saidOf(setting.universe, row),
    unit: unit(setting, row),
  });
  return [
    { name, goals: WHOLE, ...both, ask: (setting, row) => whole(setting, row, said(setting, row)) },
    { name: `${name}, typed`, goals: TYPED, ...both, ask: (setting, row) => typed(setting, row, said(setting, row)) },
  ];
}

/** A whole address, with enough of its place to leave no other street. */
function whole(setting: Setting, row: number, said: Said): Question | null {
  const { universe, random } = setting;
  const less = { ...said, ...oneOf(random, {}, { state: '' }, { postcode: '' }, { state: '', postcode: '' }) };
  if (!isOnlyStreet(universe, row, named(universe, less.locality, less.state))) return null;
  const style = randomStyle(random);
  const place = words(less.locality, less.state, less.postcode);
  return forRow(setting, row, inStyle(`${streetLine(universe, less, style, random)}, ${place}`, style));
}

/**
 * An address from its beginning to somewhere in the locality's name, if no other street continues
 * like that.
 */
function typed(setting: Setting, row: number, said: Said): Question | null {
  const { universe, random } = setting;
  const style = randomStyle(random);
  const street = streetLine(universe, said, style, random);
  const begun = said.locality.slice(0, random.between(0, said.locality.length)).trimEnd();
  const goesOn = (at: number) => {
    const { name, aliases } = universe.localities[at];
    return [name, ...aliases].some((each) => each.startsWith(begun));
  };
  if (!isOnlyStreet(universe, row, goesOn)) return null;
  return forRow(setting, row, inStyle(begun === '' ? street : `${street}, ${begun}`, style));
}

/**
 * `MIRANI QLD 4754, 1770 SOLFERINO STREET`; if typed, cut off somewhere after the street's fourth
 * letter.
 */
function placeFirst(name: string, which: Which, isTyped: boolean): QueryClass {
  return {
    name,
    goals: isTyped ? TYPED : WHOLE,
    rows: (setting, row) => isHouse(setting, row) && which(setting, row),
    ask(setting, row) {
      const { universe, random } = setting;
      const { locality, state, postcode, ...said } = saidOf(universe, row);
      if (!isOnlyStreet(universe, row, named(universe, locality, ''))) return null;
      const place = isOwnPostcode(setting, row)
        ? words(locality, state, postcode)
        : oneOf(random, words(locality, state, postcode), words(locality, postcode), words(locality, state));
      const style = randomStyle(random);
      const street = streetLine(universe, { ...said, locality, state, postcode }, style, random);
      const least = said.number.length + 5;
      const end = isTyped ? random.between(Math.min(least, street.length), street.length) : street.length;
      if (isTyped && !isOnlyBeginning(setting, row)) return null;
      return forRow(setting, row, inStyle(`${place}, ${street.slice(0, end)}`, style));
    },
  };
}

/** True if no other street of the locality begins with the same four letters. */
function isOnlyBeginning({ universe }: Setting, row: number): boolean {
  const { name, locality } = universe.streets[universe.rowStreet[row]];
  const alike = universe.localities[locality].streets.filter((at) =>
    universe.streets[at].name.startsWith(name.slice(0, 4)),
  );
  return alike.length === 1;
}

function isLong(setting: Setting, row: number): boolean {
  const { first } = setting.universe.numbers[setting.universe.rowNumber[row]];
  return /^\d{4,5}[A-Z]?$/.test(first) && isNumbered(setting, row);
}

function isOwnPostcode(setting: Setting, row: number): boolean {
  const { universe } = setting;
  return universe.numbers[universe.rowNumber[row]].text === postcodeOf(universe, row) && isNumbered(setting, row);
}

function unitOf({ universe }: Setting, row: number) {
  return universe.units[universe.rowUnit[row]];
}
