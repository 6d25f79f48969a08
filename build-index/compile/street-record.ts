import { LOT, STREET_NUMBER } from '../../src/index/number-kinds.ts';
import {
  HAS_LOTS,
  RECORD_CODES,
  RECORD_COUNT,
  RECORD_END,
  RECORD_HIGHEST,
  RECORD_LOCALITY,
  RECORD_LOCALITY_COUNT,
  RECORD_RANGE,
  RECORD_START,
  STREET_RECORD,
} from '../../src/index/street-record.ts';
import { NO_STREET } from './addresses.ts';
import type { NumberSections } from './numbers.ts';
import type { Order } from './order.ts';
import type { Streets } from './streets.ts';

/** What a street's row is made from. */
export interface StreetFacts {
  readonly order: Order;
  readonly streets: Streets;
  readonly streetCount: Uint32Array;
  readonly localityCount: Uint32Array;
  readonly addressNumber: Uint32Array;
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
    const codes = pid === NO_STREET ? 0 : streets.type[pid] + streets.suffix[pid] * 2 ** 16;
    record[row + RECORD_LOCALITY] = locality;
    record[row + RECORD_START] = order.streetStart[street];
    record[row + RECORD_END] = order.streetStart[street + 1];
    const lots = hasLots(facts, street) ? HAS_LOTS : 0;
    record[row + RECORD_CODES] = codes + order.localities[locality].state * 2 ** 24 + lots;
    record[row + RECORD_LOCALITY_COUNT] = localityCount[locality];
    record[row + RECORD_COUNT] = streetCount[street];
    record[row + RECORD_RANGE] = streetRangeStart[street];
    record[row + RECORD_HIGHEST] = highestNumber(facts, street);
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

function highestNumber({ order, addressNumber, numbers }: StreetFacts, street: number): number {
  let highest = 0;
  for (let ordinal = order.streetStart[street]; ordinal < order.streetStart[street + 1]; ordinal++) {
    const code = addressNumber[ordinal];
    if (numbers.numberKind[code] === STREET_NUMBER)
      highest = Math.max(highest, numbers.numberFirst[code], numbers.numberLast[code]);
  }
  return highest;
}
