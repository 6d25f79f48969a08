import type { AddressIndex } from '../../../address/index/open.ts';
import { OUTPUT_FORMATS, type OutputKind } from '../format/output-formats.ts';
import type { Table, WriteTable } from '../format/table.ts';
import { LONGEST_TEXT, MOST_TO_DECIDE } from '../format/workbook.ts';
import { headerOf } from '../format/write-row.ts';
import type { GroupCounts } from '../group/find-pairs.ts';
import { keyColumns } from '../group/keys.ts';
import { writePairs } from '../group/pairs-file.ts';
import type { Position } from '../input/cut.ts';
import type { Input } from '../input/open-input.ts';
import type { Share } from '../input/share.ts';
import { answerTypes, pointColumns } from '../lookup/answer-columns.ts';
import type { BadLine } from '../lookup/job.ts';
import type { Example } from '../report/examples.ts';
import { type MapPoint, mapPoints } from '../report/point-map.ts';
import { type Summary, TALLY_WORDS, Tally, tallyMemory } from '../report/tally.ts';
import { REVIEW_COLUMNS, REVIEW_TABLE } from '../review/review-row.ts';
import type { Kept, Plan, WorkerData } from './plan.ts';
import { workOn } from './pool.ts';
import type { Progress } from './progress.ts';
import type { Checkpoint, RunFolder } from './run-folder.ts';

/** Where the results go. */
interface Outputs {
  /** The file of the results; null for standard output. */
  readonly out: string | null;
  readonly kind: OutputKind;
  /** The file of the doubtful rows; null for none. */
  readonly review: string | null;
  /** The file of the rows of the same place; null for none. */
  readonly pairs: string | null;
  /** That of the report; null for none. */
  readonly report: string | null;
}

/** All that a run needs. */
export interface Run {
  readonly index: AddressIndex;
  readonly input: Input;
  readonly plan: Plan;
  /** The list that it is compared with, and the plan for that; null for none. */
  readonly against: { readonly input: Input; readonly plan: Plan } | null;
  readonly outputs: Outputs;
  /** The share of the list that is worked on, whose results stay in the folder; null for all of it. */
  readonly share: Share | null;
  /** Null where nothing is kept: the results go to standard output. */
  readonly folder: RunFolder | null;
  /** Where a run that was stopped goes on. */
  readonly from: Checkpoint | null;
  /** What was asked for, by name. */
  readonly settings: Checkpoint['settings'];
  readonly workers: number;
  /** Seconds between checkpoints. The first follows the first batch. */
  readonly checkpointSeconds: number;
  readonly progress: Progress;
  /** Stops the run after the batch that is being written. */
  readonly signal: AbortSignal;
}

/** What a run came to. */
export interface RunResult {
  readonly summary: Summary;
  /** What grouping came to; null where nothing is grouped, or kept. */
  readonly groups: GroupCounts | null;
  /** The first bad lines. */
  readonly bad: readonly BadLine[];
  /** Lines for the report, more than are shown; none where nothing is kept. */
  readonly examples: readonly Example[];
  /** Where the addresses are that were found. */
  readonly points: readonly MapPoint[];
  /** Whether it was stopped before its end. */
  readonly stopped: boolean;
  /** Of the lines that this process did itself. */
  readonly seconds: number;
  readonly done: number;
}

const MOST_BAD = 100;

/** Works on a list from beginning to end, or from where it was stopped. Closes what it opens in the folder, however it ends. */
export async function runList(run: Run): Promise<RunResult> {
  try {
    return await runFrom(run);
  } finally {
    await run.folder?.close();
  }
}

async function runFrom(run: Run): Promise<RunResult> {
  const { index, input, plan, share, folder, from, settings, workers, progress, signal } = run;
  const began = performance.now();
  const memory = tallyMemory(index.manifest.addresses);
  const tally = new Tally(memory);
  const bad: BadLine[] = [];
  let position: Position = from?.position ?? input.start;
  let first = from?.began ?? null;
  let saved = Number.NEGATIVE_INFINITY;
  await folder?.begin(from);
  if (from === null) {
    if (share === null || share.isFirst) await writeHeaders(run);
  } else for await (const words of tallied(run.folder)) tally.add(words);
  const before = tally.lines;
  let warned = false;

  const data = { plan, tally: memory, name: input.name, handsBack: folder === null, files: openedIn(folder) };
  /** What is being written. */
  let writing: Promise<unknown> = Promise.resolve();
  for await (const { from, after, result, write } of workOn(input.pieces(position, share, workers), data, workers)) {
    position = after;
    if (result === null) continue;
    first ??= from;
    const { output, lengths, counts } = result;
    if (folder === null) await writeOut(output);
    else writing = together(writing, write(folder.extend(lengths)));
    if (counts !== null) tally.addCounts(counts);
    if (result.dated !== null && !warned) {
      warned = true;
      const warning = `Line ${result.dated} has a date for a street number: a spreadsheet has changed numbers such as 12/34 to dates. What they were cannot be told; take the list from where it was before that.`;
      progress.say('warning', warning, { warning, line: result.dated });
    }
    for (const line of result.bad) if (bad.length < MOST_BAD) bad.push(line);
    progress.update(tally.lines, input.done(position));
    if (signal.aborted) break;
    if (folder === null || performance.now() - saved < 1000 * run.checkpointSeconds) continue;
    await writing;
    await folder.save({ settings, began: first, position, lines: tally.lines });
    saved = performance.now();
  }
  input.close();
  await writing;
  await folder?.save({ settings, began: first ?? position, position, lines: tally.lines });
  if (share === null && !signal.aborted) await recordOther(run);
  const isWhole = share === null && !signal.aborted;
  const groups = isWhole ? await group(run) : null;
  const examples = isWhole && run.outputs.report !== null ? await readExamples(folder) : [];
  const points = isWhole && run.outputs.report !== null ? mapPoints(index, tally) : [];
  const summary = tally.summary();
  if (isWhole) await publish(run, summary);
  if (!signal.aborted && summary.formulas > 0)
    warn(
      progress,
      `${count(summary.formulas, 'cell')} of the list may be taken for formulas by a spreadsheet, and stay as they were: import the results as text, or as a workbook (--to xlsx)`,
      { formulas: summary.formulas },
    );
  progress.clear();
  const seconds = (performance.now() - began) / 1000;
  return {
    summary,
    groups,
    bad,
    examples,
    points,
    stopped: signal.aborted,
    seconds,
    done: tally.lines - before,
  };
}

/** Both; a failure is heard of when that is awaited. */
function together(one: Promise<unknown>, other: Promise<unknown>): Promise<unknown> {
  const both = Promise.all([one, other]);
  both.catch(() => undefined);
  return both;
}

const KEPT: readonly Kept[] = ['output', 'review', 'tally', 'groups', 'examples'];

function openedIn(folder: RunFolder | null): WorkerData['files'] {
  return folder === null ? {} : Object.fromEntries(KEPT.map((kept) => [kept, folder.opened(kept)]));
}

/** Looks up the list that this one is compared with. */
async function recordOther({ against, folder, workers, signal }: Run): Promise<void> {
  if (against === null || folder === null) return;
  const { input, plan } = against;
  const files = { groups: folder.opened('against') };
  const data = { plan, files, tally: null, name: input.name, handsBack: false };
  let writing: Promise<unknown> = Promise.resolve();
  for await (const { result, write } of workOn(input.pieces(input.start, null, workers), data, workers)) {
    if (result === null) continue;
    const { against } = folder.extend({ against: result.lengths.groups });
    writing = together(writing, write({ groups: against }));
    if (signal.aborted) break;
  }
  input.close();
  await writing;
}

/** Counts the places, and writes the rows of the same one. */
async function group({ index, input, plan, against, folder, outputs }: Run): Promise<GroupCounts | null> {
  if (plan.grouping === null || folder === null || outputs.pairs === null) return null;
  const path = folder.pathOf(PAIRS);
  const counts = await writePairs(index, path, {
    list: input.name,
    records: () => folder.read('groups'),
    against: against === null ? null : { list: against.input.name, records: () => folder.read('against') },
  });
  folder.moveOut(PAIRS, outputs.pairs);
  return counts;
}

/** The name of the file of pairs that is being written. */
const PAIRS = 'pairs';

async function writeHeaders(run: Run): Promise<void> {
  const { plan, folder } = run;
  const encoder = new TextEncoder();
  if (plan.output.kind === 'csv') {
    const header = encoder.encode(headerOf(plan.output, [...plan.columns, ...plan.added]));
    await (folder === null ? writeOut(header) : folder.append('output', header));
  }
  if (plan.review?.kind === 'csv')
    await folder?.append('review', encoder.encode(headerOf(plan.review, REVIEW_COLUMNS)));
}

async function writeOut(bytes: Uint8Array): Promise<void> {
  if (bytes.length > 0 && !process.stdout.write(bytes))
    await new Promise((resolve) => process.stdout.once('drain', resolve));
}

const TALLY_BYTES = TALLY_WORDS * Uint32Array.BYTES_PER_ELEMENT;

/** The examples of this run, and of those before it that it goes on. */
async function readExamples(folder: RunFolder | null): Promise<Example[]> {
  if (folder === null) return [];
  const chunks: Buffer[] = [];
  for await (const chunk of folder.read('examples')) chunks.push(Buffer.from(chunk));
  const lines = Buffer.concat(chunks).toString('utf8').split('\n');
  return lines.filter((line) => line !== '').map((line) => JSON.parse(line) as Example);
}

/** What a stopped run had counted. */
async function* tallied(folder: RunFolder | null): AsyncGenerator<Uint32Array> {
  if (folder === null) return;
  let rest: Buffer = Buffer.alloc(0);
  for await (const chunk of folder.read('tally')) {
    const bytes = Buffer.concat([rest, chunk]);
    const whole = bytes.length - (bytes.length % TALLY_BYTES);
    yield new Uint32Array(new Uint8Array(bytes.subarray(0, whole)).buffer);
    rest = bytes.subarray(whole);
  }
}

/** Gives the files that were written their names. */
async function publish({ plan, folder, outputs, progress }: Run, { outcomes }: Summary): Promise<void> {
  const { out, review, kind } = outputs;
  if (folder === null || out === null) return;
  let cut = 0;
  const onCut = () => {
    cut++;
  };
  const finish = async (write: WriteTable, table: Table, as: string) => {
    folder.discard(FINISHED);
    await write(table, folder.pathOf(FINISHED));
    folder.moveOut(FINISHED, as);
  };
  if (review !== null && plan.review?.kind !== 'cells') folder.publish('review', review);
  else if (review !== null) {
    const lines = () => folder.read('review');
    const table: Table = { title: 'Review', columns: REVIEW_TABLE, point: null, lines, onCut };
    await finish(OUTPUT_FORMATS.xlsx.write, table, review);
  }
  const { write } = OUTPUT_FORMATS[kind];
  if (write === null) folder.publish('output', out);
  else await finish(write, { ...resultTable(plan), lines: () => folder.read('output'), onCut }, out);
  if (cut > 0)
    warn(
      progress,
      `${count(cut, 'cell')} of more than ${LONGEST_TEXT} characters cut: a workbook's has no room for more`,
      { cut },
    );
  if (plan.review?.kind === 'cells' && outcomes.medium + outcomes.low > MOST_TO_DECIDE)
    warn(progress, `${review} has more than ${MOST_TO_DECIDE} rows, and no filter or list of choices`, {});
}

function warn(progress: Progress, warning: string, facts: { readonly [name: string]: number }): void {
  progress.say('warning', `${warning}.`, { warning: `${warning}.`, ...facts });
}

function count(n: number, noun: string): string {
  return `${n} ${noun}${n === 1 ? '' : 's'}`;
}

/** The name of the file that is being made of all rows. */
const FINISHED = 'finished';

function resultTable({ columns, added, wanted, fields, grouping, input }: Plan): Omit<Table, 'lines' | 'onCut'> {
  const types = answerTypes(wanted.kind, fields, grouping === null ? [] : keyColumns(grouping));
  const { lat, lon } = pointColumns(wanted.kind);
  return {
    title: 'Addresses',
    columns: [
      ...columns.map((name) => ({ name, type: input.kind === 'csv' ? ('text' as const) : null })),
      ...added.map((name, i) => ({ name, type: types[i] })),
    ],
    point: { lat: columns.length + lat, lon: columns.length + lon },
  };
}
