import { readDetail } from '../index/detail.ts';
import type { AddressIndex } from '../index/open.ts';
import type { JsonBytes } from './json-bytes.ts';
import { writeText } from './write-text.ts';

/** Kinds of `numberKind`. */
export const STREET_NUMBER = 1;
export const LOT = 2;

/**
 * Writes `addressLabel`: unit, level, then number and street (contract, "Labels"); `null` where the record has none of them.
 * The lot stands only where there is no street number, a building's name only where there is neither.
 */
export function writeLabel(index: AddressIndex, out: JsonBytes, ordinal: number, street: number): void {
  const { addressNumber, addressUnit, numberKind, numberText, numberTextStart, streetLabel } = index.columns;
  const number = addressNumber[ordinal];
  const unit = addressUnit[ordinal];
  const label = streetLabel[street];
  const building = number === 0 ? readDetail(index, ordinal).building : 0;
  if (number === 0 && unit === 0 && label === 0 && building === 0) {
    out.ascii('null');
    return;
  }
  out.ascii('"');
  const start = out.length;
  if (building !== 0) writeText(index, out, building);
  if (unit !== 0) writeUnit(index, out, unit, start);
  if (number !== 0 || label !== 0) {
    if (out.length > start) out.ascii(', ');
    if (numberKind[number] === LOT) out.ascii('LOT ');
    out.raw(numberText, numberTextStart[number], numberTextStart[number + 1]);
    if (number !== 0 && label !== 0) out.ascii(' ');
    writeText(index, out, label);
  }
  out.ascii('"');
}

function writeUnit(index: AddressIndex, out: JsonBytes, unit: number, start: number): void {
  const { unitFlatType, unitFlatText, unitLevelType, unitLevelText, flatTypeText, levelTypeText } = index.columns;
  writePart(index, out, flatTypeText[unitFlatType[unit]], unitFlatText[unit], start);
  writePart(index, out, levelTypeText[unitLevelType[unit]], unitLevelText[unit], start);
}

function writePart(index: AddressIndex, out: JsonBytes, type: number, number: number, start: number): void {
  if (type === 0 && number === 0) return;
  if (out.length > start) out.ascii(', ');
  writeText(index, out, type);
  if (type !== 0 && number !== 0) out.ascii(' ');
  writeText(index, out, number);
}
