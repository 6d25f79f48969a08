import type { AddressIndex } from '../../../src/address/index/open.ts';
import { enrich } from '../../../src/address/operations/enrich.ts';
import { JsonBytes } from '../../../src/address/operations/json-bytes.ts';
import { answerText, fullText, type Universe } from './universe/universe.ts';

/**
 * Compares the full texts of the kept ids with what Enrich returns for them, so that an index of
 * another release, or an error of the reader, is not mistaken for bad search.
 *
 * @throws Error naming the first id that differs, with both texts
 */
export function checkLabels(universe: Universe, index: AddressIndex): void {
  const out = new JsonBytes();
  const decoder = new TextDecoder();
  for (const { row, id } of universe.ids) {
    out.reset();
    const expected = fullText(universe, row);
    if (!enrich(index, { id, debug: false }, out))
      throw new Error(`${index.path}: ${id} is not in it, expected ${expected}`);
    const { addressLabel, localityName, state, postcode } = JSON.parse(decoder.decode(out.view()));
    const found = answerText(addressLabel, localityName, state, postcode);
    if (found !== expected)
      throw new Error(`${index.path}: ${id} is ${found}, the release has ${expected}: is it an index of this release?`);
  }
}
