import type { AddressIndex } from '../../src/address/index/open.ts';
import { bucketOfLine } from '../../src/address/index/street-lines.ts';
import { lineOfStreet } from '../compile/street-lines.ts';
import { at, type Check } from './check.ts';

/** The lines that lead to one street alone are those of the index, as the search reads them. */
export const STREET_LINE_CHECKS: readonly Check[] = [
  { section: 'streetLine', holds: 'every line that leads to one street alone is found by its hash', find: lineFault },
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
