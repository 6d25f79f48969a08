import {
  blockTextOf,
  categoryIn,
  codeBytesIn,
  lowerArea,
  SET,
  SET_WORDS,
  sa1BytesIn,
  sa2In,
  upperArea,
} from '../index/boundary-set.ts';
import type { Bytes } from '../index/bytes.ts';
import type { AddressIndex } from '../index/open.ts';
import { NO_AREA } from '../index/sections.ts';
import { fragment, type JsonBytes, membersOf } from './json-bytes.ts';
import { areaFields } from './table/address-schemas.ts';
import { NULL, writeQuoted } from './write-text.ts';

const AREA = membersOf(areaFields);
const LGA = fragment(`{${AREA.lga}`);
const WARD = fragment(`,${AREA.ward}`);
const STATE_ELECTORATE = fragment(`,${AREA.stateElectorate}`);
const COMMONWEALTH_ELECTORATE = fragment(`,${AREA.commonwealthElectorate}`);
const MESH_BLOCK = fragment(`,${AREA.meshBlock}`);
const SA1 = fragment(`,${AREA.sa1}`);
const CODE = fragment('{"code":"');
const NO_SA2 = fragment(`,${AREA.sa2}null,${AREA.sa3}null,${AREA.sa4}null,${AREA.gccsa}null}`);
const COMMA = 0x2c;
const CLOSE = 0x7d;

/** Writes the boundaries of a set: the base object, and with `enriched` its superset with `ward` and `sa1`. */
export function writeBoundaries(index: AddressIndex, out: JsonBytes, set: number, enriched: boolean): void {
  writeAreas(index, out, index.columns.boundarySet, index.bytes.boundarySet, set, enriched);
}

/**
 * Writes the boundaries of a set among others, in the base form or the enriched one: `words` are rows as those of
 * `boundarySet`, and `text` is the same memory as bytes.
 */
export function writeAreas(
  index: AddressIndex,
  out: JsonBytes,
  words: Uint32Array,
  text: Bytes,
  set: number,
  enriched: boolean,
): void {
  const { columns, bytes } = index;
  const at = set * SET_WORDS;
  const lgaAndWard = words[at + SET.lgaAndWard];
  const electorates = words[at + SET.electorates];
  const sa2AndBlock = words[at + SET.sa2AndBlock];
  out.write(LGA);
  writeArea(index, out, lowerArea(lgaAndWard));
  if (enriched) {
    out.write(WARD);
    writeArea(index, out, upperArea(lgaAndWard));
  }
  out.write(STATE_ELECTORATE);
  writeArea(index, out, lowerArea(electorates));
  out.write(COMMONWEALTH_ELECTORATE);
  writeArea(index, out, upperArea(electorates));
  out.write(MESH_BLOCK);
  const code = blockTextOf(set);
  const sa1 = code + codeBytesIn(sa2AndBlock);
  if (code === sa1) out.write(NULL);
  else {
    const { meshBlockEndStart } = columns;
    const category = categoryIn(sa2AndBlock);
    out.write(CODE);
    out.raw(text, code, sa1);
    out.raw(bytes.meshBlockEnd, meshBlockEndStart[category], meshBlockEndStart[category + 1]);
  }
  if (enriched) {
    out.write(SA1);
    writeQuoted(out, text, sa1, sa1 + sa1BytesIn(sa2AndBlock));
  }
  const sa2 = sa2In(sa2AndBlock);
  if (sa2 === NO_AREA) out.write(NO_SA2);
  else {
    out.character(COMMA);
    out.raw(bytes.sa2, columns.sa2Start[sa2], columns.sa2Start[sa2 + 1]);
    out.character(CLOSE);
  }
}

function writeArea(index: AddressIndex, out: JsonBytes, area: number): void {
  const { areaStart } = index.columns;
  if (area === NO_AREA) out.write(NULL);
  else out.raw(index.bytes.area, areaStart[area], areaStart[area + 1]);
}
