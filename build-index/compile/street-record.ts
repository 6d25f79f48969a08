import { IS_ALIAS } from '../../src/address/index/address-flags.ts';
import { writeGuide } from '../../src/address/index/number-guide.ts';
import { LOT, STREET_NUMBER } from '../../src/address/index/number-kinds.ts';
import {
  markNumbers,
  NO_FIRST,
  packRecordCodes,
  RECORD_CODES,
  RECORD_COUNT,
  RECORD_END,
  RECORD_FIRST,
  RECORD_HIGHEST,
  RECORD_LOCALITY,
  RECORD_LOCALITY_COUNT,
  RECORD_RANGE,
  RECORD_START,
  STREET_RECORD,
} from '../../src/address/index/street-record.ts';
import { NO_STREET } from './addresses.ts';
import { comesBefore, type NumberSections } from './numbers.ts';
import type { Order } from './order.ts';
import type { Streets } from './streets.ts';

/** What a street's row is made from. */
export interface StreetFacts {
  readonly order: Order;
  readonly streets: Streets;
  readonly streetCount: Uint32Array;
  readonly localityCount: Uint32Array;
  readonly addressNumber: Uint32Array;
  readonly addressUnit: Uint32Array;
  readonly addressFlags: Uint8Array;
  readonly numbers: Pick<NumberSections, 'numberKind' | 'numberFirst' | 'numberLast'>;
  readonly streetRangeStart: Uint32Array;
}

/** The section `streetRecord`. */
export function streetRecordSection(facts: StreetFacts): Uint32Array {
  const { order, streets, streetCount, localityCount, streetRangeStart } = facts;
  const count = order.streetPid.length;
  const record = new Uint32Array((count + 1) * STREET_RECORD);
  for (let street = 0; street < count; street++) {
    const row = street * STREET_RECORD;
    const pid = order.streetPid[street];
    const locality = order.streetLocality[street];
    const [type, suffix] = pid === NO_STREET ? [0, 0] : [streets.type[pid], streets.suffix[pid]];
    record[row + RECORD_LOCALITY] = locality;
    record[row + RECORD_START] = order.streetStart[street];
    record[row + RECORD_END] = order.streetStart[street + 1];
    const { state } = order.localities[locality];
    const ranges = streetRangeStart[street + 1] - streetRangeStart[street];
    record[row + RECORD_CODES] = packRecordCodes(type, suffix, state, hasLots(facts, street), ranges);
    record[row + RECORD_LOCALITY_COUNT] = localityCount[locality];
    record[row + RECORD_COUNT] = streetCount[street];
    record[row + RECORD_RANGE] = streetRangeStart[street];
    record[row + RECORD_FIRST] = firstRecord(facts, street);
    fillNumbers(facts, street, record, row);
    writeGuide(record, row, (number) => beforeNumber(facts, street, number));
  }
  record[count * STREET_RECORD + RECORD_START] = order.streetStart[count];
  record[count * STREET_RECORD + RECORD_END] = order.streetStart[count];
  record[count * STREET_RECORD + RECORD_RANGE] = streetRangeStart[count];
  return record;
}

function hasLots({ order, addressNumber, numbers }: StreetFacts, street: number): boolean {
  for (let ordinal = order.streetStart[street]; ordinal < order.streetStart[street + 1]; ordinal++)
    if (numbers.numberKind[addressNumber[ordinal]] === LOT) return true;
  return false;
}

function fillNumbers(
  { order, addressNumber, numbers: { numberKind, numberFirst, numberLast } }: StreetFacts,
  street: number,
  record: Uint32Array,
  row: number,
): void {
  let highest = 0;
  for (let ordinal = order.streetStart[street]; ordinal < order.streetStart[street + 1]; ordinal++) {
    const code = addressNumber[ordinal];
    if (numberKind[code] !== STREET_NUMBER) continue;
    const last = Math.max(numberFirst[code], numberLast[code]);
    highest = Math.max(highest, last);
    markNumbers(record, row, numberFirst[code], last);
  }
  record[row + RECORD_HIGHEST] = highest;
}

/** How many addresses of a street come before its first street number that is at least `number`. O(log addresses). */
function beforeNumber({ order, addressNumber, numbers }: StreetFacts, street: number, number: number): number {
  const start = order.streetStart[street];
  let low = start;
  let high = order.streetStart[street + 1];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (comesBefore(numbers, addressNumber[middle], number)) low = middle + 1;
    else high = middle;
  }
  return low - start;
}

/**
 * The record that stands for the first number of a street: its building, or else its first unit;
 * NO_FIRST where aliases, or a lack of street numbers, leave it unclear.
 */
function firstRecord(
  { order, addressNumber, addressUnit, addressFlags, numbers }: StreetFacts,
  street: number,
): number {
  const end = order.streetStart[street + 1];
  let first = order.streetStart[street];
  while (first < end && addressNumber[first] === 0) first++;
  if (first === end || numbers.numberKind[addressNumber[first]] !== STREET_NUMBER) return NO_FIRST;
  for (let i = first; i < end && addressNumber[i] === addressNumber[first]; i++) {
    if (addressUnit[first] === 0 && addressUnit[i] !== 0) return NO_FIRST;
    if ((addressFlags[i] & IS_ALIAS) === 0) return i;
  }
  return NO_FIRST;
}
