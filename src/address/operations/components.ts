import { numberIn } from '../index/address-head.ts';
import { postcodeOf } from '../index/address-record.ts';
import { readDetail } from '../index/detail.ts';
import { LOT } from '../index/number-kinds.ts';
import type { AddressIndex } from '../index/open.ts';
import { NO_POSTCODE, STATE_ORDER } from '../index/sections.ts';
import { endOfId, endOfLabel, localityOf } from '../index/street-answer.ts';
import { textOf, textOfBytes } from '../index/text.ts';

/** The components in which verdicts and differences are expressed: those of an address form. */
export const COMPONENTS = ['building', 'unit', 'level', 'number', 'street', 'suburb', 'state', 'postcode'] as const;
export type Component = (typeof COMPONENTS)[number];

/** A text of each component; null for none. */
export type PerComponent = Readonly<Record<Component, string | null>>;

/** The components of an address of that street, as its label has them. Allocates. */
export function componentsOf(index: AddressIndex, ordinal: number, street: number): PerComponent {
  const { columns } = index;
  const { building, site } = readDetail(index, ordinal);
  const number = numberIn(columns.addressHead[ordinal]);
  const unit = columns.addressUnit[ordinal];
  const locality = localityOf(index, street);
  const state = STATE_ORDER[columns.localityState[locality]];
  const postcode = postcodeOf(index, ordinal, locality);
  const label = endOfId(columns.streetAnswer, street);
  const labelEnd = endOfLabel(columns.streetAnswer, street);
  return {
    building: named(index, building === 0 ? site : building),
    unit: spaced(
      named(index, columns.flatTypeText[columns.unitFlatType[unit]]),
      named(index, columns.unitFlatText[unit]),
    ),
    level: spaced(
      named(index, columns.levelTypeText[columns.unitLevelType[unit]]),
      named(index, columns.unitLevelText[unit]),
    ),
    number: number === 0 ? null : numberOf(index, number),
    street: label === labelEnd ? null : textOfBytes(columns.streetText, label, labelEnd),
    suburb: named(index, columns.localityName[locality]),
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

/** The components that tell two addresses apart, in their order. */
export function differences(a: PerComponent, b: PerComponent): Component[] {
  return COMPONENTS.filter((component) => a[component] !== b[component]);
}

function spaced(...words: readonly (string | null)[]): string | null {
  const there = words.filter((word) => word !== null);
  return there.length === 0 ? null : there.join(' ');
}
