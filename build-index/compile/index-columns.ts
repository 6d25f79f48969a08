import { ANY_UNIT, FAMILY } from '../../src/address/index/lexicon.ts';
import type { Columns, HistorySectionName } from '../../src/address/index/sections.ts';
import { FLAT_TYPES, type FlatTypeRow } from '../../src/address/vocabulary/unit-types.ts';
import { rowFor } from '../../src/address/vocabulary/words.ts';
import { type AddressColumns, addressHeads } from './address-columns.ts';
import type { BeginningSections } from './beginnings.ts';
import type { BoundarySets } from './boundary-sets.ts';
import { buildingSections } from './building-sections.ts';
import type { DensitySections } from './density.ts';
import type { KdTreeSections } from './kd-tree.ts';
import { lexiconSections } from './lexicon-sections.ts';
import { aliasSections, secondarySections } from './links.ts';
import { localitySections, placeSections, postcodeSections } from './locality-sections.ts';
import { compoundNumberSections, rareNumberSections, streetOrders } from './number-streets.ts';
import { numberedUnitSections } from './numbered-units.ts';
import type { Order } from './order.ts';
import { postingRows, streetRowFacts } from './posting-rows.ts';
import { regionSections } from './regions.ts';
import {
  largestStreetSections,
  localitySizeSection,
  localityTrieSections,
  rangeSections,
  streetTrieSections,
} from './search-sections.ts';
import type { StreetLineSections } from './street-lines.ts';
import { streetRecordSection } from './street-record.ts';
import { streetSections } from './street-sections.ts';
import type { IndexTables } from './tables.ts';
import { unitPostingSections } from './unit-postings.ts';

/** The families of flat types (FAMILY) by their use. */
const FAMILIES_OF: Readonly<Record<FlatTypeRow['use'], number>> = {
  dwelling: FAMILY.dwelling | FAMILY.home,
  trade: FAMILY.trade,
  either: FAMILY.dwelling | FAMILY.trade,
  neither: FAMILY.neither,
  any: ANY_UNIT,
};

/**
 * All sections but `idBucket`, the KD-tree, the density, street lines, beginnings and those of former
 * releases. Texts are numbered as sections ask for them, so their sections come last.
 */
export function indexColumns(
  tables: IndexTables,
  order: Order,
  columns: AddressColumns,
  boundarySets: BoundarySets,
): Omit<
  Columns,
  | keyof KdTreeSections
  | 'idBucket'
  | keyof DensitySections
  | keyof StreetLineSections
  | keyof BeginningSections
  | HistorySectionName
> {
  const answers = answerColumns(tables, order, columns, boundarySets);
  const search = searchColumns(tables, order, columns);
  const parcels = tables.addresses.parcels.sections();
  const text = tables.texts.sections();
  return {
    ...answers,
    ...search,
    ...regionSections({ ...answers, ...search }),
    parcelTemplateStart: parcels.start,
    parcelTemplate: parcels.bytes,
    textStart: text.start,
    text: text.bytes,
  };
}

/**
 * The sections that answers are written from. Links mark addresses in the flags, which are copied
 * into the records afterwards.
 */
function answerColumns(tables: IndexTables, order: Order, columns: AddressColumns, boundarySets: BoundarySets) {
  const { codes, localities, streets, texts } = tables;
  const { addressUnit, addressFlags, addressBlockStreet, records, detail, origins } = columns;
  return {
    ...idPrefixSections(tables),
    ...aliasSections(tables.aliasLinks, order, addressFlags),
    ...secondarySections(tables.secondaryLinks, order, addressFlags),
    addressHead: addressHeads(columns),
    addressUnit,
    addressBlockStreet,
    addressRecord: records.section(addressFlags),
    detail,
    ...boundarySets.sections(texts),
    ...columns.geocodeKinds.sections(codes, texts),
    ...localitySections(order, localities, codes, texts, columns.localities, origins),
    ...postcodeSections(order, columns.localities),
    ...placeSections(order, texts),
    ...streetSections(order, streets, codes, texts),
    streetCount: columns.streetCount,
    streetTypeText: codes.streetType.textIds(texts),
    streetSuffixText: codes.streetSuffix.textIds(texts),
    streetClassText: codes.streetClass.textIds(texts),
    flatTypeText: codes.flatType.textIds(texts),
    flatTypeFamily: Uint8Array.from(
      { length: codes.flatType.count },
      (_, code) => FAMILIES_OF[rowFor(FLAT_TYPES, codes.flatType.label(code))?.use ?? 'any'],
    ),
    levelTypeText: codes.levelType.textIds(texts),
    aliasTypeText: codes.addressAliasType.textIds(texts),
  };
}

function idPrefixSections({ addresses: { pids }, texts }: IndexTables) {
  const length = pids.prefixes.count + 1;
  return {
    idPrefixText: Uint32Array.from({ length }, (_, code) => (code === 0 ? 0 : texts.of(pids.prefixText(code)))),
    idPrefixDigits: Uint8Array.from({ length }, (_, code) => (code === 0 ? 0 : pids.prefixDigits(code))),
  };
}

/** The sections that queries are looked up in, and the dictionaries of numbers and units. */
function searchColumns(tables: IndexTables, order: Order, columns: AddressColumns) {
  const { codes, streets, sites, addresses, texts } = tables;
  const { addressNumber, addressUnit, addressFlags, streetCount } = columns;
  const units = addresses.units.sections(order.units.order);
  const localityCount = columns.localities.total;
  const numbers = addresses.numbers.sections(order.numbers.order);
  const streetTrie = streetTrieSections(order, streets, texts, streetCount, localityCount);
  const ranges = rangeSections(order, addressNumber, numbers.numberFirst, numbers.numberLast, numbers.numberKind);
  const { streetRangeStart } = ranges;
  const weight = (street: number) =>
    localityCount[order.streetLocality[street]] * 65536 + Math.min(65535, streetCount[street]);
  const orders = streetOrders(streetTrie.streetEntry, weight);
  const ranked = Uint32Array.from(order.streetPid, (_, street) => street).sort(orders.byWeight);
  const streetRecord = streetRecordSection({
    order,
    streets,
    streetCount,
    localityCount,
    addressNumber,
    addressUnit,
    addressFlags,
    numbers,
    streetRangeStart,
  });
  const localityTrie = localityTrieSections(order, localityCount);
  const rowFacts = streetRowFacts(streetRecord, localityTrie.localityEntry, weight);
  return {
    ...numbers,
    ...units,
    ...lexiconSections(codes),
    ...streetTrie,
    ...localityTrie,
    streetEntryRanked: postingRows(streetTrie.streetEntryRanked, rowFacts),
    streetBest: postingRows(streetTrie.streetBest, rowFacts),
    localityBySize: localitySizeSection(order, localityCount),
    ...largestStreetSections(order, streets, streetCount),
    ...ranges,
    streetRecord,
    ...rareNumberSections(order, addressNumber, numbers, orders),
    ...compoundNumberSections(order, addressNumber, numbers, orders),
    ...unitPostingSections(order, addressUnit, addressFlags, addresses.units.count, {
      ranked,
      streetEntry: streetTrie.streetEntry,
    }),
    ...numberedUnitSections({ order, columns, units, numbers, streetEntry: streetTrie.streetEntry, ranked }),
    ...buildingSections(order, addresses, sites, texts, columns, rowFacts),
  };
}
