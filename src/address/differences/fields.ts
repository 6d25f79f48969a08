import { confidenceIn, IS_ALIAS, roleIn } from '../index/address-flags.ts';
import { geocodeKindIn } from '../index/address-record.ts';
import { lowerArea, SET, SET_WORDS, sa2In, upperArea } from '../index/boundary-set.ts';
import { CHANGE_KINDS, type ChangeKind } from '../index/changes.ts';
import { editionOf } from '../index/edition.ts';
import { LOT } from '../index/number-kinds.ts';
import type { Manifest } from '../index/open.ts';
import { type IndexColumns, STATE_ORDER } from '../index/sections.ts';
import type { AddressView } from './address-view.ts';
import { sameGeocodes, sameParcel, sameText } from './detail-fields.ts';
import type { ReleaseCodes, SharedCodes } from './shared-codes.ts';
import { STREET_ID, STREET_LABEL, STREET_NAME, STREET_SUFFIX, STREET_TYPE, type StreetPairs } from './street-pairs.ts';

/** What the fields of addresses are compared by. */
export interface Comparison {
  readonly codes: ReleaseCodes;
  readonly streets: StreetPairs;
  /** Fields whose changes are told apart from the others, as a mask; see {@link fieldsApart}. */
  readonly apart: number;
}

/** The fields of an address that are compared, as the Enrich document calls them, or parts of it. */
export type FieldName =
  | 'location'
  | 'addressLabel'
  | 'streetName'
  | 'streetType'
  | 'streetSuffix'
  | 'lotNumber'
  | 'buildingName'
  | 'addressSiteName'
  | 'localityName'
  | 'state'
  | 'postcode'
  | 'localityId'
  | 'streetId'
  | 'legalParcelId'
  | 'addressRole'
  | 'aliasPrincipal'
  | 'geocodeType'
  | 'geocodeReliability'
  | 'lga'
  | 'ward'
  | 'stateElectorate'
  | 'commonwealthElectorate'
  | 'meshBlock'
  | 'sa1'
  | 'sa2'
  | 'sa3'
  | 'sa4'
  | 'gccsa'
  | 'confidence'
  | 'allGeocodes';

/** A field of an address that is compared. */
export interface Field {
  readonly name: FieldName;
  readonly kind: ChangeKind;
  same(before: AddressView<IndexColumns>, after: AddressView<IndexColumns>, by: Comparison): boolean;
}

/** Every field that is compared; a set of them is a mask of 32 bits, bit i for the i-th. */
export const FIELDS: readonly Field[] = [
  {
    name: 'location',
    kind: 'moved',
    same: (before, after) =>
      before.located === after.located && (!before.located || (before.lon === after.lon && before.lat === after.lat)),
  },
  { name: 'addressLabel', kind: 'renamed', same: sameLabel },
  streetField('streetName', 'renamed', STREET_NAME),
  streetField('streetType', 'renamed', STREET_TYPE),
  streetField('streetSuffix', 'renamed', STREET_SUFFIX),
  {
    name: 'lotNumber',
    kind: 'renamed',
    same: (before, after, { codes }) => equal(codes.number, lotOf(before), lotOf(after)),
  },
  { name: 'buildingName', kind: 'renamed', same: sameBuilding },
  {
    name: 'addressSiteName',
    kind: 'renamed',
    same: (before, after) => sameText(before.index, before.detail.site, after.index, after.detail.site),
  },
  {
    name: 'localityName',
    kind: 'renamed',
    same: (before, after, { codes }) => equal(codes.localityName, before.locality, after.locality),
  },
  { name: 'state', kind: 'recoded', same: (before, after) => stateOf(before) === stateOf(after) },
  { name: 'postcode', kind: 'recoded', same: (before, after) => before.postcode === after.postcode },
  {
    name: 'localityId',
    kind: 'recoded',
    same: (before, after, { codes }) => equal(codes.localityId, before.locality, after.locality),
  },
  streetField('streetId', 'recoded', STREET_ID),
  {
    name: 'legalParcelId',
    kind: 'recoded',
    same: (before, after, { codes }) => sameParcel(before, after, codes),
  },
  {
    name: 'addressRole',
    kind: 'recoded',
    same: (before, after) => roleIn(before.codes) === roleIn(after.codes),
  },
  {
    name: 'aliasPrincipal',
    kind: 'recoded',
    same: (before, after) => (before.codes & IS_ALIAS) === (after.codes & IS_ALIAS),
  },
  geocodeField('geocodeType', 'geocodeType'),
  geocodeField('geocodeReliability', 'geocodeReliability'),
  areaField('lga', SET.lgaAndWard, lowerArea),
  areaField('ward', SET.lgaAndWard, upperArea),
  areaField('stateElectorate', SET.electorates, lowerArea),
  areaField('commonwealthElectorate', SET.electorates, upperArea),
  setField('meshBlock', setOf),
  setField('sa1', setOf),
  setField('sa2', sa2Of),
  setField('sa3', sa2Of),
  setField('sa4', sa2Of),
  setField('gccsa', sa2Of),
  {
    name: 'confidence',
    kind: 'confidence',
    same: (before, after) => confidenceOf(before) === confidenceOf(after),
  },
  {
    name: 'allGeocodes',
    kind: 'geocodes',
    same: (before, after, { codes }) => sameGeocodes(before, after, codes),
  },
];

/** By kind: the mask of its fields. */
export const FIELDS_OF_KIND: readonly number[] = CHANGE_KINDS.map((kind) =>
  FIELDS.reduce((mask, field, i) => (field.kind === kind ? mask | (1 << i) : mask), 0),
);

/** The fields that a new edition of the ASGS gives all addresses anew. */
const EDITION_FIELDS: ReadonlySet<FieldName> = new Set(['meshBlock', 'sa1', 'sa2', 'sa3', 'sa4', 'gccsa']);
const EDITION_MASK = FIELDS.reduce((mask, { name }, i) => (EDITION_FIELDS.has(name) ? mask | (1 << i) : mask), 0);

/**
 * The fields whose differences say nothing of an address, as a mask: mesh block, SA1 to SA4 and GCCSA where the indexes
 * are of two editions of the ASGS, none otherwise.
 */
export function fieldsApart(before: Pick<Manifest, 'options'>, after: Pick<Manifest, 'options'>): number {
  const [old, new_] = [editionOf(before), editionOf(after)];
  return old !== null && new_ !== null && old !== new_ ? EDITION_MASK : 0;
}

/** The fields in which an address differs, as a mask; 0 where it is the same. Allocates nothing. */
export function changedFields(
  before: AddressView<IndexColumns>,
  after: AddressView<IndexColumns>,
  by: Comparison,
): number {
  let mask = 0;
  for (let i = 0; i < FIELDS.length; i++) if (!FIELDS[i].same(before, after, by)) mask |= 1 << i;
  return mask;
}

/** The ways in which an address changed whose fields differ so, as a mask of CHANGE_KINDS. */
export function kindsOf(fields: number): number {
  let kinds = 0;
  for (let kind = 0; kind < FIELDS_OF_KIND.length; kind++)
    if ((fields & FIELDS_OF_KIND[kind]) !== 0) kinds |= 1 << kind;
  return kinds;
}

/** Whether two addresses have the same label: unit, level, number and street, and where there is no number the building. */
export function sameLabel(
  before: AddressView<IndexColumns>,
  after: AddressView<IndexColumns>,
  { codes, streets }: Comparison,
): boolean {
  return (
    equal(codes.number, before.number, after.number) &&
    equal(codes.unit, before.unit, after.unit) &&
    streets.same(before.street, after.street, STREET_LABEL) &&
    (before.number !== 0 || sameBuilding(before, after))
  );
}

/** The confidence of an address, -1 to 2; null where its row has none. */
export function confidenceOf({ codes }: AddressView<IndexColumns>): number | null {
  return confidenceIn(codes);
}

/** The lot of an address, a number code: also of one that has a street number. */
export function lotOf({ index, number, detail }: AddressView<IndexColumns>): number {
  return index.columns.numberKind[number] === LOT ? number : detail.lot;
}

/** The state file that an address is of. */
export function stateOf({ index, locality }: AddressView<IndexColumns>): (typeof STATE_ORDER)[number] {
  return STATE_ORDER[index.columns.localityState[locality]];
}

function sameBuilding(before: AddressView<IndexColumns>, after: AddressView<IndexColumns>): boolean {
  return sameText(before.index, before.detail.building, after.index, after.detail.building);
}

function equal({ before, after }: SharedCodes, ofBefore: number, ofAfter: number): boolean {
  return before[ofBefore] === after[ofAfter];
}

function streetField(name: FieldName, kind: ChangeKind, part: number): Field {
  return { name, kind, same: (before, after, { streets }) => streets.same(before.street, after.street, part) };
}

/** A field of the main geocode; one that an address gains or loses with its geocode is no change of its own. */
function geocodeField(name: FieldName, code: 'geocodeType' | 'geocodeReliability'): Field {
  return {
    name,
    kind: 'recoded',
    same: (before, after, { codes }) =>
      !before.located || !after.located || equal(codes[code], geocodeKindIn(before.codes), geocodeKindIn(after.codes)),
  };
}

function areaField(name: FieldName, word: number, areaIn: (element: number) => number): Field {
  const areaOf = ({ index, set }: AddressView<IndexColumns>) =>
    areaIn(index.columns.boundarySet[set * SET_WORDS + word]);
  return {
    name,
    kind: 'boundaries',
    same: (before, after, { codes }) => equal(codes.area, areaOf(before), areaOf(after)),
  };
}

function setOf({ set }: AddressView<IndexColumns>): number {
  return set;
}

function sa2Of({ index, set }: AddressView<IndexColumns>): number {
  return sa2In(index.columns.boundarySet[set * SET_WORDS + SET.sa2AndBlock]);
}

/** A field that is told by a code of the boundary set, or by the set. */
function setField(name: FieldName & keyof ReleaseCodes, codeOf: (view: AddressView<IndexColumns>) => number): Field {
  return {
    name,
    kind: 'boundaries',
    same: (before, after, { codes }) => equal(codes[name], codeOf(before), codeOf(after)),
  };
}
