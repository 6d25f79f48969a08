import { assembled, type ParameterTable, parameters } from './parameters.ts';
import {
  brokenText,
  defaultDecimal,
  optionalDecimal,
  Problem,
  part,
  quote,
  type Rule,
  requiredDecimal,
} from './rules.ts';
import type { OperationName } from './table.ts';

/** West, south, east and north, in WGS84 degrees. */
export type Box = readonly [west: number, south: number, east: number, north: number];

/** The most addresses of an answer: a larger limit is no mistake. */
const MOST = 20;

/** A limit, cut at the most that is answered. */
const cut = (absent: number): Rule<number> => ({
  required: false,
  absent,
  schema: { type: 'string', pattern: '^0*[1-9][0-9]*$', default: String(absent) },
  description: `The most addresses to return. More than ${MOST} are as good as ${MOST}.`,
  example: String(absent),
  read: (text) =>
    /^0*[1-9][0-9]*$/.test(text)
      ? Math.min(MOST, Number(text))
      : new Problem(`must be a number from 1, not ${quote(text)}`),
});

const DEGREES = '-?[0-9]{1,3}(?:\\.[0-9]+)?';
const BOX = `^${Array(4).fill(DEGREES).join(',')}$`;

/** A box by two opposite corners, in any order, longitudes first; null if it is not given. */
const box = (description: string): Rule<Box | null> => ({
  required: false,
  absent: null,
  schema: { type: 'string', pattern: BOX },
  description,
  example: '153.05,-27.59,153.07,-27.57',
  read(text) {
    if (!new RegExp(BOX).test(text))
      return new Problem(`must be four numbers of degrees with commas between, not ${quote(text)}`);
    const [x1, y1, x2, y2] = text.split(',').map(Number) as [number, number, number, number];
    return [Math.min(x1, x2), Math.min(y1, y2), Math.max(x1, x2), Math.max(y1, y2)];
  },
});

/** One of some texts. */
function choice<const T extends string>(texts: readonly T[], absent: T, description: string): Rule<T> {
  return {
    required: false,
    absent,
    schema: { type: 'string', enum: texts, default: absent },
    description,
    example: absent,
    read: (text) =>
      texts.find((each) => each === text) ?? new Problem(`must be one of ${texts.join(', ')}, not ${quote(text)}`),
  };
}

const yes = (absent: '0' | '1', description: string) => choice(['0', '1'], absent, description);
const q = (most: number) =>
  brokenText(1, most, {
    description: 'The address. Line breaks and tabs are spaces.',
    example: '2 Perth St, Sunnybank',
  });
const lat = requiredDecimal(-90, 90, { description: 'Latitude in WGS84 degrees.', example: -27.58 });
const lon = requiredDecimal(-180, 180, { description: 'Longitude in WGS84 degrees.', example: 153.0607 });
const NEAR = 'Given both, addresses near this point are preferred among equally good matches.';

/** Parameters of Photon's search. */
export interface PhotonSearch {
  readonly q: string;
  readonly limit: number;
  readonly near: { readonly lat: number; readonly lon: number } | null;
  readonly bbox: Box | null;
}

interface PhotonSearchValues extends Omit<PhotonSearch, 'near'> {
  readonly lat: number | null;
  readonly lon: number | null;
}

/** §12.19 */
export const PHOTON_SEARCH = assembled<PhotonSearchValues, PhotonSearch>(
  {
    q: q(200),
    limit: cut(15),
    lat: optionalDecimal(-90, 90, { description: `Latitude in WGS84 degrees. ${NEAR}`, example: -27.58 }),
    lon: optionalDecimal(-180, 180, { description: `Longitude in WGS84 degrees. ${NEAR}`, example: 153.0607 }),
    bbox: box(`Only addresses in this box, among the best ${MOST}: \`minLon,minLat,maxLon,maxLat\`.`),
  },
  { pair: ['lat', 'lon'] },
  ({ lat, lon, ...rest }) => ({ ...rest, near: lat === null || lon === null ? null : { lat, lon } }),
);

/** Parameters of Photon's reverse geocoding; `radius` in kilometres. */
export interface PhotonReverse {
  readonly lat: number;
  readonly lon: number;
  readonly limit: number;
  readonly radius: number;
}

/** §12.19 */
export const PHOTON_REVERSE = parameters<PhotonReverse>({
  lat,
  lon,
  limit: cut(1),
  radius: defaultDecimal(0.001, 50, 1, { description: 'How far to look, in kilometres.', example: 1 }),
});

/** The forms of Nominatim's answers. */
const FORMATS = ['json', 'jsonv2', 'geocodejson'] as const;
const format = choice(FORMATS, 'jsonv2', 'The form of the answer.');

/** What an answer of Nominatim is to look like. */
export interface NominatimForm {
  readonly format: (typeof FORMATS)[number];
  readonly addressdetails: '0' | '1';
}

/** Parameters of Nominatim's search: `q`, or parts of an address in its place. */
export interface NominatimSearch extends NominatimForm {
  readonly q: string;
  readonly street: string | null;
  readonly city: string | null;
  readonly state: string | null;
  readonly postalcode: string | null;
  readonly limit: number;
  readonly viewbox: Box | null;
  readonly bounded: '0' | '1';
}

const partOf = (what: string, example: string) => part(200, { description: `In place of \`q\`: ${what}.`, example });

/** §12.20 */
export const NOMINATIM_SEARCH = assembled<NominatimSearch, NominatimSearch>(
  {
    q: q(500),
    street: partOf('the street, with its number before it', '2 Perth St'),
    city: partOf('the suburb or locality', 'Sunnybank'),
    state: partOf('the state', 'QLD'),
    postalcode: partOf('the postcode', '4109'),
    limit: cut(10),
    viewbox: box('Among equally good matches, those in this box come first: `x1,y1,x2,y2`.'),
    bounded: yes('0', '`1`: only addresses in `viewbox`.'),
    format,
    addressdetails: yes('0', '`1`: the parts of each address too.'),
  },
  { instead: { of: 'q', names: ['street', 'city', 'state', 'postalcode'] } },
  (values) => values,
);

/** Parameters of Nominatim's reverse geocoding. */
export interface NominatimReverse extends NominatimForm {
  readonly lat: number;
  readonly lon: number;
}

/** §12.20 */
export const NOMINATIM_REVERSE = parameters<NominatimReverse>({
  lat,
  lon,
  format,
  addressdetails: yes('1', '`0`: without the parts of the address.'),
});

/** A route in the dialect of another geocoder, with all that is said of it anywhere. */
export interface DialectRoute {
  /** As logs and metrics name it, and its `operationId`. */
  readonly label: string;
  readonly path: string;
  /** The operation that it is charged as, and that a publishable key has to allow. */
  readonly costs: OperationName;
  readonly parameters: Pick<ParameterTable<never>, 'rules' | 'instead'>;
  readonly summary: string;
  readonly description: string;
}

const ROWS = [
  {
    label: 'photonSearch',
    path: '/photon/api',
    costs: 'autocomplete',
    parameters: PHOTON_SEARCH,
    summary: 'Suggest addresses, as Photon does',
    description:
      'Addresses for a text as it is typed, as GeoJSON. Parameters of Photon that are not listed are ignored.',
  },
  {
    label: 'photonReverse',
    path: '/photon/reverse',
    costs: 'reverse',
    parameters: PHOTON_REVERSE,
    summary: 'Find addresses near a point, as Photon does',
    description: 'The addresses nearest to a point, as GeoJSON.',
  },
  {
    label: 'nominatimSearch',
    path: '/nominatim/search',
    costs: 'validate',
    parameters: NOMINATIM_SEARCH,
    summary: 'Find an address, as Nominatim does',
    description:
      'The addresses that a whole address may mean, best first, without those of quality `low`. Parameters of Nominatim that are not listed are ignored.',
  },
  {
    label: 'nominatimReverse',
    path: '/nominatim/reverse',
    costs: 'reverse',
    parameters: NOMINATIM_REVERSE,
    summary: 'Find the address at a point, as Nominatim does',
    description: 'The address nearest to a point, at most a kilometre away.',
  },
] as const satisfies readonly DialectRoute[];

/** How logs and metrics name the routes in dialects. */
export type DialectLabel = (typeof ROWS)[number]['label'];

/** The routes in dialects, one row each: routes, counters, the interface description derive from them. */
export const DIALECTS: readonly (DialectRoute & { readonly label: DialectLabel })[] = ROWS;
