import { HAS_GEOCODE, IS_ALIAS } from '../../src/index/address-flags.ts';
import { ATTRIBUTION } from '../../src/index/format.ts';
import { type Column, SECTION_NAMES, type SectionName, STREET_BLOCK } from '../../src/index/sections.ts';
import { loadAbs } from '../areas/abs.ts';
import { loadBoundaries } from '../areas/boundaries.ts';
import type { Progress } from '../progress.ts';
import { Rejects } from '../release/rejects.ts';
import type { Release, SourceFile, StateTable } from '../release/release.ts';
import { ReleaseError } from '../release/release-error.ts';
import { AddressRecords } from './address-records.ts';
import { readAddresses } from './addresses.ts';
import { BoundarySets } from './boundary-sets.ts';
import { type Build, filesOf } from './build.ts';
import { readCodeTables } from './code-table.ts';
import { Details } from './details.ts';
import { GeocodeKinds } from './geocode-kinds.ts';
import { readDefaultGeocodes, readSiteGeocodes } from './geocodes.ts';
import { idBucketSection } from './id-buckets.ts';
import type { IndexWriter } from './index-writer.ts';
import { kdTreeSection } from './kd-tree.ts';
import { lexiconSections } from './lexicon-sections.ts';
import { aliasSections, secondarySections } from './link-sections.ts';
import { readAliasLinks, readSecondaryLinks } from './links.ts';
import { readLocalities } from './localities.ts';
import { LocalityCounts, localitySections, placeSections, postcodeSections } from './locality-sections.ts';
import { mainGeocodeKind } from './main-geocodes.ts';
import { readMeshBlocks } from './mesh-blocks.ts';
import { orderIndex } from './order.ts';
import {
  buildingSections,
  largestStreetSections,
  localityTrieSections,
  rangeSections,
  rareNumberSections,
  streetTrieSections,
} from './search-sections.ts';
import { readSites } from './sites.ts';
import { streetRecordSection } from './street-record.ts';
import { streetSections } from './street-sections.ts';
import { readStreets } from './streets.ts';
import { Texts } from './texts.ts';

/** What to compile, and how. */
export interface CompileOptions {
  readonly release: Release;
  readonly abs: string | null;
  readonly boundaries: string | null;
  readonly keepRetired: boolean;
  readonly maxDropped: number;
  readonly strict: boolean;
}

/** What a compilation answers. */
export interface Compiled {
  readonly rejects: Rejects;
  readonly warnings: readonly string[];
  readonly counts: Readonly<Record<string, number>>;
  readonly sources: readonly SourceFile[];
  readonly addresses: number;
  readonly fileBytes: number;
}

const REQUIRED: readonly StateTable[] = [
  'ADDRESS_DETAIL',
  'ADDRESS_DEFAULT_GEOCODE',
  'LOCALITY',
  'STATE',
  'STREET_LOCALITY',
];

/** Largest extent of a locality, in 1e-8 degrees, that its addresses' coordinates can be kept in. */
const WIDEST_LOCALITY = 0xffff_ffff;

/**
 * Compiles a release into an index file through `writer`, which it finishes. Throws a ReleaseError when the release cannot
 * be used: a required table or column is missing, or more rows than allowed were dropped; nothing is written then.
 */
export async function compile(
  options: CompileOptions,
  writer: () => IndexWriter,
  progress: Progress,
): Promise<Compiled> {
  const { release } = options;
  const warnings: string[] = [];
  const warn = (message: string) => {
    warnings.push(message);
  };
  const rejects = new Rejects();
  let advance: (bytes: number) => void = () => {};
  const build: Build = {
    release,
    rejects,
    keepRetired: options.keepRetired,
    warn,
    onBytes: (bytes) => advance(bytes),
  };
  const reading = async <T>(tables: string, names: readonly StateTable[], read: () => Promise<T>): Promise<T> => {
    const total = names.flatMap((name) => filesOf(build, name)).reduce((sum, file) => sum + file.size, 0);
    const stage = progress.stage(`read ${tables}`, total, 'bytes');
    advance = stage.advance;
    const result = await read();
    stage.done();
    return result;
  };
  for (const table of REQUIRED)
    if (filesOf(build, table).length === 0)
      throw new ReleaseError(`the release has no <STATE>_${table}_psv.psv, which the index is made of`);
  if (release.datum !== 'GDA2020')
    warn(
      release.datum === 'GDA94'
        ? 'the release is in GDA94: its coordinates lie about 1.8 m from GDA2020 and are served as they are'
        : 'the release does not say its datum: its coordinates are served as they are',
    );

  const texts = new Texts();
  const codes = await readCodeTables(build);
  const localities = await reading('localities', ['LOCALITY', 'LOCALITY_ALIAS', 'LOCALITY_NEIGHBOUR'], () =>
    readLocalities(build, codes),
  );
  const streets = await reading('streets', ['STREET_LOCALITY', 'STREET_LOCALITY_ALIAS'], () =>
    readStreets(build, codes, localities, texts),
  );
  const sites = await reading('address sites', ['ADDRESS_SITE'], () => readSites(build, texts));
  const addresses = await reading('addresses', ['ADDRESS_DETAIL'], () =>
    readAddresses(build, codes, localities, streets, sites, texts),
  );
  const defaults = await reading('default geocodes', ['ADDRESS_DEFAULT_GEOCODE'], () =>
    readDefaultGeocodes(build, codes, addresses),
  );
  const siteGeocodes = await reading('site geocodes', ['ADDRESS_SITE_GEOCODE'], () =>
    readSiteGeocodes(build, codes, sites),
  );
  const meshBlocks = await reading('mesh blocks', ['MB_2021', 'ADDRESS_MESH_BLOCK_2021'], () =>
    readMeshBlocks(build, addresses),
  );
  const aliasLinks = await reading('aliases', ['ADDRESS_ALIAS'], () => readAliasLinks(build, codes, addresses));
  const secondaryLinks = await reading('secondaries', ['PRIMARY_SECONDARY'], () =>
    readSecondaryLinks(build, addresses),
  );
  for (const table of Object.values(codes)) for (const sentence of table.unknown()) warn(sentence);
  const failures = rejects.check({ maxDropped: options.maxDropped, strict: options.strict });
  if (failures.length > 0) throw new ReleaseError(failures.join('\n'));

  let stage = progress.stage('read areas');
  const abs = options.abs === null ? null : await loadAbs(options.abs, warn);
  const boundaries =
    options.boundaries === null ? null : await loadBoundaries(options.boundaries, warn, lastDayOf(release.name));
  stage.done();
  if (abs === null) warn('no --abs: mesh blocks have no category, and addresses no SA1 to SA4 and GCCSA');
  if (boundaries === null) warn('no --boundaries: addresses have no ward, and no LGA or electorate by polygon');

  stage = progress.stage('order addresses');
  const order = orderIndex(addresses, streets, localities, codes, texts);
  const count = order.addressPid.length;
  if (count >= 2 ** 26) throw new ReleaseError(`${count} addresses, the index holds ${2 ** 26 - 1}`);
  stage.done();

  const index = writer();
  try {
    stage = progress.stage('addresses', count, 'addresses');
    const kinds = new GeocodeKinds();
    const counted = new LocalityCounts(order.localities.length);
    const sets = new BoundarySets(meshBlocks, abs, boundaries);
    const records = new AddressRecords(count);
    const details = new Details(addresses, sites, siteGeocodes, kinds, order.numbers.rank, count);
    const streetCount = new Uint32Array(order.streetPid.length);
    const originLon = new Float64Array(order.localities.length).fill(Number.POSITIVE_INFINITY);
    const originLat = new Float64Array(order.localities.length).fill(Number.POSITIVE_INFINITY);
    const column = {
      addressNumber: new Uint32Array(count),
      addressUnit: new Uint32Array(count),
      addressFlags: new Uint8Array(count),
      addressBlockStreet: new Uint32Array(Math.ceil(count / STREET_BLOCK)),
    };
    const hasGeocode = (pid: number) => defaults.type[pid] !== 0;
    forEachAddress((_ordinal, pid, street) => {
      if (!hasGeocode(pid)) return;
      const locality = order.streetLocality[street];
      originLon[locality] = Math.min(originLon[locality], defaults.points.lon(pid));
      originLat[locality] = Math.min(originLat[locality], defaults.points.lat(pid));
    });
    let tooFar = 0;
    forEachAddress((ordinal, pid, street) => {
      const locality = order.streetLocality[street];
      let located = hasGeocode(pid);
      const lon = located ? defaults.points.lon(pid) : Number.NaN;
      const lat = located ? defaults.points.lat(pid) : Number.NaN;
      if (lon - originLon[locality] > WIDEST_LOCALITY || lat - originLat[locality] > WIDEST_LOCALITY) {
        located = false;
        tooFar++;
      }
      const flags = addresses.flags[pid] | (located ? HAS_GEOCODE : 0);
      const counts = (flags & IS_ALIAS) === 0;
      const slot = counted.postcodeSlot(locality, addresses.postcode[pid]);
      if (counts) {
        counted.count(locality, slot, located ? lon : Number.NaN, lat);
        streetCount[street]++;
      }
      column.addressNumber[ordinal] = order.numbers.rank[addresses.number[pid]];
      column.addressUnit[ordinal] = order.units.rank[addresses.unit[pid]];
      column.addressFlags[ordinal] = flags;
      if (ordinal % STREET_BLOCK === 0) column.addressBlockStreet[ordinal / STREET_BLOCK] = street;
      const baseLon = finite(originLon[locality]);
      const baseLat = finite(originLat[locality]);
      const prefix = addresses.pids.prefix[pid];
      records.set(ordinal, {
        lon: located ? lon - baseLon : 0,
        lat: located ? lat - baseLat : 0,
        geocodeKind: located
          ? mainGeocodeKind(pid, kinds, codes, addresses, streets, localities, defaults, siteGeocodes)
          : 0,
        idPrefix: prefix,
        idNumber: prefix === 0 ? texts.of(addresses.pids.text(pid)) : addresses.pids.digits[pid],
        postcode: slot,
        boundarySet: sets.of(meshBlocks.of[pid], located ? lon : Number.NaN, lat),
        detail: details.add(pid, located ? lon : baseLon, located ? lat : baseLat),
      });
      if (ordinal % 65536 === 65535) stage.advance(65536);
    });
    stage.advance(count % 65536);
    stage.done();
    if (tooFar > 0)
      warn(`${tooFar} addresses lie more than 42 degrees from others of their locality; their geocodes are left out`);
    if (sets.withoutAllocation > 0)
      warn(
        `${sets.withoutAllocation} addresses lie in mesh blocks that the ABS file lacks; they have no category and no SA1 to SA4`,
      );

    stage = progress.stage('KD-tree');
    const findable = (ordinal: number) => (column.addressFlags[ordinal] & (HAS_GEOCODE | IS_ALIAS)) === HAS_GEOCODE;
    const kdTree = kdTreeSection(
      count,
      (ordinal) => (findable(ordinal) ? defaults.points.lon(order.addressPid[ordinal]) : Number.NaN),
      (ordinal) => defaults.points.lat(order.addressPid[ordinal]),
    );
    stage = progress.stage('id hash');
    const idBucket = idBucketSection(count, (ordinal) => addresses.pids.text(order.addressPid[ordinal]));
    stage = progress.stage('write');
    const prefixes = addresses.pids.prefixes.count;
    const sections: { [N in SectionName]?: Column<N> } = {
      kdTree,
      idBucket,
      idPrefixText: Uint32Array.from({ length: prefixes + 1 }, (_, code) =>
        code === 0 ? 0 : texts.of(addresses.pids.prefixText(code)),
      ),
      idPrefixDigits: Uint8Array.from({ length: prefixes + 1 }, (_, code) =>
        code === 0 ? 0 : addresses.pids.prefixDigits(code),
      ),
      ...aliasSections(aliasLinks, order, column.addressFlags),
      ...secondarySections(secondaryLinks, order, column.addressFlags),
      ...column,
      addressRecord: records.section(column.addressFlags),
      detail: details.section(),
      ...sets.sections(),
      ...kinds.sections(codes, texts),
      ...addresses.units.sections(order.units.order),
      ...localitySections(order, localities, codes, texts, counted),
      localityOriginLon: originLon.map(finite),
      localityOriginLat: originLat.map(finite),
      ...postcodeSections(order, counted),
      ...placeSections(order, texts),
      ...streetSections(order, streets, codes, texts),
      streetCount,
      streetTypeText: codes.streetType.textIds(texts),
      streetSuffixText: codes.streetSuffix.textIds(texts),
      streetClassText: codes.streetClass.textIds(texts),
      flatTypeText: codes.flatType.textIds(texts),
      levelTypeText: codes.levelType.textIds(texts),
      aliasTypeText: codes.addressAliasType.textIds(texts),
    };
    const numbers = addresses.numbers.sections(order.numbers.order);
    const streetTrie = streetTrieSections(order, streets, texts, streetCount, counted.total);
    const ranges = rangeSections(
      order,
      column.addressNumber,
      numbers.numberFirst,
      numbers.numberLast,
      numbers.numberKind,
    );
    Object.assign(
      sections,
      numbers,
      lexiconSections(codes),
      streetTrie,
      localityTrieSections(order, counted.total),
      largestStreetSections(order, streets, streetCount),
      ranges,
      {
        streetRecord: streetRecordSection({
          order,
          streets,
          streetCount,
          localityCount: counted.total,
          addressNumber: column.addressNumber,
          numbers,
          streetRangeStart: ranges.streetRangeStart,
        }),
      },
      rareNumberSections(
        order,
        column.addressNumber,
        numbers,
        streetTrie.streetEntry,
        (street) => counted.total[order.streetLocality[street]] * 65536 + Math.min(65535, streetCount[street]),
      ),
      buildingSections(order, addresses, sites, texts, column.addressNumber, column.addressFlags),
    );
    const parcels = addresses.parcels.sections();
    sections.parcelTemplateStart = parcels.start;
    sections.parcelTemplate = parcels.bytes;
    const text = texts.sections();
    sections.textStart = text.start;
    sections.text = text.bytes;
    for (const name of SECTION_NAMES) {
      const section = sections[name];
      if (section === undefined) throw new Error(`section ${name} was not made`);
      index.section(name, section as never);
    }
    const counts = {
      addresses: count,
      principals: counted.total.reduce((sum, n) => sum + n, 0),
      aliases: sections.aliasAddress?.length ?? 0,
      secondaries: sections.primarySecondary?.length ?? 0,
      streets: order.streetPid.length,
      localities: order.localities.length,
      postcodes: sections.postcode?.length ?? 0,
      numbers: addresses.numbers.count,
      units: addresses.units.count,
      boundarySets: sets.count,
      texts: texts.count,
    };
    const sources = [...(await release.sources()), ...(abs?.sources ?? []), ...(boundaries?.sources ?? [])];
    const fileBytes = index.finish({
      release: release.name,
      datum: release.datum,
      attribution: ATTRIBUTION,
      counts,
      options: {
        keepRetired: String(options.keepRetired),
        abs: String(abs !== null),
        boundaries: String(boundaries !== null),
      },
      sources,
    });
    stage.done();
    return { rejects, warnings, counts, sources, addresses: count, fileBytes };

    function forEachAddress(visit: (ordinal: number, pid: number, street: number) => void): void {
      for (let street = 0; street < order.streetPid.length; street++)
        for (let ordinal = order.streetStart[street]; ordinal < order.streetStart[street + 1]; ordinal++)
          visit(ordinal, order.addressPid[ordinal], street);
    }
  } catch (error) {
    index.abandon();
    throw error;
  }
}

function finite(value: number): number {
  return Number.isFinite(value) ? value : 0;
}

/** `20260231` for release `2026.02`: boundaries in force then are served; today's for a release without such a name. */
function lastDayOf(release: string): string | undefined {
  const month = /^(\d{4})\.(\d{2})$/.exec(release);
  return month === null ? undefined : `${month[1]}${month[2]}31`;
}
