import { ATTRIBUTION } from '../../src/index/format.ts';
import { type Columns, SECTION_NAMES } from '../../src/index/sections.ts';
import type { Progress } from '../progress.ts';
import { Rejects } from '../release/rejects.ts';
import type { Release, SourceFile, StateTable } from '../release/release.ts';
import { ReleaseError } from '../release/release-error.ts';
import { type AddressColumns, addressColumns, addressWarnings } from './address-columns.ts';
import { type Areas, loadAreas } from './areas.ts';
import { idColumn, indexColumns, pointColumn } from './index-columns.ts';
import type { IndexWriter } from './index-writer.ts';
import { type Order, orderIndex } from './order.ts';
import { readTables, type Tables } from './tables.ts';

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

/** Addresses that the links of the index can tell apart. */
const MOST_ADDRESSES = 2 ** 26 - 1;

/**
 * Compiles a release into an index file through `writer`, which it finishes. Throws a ReleaseError when the release cannot
 * be used: a required table or column is missing, or more rows than allowed were dropped; nothing is written then.
 */
export async function compile(
  options: CompileOptions,
  writer: () => IndexWriter,
  progress: Progress,
): Promise<Compiled> {
  const { release, keepRetired, maxDropped, strict } = options;
  const warnings: string[] = [];
  const warn = (message: string) => {
    warnings.push(message);
  };
  const rejects = new Rejects();
  expectUsable(release, warn);
  const tables = await readTables({ release, rejects, keepRetired, warn }, progress);
  const failures = rejects.check({ maxDropped, strict });
  if (failures.length > 0) throw new ReleaseError(failures.join('\n'));
  const areas = await during(progress, 'read areas', () => loadAreas(options, release.name, warn));
  const order = await during(progress, 'order addresses', () => orderTables(tables));
  const index = writer();
  try {
    const columns = placeAddresses(tables, order, areas, progress);
    for (const sentence of addressWarnings(columns)) warn(sentence);
    const kdTree = await during(progress, 'KD-tree', () => pointColumn(tables, order, columns));
    const idBucket = await during(progress, 'id hash', () => idColumn(tables, order));
    const writing = progress.stage('write');
    const sections: Columns = { kdTree, idBucket, ...indexColumns(tables, order, columns) };
    for (const name of SECTION_NAMES) index.section(name, sections[name] as never);
    const counts = countsOf(tables, order, columns, sections);
    const sources = [...(await release.sources()), ...(areas.abs?.sources ?? []), ...(areas.boundaries?.sources ?? [])];
    const fileBytes = index.finish({
      release: release.name,
      datum: release.datum,
      attribution: ATTRIBUTION,
      counts,
      options: {
        keepRetired: String(keepRetired),
        abs: String(areas.abs !== null),
        boundaries: String(areas.boundaries !== null),
      },
      sources,
    });
    writing.done();
    return { rejects, warnings, counts, sources, addresses: counts.addresses, fileBytes };
  } catch (error) {
    index.abandon();
    throw error;
  }
}

function expectUsable(release: Release, warn: (message: string) => void): void {
  for (const table of REQUIRED)
    if (!release.tables.some((file) => file.table === table))
      throw new ReleaseError(`the release has no <STATE>_${table}_psv.psv, which the index is made of`);
  if (release.datum !== 'GDA2020')
    warn(
      release.datum === 'GDA94'
        ? 'the release is in GDA94: its coordinates lie about 1.8 m from GDA2020 and are served as they are'
        : 'the release does not say its datum: its coordinates are served as they are',
    );
}

async function during<T>(progress: Progress, name: string, work: () => T | Promise<T>): Promise<T> {
  const stage = progress.stage(name);
  const result = await work();
  stage.done();
  return result;
}

function orderTables({ addresses, streets, localities, codes, texts }: Tables): Order {
  const order = orderIndex(addresses, streets, localities, codes, texts);
  const count = order.addressPid.length;
  if (count > MOST_ADDRESSES) throw new ReleaseError(`${count} addresses, the index holds ${MOST_ADDRESSES}`);
  return order;
}

function placeAddresses(tables: Tables, order: Order, areas: Areas, progress: Progress): AddressColumns {
  const stage = progress.stage('addresses', order.addressPid.length, 'addresses');
  const columns = addressColumns(tables, order, areas, stage.advance);
  stage.done();
  return columns;
}

function countsOf({ addresses, texts }: Tables, order: Order, columns: AddressColumns, sections: Columns) {
  return {
    addresses: order.addressPid.length,
    principals: columns.localities.total.reduce((sum, n) => sum + n, 0),
    aliases: sections.aliasAddress.length,
    secondaries: sections.primarySecondary.length,
    streets: order.streetPid.length,
    localities: order.localities.length,
    postcodes: sections.postcode.length,
    numbers: addresses.numbers.count,
    units: addresses.units.count,
    boundarySets: columns.boundarySets.count,
    texts: texts.count,
  };
}
