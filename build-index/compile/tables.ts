import type { Progress } from '../progress.ts';
import type { StateTable } from '../release/release.ts';
import { type Addresses, readAddresses } from './addresses.ts';
import { type Build, filesOf } from './build.ts';
import { type CodeTables, readCodeTables } from './code-table.ts';
import { readDefaultGeocodes, readSiteGeocodes, type SiteGeocodes } from './geocodes.ts';
import { type Links, readAliasLinks } from './links.ts';
import { type Localities, readLocalities } from './localities.ts';
import type { MeshBlocks } from './mesh-blocks.ts';
import { PackedPoints } from './packed-points.ts';
import { readSites, type Sites } from './sites.ts';
import { readStreets, type Streets } from './streets.ts';
import { Texts } from './texts.ts';
import type { Begun, Helper } from './threads/helper.ts';
import type { Remarks, Tasks } from './threads/tasks.ts';

/** Everything that a build takes from the tables of a release. */
export interface Tables {
  readonly texts: Texts;
  readonly codes: CodeTables;
  readonly localities: Localities;
  readonly streets: Streets;
  readonly sites: Sites;
  readonly addresses: Addresses;
  readonly siteGeocodes: SiteGeocodes;
  readonly meshBlocks: MeshBlocks;
  readonly aliasLinks: Links;
  readonly secondaryLinks: Links;
}

/** Those that sections are made from once the addresses have their records. */
export type IndexTables = Omit<Tables, 'siteGeocodes'>;

/** What has been read, and what the helper has begun to read. */
export interface ReadTables {
  readonly tables: Omit<IndexTables, 'meshBlocks' | 'secondaryLinks'>;
  /** As readDefaultGeocodes answers them. */
  readonly defaultGeocodes: PackedPoints;
  readonly siteGeocodes: SiteGeocodes;
  readonly meshBlocks: Begun<'meshBlocks'>;
  readonly secondaryLinks: Begun<'secondaries'>;
}

/**
 * Reads every table of the release, those that others refer to first, as one stage of progress each;
 * the mesh blocks are those of `edition`. Meanwhile the helper reads site geocodes, then mesh blocks
 * and secondaries.
 */
export async function readTables(
  shared: Omit<Build, 'onBytes'>,
  edition: number | null,
  helper: Helper,
  progress: Progress,
): Promise<ReadTables> {
  let advance: (bytes: number) => void = () => {};
  const build: Build = { ...shared, onBytes: (bytes) => advance(bytes) };
  const reading = async <T>(name: string, tables: readonly StateTable[], read: () => Promise<T>): Promise<T> => {
    const bytes = tables.flatMap((table) => filesOf(build, table)).reduce((sum, file) => sum + file.size, 0);
    const stage = progress.stage(`read ${name}`, bytes, 'bytes');
    advance = stage.advance;
    const result = await read();
    stage.done();
    return result;
  };
  const texts = new Texts();
  const codes = await readCodeTables(build);
  const localities = await reading('localities', ['LOCALITY', 'LOCALITY_ALIAS', 'LOCALITY_NEIGHBOUR'], () =>
    readLocalities(build, codes),
  );
  const streets = await reading('streets', ['STREET_LOCALITY', 'STREET_LOCALITY_ALIAS'], () =>
    readStreets(build, codes, localities, texts),
  );
  const sites = await reading('address sites', ['ADDRESS_SITE'], () => readSites(build, texts));
  const siteGeocodesOf = () => helper.begin('siteGeocodes', siteGeocodesGiven(sites, codes));
  // Types that are in no table are numbered as they come, and sites that are in no table as addresses name them.
  const early = codes.geocodeType.present && sites.present ? siteGeocodesOf() : null;
  const addresses = await reading('addresses', ['ADDRESS_DETAIL'], () =>
    readAddresses(build, codes, localities, streets, sites, texts),
  );
  const { pids, locality } = addresses;
  const meshBlocks = helper.begin('meshBlocks', { pids: pids.content(), locality, edition });
  const secondaryLinks = helper.begin('secondaries', { pids: pids.content(), locality });
  const defaultGeocodes = await reading('default geocodes', ['ADDRESS_DEFAULT_GEOCODE'], () =>
    readDefaultGeocodes(build, codes, addresses),
  );
  const aliasLinks = await reading('aliases', ['ADDRESS_ALIAS'], () => readAliasLinks(build, codes, addresses));
  const siteGeocodes = await reading('site geocodes', ['ADDRESS_SITE_GEOCODE'], () =>
    codes.geocodeType.present
      ? takeSiteGeocodes(build, codes, early ?? siteGeocodesOf())
      : readSiteGeocodes(build, codes.geocodeType, sites),
  );
  sites.pids.forgetHash();
  pids.forgetHash();
  for (const table of Object.values(codes)) for (const sentence of table.unknown()) build.warn(sentence);
  const tables = { texts, codes, localities, streets, sites, addresses, aliasLinks };
  return { tables, defaultGeocodes, siteGeocodes, meshBlocks, secondaryLinks };
}

/** Takes over what the helper has found in a table. */
export async function takeTable<N extends 'meshBlocks' | 'secondaries'>(
  build: Omit<Build, 'onBytes'>,
  begun: Begun<N>,
): Promise<Tasks[N]['answer']> {
  const answer = await begun.answer();
  takeRemarks(build, answer);
  return answer;
}

function siteGeocodesGiven({ pids, retired }: Sites, { geocodeType }: CodeTables) {
  return { sites: pids.content(), retired: retired.content(), types: geocodeType.content() };
}

async function takeSiteGeocodes(
  build: Build,
  { geocodeType }: CodeTables,
  begun: Begun<'siteGeocodes'>,
): Promise<SiteGeocodes> {
  const answer = await begun.answer();
  takeRemarks(build, answer);
  geocodeType.addUnknown(answer.unknownTypes);
  return { ...answer, points: new PackedPoints(answer.points) };
}

function takeRemarks({ rejects, release, warn }: Omit<Build, 'onBytes'>, { accounts, warnings }: Remarks): void {
  rejects.adopt(accounts, release.tables);
  for (const sentence of warnings) warn(sentence);
}
