import { TYPED_BARE_LEVELS, TYPED_FLAT_TYPES } from '../../language/abbreviations.ts';
import { inWords } from '../../language/beside-words.ts';
import { inStyle, randomStyle, saidOf, streetLine, words } from '../../language/phrasing.ts';
import type { QueryClass, Setting } from '../../question.ts';
import { fullText, isPrincipal, type Unit } from '../../universe/universe.ts';
import { forRow, oneOf } from '../asking.ts';
import { buildingText, isUnit, sameNumber, slashIsNatural } from '../rows.ts';
import { hasLevel, isNatural, levelOf, typeAndFlat, withUnit } from './unit-notation.ts';

const GOALS = { right: 0.995 };
const COMMON = new Set(['APT', 'FLAT', 'OFFC', 'SE', 'SHOP', 'UNIT', 'VLLA', 'FCTY', 'TNHS', 'WHSE', 'STU', 'TNCY']);

/** Every way in which people write units and levels, each asked only of records where it is natural. */
export const UNITS: readonly QueryClass[] = [
  slashed('unit: 3/12', (flat) => `${flat}/`),
  slashed('unit: 3 / 12', (flat) => `${flat} / `),
  slashed('unit: U3/12', (flat) => `U${flat}/`, 'UNIT', true),
  slashed('unit: U 3 12', (flat) => `U ${flat} `, 'UNIT', true),
  slashed('unit: Unit 3/12', (flat) => `UNIT ${flat}/`, 'UNIT'),
  slashed('unit: Unit 3 of 12', (flat, { random }) => `UNIT ${flat} ${oneOf(random, 'OF', 'AT')} `, 'UNIT'),
  slashed('unit: #3-12', (flat) => `#${flat}-`, 'UNIT', true),
  slashed(
    'unit: Unit Three, 12',
    (flat, { random }) => `UNIT ${(/^\d+$/.test(flat) ? inWords(Number(flat), random) : null) ?? flat}, `,
    'UNIT',
  ),
  slashed('unit: Flat 3 12', (flat) => `FLAT ${flat} `, 'FLAT'),
  slashed(
    'unit: Apt 12B',
    (flat, { random }) => `${oneOf(random, 'APT', 'APARTMENT')} ${flat}${oneOf(random, ' ', ', ')}`,
    'APT',
  ),
  slashed('unit: FT3 12', (flat) => `FT${flat} `, 'FLAT', true),
  noted('unit: Shop G4', ({ flatCode, flat }) => flatCode === 'SHOP' && /^[A-Z]/.test(flat), typeAndFlat),
  noted('unit: type and number', ({ flatCode }) => COMMON.has(flatCode), typeAndFlat),
  noted('unit: any other type', ({ flatCode }) => flatCode in TYPED_FLAT_TYPES && !COMMON.has(flatCode), typeAndFlat),
  noted(
    'unit: type said in code',
    ({ flatCode, flat }) => flatCode !== '' && flat !== '',
    (unit) => `${unit.flatCode} ${unit.flat}, `,
  ),
  noted(
    'unit: with a level, Suite 1 Level 2 100',
    hasLevel,
    (unit, setting) =>
      `${typeAndFlat(unit, setting).replace(/, $/, ' ')}${levelOf(unit, setting)}${oneOf(setting.random, ' ', ', ')}`,
  ),
  noted(
    'unit: level first, Level 2 Suite 1',
    hasLevel,
    (unit, setting) => `${levelOf(unit, setting)}${oneOf(setting.random, ' ', ', ')}${typeAndFlat(unit, setting)}`,
  ),
  noted(
    'unit: ground floor',
    ({ levelCode, level, flat }) => levelCode in TYPED_BARE_LEVELS && level === '' && flat !== '',
    (unit, { random }) =>
      `${oneOf(random, unit.flatType, TYPED_FLAT_TYPES[unit.flatCode]?.[0] ?? unit.flatType)} ${unit.flat}, ${random.pick(TYPED_BARE_LEVELS[unit.levelCode])}, `,
  ),
  {
    name: 'unit: after the street',
    goals: GOALS,
    rows: (setting, row) => isUnit(setting, row) && isNatural(setting, row, true),
    ask(setting, row) {
      const { universe, random } = setting;
      const unit = universe.units[universe.rowUnit[row]];
      const said = { ...saidOf(universe, row), unit: '' };
      const style = randomStyle(random);
      const street = streetLine(universe, said, style, random);
      const flat = typeAndFlat(unit, setting).replace(/, $| $/, '');
      const place = words(said.locality, said.state, said.postcode);
      return forRow(setting, row, inStyle(`${street}${oneOf(random, ', ', ' ')}${flat}, ${place}`, style));
    },
  },
  levelAlone('level: L2 100', (level) => `L${level} `),
  levelAlone('level: Level 2/100', (level) => `LEVEL ${level}/`),
  levelAlone('level: Level 2, 100', (level) => `LEVEL ${level}, `),
];

/**
 * `3/12` and its like, for flats whose number alone identifies the record; with `digitsFirst`, only
 * flats without a prefix.
 */
function slashed(
  name: string,
  prefix: (flat: string, setting: Setting) => string,
  flatCode?: string,
  digitsFirst = false,
): QueryClass {
  return {
    name,
    goals: GOALS,
    rows(setting, row) {
      const { universe } = setting;
      const unit = universe.units[universe.rowUnit[row]];
      if (flatCode !== undefined && unit.flatCode !== flatCode) return false;
      if (digitsFirst && !/^\d/.test(unit.flat)) return false;
      return isUnit(setting, row) && slashIsNatural(universe, row);
    },
    ask: (setting, row) =>
      withUnit(setting, row, prefix(setting.universe.units[setting.universe.rowUnit[row]].flat, setting)),
  };
}

/** A notation with type and number, for units that these identify. */
function noted(
  name: string,
  fits: (unit: Unit) => boolean,
  prefix: (unit: Unit, setting: Setting) => string,
): QueryClass {
  const saysLevel = name.includes('level') || name.includes('ground');
  return {
    name,
    goals: GOALS,
    rows: (setting, row) =>
      isUnit(setting, row) &&
      fits(setting.universe.units[setting.universe.rowUnit[row]]) &&
      isNatural(setting, row, !saysLevel),
    ask: (setting, row) =>
      withUnit(setting, row, prefix(setting.universe.units[setting.universe.rowUnit[row]], setting)),
  };
}

/** A level without a flat: the building's record, or any record of that level, is right. */
function levelAlone(name: string, prefix: (level: string) => string): QueryClass {
  return {
    name,
    goals: GOALS,
    rows(setting, row) {
      const { levelCode, level } = setting.universe.units[setting.universe.rowUnit[row]];
      return isUnit(setting, row) && levelCode === 'L' && level !== '';
    },
    ask(setting, row) {
      const { universe } = setting;
      const { level } = universe.units[universe.rowUnit[row]];
      const onLevel = sameNumber(universe, row).filter((other) => {
        const unit = universe.units[universe.rowUnit[other]];
        return isPrincipal(universe, other) && unit.levelCode === 'L' && unit.level === level;
      });
      const building = buildingText(universe, row);
      const alone = onLevel.filter((other) => universe.units[universe.rowUnit[other]].flat === '');
      const right = (alone.length > 0 ? alone : onLevel).map((other) => fullText(universe, other));
      if (alone.length === 0 && building !== null) right.push(building);
      return { ...withUnit(setting, row, prefix(level)), accept: right };
    },
  };
}
