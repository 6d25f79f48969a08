import type { EnrichDocument } from '../../oracle/documents.ts';
import type { NaiveRecord } from '../../oracle/naive-release.ts';

type Document = EnrichDocument;

/** Every field of the diff, by what a document has of it. */
export const FIELDS: Readonly<Record<string, (document: Document, record: NaiveRecord) => unknown>> = {
  location: ({ location }) => location,
  addressLabel: ({ addressLabel }) => addressLabel,
  streetName: ({ components }) => components.streetName,
  streetType: ({ components }) => components.streetType,
  streetSuffix: ({ components }) => components.streetSuffix,
  lotNumber: ({ components }) => components.lotNumber,
  buildingName: ({ components }) => components.buildingName,
  addressSiteName: ({ components }) => components.addressSiteName,
  localityName: ({ localityName }) => localityName,
  state: ({ state }) => state,
  postcode: ({ postcode }) => postcode,
  localityId: ({ locality }) => locality.id,
  streetId: ({ street }) => street.id,
  legalParcelId: ({ legalParcelId }) => legalParcelId,
  addressRole: ({ addressRole }) => addressRole,
  aliasPrincipal: (_, { principal }) => (principal ? 'PRINCIPAL' : 'ALIAS'),
  geocodeType: ({ geocode }) => geocode?.type ?? null,
  geocodeReliability: ({ geocode }) => geocode?.reliability ?? null,
  lga: ({ boundaries }) => boundaries.lga,
  ward: ({ boundaries }) => boundaries.ward,
  stateElectorate: ({ boundaries }) => boundaries.stateElectorate,
  commonwealthElectorate: ({ boundaries }) => boundaries.commonwealthElectorate,
  meshBlock: ({ boundaries }) => boundaries.meshBlock,
  sa1: ({ boundaries }) => boundaries.sa1,
  sa2: ({ boundaries }) => boundaries.sa2,
  sa3: ({ boundaries }) => boundaries.sa3,
  sa4: ({ boundaries }) => boundaries.sa4,
  gccsa: ({ boundaries }) => boundaries.gccsa,
  confidence: ({ confidence }) => confidence,
  allGeocodes: ({ allGeocodes }) => allGeocodes,
};

/** The fields in which a record differs from what it was, each as it was and is; none of one that was not there. */
export function naiveChanges(old: NaiveRecord | undefined, new_: NaiveRecord): Record<string, unknown> {
  if (old === undefined) return {};
  const both = old.document.geocode !== null && new_.document.geocode !== null;
  return Object.fromEntries(
    Object.entries(FIELDS).flatMap(([name, of]) => {
      const [was, is] = [old, new_].map((record) => of(record.document, record));
      const same = JSON.stringify(was) === JSON.stringify(is) || (/^geocode[TR]/.test(name) && !both);
      return same ? [] : [[name, { before: was, after: is }]];
    }),
  );
}

/** The kinds of changes, by their fields, in the order of answers (src/lists/release/README.md). */
const KINDS: Readonly<Record<string, readonly string[]>> = {
  moved: ['location'],
  renamed: [
    ...['addressLabel', 'streetName', 'streetType', 'streetSuffix', 'lotNumber', 'buildingName', 'addressSiteName'],
    'localityName',
  ],
  recoded: [
    ...['state', 'postcode', 'localityId', 'streetId', 'legalParcelId', 'addressRole', 'aliasPrincipal'],
    ...['geocodeType', 'geocodeReliability'],
  ],
  boundaries: [
    ...['lga', 'ward', 'stateElectorate', 'commonwealthElectorate', 'meshBlock', 'sa1', 'sa2', 'sa3', 'sa4', 'gccsa'],
  ],
  confidence: ['confidence'],
  geocodes: ['allGeocodes'],
};

/** The kinds of changes that fields belong to. */
export function naiveKinds(fields: Iterable<string>): string[] {
  const names = new Set(fields);
  return Object.keys(KINDS).filter((kind) => KINDS[kind].some((name) => names.has(name)));
}
