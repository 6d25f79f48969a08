import { ATTRIBUTION } from '../../../address/index/format.ts';
import type { Operations } from '../../../address/operations/call/bind-operations.ts';
import type { NominatimForm, NominatimReverse, NominatimSearch } from '../../../address/operations/table/dialects.ts';
import { nearest, validated } from '../reconcile/answers.ts';
import { COUNTRY, isIn, type Located, lineOf, located } from './located.ts';

/** How far an address may be from a point, metres. */
const RADIUS_M = 1000;
/** Half the height and width of the box of an address, degrees: what a map shows around it. */
const MARGIN = 0.0005;

/** What `/nominatim/search` answers (§12.20). */
export function nominatimSearch(asked: NominatimSearch, operations: Operations) {
  const { q, street, city: suburb, state, postalcode: postcode, viewbox, bounded, limit } = asked;
  const parts = { building: null, unit: null, level: null, number: null, street, suburb, state, postcode };
  const matches = validated(operations, q, q === '' ? parts : undefined).filter(
    ({ serviceMatchQuality }) => serviceMatchQuality !== 'low',
  );
  const scores = new Map(matches.map(({ id, serviceMatchScore }) => [id, serviceMatchScore]));
  const places = located(operations, matches)
    .map((address) => ({ address, score: scores.get(address.id) ?? 0, isInside: isIn(viewbox, address) }))
    .filter(({ isInside }) => bounded === '0' || isInside)
    .sort((a, b) => b.score - a.score || Number(b.isInside) - Number(a.isInside))
    .slice(0, limit);
  if (asked.format === 'geocodejson') return geocodeJson(places.map(({ address }) => address));
  return places.map(({ address, score }) => placeOf(address, score / 100, asked));
}

/** What `/nominatim/reverse` answers (§12.20). */
export function nominatimReverse({ lat, lon, ...form }: NominatimReverse, operations: Operations) {
  const [address] = located(operations, nearest(operations, { lat, lon, radius: RADIUS_M, limit: 1 }));
  if (form.format === 'geocodejson') return geocodeJson(address === undefined ? [] : [address]);
  return address === undefined ? { error: 'Unable to geocode' } : placeOf(address, 1, form);
}

function placeOf(address: Located, importance: number, { format, addressdetails }: NominatimForm) {
  const { id, name, number, street, locality, state, postcode, lat, lon } = address;
  const country_code = COUNTRY.code.toLowerCase();
  const parts = { house_number: number, road: street, suburb: locality, city: locality, state, postcode };
  return {
    id,
    licence: ATTRIBUTION,
    lat: String(lat),
    lon: String(lon),
    [format === 'json' ? 'class' : 'category']: 'place',
    type: 'house',
    place_rank: 30,
    importance,
    addresstype: 'place',
    name,
    display_name: lineOf(address),
    ...(addressdetails === '1' && { address: { ...parts, country: COUNTRY.name, country_code } }),
    boundingbox: [lat - MARGIN, lat + MARGIN, lon - MARGIN, lon + MARGIN].map((degrees) => degrees.toFixed(7)),
  };
}

function geocodeJson(addresses: readonly Located[]) {
  return {
    type: 'FeatureCollection',
    geocoding: { version: '0.1.0', attribution: ATTRIBUTION, licence: ATTRIBUTION },
    features: addresses.map((address) => {
      const { id, name, number, street, locality, state, postcode, lat, lon } = address;
      const parts = { name, housenumber: number, street, district: locality, city: locality, state, postcode };
      const country = { country: COUNTRY.name, country_code: COUNTRY.code.toLowerCase() };
      return {
        type: 'Feature',
        properties: { geocoding: { id, type: 'house', label: lineOf(address), ...parts, ...country } },
        geometry: { type: 'Point', coordinates: [lon, lat] },
      };
    }),
  };
}
