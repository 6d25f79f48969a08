import type { Operations } from '../../../address/operations/call/bind-operations.ts';
import type { PhotonReverse, PhotonSearch } from '../../../address/operations/table/dialects.ts';
import { nearest, suggested } from '../reconcile/answers.ts';
import { COUNTRY, isIn, type Located, located } from './located.ts';

/** The most suggestions, among which a box is looked for. */
const MOST = 20;

/** What `/photon/api` answers (§12.19). */
export function photonSearch({ q, limit, near, bbox }: PhotonSearch, operations: Operations) {
  const found = located(operations, suggested(operations, q, bbox === null ? limit : MOST, near));
  return collection(found.filter((each) => isIn(bbox, each)).slice(0, limit));
}

/** What `/photon/reverse` answers (§12.19). */
export function photonReverse({ lat, lon, limit, radius }: PhotonReverse, operations: Operations) {
  return collection(located(operations, nearest(operations, { lat, lon, radius: radius * 1000, limit })));
}

function collection(addresses: readonly Located[]) {
  return { type: 'FeatureCollection', features: addresses.map(featureOf) };
}

function featureOf({ id, name, number, street, locality, state, postcode, lat, lon }: Located) {
  return {
    type: 'Feature',
    geometry: { type: 'Point', coordinates: [lon, lat] },
    properties: {
      id,
      osm_key: 'place',
      osm_value: 'house',
      type: 'house',
      name,
      housenumber: number,
      street,
      city: locality,
      state,
      postcode,
      country: COUNTRY.name,
      countrycode: COUNTRY.code,
    },
  };
}
