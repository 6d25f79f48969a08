import { latOf, lonOf, streetOf } from '../../../address/index/address.ts';
import { HAS_GEOCODE } from '../../../address/index/address-flags.ts';
import { codesOf, postcodeOf } from '../../../address/index/address-record.ts';
import type { AddressIndex } from '../../../address/index/open.ts';
import { NO_POSTCODE } from '../../../address/index/sections.ts';
import { localityOf } from '../../../address/index/street-answer.ts';
import type { JsonBytes } from '../../../address/operations/json-bytes.ts';
import { writeLabel } from '../../../address/operations/label.ts';
import { writeId } from '../../../address/operations/standard-record.ts';
import { writeCoordinate } from '../../../address/operations/write-text.ts';
import { writeRecord } from '../format/csv-text.ts';
import type { Row } from '../format/row.ts';
import { type Address, addressAt } from '../lookup/address.ts';
import type { Answer } from '../lookup/job.ts';
import type { Plan } from './plan.ts';

/** Writes a row with the cells of its match, and its line end; false, with nothing written, for one that it cannot write. */
export type WriteFound = (out: JsonBytes, row: Row, answer: Answer) => boolean;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const SPACE = 0x20;
const COMMA = 0x2c;
/** A space, a dot or a letter stands in cells too. */
const DELIMITERS = [',', ';', '\t', '|'];
const FIRST_OF_TEXT = 0x20;
const LAST_OF_TEXT = 0x7e;
/** Of a match: id, address, suburb, state, postcode, score, quality, caps, reason, alias, lat, lon, problem. */
const CELLS = 13;
/** Coordinates below, in 1e-8 degrees, have an exponent as the text of a number. */
const LEAST_COORDINATE = 100;

/**
 * The writer of what `rowWriter` writes of a match that was found, from the bytes of the index and without a string of
 * each cell: most rows of most lists. `same` where rows were read in the very format that is written. Null where rows
 * have other cells, or another format.
 */
export function foundWriter(index: AddressIndex, plan: Plan, same: boolean): WriteFound | null {
  const { output, columns, wanted, fields, grouping } = plan;
  if (output.kind !== 'csv' || wanted.kind !== 'match' || columns.length === 0) return null;
  if (fields.length > 0 || grouping !== null || !DELIMITERS.includes(output.delimiter)) return null;
  const { lineEnd } = output;
  const delimiter = output.delimiter.charCodeAt(0);
  const places: (Place | undefined)[] = [];
  const delimit = (bytes: Uint8Array, at: number) => {
    bytes[at] = delimiter;
  };
  const isPlain = (bytes: Uint8Array, from: number, end: number) => isRecord(bytes, from, end, delimiter);

  return (out, row, { ordinal, alias, score, outcome, caps, reason, problem }) => {
    if (ordinal < 0 || alias >= 0 || score === null || reason !== null || problem !== null) return false;
    if (row.text === null || row.problem !== null || row.cells.length !== columns.length) return false;
    if ((codesOf(index, ordinal) & HAS_GEOCODE) === 0) return false;
    const street = streetOf(index, ordinal);
    const locality = localityOf(index, street);
    places[locality] ??= placeOf(addressAt(index, ordinal), output.delimiter);
    const { inAddress, cells } = places[locality];
    const postcode = postcodeOf(index, ordinal, locality);
    const lat = latOf(index, ordinal, locality);
    const lon = lonOf(index, ordinal, locality);
    if (inAddress === '' || postcode === NO_POSTCODE) return false;
    if (Math.abs(lat) < LEAST_COORDINATE || Math.abs(lon) < LEAST_COORDINATE) return false;
    const rowStart = out.length;
    out.utf8(same ? row.text : writeRecord(row.cells, output.delimiter));
    const start = out.length;
    writeId(index, out, ordinal);
    out.edit(start, delimit);
    out.length--;
    const address = out.length;
    if (delimiter === COMMA) out.character(COMMA);
    writeLabel(index, out, ordinal, street);
    if (delimiter !== COMMA) out.edit(address, delimit);
    out.length--;
    out.ascii(inAddress);
    out.digits(postcode, 4);
    if (delimiter === COMMA) out.character(QUOTE);
    out.ascii(cells);
    out.digits(postcode, 4);
    out.character(delimiter);
    out.uint(score);
    writeCell(out, delimiter, outcome);
    out.character(delimiter);
    for (let i = 0; i < caps.length; i++) out.ascii(i === 0 ? caps[i] : ` ${caps[i]}`);
    for (let i = 0; i < 3; i++) out.character(delimiter);
    writeCoordinate(out, lat);
    out.character(delimiter);
    writeCoordinate(out, lon);
    out.character(delimiter);
    if (!out.edit(start, isPlain)) {
      out.length = rowStart;
      return false;
    }
    out.ascii(lineEnd);
    return true;
  };
}

/** What rows of a place have in common: between street and postcode of an address, and its cells; empty for no place. */
interface Place {
  readonly inAddress: string;
  readonly cells: string;
}

function placeOf({ localityName, state }: Address, delimiter: string): Place {
  if (localityName === null || state === null) return { inAddress: '', cells: '' };
  return {
    inAddress: `, ${localityName} ${state} `,
    cells: `${delimiter}${localityName}${delimiter}${state}${delimiter}`,
  };
}

function writeCell(out: JsonBytes, delimiter: number, text: string): void {
  out.character(delimiter);
  out.ascii(text);
}

/** Whether bytes are the cells of a match, each after a delimiter, that need no quotes but those that they have. */
function isRecord(bytes: Uint8Array, from: number, end: number, delimiter: number): boolean {
  let cells = 0;
  let quotes = 0;
  let before = 0;
  for (let i = from; i < end; i++) {
    const code = bytes[i];
    if (code === delimiter && (quotes & 1) === 0) {
      if (before === SPACE || (i + 1 < end && bytes[i + 1] === SPACE)) return false;
      cells++;
    } else if (code === QUOTE) {
      quotes++;
      if (bytes[i + 1] === SPACE) return false;
    } else if (code < FIRST_OF_TEXT || code > LAST_OF_TEXT || code === BACKSLASH) return false;
    before = code;
  }
  return cells === CELLS && quotes === (delimiter === COMMA ? 2 : 0);
}
