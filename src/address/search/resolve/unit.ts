import { firstNotBefore, lowerBound, principalOf } from '../../index/address.ts';
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

/** Finds the unit and level typed among the addresses of one number, or -1; leaves their grades in `into`. */
export function findUnit(index: AddressIndex, run: Run, asked: AskedUnit, into: UnitGrades): number {
  const { unit, level } = asked;
  const { from, end } = run;
  if (unit === null) return level === null ? -1 : findLevel(index, run, level, into);
  if (unit.partialTypes !== null) return findPartial(index, run, asked, into);
  const { addressHead, addressUnit } = index.columns;
  const value = unit.number?.value ?? 0;
  const exactly = unit.optional || unit.number === null || means(index, unit.type, MEANING.structure);
  const low = lowerBound(addressUnit, firstUnit(index, value), from, end);
  const last = firstUnit(index, value + 1);
  let best = -1;
  let bestRank = 99;
  let i = low;
  for (; i < end && addressUnit[i] < last; i++) {
    const code = addressUnit[i];
    if (code === 0 || !sameFlat(index, code, unit.number)) continue;
    const type = typeGrade(index, code, unit);
    if (exactly && type !== EXACT) continue;
    const levelGrade = levelGradeAt(index, i, level);
    const alias = !isAlias(addressHead[i]) ? 0 : 1;
    const isMeant = (unit.type >= 0 && type === EXACT) || isHome(index, code);
    const rank = TYPE_RANK[type] + levelRank(levelGrade) + alias + (isMeant ? 0 : OTHER_THAN_HOME);
    if (rank >= bestRank) continue;
    best = i;
    bestRank = rank;
    into.unit = type;
    into.level = levelGrade;
  }
  if (best < 0) best = findLettered(index, { from: low, end: i }, asked, into);
  if (best < 0 && unit.open && !unit.optional) best = findPartial(index, run, asked, into);
  if (best < 0 && unit.type >= 0 && means(index, unit.type, MEANING.levelType) && level === null) {
    best = findLevel(index, run, unit, into);
    if (best >= 0) into.unit = ABSENT;
  }
  return best;
}

/** If no type was given, or no unit has it, dwellings come before shops. */
const OTHER_THAN_HOME = 0.5;

function isHome({ columns: { unitFlatType, flatTypeFamily } }: AddressIndex, code: number): boolean {
  return (flatTypeFamily[unitFlatType[code]] & FAMILY.home) !== 0;
}

/** How far a type ranks a unit down, by its grade: one of another family comes after all others. */
const TYPE_RANK: readonly number[] = [0, 0, 0, 2, 0, 8];

/** How far a level ranks a unit down among those of the same number. */
function levelRank(level: Grade): number {
  return level === NONE ? 4 : level === FUZZY ? 1 : 0;
}

/** Letters before a unit's number that stand for its type; others name a block or a floor: `A3`, `G4`. */
const TYPE_LETTERS = 'STVKO';

/**
 * `S4`, `TH6` if no unit is called that: shop 4, townhouse 6, unless another type with that letter
 * has the same number. Searches the units of that number.
 */
function findLettered(index: AddressIndex, { from, end }: Run, { unit, level }: AskedUnit, into: UnitGrades): number {
  if (unit === null || unit.type >= 0 || unit.number === null || !hasLetter(unit.number)) return -1;
  const { text } = unit.number;
  const letters = text.search(/\d/);
  if (letters < 1) return -1;
  const { addressHead, addressUnit, unitFlatText, unitFlatType, flatTypeText } = index.columns;
  const initial = letters === 1 && TYPE_LETTERS.includes(text[0]);
  const entry = letters === 1 ? -1 : entryOf(index, Buffer.from(text, 'latin1'), 0, letters);
  if (!initial && entry < 0) return -1;
  let best = -1;
  for (let i = from; i < end; i++) {
    const code = addressUnit[i];
    const flat = unitFlatType[code];
    if (flat === 0 || isAlias(addressHead[i])) continue;
    if (!(initial ? textBegins(index, flatTypeText[flat], text[0]) : hasCode(index, entry, MEANING.flatType, flat)))
      continue;
    if (!textEquals(index, unitFlatText[code], text, letters, text.length)) continue;
    if (best >= 0 && unitFlatType[addressUnit[best]] !== flat) return -1;
    const grade = levelGradeOf(index, code, level);
    if (best >= 0 && levelRank(grade) >= levelRank(into.level)) continue;
    best = i;
    into.unit = FUZZY;
    into.level = grade;
  }
  return best;
}

/** The first unit whose type, or number, begins with what was typed; by number, one of the type typed is preferred. */
function findPartial(index: AddressIndex, { from, end }: Run, { unit, level }: AskedUnit, into: UnitGrades): number {
  if (unit === null) return -1;
  const { addressHead, addressUnit, unitFlatType, unitFlatText } = index.columns;
  let best = -1;
  for (let i = from; i < Math.min(end, from + FEW); i++) {
    const code = addressUnit[i];
    if (code === 0 || isAlias(addressHead[i])) continue;
    const fits =
      unit.partialTypes === null
        ? unit.number !== null && textBegins(index, unitFlatText[code], unit.number.text)
        : hasCodeIn(unit.partialTypes, unitFlatType[code]);
    if (!fits) continue;
    const grade = levelGradeOf(index, code, level);
    const type = typeGrade(index, code, unit);
    const isOther = type !== EXACT;
    if (best >= 0 && (grade === NONE || (isOther && into.level !== NONE))) continue;
    best = i;
    into.unit = isOther ? type : PREFIX;
    into.level = grade;
    if (grade !== NONE && !isOther) break;
  }
  return best;
}

function findLevel(index: AddressIndex, { from, end }: Run, level: TypedUnit, into: UnitGrades): number {
  const { addressUnit, unitFlatText, unitFlatType, unitLevelNumber, unitLevelType } = index.columns;
  let best = -1;
  for (let i = from; i < end; i++) {
    const code = addressUnit[i];
    if (code === 0 || unitFlatText[code] !== 0 || unitFlatType[code] !== 0) continue;
    const grade = levelGradeOf(index, code, level);
    if (grade === NONE || (best >= 0 && grade === FUZZY)) continue;
    best = i;
    into.level = grade;
    if (grade !== FUZZY) break;
  }
  if (best >= 0) return best;
  let bestGrade: Grade = FUZZY;
  for (let i = from; i < end; i++) {
    const grade = levelGradeOf(index, addressUnit[i], level);
    if (grade === NONE) continue;
    if (unitLevelNumber[addressUnit[i]] === 0 && unitLevelType[addressUnit[i]] === 0) continue;
    if (best < 0 || (grade !== FUZZY && bestGrade === FUZZY)) {
      best = i;
      bestGrade = grade;
      if (grade !== FUZZY) break;
    }
  }
  into.level = bestGrade;
  // Even the only unit of a level was not said.
  into.several = best >= 0;
  return best;
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

/** How the number of a unit of the index answers the one typed: EXACT, PREFIX if it is longer, or NONE. */
export function flatGrade(index: AddressIndex, code: number, unit: TypedUnit, number: TypedNumber): Grade {
  if (sameFlat(index, code, number)) return EXACT;
  return unit.open && textBegins(index, index.columns.unitFlatText[code], number.text) ? PREFIX : NONE;
}

/**
 * How a unit's type answers the one typed: EXACT if it is the same or either is not given, FUZZY if it is another that
 * people take for it, OTHER_FAMILY if it is of another family.
 */
export function typeGrade(index: AddressIndex, code: number, { type, partialTypes }: TypedUnit): Grade {
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
  const grade = levelGradeOf(index, addressUnit[ordinal], level);
  if (grade !== FUZZY || level?.number == null || !isAlias(addressHead[ordinal])) return grade;
  const principal = principalOf(index, ordinal);
  return principal < 0 ? grade : levelGradeOf(index, addressUnit[principal], level);
}

/** How a unit's level answers: FUZZY if left out, but NONE for a bare number, `2/3/12`, which may be anything. */
export function levelGradeOf(index: AddressIndex, code: number, level: TypedUnit | null): Grade {
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
