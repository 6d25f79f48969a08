import { firstNotBefore, lowerBound, lowerBoundNear, principalOf } from '../../index/address.ts';
import { isAlias } from '../../index/address-head.ts';
import { ANY_UNIT, codeIn, FAMILY, goTogether, MEANING, meaningIn } from '../../index/lexicon.ts';
import type { AddressIndex } from '../../index/open.ts';
import { textBegins, textEquals } from '../../index/text.ts';
import { hasLetter, type NumberParse, type TypedNumber, type TypedUnit } from '../parse/numbers/number-parse.ts';
import { COSTS } from '../query/costs.ts';
import { ABSENT, EXACT, FUZZY, type Grade, NONE, OTHER_FAMILY, PREFIX, UNIT_COST } from '../query/grades.ts';
import { FEW } from '../query/limits.ts';
import type { UnitGrades } from '../query/workspace.ts';
import { codeOf, entryOf, hasCode, hasCodeIn, isStorey, means } from '../text/lexicon.ts';

/** Consecutive addresses of the index: the first, and the one after the last. */
export interface Run {
  readonly from: number;
  readonly end: number;
}

/** The unit and level of a parse. */
type AskedUnit = Pick<NumberParse, 'unit' | 'level'>;

/** The first unit of the index whose number is at least `number`, however many digits that has. O(log units). */
export function firstUnit({ columns: { unitFlatNumber, unitNumberCode } }: AddressIndex, number: number): number {
  if (number < unitNumberCode.length) return Math.min(unitNumberCode[number], unitFlatNumber.length);
  return firstNotBefore(0, unitFlatNumber.length, (code) => unitFlatNumber[code] < number);
}

/**
 * How a unit of the index answers the one asked for and its level: `unitIn` and `levelIn` tell the two grades. A unit of
 * another number is NONE.
 */
export function gradesOf(index: AddressIndex, code: number, { unit, level }: AskedUnit): number {
  const ofNumber = unit === null ? ABSENT : numberGrade(index, code, unit);
  if (ofNumber === NONE) return NONE;
  const ofType = unit === null ? EXACT : typeGrade(index, code, unit);
  return packed(0, ofType === EXACT ? ofNumber : ofType, levelGrade(index, code, level));
}

/** Two grades of three bits, after how far what has them ranks down. */
function packed(rank: number, unit: Grade, level: Grade): number {
  return (rank << 6) | (level << 3) | unit;
}

/** The grade of a unit in `gradesOf`. */
export function unitIn(grades: number): Grade {
  return (grades & 7) as Grade;
}

/** The grade of a level in `gradesOf`. */
export function levelIn(grades: number): Grade {
  return ((grades >>> 3) & 7) as Grade;
}

/** What `bestAmong` is told of an address that does not answer. */
const NO_ANSWER = -1;

/**
 * The first of the addresses that rank highest by what `answer` says of each that has a unit or a level, -1 for none;
 * leaves its grades in `into`.
 */
function bestAmong(
  { columns: { addressUnit } }: AddressIndex,
  { from, end }: Run,
  into: UnitGrades,
  answer: (code: number, ordinal: number) => number,
): number {
  let best = -1;
  let least = Number.POSITIVE_INFINITY;
  for (let i = from; i < end && least > 0; i++) {
    const code = addressUnit[i];
    const answered = code === 0 ? NO_ANSWER : answer(code, i);
    if (answered < 0 || answered >> 6 >= least) continue;
    best = i;
    least = answered >> 6;
    into.unit = unitIn(answered);
    into.level = levelIn(answered);
  }
  return best;
}

/** Finds the unit and level typed among the addresses of one number, or -1; leaves their grades in `into`. */
export function findUnit(index: AddressIndex, run: Run, asked: AskedUnit, into: UnitGrades): number {
  const { unit, level } = asked;
  if (unit === null) return level === null ? -1 : findLevel(index, run, level, into);
  if (unit.partialTypes !== null) return findPartial(index, run, asked, into);
  const { addressHead, addressUnit } = index.columns;
  const value = unit.number?.value ?? 0;
  const exactly = unit.optional || unit.number === null || means(index, unit.type, MEANING.structure);
  const from = lowerBound(addressUnit, firstUnit(index, value), run.from, run.end);
  const ofNumber = { from, end: lowerBoundNear(addressUnit, firstUnit(index, value + 1), from, run.end) };
  const found = bestAmong(index, ofNumber, into, (code, i) => {
    if (!sameFlat(index, code, unit.number)) return NO_ANSWER;
    const type = typeGrade(index, code, unit);
    if (exactly && type !== EXACT) return NO_ANSWER;
    const ofLevel = levelGradeAt(index, i, level);
    const isMeant = (unit.type >= 0 && type === EXACT) || isHome(index, code);
    const alias = isAlias(addressHead[i]) ? RANK.alias : 0;
    return packed(TYPE_RANK[type] + LEVEL_RANK[ofLevel] + alias + (isMeant ? 0 : RANK.otherThanHome), type, ofLevel);
  });
  if (found >= 0) return found;
  const lettered = findLettered(index, ofNumber, asked, into);
  if (lettered >= 0) return lettered;
  const begun = unit.open && unit.number !== null && !unit.optional ? findPartial(index, run, asked, into) : -1;
  if (begun >= 0 || level !== null || !means(index, unit.type, MEANING.levelType)) return begun;
  return findLevel(index, run, unit, into);
}

/** How far these rank a unit down. If no type was given, or no unit has it, dwellings come before shops. */
const RANK = { otherThanHome: 1, alias: 2 } as const;

/** How far a type ranks a unit down, by its grade: one of another family comes after all others. */
const TYPE_RANK: readonly number[] = [0, 0, 0, 4, 0, 16];

/** How far a level ranks a unit down among those of the same number, by its grade. */
const LEVEL_RANK: readonly number[] = [0, 0, 0, 2, 8];

function isHome({ columns: { unitFlatType, flatTypeFamily } }: AddressIndex, code: number): boolean {
  return (flatTypeFamily[unitFlatType[code]] & FAMILY.home) !== 0;
}

/** Letters before a unit's number that stand for its type; others name a block or a floor: `A3`, `G4`. */
const TYPE_LETTERS = 'STVKO';

/**
 * `S4`, `TH6` if no unit is called that: shop 4, townhouse 6, unless another type with that letter
 * has the same number. Searches the units of that number.
 */
function findLettered(index: AddressIndex, ofNumber: Run, { unit, level }: AskedUnit, into: UnitGrades): number {
  if (unit === null || unit.type >= 0 || unit.number === null || !hasLetter(unit.number)) return -1;
  const { text } = unit.number;
  const letters = text.search(/\d/);
  if (letters < 1) return -1;
  const { addressHead, unitFlatText, unitFlatType, flatTypeText } = index.columns;
  const initial = letters === 1 && TYPE_LETTERS.includes(text[0]);
  const entry = letters === 1 ? -1 : entryOf(index, Buffer.from(text, 'latin1'), 0, letters);
  if (!initial && entry < 0) return -1;
  const types = new Set<number>();
  const found = bestAmong(index, ofNumber, into, (code, i) => {
    const flat = unitFlatType[code];
    if (flat === 0 || isAlias(addressHead[i])) return NO_ANSWER;
    if (!(initial ? textBegins(index, flatTypeText[flat], text[0]) : hasCode(index, entry, MEANING.flatType, flat)))
      return NO_ANSWER;
    if (!textEquals(index, unitFlatText[code], text, letters, text.length)) return NO_ANSWER;
    types.add(flat);
    const ofLevel = levelGrade(index, code, level);
    // Never first at once: all are asked for their type.
    return packed(1 + LEVEL_RANK[ofLevel], FUZZY, ofLevel);
  });
  return types.size > 1 ? -1 : found;
}

/** The first unit whose type, or number, begins with what was typed; by number, one of the type typed is preferred. */
function findPartial(index: AddressIndex, { from, end }: Run, asked: AskedUnit, into: UnitGrades): number {
  const { addressHead } = index.columns;
  return bestAmong(index, { from, end: Math.min(end, from + FEW) }, into, (code, i) => {
    const grades = isAlias(addressHead[i]) ? NONE : gradesOf(index, code, asked);
    const unit = unitIn(grades);
    if (unit === NONE) return NO_ANSWER;
    const isOther = unit === FUZZY || unit === OTHER_FAMILY;
    const level = levelIn(grades);
    return packed(level === NONE ? 2 : isOther ? 1 : 0, isOther ? unit : PREFIX, level);
  });
}

/** The first address that is only on a level, or else that has a unit there; better one whose level has the very type. */
function findLevel(index: AddressIndex, run: Run, level: TypedUnit, into: UnitGrades): number {
  const { addressUnit, unitFlatText, unitFlatType, unitLevelNumber, unitLevelType } = index.columns;
  const isUnit = (code: number) => unitFlatText[code] !== 0 || unitFlatType[code] !== 0;
  const found = bestAmong(index, run, into, (code) => {
    const grade = levelGrade(index, code, level);
    if (grade === NONE) return NO_ANSWER;
    const ofUnit = isUnit(code);
    if (ofUnit && unitLevelNumber[code] === 0 && unitLevelType[code] === 0) return NO_ANSWER;
    return packed((ofUnit ? 2 : 0) + (grade === FUZZY ? 1 : 0), ABSENT, grade);
  });
  // Even the only unit of a level was not said.
  into.several = found >= 0 && isUnit(addressUnit[found]);
  return found;
}

/** Whether a unit has the number typed, apart from leading zeros; with null, whether it has none. */
function sameFlat(index: AddressIndex, code: number, number: TypedNumber | null): boolean {
  const text = index.columns.unitFlatText[code];
  if (number === null) return text === 0;
  if (textEquals(index, text, number.text, 0, number.text.length)) return true;
  if (number.text.charCodeAt(0) !== ZERO || number.value === 0) return false;
  const digits = number.text.replace(LEADING_ZEROS, '');
  return digits === String(number.value) && textEquals(index, text, digits, 0, digits.length);
}

const ZERO = 0x30;
const LEADING_ZEROS = /^0+/;

/**
 * How the number of a unit of the index answers the one typed: EXACT, PREFIX if it is longer, or NONE; where a type is
 * being typed, PREFIX for a unit of such a type.
 */
function numberGrade(index: AddressIndex, code: number, { number, open, partialTypes }: TypedUnit): Grade {
  const { unitFlatText, unitFlatType } = index.columns;
  if (partialTypes !== null) return hasCodeIn(partialTypes, unitFlatType[code]) ? PREFIX : NONE;
  if (sameFlat(index, code, number)) return EXACT;
  return open && number !== null && textBegins(index, unitFlatText[code], number.text) ? PREFIX : NONE;
}

/**
 * How a unit's type answers the one typed: EXACT if it is the same or either is not given, FUZZY if it is another that
 * people take for it, OTHER_FAMILY if it is of another family.
 */
function typeGrade(index: AddressIndex, code: number, { type, partialTypes }: TypedUnit): Grade {
  const { unitFlatType, flatTypeFamily } = index.columns;
  const flatType = unitFlatType[code];
  if (partialTypes !== null || (type >= 0 && hasCode(index, type, MEANING.flatType, flatType))) return EXACT;
  if (!goTogether(flatTypeFamily[flatType], familiesTyped(index, type))) return OTHER_FAMILY;
  return type < 0 || flatType === 0 ? EXACT : FUZZY;
}

/** The families of all that the entry of a type of unit may mean; those of a bare number for -1 and what is no such type. */
function familiesTyped(
  { columns: { lexiconStart, lexiconMeaning, flatTypeFamily } }: AddressIndex,
  entry: number,
): number {
  let families = 0;
  if (entry >= 0)
    for (let i = lexiconStart[entry]; i < lexiconStart[entry + 1]; i++)
      if (meaningIn(lexiconMeaning[i]) === MEANING.flatType) families |= flatTypeFamily[codeIn(lexiconMeaning[i])];
  return families === 0 ? ANY_UNIT : families;
}

/** How the level of an address answers; that of its principal if it is an alias that leaves the level out. */
function levelGradeAt(index: AddressIndex, ordinal: number, level: TypedUnit | null): Grade {
  const { addressHead, addressUnit } = index.columns;
  const grade = levelGrade(index, addressUnit[ordinal], level);
  if (grade !== FUZZY || level?.number == null || !isAlias(addressHead[ordinal])) return grade;
  const principal = principalOf(index, ordinal);
  return principal < 0 ? grade : levelGrade(index, addressUnit[principal], level);
}

/** How a unit's level answers: FUZZY if left out, but NONE for a bare number, `2/3/12`, which may be anything. */
function levelGrade(index: AddressIndex, code: number, level: TypedUnit | null): Grade {
  if (level === null) return ABSENT;
  const { unitLevelType, unitLevelText } = index.columns;
  const type = unitLevelType[code];
  const text = unitLevelText[code];
  if (type === 0 && text === 0) return level.type < 0 && level.partialTypes === null ? NONE : FUZZY;
  if (level.partialTypes !== null) return hasCodeIn(level.partialTypes, type) ? PREFIX : NONE;
  const sameType = level.type < 0 || hasCode(index, level.type, MEANING.levelType, type);
  if (level.number === null) return text === 0 && sameType ? EXACT : NONE;
  if (!textEquals(index, text, level.number.text, 0, level.number.text.length))
    return level.open && sameType && textBegins(index, text, level.number.text) ? PREFIX : NONE;
  if (sameType) return EXACT;
  // The third floor is level 3, but no basement 3.
  return isStorey(index, type) && isStorey(index, codeOf(index, level.type, MEANING.levelType)) ? FUZZY : NONE;
}

/** What a unit and its level add to a candidate's cost. */
export function unitCost(unit: Grade, level: Grade): number {
  return UNIT_COST[unit] + (level === FUZZY ? COSTS.levelLeftOut : 0);
}
