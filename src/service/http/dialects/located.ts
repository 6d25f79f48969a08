import { titleCase } from '../../../address/formatted/title-case.ts';
import type { Operations } from '../../../address/operations/call/bind-operations.ts';
import type { Box } from '../../../address/operations/table/dialects.ts';
import { enriched } from '../reconcile/answers.ts';

/** An address as the dialects of other geocoders have it. */
export interface Located {
  readonly id: string;
  /** The first line, as people write it: `5/10 Pitt Street`. */
  readonly name: string;
  readonly number: string | undefined;
  readonly street: string | undefined;
  readonly locality: string | undefined;
  /** Its code; undefined in the Other Territories. */
  readonly state: string | undefined;
  readonly postcode: string | undefined;
  /** WGS84 degrees. */
  readonly lat: number;
  readonly lon: number;
}

/** The country of every address. */
export const COUNTRY = { name: 'Australia', code: 'AU' };

/** Addresses by their ids, without those that have no point. */
export function located(operations: Operations, addresses: readonly { readonly id: string }[]): Located[] {
  return addresses.flatMap(({ id }) => {
    const document = enriched(operations, id, ['formatted']);
    if (!document?.location) return [];
    const { addressLabel, localityName, state, postcode, location, components = {}, formatted } = document;
    const { streetNumberFirst, streetNumberLast, lotNumber, streetName, streetType, streetSuffix } = components;
    const range = [streetNumberFirst, streetNumberLast].filter(Boolean).join('-');
    const street = [streetName, streetType, streetSuffix].filter(Boolean).join(' ');
    return {
      id,
      name: formatted?.line1 ?? titleCase(addressLabel ?? localityName ?? id),
      number: range || (lotNumber ? `Lot ${lotNumber}` : undefined),
      street: street === '' ? undefined : titleCase(street),
      locality: localityName === null ? undefined : titleCase(localityName),
      state: state ?? undefined,
      postcode: postcode ?? undefined,
      lat: location.lat,
      lon: location.lon,
    };
  });
}

/** Whether an address is in a box; every one is without a box. */
export function isIn(box: Box | null, { lat, lon }: Located): boolean {
  if (box === null) return true;
  const [west, south, east, north] = box;
  return lon >= west && lon <= east && lat >= south && lat <= north;
}

/** The whole address in a line. */
export function lineOf({ name, locality, state, postcode }: Located): string {
  return [name, [locality, state, postcode].filter(Boolean).join(' '), COUNTRY.name].filter(Boolean).join(', ');
}
