import { confidenceIn, IS_ALIAS, roleIn } from '../../index/address-flags.ts';
import { geocodeKindIn } from '../../index/address-record.ts';
import { lowerArea, SET, upperArea } from '../../index/boundary-set.ts';
import { LOT } from '../../index/number-kinds.ts';
import { NO_AREA, NO_RELIABILITY, STATE_ORDER } from '../../index/sections.ts';
import { idBytesIn, nameBytesIn, STREET, STREET_WORDS } from '../../index/street-answer.ts';
import { suffixIn, typeIn } from '../../index/street-codes.ts';
import { writeAllGeocodes, writeParcel } from '../../operations/enrich.ts';
import type { JsonBytes } from '../../operations/json-bytes.ts';
import { writeLabel } from '../../operations/label.ts';
import { writePostcode } from '../../operations/standard-record.ts';
import { writeCoordinate, writeQuoted, writeString } from '../../operations/write-text.ts';
import type { AddressView } from './address-view.ts';
import { sameGeocodes, sameParcel, sameText } from './detail-fields.ts';
import { type NamedArea, type ReleaseCodes, type SharedCodes, sa2Members } from './shared-codes.ts';
import { STREET_ID, STREET_LABEL, STREET_NAME, STREET_SUFFIX, STREET_TYPE, type StreetPairs } from './street-pairs.ts';

/** The ways in which an address can change, in the order of reports. */
export const CHANGE_KINDS = ['moved', 'renamed', 'recoded', 'boundaries', 'confidence', 'geocodes'] as const;
export type ChangeKind = (typeof CHANGE_KINDS)[number];

/** What the fields of addresses are compared by. */
export interface Comparison {
  readonly codes: ReleaseCodes;
  readonly streets: StreetPairs;
}

/** A field of an address that is compared. */
export interface Field {
  /** As the Enrich document calls it, or the part of it. */
  readonly name: string;
  readonly kind: ChangeKind;
  same(before: AddressView, after: AddressView, by: Comparison): boolean;
  /** Writes the field's value as JSON. */
  write(view: AddressView, out: JsonBytes): void;
}

/** Every field that is compared; a set of them is a mask of 32 bits, bit i for the i-th. */
export const FIELDS: readonly Field[] = [
  {
    name: 'location',
    kind: 'moved',
    same: (before, after) =>
      before.located === after.located && (!before.located || (before.lon === after.lon && before.lat === after.lat)),
    write: writeLocation,
  },
  {
    name: 'addressLabel',
    kind: 'renamed',
    same: (before, after, { codes, streets }) =>
      equal(codes.number, before.number, after.number) &&
      equal(codes.unit, before.unit, after.unit) &&
      streets.same(before.street, after.street, STREET_LABEL) &&
      (before.number !== 0 || sameText(before.index, before.detail.building, after.index, after.detail.building)),
    write: (view, out) => writeLabel(view.index, out, view.ordinal, view.street),
  },
  streetField('streetName', 'renamed', STREET_NAME, (view, out) => writeStreetText(view, out, 'name')),
  streetField('streetType', 'renamed', STREET_TYPE, ({ index, street }, out) =>
    writeString(index, out, index.columns.streetTypeText[typeIn(streetCodes(index.columns.streetAnswer, street))]),
  ),
  streetField('streetSuffix', 'renamed', STREET_SUFFIX, ({ index, street }, out) =>
    writeString(index, out, index.columns.streetSuffixText[suffixIn(streetCodes(index.columns.streetAnswer, street))]),
  ),
  {
    name: 'lotNumber',
    kind: 'renamed',
    same: (before, after, { codes }) => equal(codes.number, lotOf(before), lotOf(after)),
    write: (view, out) => {
      const lot = lotOf(view);
      const { numberTextStart } = view.index.columns;
      writeQuoted(out, view.index.bytes.numberText, numberTextStart[lot], numberTextStart[lot + 1]);
    },
  },
  {
    name: 'buildingName',
    kind: 'renamed',
    same: (before, after) => sameText(before.index, before.detail.building, after.index, after.detail.building),
    write: (view, out) => writeString(view.index, out, view.detail.building),
  },
  {
    name: 'addressSiteName',
    kind: 'renamed',
    same: (before, after) => sameText(before.index, before.detail.site, after.index, after.detail.site),
    write: (view, out) => writeString(view.index, out, view.detail.site),
  },
  {
    name: 'localityName',
    kind: 'renamed',
    same: (before, after, { codes }) => equal(codes.localityName, before.locality, after.locality),
    write: (view, out) => writeString(view.index, out, view.index.columns.localityName[view.locality]),
  },
  {
    name: 'state',
    kind: 'recoded',
    same: (before, after) => stateOf(before) === stateOf(after),
    write: (view, out) => out.ascii(stateOf(view) === 'OT' ? 'null' : `"${stateOf(view)}"`),
  },
  {
    name: 'postcode',
    kind: 'recoded',
    same: (before, after) => before.postcode === after.postcode,
    write: (view, out) => writePostcode(out, view.postcode),
  },
  {
    name: 'localityId',
    kind: 'recoded',
    same: (before, after, { codes }) => equal(codes.localityId, before.locality, after.locality),
    write: (view, out) => writeString(view.index, out, view.index.columns.localityId[view.locality]),
  },
  streetField('streetId', 'recoded', STREET_ID, (view, out) => writeStreetText(view, out, 'id')),
  {
    name: 'legalParcelId',
    kind: 'recoded',
    same: (before, after, { codes }) => sameParcel(before, after, codes),
    write: (view, out) => writeParcel(view.index, out, view.detail.parcelAt),
  },
  {
    name: 'addressRole',
    kind: 'recoded',
    same: (before, after) => roleOf(before) === roleOf(after),
    write: (view, out) => out.ascii(['null', '"PRIMARY"', '"SECONDARY"'][roleOf(view)] ?? 'null'),
  },
  {
    name: 'aliasPrincipal',
    kind: 'recoded',
    same: (before, after) => (before.codes & IS_ALIAS) === (after.codes & IS_ALIAS),
    write: (view, out) => out.ascii((view.codes & IS_ALIAS) === 0 ? '"PRINCIPAL"' : '"ALIAS"'),
  },
  geocodeField('geocodeType', 'geocodeType', ({ index, codes }, out) =>
    writeString(index, out, index.columns.geocodeKindText[geocodeKindIn(codes)]),
  ),
  geocodeField('geocodeReliability', 'geocodeReliability', ({ index, codes }, out) => {
    const reliability = index.columns.geocodeKindReliability[geocodeKindIn(codes)];
    out.ascii(reliability === NO_RELIABILITY ? 'null' : String(reliability));
  }),
  areaField('lga', SET.lgaAndWard, lowerArea),
  areaField('ward', SET.lgaAndWard, upperArea),
  areaField('stateElectorate', SET.electorates, lowerArea),
  areaField('commonwealthElectorate', SET.electorates, upperArea),
  meshBlockField('meshBlock', 0),
  meshBlockField('sa1', 1),
  sa2Field('sa2'),
  sa2Field('sa3'),
  sa2Field('sa4'),
  sa2Field('gccsa'),
  {
    name: 'confidence',
    kind: 'confidence',
    same: (before, after) => confidenceOf(before) === confidenceOf(after),
    write: (view, out) => out.ascii(String(confidenceOf(view))),
  },
  {
    name: 'allGeocodes',
    kind: 'geocodes',
    same: (before, after, { codes }) => sameGeocodes(before, after, codes),
    write: (view, out) => {
      out.ascii('[');
      writeAllGeocodes(view.index, out, view.ordinal, view.locality, view.detail);
      out.ascii(']');
    },
  },
];

/** By kind: the mask of its fields. */
export const FIELDS_OF_KIND: readonly number[] = CHANGE_KINDS.map((kind) =>
  FIELDS.reduce((mask, field, i) => (field.kind === kind ? mask | (1 << i) : mask), 0),
);

/** The fields in which an address differs, as a mask; 0 where it is the same. Allocates nothing. */
export function changedFields(before: AddressView, after: AddressView, by: Comparison): number {
  let mask = 0;
  for (let i = 0; i < FIELDS.length; i++) if (!FIELDS[i].same(before, after, by)) mask |= 1 << i;
  return mask;
}

/** The confidence of an address, -1 to 2. */
export function confidenceOf({ codes }: AddressView): number {
  return confidenceIn(codes);
}

function equal({ before, after }: SharedCodes, ofBefore: number, ofAfter: number): boolean {
  return before[ofBefore] === after[ofAfter];
}

function streetField(name: string, kind: ChangeKind, part: number, write: Field['write']): Field {
  return { name, kind, same: (before, after, { streets }) => streets.same(before.street, after.street, part), write };
}

/** A field of the main geocode; one that an address gains or loses with its geocode is no change of its own. */
function geocodeField(name: string, code: 'geocodeType' | 'geocodeReliability', write: Field['write']): Field {
  return {
    name,
    kind: 'recoded',
    same: (before, after, { codes }) =>
      !before.located || !after.located || equal(codes[code], geocodeKindIn(before.codes), geocodeKindIn(after.codes)),
    write: (view, out) => (view.located ? write(view, out) : out.ascii('null')),
  };
}

function areaField(name: string, word: number, areaIn: (element: number) => number): Field {
  const areaOf = ({ index, set }: AddressView) => areaIn(index.columns.boundarySet[set + word]);
  return {
    name,
    kind: 'boundaries',
    same: (before, after, { codes }) => equal(codes.area, areaOf(before), areaOf(after)),
    write: (view, out) => {
      const area = areaOf(view);
      const { areaStart } = view.index.columns;
      if (area === NO_AREA) out.ascii('null');
      else out.raw(view.index.bytes.area, areaStart[area], areaStart[area + 1]);
    },
  };
}

function meshBlockField(name: 'meshBlock' | 'sa1', fragment: 0 | 1): Field {
  const blockOf = ({ index, set }: AddressView) => index.columns.boundarySet[set + SET.meshBlock];
  return {
    name,
    kind: 'boundaries',
    same: (before, after, { codes }) => equal(codes[name], blockOf(before), blockOf(after)),
    write: (view, out) => {
      const at = 2 * blockOf(view) + fragment;
      const { meshBlockJsonStart } = view.index.columns;
      out.raw(view.index.bytes.meshBlockJson, meshBlockJsonStart[at], meshBlockJsonStart[at + 1]);
    },
  };
}

function sa2Field(name: 'sa2' | 'sa3' | 'sa4' | 'gccsa'): Field {
  const sa2Of = ({ index, set }: AddressView) => index.columns.boundarySet[set + SET.sa2];
  return {
    name,
    kind: 'boundaries',
    same: (before, after, { codes }) => equal(codes[name], sa2Of(before), sa2Of(after)),
    write: ({ index, set }, out) => {
      const sa2 = index.columns.boundarySet[set + SET.sa2];
      if (sa2 === NO_AREA) out.ascii('null');
      else writeNamedArea(sa2Members(index, sa2)[name], out);
    },
  };
}

function writeNamedArea({ name, code }: NamedArea, out: JsonBytes): void {
  out.ascii('{"name":');
  out.string(name);
  out.ascii(',"code":');
  if (code === null) out.ascii('null');
  else out.string(code);
  out.ascii('}');
}

function writeLocation({ located, lon, lat }: AddressView, out: JsonBytes): void {
  if (!located) {
    out.ascii('null');
    return;
  }
  out.ascii('{"lat":');
  writeCoordinate(out, lat);
  out.ascii(',"lon":');
  writeCoordinate(out, lon);
  out.ascii('}');
}

function writeStreetText({ index, street }: AddressView, out: JsonBytes, part: 'id' | 'name'): void {
  const { streetAnswer } = index.columns;
  const id = streetAnswer[street * STREET_WORDS + STREET.text];
  const lengths = streetAnswer[street * STREET_WORDS + STREET.lengths];
  const name = id + idBytesIn(lengths);
  if (part === 'id') writeQuoted(out, index.bytes.streetText, id, name);
  else writeQuoted(out, index.bytes.streetText, name, name + nameBytesIn(lengths));
}

function streetCodes(streetAnswer: Uint32Array, street: number): number {
  return streetAnswer[street * STREET_WORDS + STREET.codes];
}

function lotOf({ index, number, detail }: AddressView): number {
  return index.columns.numberKind[number] === LOT ? number : detail.lot;
}

function stateOf({ index, locality }: AddressView): (typeof STATE_ORDER)[number] {
  return STATE_ORDER[index.columns.localityState[locality]];
}

function roleOf({ codes }: AddressView): number {
  return roleIn(codes);
}
