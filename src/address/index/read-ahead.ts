import { ADDRESS, ADDRESS_WORDS } from './address-record.ts';
import { SET, SET_WORDS } from './boundary-set.ts';
import { localityJsonOf } from './locality-answer.ts';
import type { NameTrie } from './name-trie.ts';
import type { AddressIndex } from './open.ts';
import { POSTING_ROW } from './posting-row.ts';
import { type IndexColumns, NO_AREA, STREET_BLOCK } from './sections.ts';
import { localityOf, STREET, STREET_WORDS } from './street-answer.ts';

const LINE = 64;

/** Where `readAhead` leaves what it read, so that the reads are not optimised away. */
const seen = { sum: 0 };

/**
 * Reads a byte of every place that an answer about an address is made of, before any is needed. At
 * national size hardly any of them is in the processor's caches; requested together they arrive
 * together, whereas an answer written piece by piece would wait for each. Changes nothing. O(1),
 * allocates nothing.
 */
export function readAhead(index: AddressIndex, ordinal: number, street: number): void {
  const { columns } = index;
  const { addressRecord, streetAnswer, boundarySet, meshBlockTextStart, meshBlockText } = columns;
  const record = ordinal * ADDRESS_WORDS;
  const set = addressRecord[record + ADDRESS.boundarySet] * SET_WORDS;
  const text = streetAnswer[street * STREET_WORDS + STREET.text];
  const locality = localityOf(index, street);
  const sa2 = boundarySet[set + SET.sa2];
  const block = boundarySet[set + SET.meshBlock];
  const blockStart = meshBlockTextStart[2 * block];
  const blockEnd = meshBlockTextStart[2 * block + 2];
  const localityStart = localityJsonOf(index, locality);
  const localityEnd = localityJsonOf(index, locality + 1);
  seen.sum =
    columns.detail[addressRecord[record + ADDRESS.detail]] ^
    columns.streetText[text] ^
    touched(columns.localityJson, localityStart, localityEnd) ^
    columns.meshBlockCategory[block] ^
    touched(meshBlockText, blockStart, blockEnd) ^
    (sa2 === NO_AREA ? 0 : touched(columns.sa2, columns.sa2Start[sa2], columns.sa2Start[sa2 + 1]));
}

/**
 * Reads what an answer about an address needs first, before its id is compared: the ordinal is
 * almost surely right. `readAhead` does the same for the rest.
 */
export function readAddressAhead({ columns }: IndexColumns, ordinal: number): void {
  seen.sum =
    columns.addressRecord[ordinal * ADDRESS_WORDS] ^
    columns.addressHead[ordinal] ^
    columns.addressUnit[ordinal] ^
    columns.streetAddressStart[columns.addressBlockStreet[(ordinal / STREET_BLOCK) >>> 0]];
}

/** Reads what an address's id, label and place are made of, as `readAhead` does for all of an answer. */
export function readLabelAhead(index: AddressIndex, ordinal: number, street: number): void {
  const { columns } = index;
  const { streetAnswer } = columns;
  const text = streetAnswer[street * STREET_WORDS + STREET.text];
  seen.sum =
    columns.addressRecord[ordinal * ADDRESS_WORDS] ^
    columns.addressHead[ordinal] ^
    columns.streetText[text] ^
    columns.localityJson[localityJsonOf(index, localityOf(index, street))];
}

/**
 * Reads where the streets of a whole name are, and the places of another, by the nodes of the names:
 * as `readAhead` does for an answer.
 */
export function readNamesAhead(streets: NameTrie, street: number, places: NameTrie, place: number): void {
  const name = streets.start[streets.low[street]];
  const row = places.start[places.low[place]] * POSTING_ROW;
  seen.sum = streets.posting[name] ^ places.ranked[row];
}

/** A byte of each of the first cache lines of some bytes, and of their last one. */
function touched(bytes: Uint8Array, start: number, end: number): number {
  const second = start + LINE;
  return start < end ? bytes[start] ^ bytes[end - 1] ^ (second < end ? bytes[second] : 0) : 0;
}
