import { hasUnit, numberIn } from '../index/address-head.ts';
import { readDetail } from '../index/detail.ts';
import { LOT } from '../index/number-kinds.ts';
import type { AddressIndex } from '../index/open.ts';
import { idBytesIn, STREET, STREET_WORDS } from '../index/street-answer.ts';
import { fragment, type JsonBytes } from './json-bytes.ts';
import { NULL, writeText } from './write-text.ts';

const QUOTE = 0x22;
const SPACE = 0x20;
const SEPARATOR = fragment(', ');
const LOT_WORD = fragment('LOT ');

/**
 * Writes `addressLabel`: unit, level, then number and street (§4.3); `null` where the record has
 * none of them. The lot is written only where there is no street number, a building's name only
 * where there is neither.
 */
export function writeLabel(index: AddressIndex, out: JsonBytes, ordinal: number, street: number): void {
  const { addressHead, addressUnit, numberKind, numberTextStart, streetAnswer } = index.columns;
  const head = addressHead[ordinal];
  const number = numberIn(head);
  const unit = hasUnit(head) ? addressUnit[ordinal] : 0;
  const at = street * STREET_WORDS;
  const label = streetAnswer[at + STREET.text] + idBytesIn(streetAnswer[at + STREET.lengths]);
  const labelEnd = streetAnswer[at + STREET_WORDS + STREET.text];
  const building = number === 0 ? readDetail(index, ordinal).building : 0;
  if (number === 0 && unit === 0 && label === labelEnd && building === 0) {
    out.write(NULL);
    return;
  }
  out.character(QUOTE);
  const start = out.length;
  if (building !== 0) writeText(index, out, building);
  if (unit !== 0) writeUnit(index, out, unit, start);
  if (number !== 0 || label < labelEnd) {
    if (out.length > start) out.write(SEPARATOR);
    if (numberKind[number] === LOT) out.write(LOT_WORD);
    out.raw(index.bytes.numberText, numberTextStart[number], numberTextStart[number + 1]);
    if (number !== 0 && label < labelEnd) out.character(SPACE);
    out.raw(index.bytes.streetText, label, labelEnd);
  }
  out.character(QUOTE);
}

function writeUnit(index: AddressIndex, out: JsonBytes, unit: number, start: number): void {
  const { unitFlatType, unitFlatText, unitLevelType, unitLevelText, flatTypeText, levelTypeText } = index.columns;
  writePart(index, out, flatTypeText[unitFlatType[unit]], unitFlatText[unit], start);
  writePart(index, out, levelTypeText[unitLevelType[unit]], unitLevelText[unit], start);
}

function writePart(index: AddressIndex, out: JsonBytes, type: number, number: number, start: number): void {
  if (type === 0 && number === 0) return;
  if (out.length > start) out.write(SEPARATOR);
  writeText(index, out, type);
  if (type !== 0 && number !== 0) out.character(SPACE);
  writeText(index, out, number);
}
