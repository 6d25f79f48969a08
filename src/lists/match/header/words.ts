/** Kinds of words in the names of columns, a letter each: names are patterns of them. */
export type Kind = keyof typeof WORDS;

/**
 * The words of the names of columns, by kind, in lower case and without signs. A word of two (`post code`) stands here
 * joined. Those of Shopify, WooCommerce, Salesforce, Dynamics, Xero, HubSpot, Square, OpenStreetMap, schema.org, vCard,
 * Overture, G-NAF, councils, the open data of governments, real estate and tills are among them.
 */
export const WORDS = {
  A: 'address addr adr add addresses adress addressee freeform freeformaddress formattedaddress addressfull addressdetails addresslabel addresstext addressstring',
  L: 'line ln lines',
  S: 'street road rd str strt thoroughfare roadway streets stras strasse',
  T: 'st',
  H: 'house hse housing',
  N: 'no number num nr nbr numbers nmbr numb',
  M: 'name nm names nme',
  Y: 'type typ',
  X: 'suffix suff sfx',
  F: 'first from low start',
  E: 'last to high end',
  U: 'unit flat apartment apt suite shop subdwelling subaddress tenancy dwelling villa townhouse secondaryunit subpremise subaddr subnumber suit ste aptunit occupancy',
  V: 'level floor lvl storey flr',
  B: 'building bldg complex buildingname propertyname sitename premisename premisesname complexname villagename housename extended extendedaddress bldgname',
  C: 'suburb town township city locality village hamlet place settlement localityname suburbname townname cityname posttown suburbs burb sub cty lcty local neighborhood neighbourhood ort',
  Z: 'state region province territory stateterritory stateorterritory prov administrativearea adminarea subdivision county prefecture republic regio',
  J: 'abbreviation abbrev abb abbr ab short',
  D: 'code cd',
  P: 'postcode pcode postcd postalcode zip zipcode pc pcd pstcode postcodes pstcd ziporpostal postzip poa pscode pstlz plz residentialcode residencecode mailingcode',
  O: 'country nation countrycode cntry countryname countryregion',
  W: 'y latitude lat latitudedeg geolat ycoord ycoordinate',
  R: 'x longitude lon lng long longitudedeg geolon geolng geolong xcoord xcoordinate',
  I: 'id gnafpid gnafid addressid addressdetailpid pid matchid gnaf',
  '+': 'and or',
} as const;

/** Words that say nothing of what a column has. */
export const FILLERS =
  'the of in a for if full complete whole official given text string field column value details detail info information data au aus australia australian gps geo geographic coord coordinate coordinates wgs gda decimal degrees deg dd';

/** Words for which of several addresses one is: these are known for a group even on one column. */
export const GROUPS =
  'billing bill shipping ship delivery deliver mailing mail postal post po site premises premise property residential residence residential home customer client work business office registered physical principal primary secondary invoice trading store branch facility practice provider employer employee sender receiver recipient consignee consignor pickup dropoff origin destination company contact owner tenant ratepayer applicant patient member student parent guardian supplier vendor seller buyer account organisation organization supply installation install meter job service event venue location permanent default current previous other alternate alternative correspondence legal collection despatch dispatch listing merchant outlet clinic hospital school centre';

/** Words that make of a part's name the name of something else: `Suburb population`, `Email address`. */
export const OTHERWISE =
  'email ip mac web website url wallet phone mobile fax telephone tel area cost count measure price quantity qty rate rates rateable sales size total amount year date time status flag verified valid validated score electorate council ward lga population zone zoning planning category class light lights frontage width length depth bedrooms beds baths hash manager notes comment comments description desc team department dept space uid guid uuid error accuracy confidence';

/** The states by their names, in capitals and without signs. */
const STATES: Readonly<Record<string, string>> = {
  'NEW SOUTH WALES': 'NSW',
  VICTORIA: 'VIC',
  QUEENSLAND: 'QLD',
  'SOUTH AUSTRALIA': 'SA',
  'WESTERN AUSTRALIA': 'WA',
  TASMANIA: 'TAS',
  'NORTHERN TERRITORY': 'NT',
  'AUSTRALIAN CAPITAL TERRITORY': 'ACT',
  'OTHER TERRITORIES': 'OT',
};
const CODES = new Set(Object.values(STATES));

/** The code of the state that a cell names: `vic.`, `AU-VIC` and `Victoria` are `VIC`. Null for another text. */
export function stateOf(text: string): string | null {
  const name = text
    .toUpperCase()
    .replace(/\./g, '')
    .replace(/^AU(?:S|STRALIA)?\s*[-:/]\s*/, '')
    .trim();
  return CODES.has(name) ? name : (STATES[name] ?? null);
}
