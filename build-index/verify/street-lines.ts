import type { AddressIndex } from '../../src/address/index/open.ts';
import { bucketOfLine, TYPED_ROW } from '../../src/address/index/street-lines.ts';
import { lineOfStreet } from '../compile/street-lines.ts';
import { streetsByLabel, typedRowsOf } from '../compile/typed-lines.ts';
import { at, type Check } from './check.ts';

/** The lines that lead to one street alone are those of the index, as the search reads them. */
export const STREET_LINE_CHECKS: readonly Check[] = [
  { section: 'streetLine', holds: 'every line that leads to one street alone is found by its hash', find: lineFault },
  { section: 'typedLine', holds: 'the beginnings of lines that lead to their streets alone do', find: typedFault },
];

function lineFault(index: AddressIndex): string | null {
  const { streetLine, streetLineStart, streetName } = index.columns;
  let count = 0;
  for (let street = 0; street < streetName.length; street++) {
    const line = lineOfStreet(index, street);
    if (line === null) continue;
    count++;
    const bucket = bucketOfLine(line.hash, streetLineStart.length - 1);
    const place = streetLine.subarray(streetLineStart[bucket], streetLineStart[bucket + 1]).indexOf(line.element);
    if (place < 0) return at(streetLineStart[bucket], 'a bucket without it', `the line of street ${street}`);
  }
  return count === streetLine.length ? null : `${streetLine.length} lines, expected ${count}`;
}

/** The first label whose rows differ; one that shares its hash with an earlier one has none. */
function typedFault(index: AddressIndex): string | null {
  const { typedLine, typedLineStart } = index.columns;
  const hashes = new Set<number>();
  let count = 0;
  for (const streets of streetsByLabel(index).values()) {
    const rows = typedRowsOf(index, streets, null);
    if (rows === null || hashes.has(rows.hash)) continue;
    hashes.add(rows.hash);
    count += rows.elements.length;
    const bucket = bucketOfLine(rows.hash, typedLineStart.length - 1);
    let row = typedLineStart[bucket];
    while (row < typedLineStart[bucket + 1] && typedLine[row * TYPED_ROW] !== rows.hash) row++;
    const differs = rows.elements.findIndex((it, i) => typedLine[(row + i) * TYPED_ROW + 1] !== it);
    if (differs >= 0) return at(row + differs, 'another row', `row ${differs} of the label of street ${streets[0]}`);
  }
  return count * TYPED_ROW === typedLine.length ? null : `${typedLine.length / TYPED_ROW} rows, expected ${count}`;
}
