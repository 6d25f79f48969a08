import { TYPED_FLAT_TYPES, TYPED_LEVEL_TYPES } from '../../language/abbreviations.ts';
import { inStyle, randomStyle, type Said, saidOf, streetLine, words } from '../../language/phrasing.ts';
import type { Question, Setting } from '../../question.ts';
import type { Unit } from '../../universe/universe.ts';
import { forRow, oneOf } from '../asking.ts';
import { sameNumber } from '../rows.ts';

/**
 * True if flat type and number, with the level unless `withoutLevel`, identify the record among
 * those at its street number.
 */
export function isNatural({ universe }: Setting, row: number, withoutLevel: boolean): boolean {
  const unit = universe.units[universe.rowUnit[row]];
  if (unit.flat === '' || (!withoutLevel && unit.levelCode === '')) return false;
  return sameNumber(universe, row).every((other) => {
    const its = universe.units[universe.rowUnit[other]];
    if (its.flat !== unit.flat || its.flatCode !== unit.flatCode) return true;
    if (!withoutLevel && (its.levelCode !== unit.levelCode || its.level !== unit.level)) return true;
    return universe.rowAnswer[other] === row || universe.rowUnit[other] === universe.rowUnit[row];
  });
}

/** True for a flat on a level with a number. */
export function hasLevel({ flat, levelCode, level }: Unit): boolean {
  return flat !== '' && level !== '' && levelCode in TYPED_LEVEL_TYPES;
}

/** `Level 2`, `L2`. */
export function levelOf({ levelCode, level }: Unit, { random }: Setting): string {
  const type = random.pick(TYPED_LEVEL_TYPES[levelCode] ?? ['LEVEL']);
  return type.length === 1 && random.chance(0.6) ? `${type}${level}` : `${type} ${level}`;
}

/** `Shop 3, ` or `Shop 3 `. */
export function typeAndFlat({ flatCode, flatType, flat }: Unit, { random }: Setting): string {
  const type = random.pick([flatType, ...(TYPED_FLAT_TYPES[flatCode] ?? [])]);
  return `${type} ${flat}${oneOf(random, ', ', ' ')}`;
}

/** A whole address with its unit written as `unit` says, whatever stands between it and the number included. */
export function withUnit(setting: Setting, row: number, unit: string): Question {
  const { universe, random } = setting;
  const said: Said = { ...saidOf(universe, row), unit };
  const style = randomStyle(random);
  const place = words(said.locality, said.state, said.postcode);
  return forRow(setting, row, inStyle(`${streetLine(universe, said, style, random)}, ${place}`, style));
}
