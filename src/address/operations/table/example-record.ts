/** A made-up address of the bundled sample, as the example answers show it. */
export const identity = {
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

/** The areas that the address lies in. */
export const boundaries = {
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
    code: '30000010005',
    category: 'Residential',
  },
  sa2: {
    name: 'Sunnybank',
    code: '301016001',
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

/** The address as a standard record. */
export const record = { ...identity, ...place, boundaries };
