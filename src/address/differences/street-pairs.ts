import type { IndexColumns } from '../index/sections.ts';
import { idBytesIn, nameBytesIn, STREET, STREET_WORDS } from '../index/street-answer.ts';
import { suffixIn, typeIn } from '../index/street-codes.ts';
import { sameBytes, sameText } from './detail-fields.ts';

/** The parts of a street that are compared, as bits. */
export const STREET_ID = 1;
export const STREET_LABEL = 2;
export const STREET_NAME = 4;
export const STREET_TYPE = 8;
export const STREET_SUFFIX = 16;

/** Compares streets of two releases. */
export interface StreetPairs {
  /** Whether a part of a street of the old release is that of one of the new release. The last pair is remembered. */
  same(before: number, after: number, part: number): boolean;
}

/** Compares the streets of two releases. */
export function streetPairs(before: IndexColumns, after: IndexColumns): StreetPairs {
  let lastBefore = -1;
  let lastAfter = -1;
  let sameParts = 0;
  return {
    same(ofBefore, ofAfter, part) {
      if (ofBefore !== lastBefore || ofAfter !== lastAfter) {
        lastBefore = ofBefore;
        lastAfter = ofAfter;
        sameParts = compareStreets(before, ofBefore, after, ofAfter);
      }
      return (sameParts & part) !== 0;
    },
  };
}

function compareStreets(before: IndexColumns, ofBefore: number, after: IndexColumns, ofAfter: number): number {
  const x = partsOf(before, ofBefore);
  const y = partsOf(after, ofAfter);
  const { streetText: xText } = before.columns;
  const { streetText: yText } = after.columns;
  const part = (bit: number, same: boolean) => (same ? bit : 0);
  return (
    part(STREET_ID, sameBytes(xText, x.id, x.label, yText, y.id, y.label)) |
    part(STREET_LABEL, sameBytes(xText, x.label, x.end, yText, y.label, y.end)) |
    part(STREET_NAME, sameBytes(xText, x.label, x.nameEnd, yText, y.label, y.nameEnd)) |
    part(STREET_TYPE, sameText(before, x.type, after, y.type)) |
    part(STREET_SUFFIX, sameText(before, x.suffix, after, y.suffix))
  );
}

/** Positions in `streetText`, and text ids. */
function partsOf({ columns }: IndexColumns, street: number) {
  const { streetAnswer, streetTypeText, streetSuffixText } = columns;
  const row = street * STREET_WORDS;
  const id = streetAnswer[row + STREET.text];
  const lengths = streetAnswer[row + STREET.lengths];
  const codes = streetAnswer[row + STREET.codes];
  const label = id + idBytesIn(lengths);
  return {
    id,
    label,
    nameEnd: label + nameBytesIn(lengths),
    end: streetAnswer[row + STREET_WORDS + STREET.text],
    type: streetTypeText[typeIn(codes)],
    suffix: streetSuffixText[suffixIn(codes)],
  };
}
