import { hash } from 'node:crypto';
import { closeSync, existsSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { findId } from '../../address/index/id-hash.ts';
import { type AddressIndex, openFile, openIndex } from '../../address/index/open.ts';
import { vocabularyWarning } from '../../address/vocabulary/vocabulary-hash.ts';
import { expectRoom, filesOf, outputKind } from './files.ts';
import type { Flags } from './flags.ts';
import type { CsvFormat, RowFormat } from './format/format.ts';
import { OUTPUT_FORMATS, type OutputKind } from './format/output-formats.ts';
import { keyColumns } from './group/keys.ts';
import { chooseGrouping, openOther } from './grouping.ts';
import { type Input, openInput } from './input/open-input.ts';
import { quotedNames } from './input/source.ts';
import { answerColumns } from './lookup/answer-columns.ts';
import { reportPage } from './report/report-page.ts';
import { groupsText, summaryText } from './report/summary-text.ts';
import { TALLY_WORDS } from './report/tally.ts';
import { type Decisions, readDecisions } from './review/decisions.ts';
import { findParts, openPart, partPath } from './run/parts.ts';
import type { Plan } from './run/plan.ts';
import { type Progress, showProgress } from './run/progress.ts';
import { type RunResult, runList } from './run/run.ts';
import { type Checkpoint, RunError, RunFolder, writeWhole } from './run/run-folder.ts';
import { type Chosen, chooseFields, chooseWanted, isHeaderFor } from './wanted.ts';

const DEFAULT_INDEX = fileURLToPath(new URL('../../../../data/letterbox.lbx', import.meta.url));

/**
 * Looks up every line of a list, and writes the results, the review file and the report as the flags say. Throws an
 * InputError, a RunError, or an error of the file system.
 */
export async function matchList(list: string, flags: Flags, signal: AbortSignal): Promise<Pick<RunResult, 'stopped'>> {
  const { index, descriptor } = openChosenIndex(flags.index);
  const fields = chooseFields(flags.fields ?? []);
  const input = await openInput(
    {
      path: list,
      format: flags.from ?? null,
      encoding: flags.encoding ?? null,
      sheet: flags.sheet ?? null,
      delimiter: flags.delimiter ?? null,
      header: flags.header ?? null,
      skip: flags.skip ?? null,
    },
    isHeaderFor(index, flags),
  );
  const chosen = chooseWanted(index, input, flags);
  const kind = outputKind(flags, input.kind);
  const files = filesOf(flags, kind, chosen.wanted.kind === 'match');
  const { part } = flags;
  if ((part !== undefined || flags.join === true) && files.out === null)
    throw new RunError('--part and --join need --out: the parts are kept beside it');
  const whole = files.out === null ? null : new RunFolder(files.out);
  expectRoom(files, whole, list, {
    ...flags,
    to: kind,
    ...(part === undefined ? {} : { resume: false, overwrite: true }),
  });
  const share = part === undefined ? null : await input.share(part);
  const folder = part === undefined || files.out === null ? whole : openPart(files.out, part, flags);
  const decisions: Decisions =
    flags.decisions === undefined ? new Map() : await readDecisions(flags.decisions, (id) => findId(index, id) >= 0);
  const output = outputFormat(kind, input, files.out);
  const grouping = chooseGrouping(index, input, flags);
  const plan: Plan = {
    index: index.path,
    descriptor,
    input: input.format,
    output,
    columns: input.columns,
    fields,
    decisions,
    wanted: chosen.wanted,
    minQuality: flags.minQuality,
    grouping,
    added: answerColumns(chosen.wanted.kind, fields, grouping === null ? [] : keyColumns(grouping), input.columns),
    review: files.review === null ? null : kind === 'xlsx' ? { kind: 'cells' } : output.kind === 'csv' ? output : CSV,
  };
  const against = flags.against === undefined ? null : await openOther(flags.against, plan, index, flags);
  const settings = settingsOf(plan, index, input, flags);
  const parts = flags.join === true && files.out !== null ? findParts(files.out, input.start) : [];
  for (const { folder, checkpoint } of parts)
    expectSame(checkpoint.settings, settings, `--join: ${folder} was matched`);
  if (parts.length > 0) await folder?.join(parts);
  const from = flags.resume === true || flags.join === true ? (folder?.checkpoint() ?? null) : null;
  if (from !== null) expectSame(from.settings, settings, '--resume: the run was stopped');

  const progress = showProgress(process.stderr, from?.lines ?? 0, flags.json === true);
  announce(progress, input, chosen, from);
  const warning = vocabularyWarning(index.manifest);
  if (warning !== null) progress.say('warning', warning, { warning });
  if (part !== undefined && files.out !== null && folder === null) {
    progress.say('part', `${partPath(files.out, part)} is there already.`, { ...part });
    return { stopped: false };
  }
  if (against !== null) announce(progress, against.input, against.chosen, null);
  if (flags.decisions !== undefined) {
    const count = [...decisions.values()].reduce((sum, made) => sum + made.length, 0);
    progress.say('decisions', `${count} decisions in ${flags.decisions}.`, { decisions: count });
  }
  const workers = flags.workers ?? availableParallelism();
  const result = await runList({
    index,
    input,
    plan,
    against,
    share,
    folder,
    from,
    settings,
    workers,
    progress,
    signal,
    checkpointSeconds: flags.checkpoint,
    outputs: { ...files, kind },
  });
  if (result.stopped) {
    const goOn = folder === null ? '' : '; go on with --resume';
    progress.say('stopped', `Stopped after ${result.summary.lines} lines${goOn}.`, { lines: result.summary.lines });
    return result;
  }
  if (part !== undefined && files.out !== null) {
    const path = partPath(files.out, part);
    folder?.keep(path);
    const { lines } = result.summary;
    const text = `${lines} lines in ${path}. Next: when all ${part.of} parts are there, match with --join in place of --part.`;
    progress.say('done', text, { ...part, lines, bad: result.bad, seconds: result.seconds });
    return result;
  }
  if (files.report !== null) {
    const facts = {
      list: input.name,
      columns: chosen.columns,
      unused: chosen.unused,
      names: input.columns,
      wanted: chosen.wanted,
      files: { list, out: files.out ?? '-', review: files.review },
      when: new Date(),
      seconds: result.seconds,
      groups: result.groups,
      examples: result.examples,
      points: result.points,
    };
    writeWhole(files.report, reportPage(index, result.summary, facts));
  }
  folder?.remove();
  closeSync(descriptor);
  tell(progress, index, result, chosen, files);
  return result;
}

function openChosenIndex(path: string | undefined): { index: AddressIndex; descriptor: number } {
  const chosen = path ?? DEFAULT_INDEX;
  if (path === undefined && !existsSync(chosen))
    throw new RunError(
      `${chosen} is not there: name an index with --index, or build that of the sample with npm start`,
    );
  const descriptor = openFile(chosen);
  return { index: openIndex(chosen, descriptor), descriptor };
}

const CSV: CsvFormat = { kind: 'csv', delimiter: ',', lineEnd: '\n', mark: false };

/** How the results are written: a CSV file in the dialect of the list. */
function outputFormat(kind: OutputKind, { format }: Input, out: string | null): RowFormat {
  if (OUTPUT_FORMATS[kind].write !== null) return { kind: 'cells' };
  if (kind === 'ndjson') return { kind: 'ndjson' };
  if (out?.toLowerCase().endsWith('.tsv')) return { ...(format.kind === 'csv' ? format : CSV), delimiter: '\t' };
  return format.kind === 'csv' ? { ...format, delimiter: format.delimiter || ',' } : CSV;
}

/** What a resumed run must have in common with the one that was stopped. */
function settingsOf(
  plan: Plan,
  index: AddressIndex,
  input: Input,
  { decisions, against }: Flags,
): Checkpoint['settings'] {
  const { release, sections } = index.manifest;
  const text = (value: unknown) => JSON.stringify(value);
  return {
    index: `${release} ${hash('sha256', text(sections)).slice(0, 16)}`,
    'format of the list': text(plan.input),
    'format of the results': text(plan.output),
    columns: text(plan.columns),
    'first row': text(input.start.line),
    'what is looked up': text(plan.wanted),
    'least quality': plan.minQuality,
    fields: text(plan.fields),
    review: text(plan.review),
    decisions: decisions === undefined ? '' : hash('sha256', readFileSync(decisions)).slice(0, 16),
    'columns of names': plan.grouping === null ? '' : text(plan.grouping.names),
    'list to hold it against': against ?? '',
    'words that are kept of a line': String(TALLY_WORDS),
  };
}

function expectSame(before: Checkpoint['settings'], now: Checkpoint['settings'], what: string): void {
  for (const name of Object.keys(now))
    if (before[name] !== now[name])
      throw new RunError(
        `${what} with another ${name}: ${before[name] || 'none'}, now ${now[name] || 'none'}. Go on with the same, or start anew with --overwrite`,
      );
}

function announce(progress: Progress, input: Input, { columns, how, warning }: Chosen, from: Checkpoint | null): void {
  const { name, kind, encoding, format, titles, passed } = input;
  const delimiter = format.kind === 'csv' ? (NAMES[format.delimiter] ?? `"${format.delimiter}"`) : null;
  const written = [kind.toUpperCase(), format.kind === 'cells' ? null : encoding, delimiter]
    .filter((word) => word !== null)
    .join(', ');
  const above = titles === 0 ? '' : ` Left out: ${titles} ${titles === 1 ? 'row' : 'rows'} above the header.`;
  const sheets =
    passed.length === 0
      ? ''
      : ` Passed over, hidden or without a table: ${quotedNames(passed)}; --sheet takes another.`;
  progress.say('list', `${name}: ${written}. By ${columns} (${how}).${above}${sheets}`, {
    list: name,
    kind,
    encoding,
    delimiter,
    titles,
    ...(passed.length === 0 ? {} : { passed }),
    columns,
    how,
  });
  if (warning !== null) progress.say('warning', warning, { warning });
  if (from !== null) progress.say('resumed', `Going on after ${from.lines} lines.`, { lines: from.lines });
}

const NAMES: Readonly<Record<string, string>> = {
  ',': 'commas',
  ';': 'semicolons',
  '\t': 'tabs',
  '|': 'bars',
  '': 'one field a line',
};

function tell(
  progress: Progress,
  index: AddressIndex,
  result: RunResult,
  { unused }: Chosen,
  files: ReturnType<typeof filesOf>,
): void {
  const { summary, groups, bad, seconds, done } = result;
  const rate = Math.round(done / Math.max(seconds, 1e-3));
  const memory = progress.peakMemory();
  const badText = bad.slice(0, 5).map(({ line, problem }) => `  line ${line}: ${problem}`);
  const written = Object.values(files).filter((file) => file !== null);
  const text = [
    summaryText(index, summary),
    ...(unused === '' ? [] : [`Not used: ${unused}`]),
    ...(groups === null ? [] : groupsText(groups)),
    ...(bad.length === 0 ? [] : ['Bad lines, the first of them:', ...badText]),
    ...(done === 0
      ? []
      : [
          `${done.toLocaleString('en-AU')} lines in ${seconds.toFixed(1)} s, ${rate.toLocaleString('en-AU')}/s, ${Math.round(memory / 1e6)} MB beside the index`,
        ]),
    ...(written.length === 0 ? [] : [`Written: ${written.join(', ')}`]),
    ...nextText(files),
  ].join('\n');
  progress.say('done', text, {
    ...summary,
    unused,
    ...(groups === null ? {} : { groups }),
    bad,
    seconds,
    rate,
    memory,
    files,
  });
}

/** What to do with what was written, in one line; nothing where the results were piped on. */
function nextText({ out, report, review }: ReturnType<typeof filesOf>): string[] {
  if (out === null) return [];
  if (report === null) return [`Next: sort ${out} by quality, and use what is high.`];
  const decide = review === null ? '' : `; decide what is doubtful in ${review}, and run again with --decisions`;
  return [`Next: open ${report} in a browser, which says what can be used${decide}.`];
}
