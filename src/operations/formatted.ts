import { type AddressParts, formatAddress } from '../formatted/format-address.ts';
import { postcodeOf } from '../index/address-record.ts';
import { readDetail } from '../index/detail.ts';
import { LOT } from '../index/number-kinds.ts';
import type { AddressIndex } from '../index/open.ts';
import { NO_POSTCODE, STATE_ORDER } from '../index/sections.ts';
import { endOfId, endOfName, STREET, STREET_WORDS } from '../index/street-answer.ts';
import { suffixIn, typeIn } from '../index/street-codes.ts';
import { textOf, textOfBytes } from '../index/text.ts';
import { fragment, type JsonBytes } from './json-bytes.ts';
import type { Included, IncludeName } from './table/include.ts';

const FORMATTED = fragment(',"formatted":');

/** Writes the member `formatted` of an address after a comma, where it was asked for (§12.8). Allocates. */
export function writeFormatted(
  index: AddressIndex,
  out: JsonBytes,
  ordinal: number,
  street: number,
  include: Included<IncludeName>,
): void {
  if (include === undefined) return;
  const abbreviated = include.includes('abbreviated');
  if (!abbreviated && !include.includes('formatted')) return;
  out.write(FORMATTED);
  out.utf8(JSON.stringify(formatAddress(partsOf(index, ordinal, street), abbreviated)));
}

/** The parts of an address of that street, as its label has them. */
export function partsOf(index: AddressIndex, ordinal: number, street: number): AddressParts {
  const { columns } = index;
  const number = columns.addressNumber[ordinal];
  const unit = columns.addressUnit[ordinal];
  const codes = columns.streetAnswer[street * STREET_WORDS + STREET.codes];
  const locality = columns.streetLocality[street];
  const state = STATE_ORDER[columns.localityState[locality]];
  const postcode = postcodeOf(index, ordinal, locality);
  const name = textOfBytes(
    columns.streetText,
    endOfId(columns.streetAnswer, street),
    endOfName(columns.streetAnswer, street),
  );
  return {
    building: number === 0 ? named(index, readDetail(index, ordinal).building) : null,
    flatType: named(index, columns.flatTypeText[columns.unitFlatType[unit]]),
    flatNumber: named(index, columns.unitFlatText[unit]),
    levelType: named(index, columns.levelTypeText[columns.unitLevelType[unit]]),
    levelNumber: named(index, columns.unitLevelText[unit]),
    number: number === 0 ? null : numberOf(index, number),
    streetName: name === '' ? null : name,
    streetType: named(index, columns.streetTypeText[typeIn(codes)]),
    streetSuffix: named(index, columns.streetSuffixText[suffixIn(codes)]),
    locality: named(index, columns.localityName[locality]),
    state: state === 'OT' ? null : state,
    postcode: postcode === NO_POSTCODE ? null : String(postcode).padStart(4, '0'),
  };
}

function numberOf(index: AddressIndex, number: number): string {
  const { numberText, numberTextStart, numberKind } = index.columns;
  const text = textOfBytes(numberText, numberTextStart[number], numberTextStart[number + 1]);
  return numberKind[number] === LOT ? `LOT ${text}` : text;
}

function named(index: AddressIndex, text: number): string | null {
  return text === 0 ? null : textOf(index, text);
}
