import { ADDRESS, ADDRESS_WORDS, detailStartOf } from './address-record.ts';
import { SET, SET_WORDS, sa2In } from './boundary-set.ts';
import { localityDetailsOf, localityJsonOf } from './locality-answer.ts';
import type { NameTrie } from './name-trie.ts';
import { guideFrom } from './number-guide.ts';
import type { AddressIndex } from './open.ts';
import { POSTING_ROW } from './posting-row.ts';
import { type IndexColumns, NO_AREA, STREET_BLOCK } from './sections.ts';
import { localityOf, STREET, STREET_WORDS } from './street-answer.ts';
import { STREET_RECORD } from './street-record.ts';

const LINE = 64;

/** Where these functions leave what they read, so that the reads are not optimised away. */
const seen = { sum: 0 };

/**
 * Reads a byte of every place that a record of validate is made of, before any is needed. At
 * national size hardly any of them is in the processor's caches; requested together they arrive
 * together, whereas an answer written piece by piece would wait for each. Changes nothing. O(1),
 * allocates nothing.
 */
export function readRecordAhead(index: AddressIndex, ordinal: number, street: number): void {
  const { columns } = index;
  const { addressRecord, streetAnswer, boundarySet, sa2Start } = columns;
  const record = ordinal * ADDRESS_WORDS;
  const set = addressRecord[record + ADDRESS.boundarySet] * SET_WORDS;
  const text = streetAnswer[street * STREET_WORDS + STREET.text];
  const json = localityJsonOf(index, localityOf(index, street));
  const sa2 = sa2In(boundarySet[set + SET.sa2AndBlock]);
  seen.sum =
    columns.streetText[text] ^
    columns.localityJson[json] ^
    boundarySet[set + SET_WORDS - 1] ^
    (sa2 === NO_AREA ? 0 : touched(columns.sa2, sa2Start[sa2], sa2Start[sa2 + 1]));
}

/** Reads all that an answer of enrich is made of, as `readRecordAhead` does. */
export function readAhead(index: AddressIndex, ordinal: number, street: number): void {
  const { columns } = index;
  const locality = localityOf(index, street);
  readRecordAhead(index, ordinal, street);
  seen.sum ^=
    columns.detail[detailStartOf(index, ordinal)] ^
    touched(columns.localityJson, localityDetailsOf(index, locality), localityJsonOf(index, locality + 1));
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
 * Reads what tells whether a line names a street, and where its addresses of a number begin, as `readAhead` does for an
 * answer.
 */
export function readLineAhead(index: AddressIndex, street: number, number: number): void {
  const { streetRecord, addressHead, streetAnswer, streetText, localityJson } = index.columns;
  seen.sum =
    addressHead[guideFrom(streetRecord, street * STREET_RECORD, number)] ^
    streetText[streetAnswer[street * STREET_WORDS + STREET.text]] ^
    localityJson[localityJsonOf(index, localityOf(index, street))];
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
