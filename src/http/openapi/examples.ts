/** A made-up address of the bundled sample. */
const identity = {
  id: 'GAQLD438583692',
  addressLabel: '2 PERTH STREET',
  localityName: 'SUNNYBANK',
  state: 'QLD',
  postcode: '4109',
};

const place = {
  confidence: 0,
  geocode: {
    latitude: -27.57989863,
    longitude: 153.06071253,
    type: 'FRONTAGE CENTRE SETBACK',
    reliability: 2,
  },
  location: {
    lat: -27.57989863,
    lon: 153.06071253,
  },
};

const boundaries = {
  lga: {
    name: 'Sunnybank',
    code: 'lga469784e57400',
  },
  stateElectorate: {
    name: 'SUNNYBANK',
    code: 'QLD103',
  },
  commonwealthElectorate: {
    name: 'SUNNYBANK',
    code: 'QLD2',
  },
  meshBlock: {
    code: '30000010000',
    category: 'Residential',
  },
  sa2: {
    name: 'Sunnybank',
    code: '301011001',
  },
  sa3: {
    name: 'Sunnybank',
    code: '30101',
  },
  sa4: {
    name: 'Brisbane City - Sunnybank',
    code: '301',
  },
  gccsa: {
    name: 'Greater Brisbane',
    code: '3GBRI',
  },
};

const record = { ...identity, ...place, boundaries };

/** What the example parameters of each operation, all of them sent together, are answered with by the bundled sample. */
export const ANSWER_EXAMPLES = {
  autocomplete: { suggestions: [{ ...identity, serviceMatchScore: 99, serviceMatchQuality: 'high' }], total: 1 },
  validate: { match: record, serviceMatchScore: 100, serviceMatchQuality: 'high' },
  enrich: {
    ...record,
    boundaries: { ...boundaries, ward: null, sa1: '30101100101' },
    sourceDataRelease: '2026.02',
    addressRole: null,
    components: {
      addressSiteName: null,
      buildingName: null,
      flatType: null,
      flatNumber: null,
      levelType: null,
      levelNumber: null,
      lotNumber: null,
      streetNumberFirst: '2',
      streetNumberLast: null,
      streetName: 'PERTH',
      streetType: 'STREET',
      streetSuffix: null,
    },
    legalParcelId: '323RP882459',
    allGeocodes: [
      {
        latitude: -27.57991345,
        longitude: 153.06089516,
        type: 'PROPERTY CENTROID',
        reliability: 2,
      },
      {
        latitude: -27.57989863,
        longitude: 153.06071253,
        type: 'FRONTAGE CENTRE SETBACK',
        reliability: 2,
      },
    ],
    locality: {
      id: 'locd3998090ba85',
      classification: 'GAZETTED LOCALITY',
      neighbours: ['BRISBANE CITY', 'CHERMSIDE', 'NEW FARM', 'SOUTHPORT', 'SPRINGFIELD', 'WEST END'],
      aliases: [],
    },
    street: {
      id: 'QLD5367599',
      classification: 'CONFIRMED',
      aliases: [],
    },
    aliases: [],
    secondaries: [],
  },
  reverse: { results: [{ ...record, distance_m: 11.3 }], total: 103 },
  lookupPostcode: {
    postcode: '0872',
    localities: [
      {
        name: 'HERMANNSBURG',
        state: 'NT',
        address_count: 20,
      },
      {
        name: 'ALICE SPRINGS',
        state: 'NT',
        address_count: 3,
      },
    ],
  },
  lookupSuburb: {
    suburb: 'SUNNYBANK',
    postcodes: ['4109'],
    address_count: 114,
    state: 'QLD',
    bounds: {
      top_left: {
        lat: -27.57967872,
        lon: 153.05850085,
      },
      bottom_right: {
        lat: -27.57991136,
        lon: 153.06071253,
      },
    },
  },
} as const;
