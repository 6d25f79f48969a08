import type { PlannedLocality } from './plan.ts';

/** A street of a locality while its addresses are made. Coordinates are units of 10^-8 degrees. */
export interface DraftStreet {
  readonly pid: string;
  readonly locality: PlannedLocality;
  readonly postcode: string;
  readonly isConfirmed: boolean;
  /** The street's point; STREET_LOCALITY_POINT has it for confirmed streets. */
  readonly longitude: number;
  readonly latitude: number;
}

/** Geocode types of a site as ADDRESS_SITE_GEOCODE lists them; the first is the default geocode. */
export type GeocodeSet = readonly string[];

/**
 * The fields of one ADDRESS_DETAIL row. One draft is reused for all rows; an absent number is -1.
 */
export interface AddressDraft {
  street: DraftStreet;
  buildingName: string;
  siteName: string;
  lotPrefix: string;
  lot: string;
  lotSuffix: string;
  flatType: string;
  flatPrefix: string;
  flat: number;
  flatSuffix: string;
  levelType: string;
  levelPrefix: string;
  level: number;
  levelSuffix: string;
  numberPrefix: string;
  number: number;
  numberSuffix: string;
  last: number;
  lastSuffix: string;
  locationDescription: string;
  privateStreet: string;
  parcel: string;
  confidence: number;
  role: '' | 'P' | 'S';
  retired: string;
  block: number;
  geocodes: GeocodeSet;
  longitude: number;
  latitude: number;
  /** From the frontage towards the middle of the parcel, in coordinate units. */
  depthX: number;
  depthY: number;
}

/** A draft with nothing but its street. */
export function createDraft(street: DraftStreet): AddressDraft {
  return {
    street,
    buildingName: '',
    siteName: '',
    lotPrefix: '',
    lot: '',
    lotSuffix: '',
    flatType: '',
    flatPrefix: '',
    flat: -1,
    flatSuffix: '',
    levelType: '',
    levelPrefix: '',
    level: -1,
    levelSuffix: '',
    numberPrefix: '',
    number: -1,
    numberSuffix: '',
    last: -1,
    lastSuffix: '',
    locationDescription: '',
    privateStreet: '',
    parcel: '',
    confidence: 2,
    role: '',
    retired: '',
    block: 0,
    geocodes: [],
    longitude: 0,
    latitude: 0,
    depthX: 0,
    depthY: 0,
  };
}

/** Empties flat and level. */
export function clearUnit(draft: AddressDraft): void {
  draft.flatType = '';
  draft.flatPrefix = '';
  draft.flat = -1;
  draft.flatSuffix = '';
  draft.levelType = '';
  draft.levelPrefix = '';
  draft.level = -1;
  draft.levelSuffix = '';
}
