import { compareReleases, type Differences } from '../../address/differences/compare.ts';
import { fieldsApart } from '../../address/differences/fields.ts';
import { releaseCodes } from '../../address/differences/shared-codes.ts';
import { streetPairs } from '../../address/differences/street-pairs.ts';
import { type AddressIndex, openIndex } from '../../address/index/open.ts';
import { type ChangeCounts, type ChangeLimits, judgeChanges } from '../../service/release/change-limits.ts';
import { expectWritable, WholeFile } from '../../system/whole-file.ts';
import { startChangeLines } from './change-lines.ts';
import { limitedChanges } from './guard/count-changes.ts';
import { reportPage } from './report/page.ts';
import { summaryText } from './report/summary.ts';
import { type Samples, startSampling } from './samples.ts';
import { startTally, type Tally } from './tally.ts';

/** Addresses of each kind that the report shows. */
const SAMPLES = 12;

/** What to compare, and what to write of it; null writes no such file. */
export interface DiffOptions {
  readonly before: string;
  readonly after: string;
  readonly html: string | null;
  readonly ndjson: string | null;
  /** Beyond which a service would not activate the new release. */
  readonly limits: ChangeLimits;
}

/** Everything that differs between two releases, counted, and some of it to look at. */
export interface ReleaseDiff {
  readonly tally: Tally;
  readonly samples: Samples;
  /** Those that have limits, by locality of the old release. */
  readonly limited: readonly ChangeCounts[];
}

/**
 * Compares two index files, writes the files that are asked for, each whole or not at all, and
 * answers the counts as text. Throws an Error that names the file where one cannot be read or
 * written.
 */
export function diffReleases({ before, after, html, ndjson, limits }: DiffOptions): string {
  const began = performance.now();
  for (const path of [html, ndjson]) if (path !== null) expectWritable(path);
  const old = openIndex(before);
  const new_ = openIndex(after);
  const { tally, samples, limited } = diffIndexes(old, new_, ndjson);
  if (html !== null) writeWhole(html, reportPage({ before: old.manifest, after: new_.manifest, tally, samples }));
  const { release } = old.manifest;
  const seconds = (performance.now() - began) / 1000;
  const { refusal } = judgeChanges({ release, seconds, localities: limited }, limits);
  const verdict =
    refusal === null ? '' : `\nA service that serves the first would not activate the second: ${refusal}\n`;
  return summaryText(`What changed from ${release} to ${new_.manifest.release}`, tally) + verdict;
}

/** Compares two indexes; every difference is written to `ndjson`, null for nowhere. O(addresses). */
export function diffIndexes(before: AddressIndex, after: AddressIndex, ndjson: string | null): ReleaseDiff {
  const codes = releaseCodes(before, after);
  const tallying = startTally(before, after, codes.localityId);
  const sampling = startSampling(SAMPLES);
  const limiting = limitedChanges(before);
  const lines = ndjson === null ? null : startChangeLines(ndjson, before, after);
  try {
    const apart = fieldsApart(before.manifest, after.manifest);
    const listening: Differences[] = [tallying, sampling, limiting, ...(lines === null ? [] : [lines])];
    compareReleases(before, after, { codes, streets: streetPairs(before, after), apart }, toAll(listening));
    const tally = tallying.tally();
    lines?.finish(tally);
    return { tally, samples: sampling.samples(), limited: limiting.counts() };
  } catch (error) {
    lines?.abandon();
    throw error;
  }
}

function toAll(listening: readonly Differences[]): Differences {
  return {
    added(after) {
      for (const each of listening) each.added(after);
    },
    removed(before) {
      for (const each of listening) each.removed(before);
    },
    changedApart() {
      for (const each of listening) each.changedApart?.();
    },
    changed(before, after, fields, metres) {
      for (const each of listening) each.changed(before, after, fields, metres);
    },
  };
}

function writeWhole(path: string, text: string): void {
  const file = new WholeFile(path);
  try {
    file.write(Buffer.from(text));
    file.finish();
  } catch (error) {
    file.abandon();
    throw error;
  }
}
