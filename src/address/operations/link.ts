import { streetOf } from '../index/address.ts';
import type { AddressIndex } from '../index/open.ts';
import { fragment, type JsonBytes } from './json-bytes.ts';
import { writeLabel } from './label.ts';
import { writeId } from './standard-record.ts';

const LINK_ID = fragment('{"id":');
const LINK_LABEL = fragment(',"addressLabel":');

/** Writes an object with the id and label of another record, left open. */
export function writeLink(index: AddressIndex, out: JsonBytes, ordinal: number): void {
  out.write(LINK_ID);
  writeId(index, out, ordinal);
  out.write(LINK_LABEL);
  writeLabel(index, out, ordinal, streetOf(index, ordinal));
}
