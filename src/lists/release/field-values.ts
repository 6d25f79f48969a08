import { type AddressView, streetCodesOf } from '../../address/differences/address-view.ts';
import { confidenceOf, type FieldName, lotOf, stateOf } from '../../address/differences/fields.ts';
import { type NamedArea, sa2Members } from '../../address/differences/shared-codes.ts';
import { IS_ALIAS, roleIn } from '../../address/index/address-flags.ts';
import { geocodeKindIn } from '../../address/index/address-record.ts';
import { lowerArea, meshBlockOf, SET, SET_WORDS, sa2In, upperArea } from '../../address/index/boundary-set.ts';
import { NO_AREA, NO_RELIABILITY } from '../../address/index/sections.ts';
import { idBytesIn, nameBytesIn, STREET, STREET_WORDS } from '../../address/index/street-answer.ts';
import { suffixIn, typeIn } from '../../address/index/street-codes.ts';
import { textOf } from '../../address/index/text.ts';
import { writeAllGeocodes, writeParcel } from '../../address/operations/document.ts';
import type { JsonBytes } from '../../address/operations/json-bytes.ts';
import { writeLabel } from '../../address/operations/label.ts';
import { writePostcode } from '../../address/operations/standard-record.ts';
import { writeCoordinate, writeQuoted, writeString } from '../../address/operations/write-text.ts';

/** Writes a field's value of an address as JSON. */
type WriteField = (view: AddressView, out: JsonBytes) => void;

const ROLES = ['null', '"PRIMARY"', '"SECONDARY"'];

/** By name: writes the value of a field that is compared, as JSON. */
export const FIELD_VALUES: Readonly<Record<FieldName, WriteField>> = {
  location: writeLocation,
  addressLabel: (view, out) => writeLabel(view.index, out, view.ordinal, view.street),
  streetName: (view, out) => writeStreetText(view, out, 'name'),
  streetType: (view, out) =>
    writeString(view.index, out, view.index.columns.streetTypeText[typeIn(streetCodesOf(view))]),
  streetSuffix: (view, out) =>
    writeString(view.index, out, view.index.columns.streetSuffixText[suffixIn(streetCodesOf(view))]),
  lotNumber: (view, out) => {
    const lot = lotOf(view);
    const { numberTextStart } = view.index.columns;
    writeQuoted(out, view.index.bytes.numberText, numberTextStart[lot], numberTextStart[lot + 1]);
  },
  buildingName: (view, out) => writeString(view.index, out, view.detail.building),
  addressSiteName: (view, out) => writeString(view.index, out, view.detail.site),
  localityName: (view, out) => writeString(view.index, out, view.index.columns.localityName[view.locality]),
  state: (view, out) => out.ascii(stateOf(view) === 'OT' ? 'null' : `"${stateOf(view)}"`),
  postcode: (view, out) => writePostcode(out, view.postcode),
  localityId: (view, out) => writeString(view.index, out, view.index.columns.localityId[view.locality]),
  streetId: (view, out) => writeStreetText(view, out, 'id'),
  legalParcelId: (view, out) => writeParcel(view.index, out, view.detail.parcelAt),
  addressRole: (view, out) => out.ascii(ROLES[roleIn(view.codes)] ?? 'null'),
  aliasPrincipal: (view, out) => out.ascii((view.codes & IS_ALIAS) === 0 ? '"PRINCIPAL"' : '"ALIAS"'),
  geocodeType: (view, out) => {
    if (!view.located) out.ascii('null');
    else writeString(view.index, out, view.index.columns.geocodeKindText[geocodeKindIn(view.codes)]);
  },
  geocodeReliability: (view, out) => {
    const reliability = view.index.columns.geocodeKindReliability[geocodeKindIn(view.codes)];
    out.ascii(!view.located || reliability === NO_RELIABILITY ? 'null' : String(reliability));
  },
  lga: areaValue(SET.lgaAndWard, lowerArea),
  ward: areaValue(SET.lgaAndWard, upperArea),
  stateElectorate: areaValue(SET.electorates, lowerArea),
  commonwealthElectorate: areaValue(SET.electorates, upperArea),
  meshBlock: ({ index, set }, out) => {
    const { code, category } = meshBlockOf(index, set);
    const name = textOf(index, index.columns.meshBlockCategoryText[category]) || null;
    out.utf8(JSON.stringify(code === '' ? null : { code, category: name }));
  },
  sa1: ({ index, set }, out) => out.utf8(JSON.stringify(meshBlockOf(index, set).sa1)),
  sa2: sa2Value('sa2'),
  sa3: sa2Value('sa3'),
  sa4: sa2Value('sa4'),
  gccsa: sa2Value('gccsa'),
  confidence: (view, out) => out.ascii(String(confidenceOf(view))),
  allGeocodes: (view, out) => {
    out.ascii('[');
    writeAllGeocodes(view.index, out, view.ordinal, view.locality, view.detail);
    out.ascii(']');
  },
};

function areaValue(word: number, areaIn: (element: number) => number): WriteField {
  return ({ index, set }, out) => {
    const area = areaIn(index.columns.boundarySet[set * SET_WORDS + word]);
    const { areaStart } = index.columns;
    if (area === NO_AREA) out.ascii('null');
    else out.raw(index.bytes.area, areaStart[area], areaStart[area + 1]);
  };
}

function sa2Value(name: 'sa2' | 'sa3' | 'sa4' | 'gccsa'): WriteField {
  return ({ index, set }, out) => {
    const sa2 = sa2In(index.columns.boundarySet[set * SET_WORDS + SET.sa2AndBlock]);
    if (sa2 === NO_AREA) out.ascii('null');
    else writeNamedArea(sa2Members(index, sa2)[name], out);
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
