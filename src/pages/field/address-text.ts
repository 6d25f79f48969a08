import type { ManualAddress } from './view/manual-entry.ts';

/** A record as the field shows it. */
export interface AddressRecord {
  readonly id: string;
  readonly addressLabel: string | null;
  readonly localityName: string | null;
  readonly state: string | null;
  readonly postcode: string | null;
  /** Where it was typed by another name that it goes by: that, as a whole. */
  readonly formatted?: { readonly alias?: string | null };
}

/** The place of a record: `SUNNYBANK QLD 4109`. */
export function placeOf({
  localityName,
  state,
  postcode,
}: Pick<AddressRecord, 'localityName' | 'state' | 'postcode'>): string {
  return [localityName, state, postcode].filter(Boolean).join(' ');
}

/** A record as one text: `2 PERTH STREET, SUNNYBANK QLD 4109`. */
export function wholeAddress(record: AddressRecord): string {
  return [record.addressLabel, placeOf(record)].filter(Boolean).join(', ');
}

/** An address entered by hand, as one text. */
export function manualText({ line, suburb, state, postcode }: ManualAddress): string {
  return [line, [suburb, state, postcode].filter(Boolean).join(' ')].filter(Boolean).join(', ');
}
