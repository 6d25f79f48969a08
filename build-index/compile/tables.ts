import type { Progress } from '../progress.ts';
import type { StateTable } from '../release/release.ts';
import { type Addresses, readAddresses } from './addresses.ts';
import { type Build, filesOf } from './build.ts';
import { type CodeTables, readCodeTables } from './code-table.ts';
import { type DefaultGeocodes, readDefaultGeocodes, readSiteGeocodes, type SiteGeocodes } from './geocodes.ts';
import { type Links, readAliasLinks, readSecondaryLinks } from './links.ts';
import { type Localities, readLocalities } from './localities.ts';
import { type MeshBlocks, readMeshBlocks } from './mesh-blocks.ts';
import { readSites, type Sites } from './sites.ts';
import { readStreets, type Streets } from './streets.ts';
import { Texts } from './texts.ts';

/** All that a build takes from the tables of a release. */
export interface Tables {
  readonly texts: Texts;
  readonly codes: CodeTables;
  readonly localities: Localities;
  readonly streets: Streets;
  readonly sites: Sites;
  readonly addresses: Addresses;
  readonly defaultGeocodes: DefaultGeocodes;
  readonly siteGeocodes: SiteGeocodes;
  readonly meshBlocks: MeshBlocks;
  readonly aliasLinks: Links;
  readonly secondaryLinks: Links;
}

/** Reads every table of the release, those that others refer to first; one stage of progress for each. */
export async function readTables(shared: Omit<Build, 'onBytes'>, progress: Progress): Promise<Tables> {
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
  const addresses = await reading('addresses', ['ADDRESS_DETAIL'], () =>
    readAddresses(build, codes, localities, streets, sites, texts),
  );
  const defaultGeocodes = await reading('default geocodes', ['ADDRESS_DEFAULT_GEOCODE'], () =>
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
  for (const table of Object.values(codes)) for (const sentence of table.unknown()) build.warn(sentence);
  const geocodes = { defaultGeocodes, siteGeocodes };
  return { texts, codes, localities, streets, sites, addresses, ...geocodes, meshBlocks, aliasLinks, secondaryLinks };
}
