import { NO_EDITION } from '../../src/address/index/edition.ts';
import { ATTRIBUTION } from '../../src/address/index/format.ts';
import { unmap } from '../../src/address/index/mmap.ts';
import type { AddressIndex } from '../../src/address/index/open.ts';
import { type Columns, SECTION_NAMES } from '../../src/address/index/sections.ts';
import { VOCABULARY_HASH } from '../../src/address/vocabulary/vocabulary-hash.ts';
import { historySections } from '../history/history-sections.ts';
import { historyFrom } from '../history/previous.ts';
import type { Progress } from '../progress.ts';
import { Rejects } from '../release/rejects.ts';
import type { Release, SourceFile, StateTable } from '../release/release.ts';
import { ReleaseError } from '../release/release-error.ts';
import { type AddressColumns, addressColumns, addressWarnings, joinBoundaries } from './address-columns.ts';
import { type Areas, beginAbsAllocation, beginBoundaries, editionFor, loadAbsAllocation, loadAreas } from './areas.ts';
import { type BeginningSections, beginningSections } from './beginnings.ts';
import type { BoundarySets } from './boundary-sets.ts';
import type { Build } from './build.ts';
import { coverageGaps } from './coverage.ts';
import { indexColumns } from './index-columns.ts';
import type { IndexWriter } from './index-writer.ts';
import { type Order, orderIndex } from './order.ts';
import type { PackedPoints } from './packed-points.ts';
import { type StreetLineSections, streetLineSections } from './street-lines.ts';
import { type IndexTables, type ReadTables, readTables, type Tables, takeTable } from './tables.ts';
import { type Begun, type Helper, startHelper } from './threads/helper.ts';
import type { TaskName } from './threads/tasks.ts';
import { inOrder, newTurns } from './threads/turns.ts';
import { type WrittenSections, writtenColumns } from './written-sections.ts';

/** What to compile, and how. */
export interface CompileOptions {
  readonly release: Release;
  readonly abs: string | null;
  readonly boundaries: string | null;
  readonly keepRetired: boolean;
  readonly maxDropped: number;
  readonly strict: boolean;
  /**
   * With 2 or more, other threads do part of the work; with 1, this thread does all of it. The file
   * is the same, byte for byte.
   */
  readonly threads: number;
  /** Build also where a state's addresses lack their mesh blocks, or the files are of another edition. */
  readonly allowGaps: boolean;
  /** Indexes of former releases that the new one remembers, oldest first. */
  readonly previous: readonly AddressIndex[];
}

/** The result of a compilation. */
export interface Compiled {
  readonly rejects: Rejects;
  readonly warnings: readonly string[];
  readonly counts: Readonly<Record<string, number>>;
  readonly sources: readonly SourceFile[];
  readonly addresses: number;
  readonly fileBytes: number;
  /** The edition of the ASGS that the mesh blocks are of; null where there are none. */
  readonly asgs: number | null;
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
 * Compiles a release into an index file through `writer`, which it finishes. Throws a ReleaseError
 * when the release cannot be used: a required table or column is missing, or more rows than allowed
 * were dropped; nothing is written then.
 */
export async function compile(
  options: CompileOptions,
  writer: () => IndexWriter,
  progress: Progress,
): Promise<Compiled> {
  const { release, keepRetired, threads } = options;
  const helper = startHelper(threads, release, keepRetired, (task, seconds) =>
    progress.concurrent(TASK_TITLES[task], seconds),
  );
  try {
    return await compileWith(helper, options, writer, progress);
  } finally {
    await helper.close();
  }
}

/** What the tasks of other threads are called. */
const TASK_TITLES: Readonly<Record<TaskName, string>> = {
  abs: 'read ABS files',
  siteGeocodes: 'read site geocodes',
  boundaries: 'read boundaries',
  meshBlocks: 'read mesh blocks',
  secondaries: 'read secondaries',
  locate: 'locate addresses',
  idBuckets: 'id hash',
  kdTree: 'KD-tree',
  density: 'density',
  sources: 'hash of other files',
  beginningTexts: 'texts of beginnings',
  streetLines: 'street lines',
  beginnings: 'beginnings',
};

/** What the sections are made of. */
interface Placed {
  readonly tables: IndexTables;
  readonly order: Order;
  readonly columns: AddressColumns;
  readonly areas: Areas;
  readonly boundarySets: BoundarySets;
  /** Sections and hashes that the helper makes. */
  readonly kdTree: Begun<'kdTree'>;
  readonly density: Begun<'density'>;
  readonly idBuckets: Begun<'idBuckets'>;
  readonly sources: Begun<'sources'>;
}

async function compileWith(
  helper: Helper,
  options: CompileOptions,
  writer: () => IndexWriter,
  progress: Progress,
): Promise<Compiled> {
  const { release, keepRetired } = options;
  const warnings: string[] = [];
  const warn = (message: string) => {
    warnings.push(message);
  };
  const rejects = new Rejects();
  expectUsable(release, warn);
  const placed = await readAndPlace(helper, options, { release, rejects, keepRetired, warn }, progress);
  const index = writer();
  try {
    return { rejects, warnings, ...(await writeIndex(helper, index, placed, options, progress)) };
  } catch (error) {
    index.abandon();
    throw error;
  }
}

/** Reads the release, and makes the columns of the addresses. What only they need is released when it returns. */
async function readAndPlace(
  helper: Helper,
  options: CompileOptions,
  shared: Omit<Build, 'onBytes'>,
  progress: Progress,
): Promise<Placed> {
  const { release, rejects, warn } = shared;
  // Now, while the helper has nothing else to do.
  const choice = await editionFor(release, options);
  for (const sentence of choice.warnings) warn(sentence);
  const allocation = beginAbsAllocation(options, choice, helper);
  const boundaries = beginBoundaries(options, release.name, helper);
  const read = await readTables(shared, choice.edition, helper, progress);
  const abs = await during(progress, 'read ABS files', () => loadAbsAllocation(allocation, warn));
  const order = await during(progress, 'order addresses', () => orderTables(read.tables));
  // From here on by ordinal, the order in which everything below goes through them: neighbours are
  // then close in memory too.
  const points = read.defaultGeocodes;
  points.reorder(order.addressPid);
  const meshBlocks = await during(progress, 'read mesh blocks', () => takeTable(shared, read.meshBlocks));
  const secondaryLinks = await during(progress, 'read secondaries', () => takeTable(shared, read.secondaryLinks));
  const tables: IndexTables = { ...read.tables, meshBlocks, secondaryLinks };
  const failures = rejects.check(options);
  if (failures.length > 0) throw new ReleaseError(failures.join('\n'));
  const areas = await during(progress, 'read boundaries', () => loadAreas(abs, boundaries, warn));
  const { addressPid } = order;
  const pids = tables.addresses.pids.content();
  const content = points.content();
  const locating = areas.boundaries === null ? null : helper.begin('locate', { points: content });
  const idBuckets = helper.begin('idBuckets', { pids, addressPid });
  const columns = placeAddresses({ ...tables, siteGeocodes: read.siteGeocodes }, points, order, progress);
  const kdTree = helper.begin('kdTree', { points: content, flags: columns.addressFlags.slice() });
  const density = helper.begin('density', { points: content, flags: columns.addressFlags.slice() });
  const sources = helper.begin('sources', { known: release.knownSources() });
  const located = await during(progress, 'locate addresses', async () => (await locating?.answer()) ?? null);
  const boundarySets = await during(progress, 'boundary sets', () =>
    joinBoundaries(meshBlocks, order, columns, areas, located),
  );
  for (const sentence of addressWarnings(columns, boundarySets)) warn(sentence);
  if (abs !== null) {
    const gaps = coverageGaps(meshBlocks, abs, order);
    if (gaps.length > 0 && !options.allowGaps)
      throw new ReleaseError(`${gaps.join('\n')}\n--allow-gaps builds all the same`);
    for (const sentence of gaps) warn(sentence);
  }
  return { tables, order, columns, areas, boundarySets, kdTree, density, idBuckets, sources };
}

/** Makes and writes all sections but those that are found by asking an index that has all others. */
async function writeFirst(
  index: IndexWriter,
  { tables, order, columns, boundarySets, kdTree, density, idBuckets }: Placed,
  progress: Progress,
): Promise<WrittenSections> {
  const others = await during(progress, 'sections', () => indexColumns(tables, order, columns, boundarySets));
  const first: Partial<Columns> = {
    ...(await during(progress, 'KD-tree', () => kdTree.answer())),
    ...(await during(progress, 'density', () => density.answer())),
    idBucket: await during(progress, 'id hash', () => idBuckets.answer()),
    ...others,
  };
  await during(progress, 'write', () => writeSections(index, first));
  return index.written();
}

function writeSections(index: IndexWriter, sections: Partial<Columns>): void {
  for (const name of SECTION_NAMES) if (sections[name] !== undefined) index.section(name, sections[name] as never);
}

/** Asks the index that has been written for the sections that are still missing. */
async function askIndex(
  helper: Helper,
  written: WrittenSections,
  progress: Progress,
): Promise<StreetLineSections & BeginningSections> {
  const texts = helper.begin('beginningTexts', { written });
  const streetLines = await during(progress, 'street lines', async () =>
    streetLineSections(inOrder(await helper.share('streetLines', { written, turns: newTurns() }))),
  );
  const beginnings = await during(progress, 'beginnings', async () => {
    const { lines } = await texts.answer();
    const answers = await helper.share('beginnings', { written, streetLines, lines, turns: newTurns() });
    return beginningSections(lines.split('\n'), inOrder(answers));
  });
  return { ...streetLines, ...beginnings };
}

async function writeIndex(
  helper: Helper,
  index: IndexWriter,
  placed: Placed,
  { release, keepRetired, previous }: CompileOptions,
  progress: Progress,
): Promise<Omit<Compiled, 'rejects' | 'warnings'>> {
  const { tables, order, columns, areas, boundarySets, sources } = placed;
  const written = await writeFirst(index, placed, progress);
  const asked = await askIndex(helper, written, progress);
  const made: Columns = { ...writtenColumns(written), ...asked };
  const asgs = tables.meshBlocks.edition;
  const edition = asgs === null ? NO_EDITION : String(asgs);
  const files = await during(progress, 'hashes', () => sources.answer());
  const history =
    previous.length === 0
      ? null
      : await during(progress, 'former releases', () =>
          historySections(
            historyFrom(previous, { columns: made }, { release: release.name, options: { asgs: edition } }),
          ),
        );
  const writing = progress.stage('write the rest');
  writeSections(index, { ...asked, ...history });
  const counts = {
    ...countsOf(tables, order, columns, boundarySets, made),
    ...(history !== null && { endedIds: history.endedNumber.length, changes: history.changedAddress.length }),
  };
  const content = {
    release: release.name,
    datum: release.datum,
    attribution: ATTRIBUTION,
    counts,
    options: {
      keepRetired: String(keepRetired),
      asgs: edition,
      vocabulary: VOCABULARY_HASH,
      abs: String(areas.abs !== null),
      boundaries: String(areas.boundaries !== null),
      ...(previous.length > 0 && { previous: previous.map(({ manifest }) => manifest.release).join(', ') }),
    },
    sources: [...files, ...areas.sources],
  };
  const fileBytes = index.finish(content);
  writing.done();
  // No thread reads it any more.
  unmap(written.mapping);
  return { counts, sources: content.sources, addresses: counts.addresses, fileBytes, asgs };
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

function orderTables({ addresses, streets, localities, codes, texts }: ReadTables['tables']): Order {
  const order = orderIndex(addresses, streets, localities, codes, texts);
  const count = order.addressPid.length;
  if (count > MOST_ADDRESSES) throw new ReleaseError(`${count} addresses, the index holds ${MOST_ADDRESSES}`);
  return order;
}

function placeAddresses(tables: Tables, points: PackedPoints, order: Order, progress: Progress): AddressColumns {
  const stage = progress.stage('addresses', order.addressPid.length, 'addresses');
  const columns = addressColumns(tables, points, order, stage.advance);
  stage.done();
  return columns;
}

function countsOf(
  { addresses, texts }: IndexTables,
  order: Order,
  columns: AddressColumns,
  { count: boundarySets }: BoundarySets,
  sections: Columns,
) {
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
    boundarySets,
    texts: texts.count,
  };
}
