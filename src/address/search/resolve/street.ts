import { lowerBound, lowerBoundNear } from '../../index/address.ts';
import { firstHead, numberIn } from '../../index/address-head.ts';
import { guideFrom, guideTo } from '../../index/number-guide.ts';
import { STREET_NUMBER } from '../../index/number-kinds.ts';
import type { AddressIndex } from '../../index/open.ts';
import {
  endOfRanges,
  mayHaveNumber,
  RANGE_ROW,
  RECORD_END,
  RECORD_FIRST,
  RECORD_HIGHEST,
  RECORD_RANGE,
  RECORD_START,
  STREET_RECORD,
} from '../../index/street-record.ts';
import { hasLetter, type NumberParse } from '../parse/numbers/number-parse.ts';
import {
  NUMBER_ACROSS,
  NUMBER_COST,
  NUMBER_EXACT,
  NUMBER_IN_RANGE,
  NUMBER_OTHER_END,
  NUMBER_OVERLAPS,
  NUMBER_PREFIX,
  NUMBER_SUFFIX,
} from '../query/grades.ts';
import { firstCode, type NumberCodes, numberBegins } from '../retrieve/numbers/number-codes.ts';
import type { Query } from '../retrieve/query.ts';
import { firstAddresses, group, groupEnd, namedAddresses, resolveLot } from './group.ts';

/** The least that these cost: a number with the prefix typed, and a range that holds the number. */
const PREFIX_COST = NUMBER_COST[NUMBER_PREFIX];
const RANGE_COST = NUMBER_COST[NUMBER_IN_RANGE];

/**
 * Adds to `resolved` the addresses of a street that answer a number, the best first; those whose number costs `spare`
 * or more (costs.ts) may be left out. A building stands for its units unless a unit was asked for. Without a number or
 * lot, the first addresses, after those that have no number if `named`. O(log addresses of the street + its ranges).
 */
export function resolveOnStreet(
  query: Query,
  street: number,
  numbers: NumberCodes,
  spare: number,
  named: boolean,
): void {
  const { index } = query;
  const { streetRecord, addressHead } = index.columns;
  const row = street * STREET_RECORD;
  const start = streetRecord[row + RECORD_START];
  const end = Math.min(streetRecord[row + RECORD_END], addressHead.length);
  const { parse } = numbers;
  if (parse.number === null) {
    if (parse.lot !== null) resolveLot(query, street, numbers);
    else {
      if (named) namedAddresses(query, start, end);
      firstAddresses(query, { from: start, end }, streetRecord[row + RECORD_FIRST], numbers);
    }
    return;
  }
  const first = numbers.to > numbers.from ? firstFrom(index, row, numbers.from, parse.number.value, end) : end;
  const isThere = first < end && numberIn(addressHead[first]) < numbers.to;
  let hasExact = false;
  if (numbers.exact >= 0 && isThere) {
    const at = lowerBoundNear(addressHead, firstHead(numbers.exact), first, end);
    hasExact = at < end && numberIn(addressHead[at]) === numbers.exact;
    if (hasExact && !group(query, at, end, NUMBER_EXACT, numbers)) return;
  }
  if (parse.rangeOpen && spare > PREFIX_COST && !rangesWithPrefix(query, first, end, numbers)) return;
  if (parse.exactOnly || spare <= RANGE_COST || !ranges(query, street, end, numbers)) return;
  if (isThere && spare > (hasExact ? suffixCost(parse, numbers.open) : RANGE_COST)) {
    let at = first;
    while (at < end && numberIn(addressHead[at]) < numbers.to) {
      const code = numberIn(addressHead[at]);
      if (code !== numbers.exact && !isRange(index, code)) {
        const grade = suffixGrade(index, row, code, numbers);
        if (spare > NUMBER_COST[grade] && !group(query, at, end, grade, numbers)) return;
      }
      at = groupEnd(index, at, end);
    }
  }
  if (spare > PREFIX_COST) grown(query, row, end, numbers);
}

/** Whether a street has nothing for the number typed, by its row in `streetRecord` alone. */
export function lacksNumber(record: Uint32Array, row: number, { parse, open }: NumberCodes): boolean {
  const { number, last, rangeOpen } = parse;
  if (number === null) return false;
  if (open || rangeOpen || last !== null) return number.value > record[row + RECORD_HIGHEST];
  return !mayHaveNumber(record, row, number.value);
}

/** The first address of a street, by its row, that has a code of a number; -1 for none. O(log addresses). */
export function addressOf(index: AddressIndex, row: number, code: number, number: number): number {
  const { streetRecord, addressHead } = index.columns;
  if (!mayHaveNumber(streetRecord, row, number)) return -1;
  const end = Math.min(streetRecord[row + RECORD_END], addressHead.length);
  const at = firstFrom(index, row, code, number, end);
  return at < end && numberIn(addressHead[at]) === code ? at : -1;
}

/** The first address of a street, up to `end`, with the first code of a number or a later one. O(log addresses). */
function firstFrom(index: AddressIndex, row: number, code: number, number: number, end: number): number {
  const { streetRecord, addressHead } = index.columns;
  const from = guideFrom(streetRecord, row, number);
  return lowerBound(addressHead, firstHead(code), from, Math.min(end, guideTo(streetRecord, row, number)));
}

function isRange(index: AddressIndex, code: number): boolean {
  return index.columns.numberLast[code] > index.columns.numberFirst[code];
}

/**
 * The grade of a single number: `12` is a prefix of `12A` while it is typed, both are ends of `12-12A`; the range `12-14`
 * overlaps `12`.
 */
function suffixGrade(index: AddressIndex, row: number, code: number, numbers: NumberCodes): number {
  const { number, last } = numbers.parse;
  if (last !== null || numbers.parse.rangeOpen) return overlapAt(index, row, code, numbers.parse);
  const ends = (begin: string) => numberBegins(index, code, begin);
  if (number !== null && (ends(`${number.text}-`) || ends(`${number.value}-${number.text}`))) return NUMBER_IN_RANGE;
  return numbers.open && number !== null && numberBegins(index, code, number.text) ? NUMBER_PREFIX : NUMBER_SUFFIX;
}

/** The least that a grade of `suffixGrade` costs. */
function suffixCost({ last, rangeOpen }: NumberParse, open: boolean): number {
  if (last !== null || rangeOpen) return NUMBER_COST[NUMBER_OVERLAPS];
  return NUMBER_COST[open ? NUMBER_PREFIX : NUMBER_SUFFIX];
}

/**
 * The grade of what overlaps the range typed. A range keeps to one side of a street: an even and an odd end may mean
 * something else, unit 3 in `3-12`, and so may a lower one. A range with a letter, `4Z-6`, differs from one without.
 */
function overlapOf({ number, last, rangeOpen }: NumberParse): number {
  if (rangeOpen || number === null || last === null) return NUMBER_OVERLAPS;
  const gap = last.value - number.value;
  return gap < 0 || gap % 2 !== 0 || hasLetter(number) || hasLetter(last) ? NUMBER_ACROSS : NUMBER_OVERLAPS;
}

/** The grade of a number or range that overlaps the range typed: each end typed is one of its own, or stands on the street. */
function overlapAt(index: AddressIndex, row: number, code: number, parse: NumberParse): number {
  const grade = overlapOf(parse);
  const { number, last, rangeOpen } = parse;
  if (grade !== NUMBER_OVERLAPS || rangeOpen || number === null || last === null) return grade;
  const { numberFirst, numberLast } = index.columns;
  const isEnd = (value: number) =>
    value === numberFirst[code] || value === numberLast[code] || stands(index, row, value);
  return isEnd(number.value) && isEnd(last.value) ? NUMBER_OVERLAPS : NUMBER_OTHER_END;
}

/** Whether a number, or the range of an address, of a street begins or ends with a value. O(log addresses + ranges). */
function stands(index: AddressIndex, row: number, value: number): boolean {
  const { streetRecord, streetRange, addressHead, numberFirst } = index.columns;
  const end = Math.min(streetRecord[row + RECORD_END], addressHead.length);
  const at = firstFrom(index, row, firstCode(index, STREET_NUMBER, value), value, end);
  if (at < end && numberFirst[numberIn(addressHead[at])] === value) return true;
  const rangeEnd = Math.min(endOfRanges(streetRecord, row) * RANGE_ROW, streetRange.length);
  for (let i = streetRecord[row + RECORD_RANGE] * RANGE_ROW; i < rangeEnd; i += RANGE_ROW)
    if (streetRange[i + 2] === value) return true;
  return false;
}

/** Adds the ranges with the prefix typed so far. Answers whether to go on. */
function rangesWithPrefix(query: Query, first: number, end: number, numbers: NumberCodes): boolean {
  const { index } = query;
  const { addressHead } = index.columns;
  const { number, last } = numbers.parse;
  const prefix = `${number?.text}-${last?.text ?? ''}`;
  let at = first;
  while (at < end && numberIn(addressHead[at]) < numbers.to) {
    const code = numberIn(addressHead[at]);
    if (code !== numbers.exact && numberBegins(index, code, prefix))
      if (!group(query, at, end, NUMBER_PREFIX, numbers)) return false;
    at = groupEnd(index, at, end);
  }
  return true;
}

function ranges(query: Query, street: number, end: number, numbers: NumberCodes): boolean {
  const { index } = query;
  const { streetRecord, streetRange, addressHead, numberFirst } = index.columns;
  const { number, last } = numbers.parse;
  if (number === null) return true;
  const low = number.value;
  const high = last === null ? low : Math.max(low, last.value);
  const row = street * STREET_RECORD;
  const rangeEnd = Math.min(endOfRanges(streetRecord, row) * RANGE_ROW, streetRange.length);
  for (let i = streetRecord[row + RECORD_RANGE] * RANGE_ROW; i < rangeEnd; i += RANGE_ROW) {
    const from = streetRange[i + 1];
    const to = streetRange[i + 2];
    if (from > high) break;
    const at = streetRange[i];
    if (to < low || numberIn(addressHead[at]) === numbers.exact) continue;
    const side = (from - low) % 2 === 0 || (to - from) % 2 !== 0;
    const nested = (from - low) * (to - high) <= 0;
    const isSingle = last === null && !numbers.parse.rangeOpen;
    const within = () => (isSingle ? NUMBER_IN_RANGE : overlapAt(index, row, numberIn(addressHead[at]), numbers.parse));
    const grade = numbers.parse.rangeOpen || (side && nested) ? within() : NUMBER_ACROSS;
    if (!group(query, at, end, grade, numbers)) return false;
  }
  if (last !== null && last.value > low) {
    const at = firstFrom(index, row, firstCode(index, STREET_NUMBER, last.value), last.value, end);
    const code = at < end ? numberIn(addressHead[at]) : 0;
    if (numberFirst[code] === last.value && !isRange(index, code))
      return group(query, at, end, overlapAt(index, row, code, numbers.parse), numbers);
  }
  return true;
}

/** Adds the longer numbers with the prefix typed, up to the street's highest. */
function grown(query: Query, row: number, end: number, numbers: NumberCodes): void {
  const { index } = query;
  const { streetRecord, addressHead, numberFirst } = index.columns;
  for (let i = 0; i < numbers.grown.length; i += 2) {
    const number = numberFirst[numbers.grown[i]];
    if (number > streetRecord[row + RECORD_HIGHEST]) return;
    const to = numbers.grown[i + 1];
    let at = firstFrom(index, row, numbers.grown[i], number, end);
    while (at < end && numberIn(addressHead[at]) < to) {
      if (!group(query, at, end, NUMBER_PREFIX, numbers)) return;
      at = groupEnd(index, at, end);
    }
  }
}
