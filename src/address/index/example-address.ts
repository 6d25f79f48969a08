import { latOf, lonOf, streetOf } from './address.ts';
import { HAS_GEOCODE, IS_ALIAS } from './address-flags.ts';
import { numberIn } from './address-head.ts';
import { flagsOf, postcodeOf } from './address-record.ts';
import { idOf } from './id-hash.ts';
import type { AddressIndex } from './open.ts';
import { NO_POSTCODE, STATE_ORDER } from './sections.ts';
import { localityOf } from './street-answer.ts';
import { textOf } from './text.ts';

/** An address of the index, in the words that a caller would use. */
export interface ExampleAddress {
  readonly id: string;
  /** Number and street. */
  readonly label: string;
  readonly locality: string;
  readonly state: string;
  readonly postcode: string;
  readonly lat: number;
  readonly lon: number;
}

/**
 * A plain address (number, street, postcode, geocode, no unit) from the middle of the index, or
 * null where it has none.
 */
export function exampleAddress(index: AddressIndex): ExampleAddress | null {
  const { columns } = index;
  const count = columns.addressHead.length;
  for (let i = 0; i < count; i++) {
    const ordinal = (Math.floor(count / 2) + i) % count;
    const number = numberIn(columns.addressHead[ordinal]);
    const street = streetOf(index, ordinal);
    const locality = localityOf(index, street);
    const postcode = postcodeOf(index, ordinal, locality);
    const state = STATE_ORDER[columns.localityState[locality]];
    if (
      columns.numberKind[number] !== 1 ||
      columns.addressUnit[ordinal] !== 0 ||
      columns.streetName[street] === 0 ||
      (flagsOf(index, ordinal) & (HAS_GEOCODE | IS_ALIAS)) !== HAS_GEOCODE ||
      postcode === NO_POSTCODE ||
      state === 'OT'
    )
      continue;
    const text = columns.numberText.subarray(columns.numberTextStart[number], columns.numberTextStart[number + 1]);
    return {
      id: idOf(index, ordinal),
      label: `${Buffer.from(text).toString()} ${textOf(index, columns.streetLabel[street])}`,
      locality: textOf(index, columns.localityName[locality]),
      state,
      postcode: String(postcode).padStart(4, '0'),
      lat: latOf(index, ordinal, locality) / 1e8,
      lon: lonOf(index, ordinal, locality) / 1e8,
    };
  }
  return null;
}
