import type { AddressParts } from '../formatted/format-address.ts';
import { readDetail } from '../index/detail.ts';
import type { AddressIndex } from '../index/open.ts';
import { textOf } from '../index/text.ts';
import { partsOf } from './formatted.ts';

/** The components of an address by which verdicts and differences are told: those of a form. */
export const COMPONENTS = ['building', 'unit', 'level', 'number', 'street', 'suburb', 'state', 'postcode'] as const;
export type Component = (typeof COMPONENTS)[number];

/** A text of each component; null for none. */
export type PerComponent = Readonly<Record<Component, string | null>>;

/** The components of an address of that street, as its label has them. Allocates. */
export function componentsOf(index: AddressIndex, ordinal: number, street: number): PerComponent {
  const parts: AddressParts = partsOf(index, ordinal, street);
  const { building, site } = readDetail(index, ordinal);
  const name = building === 0 ? site : building;
  return {
    building: name === 0 ? null : textOf(index, name),
    unit: spaced(parts.flatType, parts.flatNumber),
    level: spaced(parts.levelType, parts.levelNumber),
    number: parts.number,
    street: spaced(parts.streetName, parts.streetType, parts.streetSuffix),
    suburb: parts.locality,
    state: parts.state,
    postcode: parts.postcode,
  };
}

/** The components that tell two addresses apart, in their order. */
export function differences(a: PerComponent, b: PerComponent): Component[] {
  return COMPONENTS.filter((component) => a[component] !== b[component]);
}

function spaced(...words: readonly (string | null)[]): string | null {
  const there = words.filter((word) => word !== null);
  return there.length === 0 ? null : there.join(' ');
}
