import { firstNotBefore, lowerBound } from '../../../index/address.ts';
import { LOT, STREET_NUMBER } from '../../../index/number-kinds.ts';
import type { AddressIndex } from '../../../index/open.ts';
import { hasLetter, type NumberParse, type TypedNumber } from '../../parse/numbers/number-parse.ts';
import { FEW } from '../../query/limits.ts';
import { statesOfPostcode } from '../places/regions.ts';

/** A number parse in the codes of the index. */
export interface NumberCodes {
  readonly parse: NumberParse;
  /** Whether the number is still being typed. */
  readonly open: boolean;
  /** Code of exactly this number or range, -1 if the index has none. */
  readonly exact: number;
  /** Codes of a number with a letter or a range: as typed, then of the ranges it is a prefix of. */
  readonly compounds: readonly number[];
  /** The codes whose first number is the one typed: from `from` up to `to`. */
  readonly from: number;
  readonly to: number;
  readonly lot: number;
  /** The row of the number in the table of those that few streets have, which leads to them; -1 for none. */
  readonly rare: number;
  /** Runs of codes whose numbers are longer with the prefix typed: 12 → 120–129, 1200–1299. From, to, from, … */
  readonly grown: readonly number[];
  /** The same for lots, after those of the same value: 12 → 12A, 120–129. Not all have the prefix: `A12` does not. */
  readonly grownLots: readonly number[];
  /** The states of the postcode, a bit for each by its position in STATE_ORDER; 0 without a whole postcode. */
  readonly postcodeStates: number;
}

const LEADING_ZEROS = /^0+(?=\d)/;

/** Looks up the codes of a parse's numbers. O(log distinct numbers + codes of the number). */
export function numberCodes(index: AddressIndex, parse: NumberParse, open: boolean): NumberCodes {
  const { number, last, lot, postcode, postcodeOpen } = parse;
  let exact = -1;
  let from = 0;
  let to = 0;
  if (number !== null) {
    from = firstCode(index, STREET_NUMBER, number.value);
    to = firstCode(index, STREET_NUMBER, number.value + 1);
    if (last !== null || !parse.rangeOpen) exact = exactCode(index, parse, from, to);
  }
  return {
    parse,
    open,
    exact,
    compounds: compoundCodes(index, parse, exact, { from, to }),
    from,
    to,
    lot: lot === null ? -1 : lotCode(index, lot),
    rare: number === null ? -1 : rareRow(index, number.value),
    postcodeStates: postcode === null || postcodeOpen ? 0 : statesOfPostcode(index, postcode.value),
    grown: open && last === null ? grownCodes(index, parse) : NONE,
    grownLots: lot !== null && open ? grownLots(index, lot) : NONE,
  };
}

/** The code of a number as a lot, with leading zeros or without; -1 for none. O(codes of the number). */
export function lotCode(index: AddressIndex, lot: TypedNumber): number {
  const from = firstCode(index, LOT, lot.value);
  const to = firstCode(index, LOT, lot.value + 1);
  const code = codeOfText(index, lot.text, from, to);
  return code < 0 && lot.text.startsWith('0') ? codeOfText(index, withoutZeros(lot.text), from, to) : code;
}

/** The code of the number of a parse, or of its range, among the codes of the number's value; -1 for none. O(codes). */
export function exactCode(index: AddressIndex, { number, last }: NumberParse, from: number, to: number): number {
  if (number === null) return -1;
  const first = withoutZeros(number.text);
  if (last === null) return codeOfText(index, first, from, to);
  const exact = codeOfText(index, `${first}-${last.text}`, from, to);
  if (exact >= 0 || last.value >= number.value || last.value >= 100) return exact;
  const digits = String(number.value);
  const whole = digits.slice(0, Math.max(0, digits.length - String(last.value).length)) + last.text;
  return codeOfText(index, `${first}-${whole}`, from, to);
}

function rareRow({ columns: { rareNumber } }: AddressIndex, number: number): number {
  const row = lowerBound(rareNumber, number);
  return rareNumber[row] === number ? row : -1;
}

function withoutZeros(text: string): string {
  return text.startsWith('0') ? text.replace(LEADING_ZEROS, '') : text;
}

const NONE: readonly number[] = [];

function compoundCodes(
  index: AddressIndex,
  { number, last, rangeOpen }: NumberParse,
  exact: number,
  { from, to }: { readonly from: number; readonly to: number },
): readonly number[] {
  if (number === null || !isCompoundTyped(number, last, rangeOpen)) return NONE;
  if (!rangeOpen) return exact < 0 ? NONE : [exact];
  const codes = exact < 0 ? [] : [exact];
  const prefix = `${number.text}-${last?.text ?? ''}`;
  for (let code = from; code < to && codes.length < FEW; code++)
    if (code !== exact && numberBegins(index, code, prefix)) codes.push(code);
  return codes;
}

/** Whether a number was typed with a letter before or after it, or as a range or the prefix of one. */
export function isCompoundTyped(number: TypedNumber, last: TypedNumber | null, rangeOpen: boolean): boolean {
  return rangeOpen || last !== null || hasLetter(number);
}

function grownCodes(index: AddressIndex, { number }: NumberParse): number[] {
  const codes: number[] = [];
  if (number === null || number.value === 0 || /[A-Z]/.test(number.text)) return codes;
  const end = firstCode(index, STREET_NUMBER, Number.POSITIVE_INFINITY);
  for (let scale = 10; ; scale *= 10) {
    const from = firstCode(index, STREET_NUMBER, number.value * scale);
    if (from === end) return codes;
    const to = firstCode(index, STREET_NUMBER, (number.value + 1) * scale);
    if (to > from) codes.push(from, to);
  }
}

function grownLots(index: AddressIndex, { value }: TypedNumber): number[] {
  const codes = [firstCode(index, LOT, value), firstCode(index, LOT, value + 1)];
  if (value === 0) return codes;
  const end = firstCode(index, LOT, Number.POSITIVE_INFINITY);
  for (let scale = 10; ; scale *= 10) {
    const from = firstCode(index, LOT, value * scale);
    if (from === end) return codes;
    const to = firstCode(index, LOT, (value + 1) * scale);
    if (to > from) codes.push(from, to);
  }
}

/** The first code of a kind whose number is at least `value`. Codes are sorted by kind, then first number. */
export function firstCode(index: AddressIndex, kind: number, value: number): number {
  const { numberKind, numberFirst, streetNumberCode } = index.columns;
  if (kind === STREET_NUMBER && value < streetNumberCode.length)
    return Math.min(streetNumberCode[value], numberKind.length);
  return firstNotBefore(
    0,
    numberKind.length,
    (code) => numberKind[code] < kind || (numberKind[code] === kind && numberFirst[code] < value),
  );
}

/** Whether a number code has a text. */
export function isNumber(index: AddressIndex, code: number, text: string): boolean {
  const { numberTextStart } = index.columns;
  return numberTextStart[code + 1] - numberTextStart[code] === text.length && numberBegins(index, code, text);
}

/** Whether the text of a number code begins with a prefix. */
export function numberBegins(index: AddressIndex, code: number, text: string): boolean {
  const { numberText, numberTextStart } = index.columns;
  const start = numberTextStart[code];
  if (numberTextStart[code + 1] - start < text.length) return false;
  for (let i = 0; i < text.length; i++) if (numberText[start + i] !== text.charCodeAt(i)) return false;
  return true;
}

/** The number code from `from` to `to` with a text, or -1. O(codes). */
function codeOfText(index: AddressIndex, text: string, from: number, to: number): number {
  for (let code = from; code < to; code++) if (isNumber(index, code, text)) return code;
  return -1;
}
