import { lowerArea, SET, SET_WORDS, upperArea } from '../index/boundary-set.ts';
import type { AddressIndex } from '../index/open.ts';
import { NO_AREA } from '../index/sections.ts';
import { fragment, type JsonBytes } from './json-bytes.ts';
import { NULL, writeQuoted } from './write-text.ts';

const LGA = fragment('{"lga":');
const WARD = fragment(',"ward":');
const STATE_ELECTORATE = fragment(',"stateElectorate":');
const COMMONWEALTH_ELECTORATE = fragment(',"commonwealthElectorate":');
const MESH_BLOCK = fragment(',"meshBlock":');
const SA1 = fragment(',"sa1":');
const CODE = fragment('{"code":"');
const NO_SA2 = fragment(',"sa2":null,"sa3":null,"sa4":null,"gccsa":null}');
const COMMA = 0x2c;
const CLOSE = 0x7d;

/** The areas of an address: positions in their columns, NO_AREA for none; 0 for no mesh block. */
export interface Areas {
  readonly lga: number;
  readonly ward: number;
  readonly stateElectorate: number;
  readonly commonwealthElectorate: number;
  readonly meshBlock: number;
  readonly sa2: number;
}

/** The areas of a set. */
export function areasOf({ columns }: AddressIndex, set: number): Areas {
  const { boundarySet } = columns;
  const lgaAndWard = boundarySet[set * SET_WORDS + SET.lgaAndWard];
  const electorates = boundarySet[set * SET_WORDS + SET.electorates];
  return {
    lga: lowerArea(lgaAndWard),
    ward: upperArea(lgaAndWard),
    stateElectorate: lowerArea(electorates),
    commonwealthElectorate: upperArea(electorates),
    meshBlock: boundarySet[set * SET_WORDS + SET.meshBlock],
    sa2: boundarySet[set * SET_WORDS + SET.sa2],
  };
}

/** Writes the boundaries of a set: the base object, and with `enriched` its superset with `ward` and `sa1`. */
export function writeBoundaries(index: AddressIndex, out: JsonBytes, set: number, enriched: boolean): void {
  writeAreas(index, out, areasOf(index, set), enriched);
}

/** Writes areas as boundaries, in the base form or the enriched one. */
export function writeAreas(index: AddressIndex, out: JsonBytes, areas: Areas, enriched: boolean): void {
  const { columns, bytes } = index;
  const { meshBlock: block, sa2 } = areas;
  out.write(LGA);
  writeArea(index, out, areas.lga);
  if (enriched) {
    out.write(WARD);
    writeArea(index, out, areas.ward);
  }
  out.write(STATE_ELECTORATE);
  writeArea(index, out, areas.stateElectorate);
  out.write(COMMONWEALTH_ELECTORATE);
  writeArea(index, out, areas.commonwealthElectorate);
  out.write(MESH_BLOCK);
  writeMeshBlock(index, out, block);
  if (enriched) {
    out.write(SA1);
    writeSa1(index, out, block);
  }
  if (sa2 === NO_AREA) out.write(NO_SA2);
  else {
    out.character(COMMA);
    out.raw(bytes.sa2, columns.sa2Start[sa2], columns.sa2Start[sa2 + 1]);
    out.character(CLOSE);
  }
}

/** Writes a mesh block, `null` for block 0. */
export function writeMeshBlock(index: AddressIndex, out: JsonBytes, block: number): void {
  const { meshBlockTextStart, meshBlockCategory, meshBlockEndStart } = index.columns;
  if (block === 0) {
    out.write(NULL);
    return;
  }
  out.write(CODE);
  out.raw(index.bytes.meshBlockText, meshBlockTextStart[2 * block], meshBlockTextStart[2 * block + 1]);
  const category = meshBlockCategory[block];
  out.raw(index.bytes.meshBlockEnd, meshBlockEndStart[category], meshBlockEndStart[category + 1]);
}

/** Writes the SA1 that a mesh block lies in, or `null`. */
export function writeSa1(index: AddressIndex, out: JsonBytes, block: number): void {
  const { meshBlockTextStart } = index.columns;
  writeQuoted(out, index.bytes.meshBlockText, meshBlockTextStart[2 * block + 1], meshBlockTextStart[2 * block + 2]);
}

function writeArea(index: AddressIndex, out: JsonBytes, area: number): void {
  const { areaStart } = index.columns;
  if (area === NO_AREA) out.write(NULL);
  else out.raw(index.bytes.area, areaStart[area], areaStart[area + 1]);
}
