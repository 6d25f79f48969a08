import { hasUnit, numberIn } from '../../../address/index/address-head.ts';
import { LOT, NO_NUMBER } from '../../../address/index/number-kinds.ts';
import type { AddressIndex } from '../../../address/index/open.ts';
import type { Answer } from '../lookup/job.ts';

/** What a line is: by the address that was found, or by why none was. */
export const LINE_CLASSES = [
  'house',
  'unit',
  'lot',
  'place',
  'po_box',
  'intersection',
  'parcel',
  'overseas',
  'too_little',
  'none',
  'bad line',
] as const;
export type LineClass = (typeof LINE_CLASSES)[number];

/** The classes in words. */
export const CLASS_WORDS: Readonly<Record<LineClass, string>> = {
  house: 'street number',
  unit: 'unit, flat or shop',
  lot: 'lot number',
  place: 'building or place without a number',
  po_box: 'PO box or other postal address',
  intersection: 'intersection',
  parcel: 'parcel of land',
  overseas: 'overseas',
  too_little: 'too little to go by',
  none: 'no such address',
  'bad line': 'line that cannot be read',
};

/** The class of a line by its answer. */
export function classOf({ columns }: AddressIndex, { ordinal, outcome, reason }: Answer): LineClass {
  if (ordinal < 0) return outcome === 'bad line' ? 'bad line' : (reason ?? 'none');
  const head = columns.addressHead[ordinal];
  if (hasUnit(head)) return 'unit';
  const kind = columns.numberKind[numberIn(head)];
  return kind === LOT ? 'lot' : kind === NO_NUMBER ? 'place' : 'house';
}
