import { HAS_GEOCODE, IS_ALIAS } from '../../../src/address/index/address-flags.ts';
import { type AbsAllocation, type AllocationFolders, loadAllocation } from '../../areas/abs.ts';
import { type BoundaryLayers, loadBoundaries } from '../../areas/boundaries.ts';
import { type AccountContent, Rejects } from '../../release/rejects.ts';
import type { Release, SourceFile } from '../../release/release.ts';
import { type AreaNames, areaNames, locateAddresses } from '../address-areas.ts';
import { answerBeginnings, type BegunAnswers, beginningTexts } from '../beginnings.ts';
import type { Build } from '../build.ts';
import { CodeTable, type CodeTableContent } from '../code-table.ts';
import { type DensitySections, densitySections } from '../density.ts';
import { readSiteGeocodes, type SiteGeocodes } from '../geocodes.ts';
import { idBucketSection } from '../id-buckets.ts';
import { type KdTreeSections, kdTreeSections } from '../kd-tree.ts';
import { type Links, readSecondaryLinks } from '../links.ts';
import { type MeshBlocks, readMeshBlocks } from '../mesh-blocks.ts';
import { PackedPoints, type PackedPointsContent } from '../packed-points.ts';
import { PidTable, type PidTableContent } from '../pid-table.ts';
import { findStreetLines, NO_LINES, type StreetLineSections, type StreetLines } from '../street-lines.ts';
import { type WrittenSections, writtenColumns } from '../written-sections.ts';
import type { Done, Turns } from './turns.ts';

/** What a thread has at hand, and keeps from task to task. */
export interface Workshop {
  readonly release: Release;
  readonly keepRetired: boolean;
  boundaries: BoundaryLayers | null;
}

/** What reading a table reports besides its rows. */
export interface Remarks {
  readonly warnings: readonly string[];
  readonly accounts: readonly AccountContent[];
}

/** Default geocodes in the order of the index, as readDefaultGeocodes tags them. */
interface Located {
  readonly points: PackedPointsContent;
}

/** The parts of a compilation that need little from the others: what each is given, and what it answers. */
export interface Tasks {
  /** Reads ADDRESS_SITE_GEOCODE. */
  siteGeocodes: {
    readonly given: {
      readonly sites: PidTableContent;
      readonly retired: PidTableContent;
      readonly types: CodeTableContent;
    };
    readonly answer: Omit<SiteGeocodes, 'points'> &
      Remarks & { readonly points: PackedPointsContent; readonly unknownTypes: readonly string[] };
  };
  /** Reads what allocates mesh blocks to areas. */
  abs: {
    readonly given: AllocationFolders;
    readonly answer: { readonly allocation: AbsAllocation; readonly warnings: readonly string[] };
  };
  /** Reads the boundaries, and keeps them. */
  boundaries: {
    readonly given: { readonly folder: string; readonly asOf: string | undefined };
    readonly answer: {
      readonly names: AreaNames;
      readonly sources: readonly SourceFile[];
      readonly warnings: readonly string[];
    };
  };
  /** Reads the mesh blocks of addresses. */
  meshBlocks: {
    readonly given: {
      readonly pids: PidTableContent;
      readonly locality: Uint32Array;
      readonly edition: number | null;
    };
    readonly answer: MeshBlocks & Remarks;
  };
  /** Reads PRIMARY_SECONDARY. */
  secondaries: {
    readonly given: { readonly pids: PidTableContent; readonly locality: Uint32Array };
    readonly answer: Links & Remarks;
  };
  /** Finds the areas of every address in the boundaries that were read. */
  locate: {
    readonly given: Located;
    readonly answer: Uint16Array;
  };
  /** The section `idBucket`. */
  idBuckets: {
    readonly given: { readonly pids: PidTableContent; readonly addressPid: Uint32Array };
    readonly answer: Uint32Array;
  };
  /** The sections of the KD-tree, from `addressFlags`. */
  kdTree: {
    readonly given: Located & { readonly flags: Uint8Array };
    readonly answer: KdTreeSections;
  };
  /** The sections of the density, from `addressFlags`. */
  density: {
    readonly given: Located & { readonly flags: Uint8Array };
    readonly answer: DensitySections;
  };
  /** The hashes of all source files; those already known are not read again. */
  sources: {
    readonly given: { readonly known: readonly SourceFile[] };
    readonly answer: readonly SourceFile[];
  };
  /** The beginnings that are answered, from all other sections: line by line, as `beginningTexts` orders them. */
  beginningTexts: {
    readonly given: { readonly written: WrittenSections };
    readonly answer: { readonly lines: string };
  };
  /** The lines of streets, in turns with other threads. */
  streetLines: {
    readonly given: { readonly written: WrittenSections; readonly turns: Turns };
    readonly answer: readonly Done<StreetLines>[];
  };
  /** What is answered to the beginnings, in turns with other threads. */
  beginnings: {
    readonly given: {
      readonly written: WrittenSections;
      readonly streetLines: StreetLineSections;
      readonly lines: string;
      readonly turns: Turns;
    };
    readonly answer: readonly Done<BegunAnswers>[];
  };
}

/** Tasks that all threads do together, each a part. */
export type SharedTaskName = 'streetLines' | 'beginnings';

export type TaskName = keyof Tasks;

/**
 * How each task is done. What it is given and what it answers can be sent between threads; shared
 * columns are not changed.
 */
export const TASKS: {
  readonly [N in TaskName]: (workshop: Workshop, given: Tasks[N]['given']) => Promise<Tasks[N]['answer']>;
} = {
  async siteGeocodes(workshop, { sites, retired, types }) {
    const type = new CodeTable(types);
    const { build, remarks } = startReading(workshop);
    const found = { pids: new PidTable(sites), retired: new PidTable(retired) };
    const { points, ...columns } = await readSiteGeocodes(build, type, found);
    return { ...columns, ...remarks(), points: points.content(), unknownTypes: type.unknownCodes() };
  },
  async abs(_, folders) {
    const warnings: string[] = [];
    return { allocation: await loadAllocation(folders, (message) => warnings.push(message)), warnings };
  },
  async boundaries(workshop, { folder, asOf }) {
    const warnings: string[] = [];
    workshop.boundaries = await loadBoundaries(folder, (message) => warnings.push(message), asOf);
    return { names: areaNames(workshop.boundaries), sources: workshop.boundaries.sources, warnings };
  },
  async meshBlocks(workshop, { pids, locality, edition }) {
    const { build, remarks } = startReading(workshop);
    const meshBlocks = await readMeshBlocks(build, { pids: new PidTable(pids), locality }, edition);
    return { ...meshBlocks, ...remarks() };
  },
  async secondaries(workshop, { pids, locality }) {
    const { build, remarks } = startReading(workshop);
    const links = await readSecondaryLinks(build, { pids: new PidTable(pids), locality });
    return { ...links, ...remarks() };
  },
  async locate({ boundaries }, { points }) {
    if (boundaries === null) throw new Error('no boundaries were read');
    return locateAddresses(boundaries, new PackedPoints(points));
  },
  async idBuckets(_, { pids: content, addressPid }) {
    const pids = new PidTable(content);
    return idBucketSection(addressPid.length, (ordinal) => pids.hashOf(addressPid[ordinal]));
  },
  async kdTree(_, { points: content, flags }) {
    return kdTreeSections(flags.length, ...findablePoints(content, flags));
  },
  async density(_, { points: content, flags }) {
    return densitySections(flags.length, ...findablePoints(content, flags));
  },
  async sources({ release }, { known }) {
    release.adoptSources(known);
    return release.sources();
  },
  async beginningTexts(_, { written }) {
    return { lines: beginningTexts({ ...writtenColumns(written), ...NO_LINES }).join('\n') };
  },
  async streetLines(_, { written, turns }) {
    return findStreetLines(writtenColumns(written), turns);
  },
  async beginnings(_, { written, streetLines, lines, turns }) {
    return answerBeginnings({ ...writtenColumns(written), ...streetLines }, lines.split('\n'), turns);
  },
};

/** Longitudes and latitudes by ordinal; NaN for a record that reverse geocoding must not find. */
function findablePoints(content: PackedPointsContent, flags: Uint8Array) {
  const points = new PackedPoints(content);
  const isFindable = (ordinal: number) => (flags[ordinal] & (HAS_GEOCODE | IS_ALIAS)) === HAS_GEOCODE;
  const lon = (ordinal: number) => (isFindable(ordinal) ? points.lon(ordinal) : Number.NaN);
  return [lon, (ordinal: number) => points.lat(ordinal)] as const;
}

/** What a stage that reads tables is given, with accounts of its own. */
function startReading({ release, keepRetired }: Workshop): { readonly build: Build; remarks(): Remarks } {
  const rejects = new Rejects();
  const warnings: string[] = [];
  const warn = (message: string) => {
    warnings.push(message);
  };
  return {
    build: { release, rejects, keepRetired, warn, onBytes: () => {} },
    remarks: () => ({ warnings, accounts: rejects.contents() }),
  };
}

/** What a thread is started with. */
export interface ThreadSettings {
  /** The folder or zip of the release. */
  readonly release: string;
  readonly keepRetired: boolean;
}

/** A task for the thread. */
export interface Order {
  readonly name: TaskName;
  readonly given: Tasks[TaskName]['given'];
}

/** The outcome of the oldest order still open. */
export type Outcome =
  | { readonly answer: Tasks[TaskName]['answer']; readonly seconds: number }
  | { readonly error: Error };
