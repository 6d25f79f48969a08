import { lowerArea, SET, SET_WORDS, upperArea } from '../index/boundary-set.ts';
import type { AddressIndex } from '../index/open.ts';
import { NO_AREA } from '../index/sections.ts';
import { fragment, type JsonBytes } from './json-bytes.ts';
import { NULL } from './write-text.ts';

const LGA = fragment('{"lga":');
const WARD = fragment(',"ward":');
const STATE_ELECTORATE = fragment(',"stateElectorate":');
const COMMONWEALTH_ELECTORATE = fragment(',"commonwealthElectorate":');
const MESH_BLOCK = fragment(',"meshBlock":');
const SA1 = fragment(',"sa1":');
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
  const { meshBlockJsonStart } = columns;
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
  const middle = meshBlockJsonStart[2 * block + 1];
  out.raw(bytes.meshBlockJson, meshBlockJsonStart[2 * block], middle);
  if (enriched) {
    out.write(SA1);
    out.raw(bytes.meshBlockJson, middle, meshBlockJsonStart[2 * block + 2]);
  }
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
