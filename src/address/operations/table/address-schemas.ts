import { array, nullable, object, oneOf, ref, type Schema, string, text } from '../../../system/schema.ts';
import { STATES } from './rules.ts';

const latitude: Schema = {
  type: 'number',
  format: 'double',
  minimum: -90,
  maximum: 90,
  description: 'Latitude in WGS84 decimal degrees.',
};

const longitude: Schema = {
  type: 'number',
  format: 'double',
  minimum: -180,
  maximum: 180,
  description: 'Longitude in WGS84 decimal degrees.',
};

/** The fields by which an address is shown and recognized. */
export const addressFields = {
  id: string('G-NAF persistent identifier: an opaque string.'),
  addressLabel: text('Street-address line for display: unit, level, number and street.'),
  localityName: text('Official suburb or locality name.'),
  state: nullable(ref('State', 'State or territory; null for the Other Territories.')),
  postcode: {
    type: ['string', 'null'],
    pattern: '^[0-9]{4}$',
    description: 'Four digits, always a string: leading zeroes count.',
  },
} satisfies Readonly<Record<string, Schema>>;

/** An address as it is written, where it was asked for (§12.8). */
export const formatted = ref('FormattedAddress', 'Only with `include=formatted` or `include=abbreviated`.');

const area = (description: string) => nullable(ref('NamedArea', description));

const boundaries = {
  lga: area('Local Government Area.'),
  stateElectorate: area('State electoral district.'),
  commonwealthElectorate: area('Federal electoral district.'),
  meshBlock: nullable(ref('MeshBlock', 'ABS mesh block.')),
  sa2: area('ABS Statistical Area Level 2.'),
  sa3: area('ABS Statistical Area Level 3.'),
  sa4: area('ABS Statistical Area Level 4.'),
  gccsa: area('Greater Capital City Statistical Area.'),
} satisfies Readonly<Record<string, Schema>>;

/** The areas that an address lies in, of the enriched document (§3.5). */
export const areaFields = {
  ...boundaries,
  sa1: text('ABS Statistical Area Level 1 code.'),
  ward: nullable(ref('Ward', 'Council ward.')),
} satisfies Readonly<Record<string, Schema>>;

/** The fields of a standard address record (§3.4). */
export const standardFields = {
  ...addressFields,
  confidence: {
    type: ['integer', 'null'],
    minimum: -1,
    maximum: 2,
    description:
      'G-NAF source-record confidence, not match quality. 2: three contributor datasets support the address, 1: two, 0: one, -1: retired.',
  },
  geocode: nullable(ref('Geocode', 'Main geocode.')),
  location: nullable(ref('Location', 'The point of the main geocode.')),
  boundaries: nullable(ref('Boundaries', 'The areas that the address lies in.')),
} satisfies Readonly<Record<string, Schema>>;

/** The structured parts of an address (§3.5). */
export const componentFields = {
  addressSiteName: text('Site name: a shopping centre, hospital or campus.'),
  buildingName: text('Building name.'),
  flatType: text('Unit, flat, shop or suite type.'),
  flatNumber: text('Unit, flat, shop or suite number without its type.'),
  levelType: text('Level type.'),
  levelNumber: text('Level number without its type.'),
  lotNumber: text('Lot number.'),
  streetNumberFirst: text('First or only street number.'),
  streetNumberLast: text('Last street number where the address is a range.'),
  streetName: text('Street name without type and suffix.'),
  streetType: text('Street type, expanded.'),
  streetSuffix: text('Street suffix or direction.'),
} satisfies Readonly<Record<string, Schema>>;

/** What is said of the street of an address (§3.5). */
export const streetFields = {
  id: text('Public street identifier.'),
  classification: text('Whether the street is confirmed.'),
  aliases: array(string('Street name.'), 'Alternative names.'),
} satisfies Readonly<Record<string, Schema>>;

/** What the enriched document has after the fields of a standard record (§3.5). */
export const enrichedFields = {
  sourceDataRelease: text('Source data release of the record; not the version of this interface.'),
  addressRole: nullable(ref('AddressRole', 'Whether it is a building or a unit of one; null when it is neither.')),
  components: ref('AddressComponents', 'The structured parts of the address.'),
  legalParcelId: text('Parcel or legal-property reference.'),
  allGeocodes: array(ref('AllGeocode'), 'Every geocode of the address, in source order.'),
  locality: ref('LocalityContext', 'The locality of the address.'),
  street: ref('StreetContext', 'The street of the address.'),
  aliases: array(ref('AddressAlias'), 'Other records of the same address.'),
  secondaries: array(ref('SecondaryAddress'), 'The units of the building.'),
} satisfies Readonly<Record<string, Schema>>;

const geocodingMethod = text('G-NAF geocoding method, such as FRONTAGE CENTRE SETBACK.');

/** The schemas of an address document and its parts (§3.4, §3.5). */
export const ADDRESS_SCHEMAS: Readonly<Record<string, Schema>> = {
  State: oneOf(STATES, 'A state or territory of Australia.'),
  Geocode: object('A geocode of an address.', {
    latitude,
    longitude,
    type: geocodingMethod,
    reliability: {
      type: ['integer', 'null'],
      minimum: 0,
      maximum: 6,
      description: 'Lower means more precise location evidence; not match quality.',
    },
  }),
  AllGeocode: object('A geocode of an address, in source order.', {
    latitude,
    longitude,
    type: geocodingMethod,
    reliability: { type: ['number', 'null'], description: 'Lower means more precise location evidence.' },
  }),
  Location: object('A point.', { lat: latitude, lon: longitude }),
  NamedArea: object('An area with a name.', { name: string('Name of the area.'), code: text('Code of the area.') }),
  MeshBlock: object('An ABS mesh block.', {
    code: string('ABS mesh block code.'),
    category: text('Land use, such as Residential or Parkland.'),
  }),
  Ward: object('A council ward.', { name: text('Name of the ward.') }),
  Boundaries: object('The areas that an address lies in. They may change between releases.', boundaries),
  EnrichedBoundaries: object('The areas that an address lies in. They may change between releases.', areaFields),
  AddressComponents: object('The structured parts of an address.', componentFields),
  LocalityContext: object('The locality of an address.', {
    id: text('Public locality identifier.'),
    classification: text('Class of the locality, such as GAZETTED LOCALITY.'),
    neighbours: array(string('Locality name.'), 'Names of neighbouring localities.'),
    aliases: array(string('Locality name.'), 'Alternative names.'),
  }),
  StreetContext: object('The street of an address.', streetFields),
  AddressAlias: object('Another record of the same address.', {
    id: text('G-NAF persistent identifier of the alias.'),
    addressLabel: text('Its street-address line.'),
    type: text('Kind of alias.'),
  }),
  SecondaryAddress: object('A unit of the building.', {
    id: text('G-NAF persistent identifier of the unit.'),
    addressLabel: text('Its street-address line.'),
  }),
  EnrichedAddress: object(
    'All that is known of one address.',
    {
      ...standardFields,
      boundaries: nullable(ref('EnrichedBoundaries', 'The areas that the address lies in.')),
      ...enrichedFields,
      formatted,
      parents: ref('Parents', 'Only with `include=parents`.'),
      debug: ref('DebugInfo', 'Only with `debug=true`.'),
    },
    ['formatted', 'parents', 'debug'],
  ),
  Parents: object('Where an address belongs.', {
    principal: nullable(ref('Parent', 'The principal record of an alias; null for a principal.')),
    primary: nullable(ref('Parent', 'The building of a unit; null for what is no unit.')),
  }),
  Parent: object('A record that another one belongs to.', {
    id: string('G-NAF persistent identifier.'),
    addressLabel: text('Its street-address line.'),
  }),
  AddressRole: oneOf(['PRIMARY', 'SECONDARY'], 'PRIMARY: parent or building. SECONDARY: child or unit.'),
  StandardRecord: object('A standard address record.', { ...standardFields, formatted }, ['formatted']),
  FormattedAddress: object('An address as people write it, in title case, and as it stands on an envelope.', {
    line1: text('Unit, level, number and street: `Unit 3, 25 Smith Street`.'),
    line2: text('Suburb or locality, state and postcode: `Footscray VIC 3011`.'),
    full: text('Both lines, with a comma between them.'),
    postal: array(
      string('A line.'),
      'The lines of an envelope by AS 4590: upper case, no commas, a unit before its number with a slash: `3/25 SMITH STREET`, `FOOTSCRAY VIC 3011`.',
    ),
    alias: text(
      'The other record of the same address by which it was found, in full: `10 Pitt Street, Sydney NSW 2000`. Of autocomplete and validate; null elsewhere.',
    ),
  }),
};
