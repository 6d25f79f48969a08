import type { AddressIndex } from '../index/open.ts';
import { NO_AREA } from '../index/sections.ts';
import type { JsonBytes } from './json-bytes.ts';
import { writeString } from './write-text.ts';

/** Writes the boundaries of a set: the base object, and with `enriched` its superset with `ward` and `sa1`. */
export function writeBoundaries(index: AddressIndex, out: JsonBytes, set: number, enriched: boolean): void {
  const { columns } = index;
  out.ascii('{"lga":');
  writeArea(index, out, columns.boundarySetLga[set]);
  if (enriched) {
    out.ascii(',"ward":');
    writeArea(index, out, columns.boundarySetWard[set]);
  }
  out.ascii(',"stateElectorate":');
  writeArea(index, out, columns.boundarySetState[set]);
  out.ascii(',"commonwealthElectorate":');
  writeArea(index, out, columns.boundarySetCommonwealth[set]);
  out.ascii(',"meshBlock":');
  const block = columns.boundarySetMeshBlock[set];
  if (block === 0) out.ascii('null');
  else {
    out.ascii('{"code":');
    writeString(index, out, columns.meshBlockCode[block]);
    out.ascii(',"category":');
    writeString(index, out, columns.meshBlockCategory[block]);
    out.ascii('}');
  }
  const sa1 = columns.meshBlockSa1[block];
  if (enriched) {
    out.ascii(',"sa1":');
    writeString(index, out, columns.sa1Code[sa1]);
  }
  const sa2 = columns.sa1Sa2[sa1];
  if (sa2 === NO_AREA) out.ascii(',"sa2":null,"sa3":null,"sa4":null,"gccsa":null}');
  else {
    out.ascii(',');
    out.raw(columns.sa2, columns.sa2Start[sa2], columns.sa2Start[sa2 + 1]);
    out.ascii('}');
  }
}

function writeArea(index: AddressIndex, out: JsonBytes, area: number): void {
  const { area: bytes, areaStart } = index.columns;
  if (area === NO_AREA) out.ascii('null');
  else out.raw(bytes, areaStart[area], areaStart[area + 1]);
}
