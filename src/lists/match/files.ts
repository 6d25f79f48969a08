import { existsSync, statSync } from 'node:fs';
import { dirname, extname } from 'node:path';
import type { Flags } from './flags.ts';
import { OUTPUT_FORMATS, type OutputKind, outputKindOf } from './format/output-formats.ts';
import type { InputKind } from './input/open-input.ts';
import { isSameFile } from './input/source.ts';
import { RunError, type RunFolder } from './run/run-folder.ts';

/** The files that a run writes; null for those that it does not. */
export interface Files {
  readonly out: string | null;
  readonly review: string | null;
  readonly report: string | null;
  readonly pairs: string | null;
}

/**
 * The format of the results: that of `--to`, or else of the ending of `--out`; on standard output, or in a file without
 * an ending, NDJSON for a list of NDJSON and CSV for any other. Throws a RunError for an ending that no format has.
 */
export function outputKind({ to, out }: Flags, input: InputKind): OutputKind {
  if (to !== undefined) return to;
  const ending = out === '-' ? '' : extname(out).toLowerCase();
  if (ending === '') return input === 'ndjson' ? 'ndjson' : 'csv';
  const kind = outputKindOf(ending);
  if (kind !== null) return kind;
  const endings = Object.values(OUTPUT_FORMATS).flatMap((format) => format.endings);
  throw new RunError(
    `--out ${out}: results are not written as ${ending}; expected a name that ends in ${endings.join(', ')}, or a format with --to`,
  );
}

/** The files beside the output: `matched.csv` has `matched.review.csv` and `matched.report.html`. */
export function filesOf({ out, review, report, group }: Flags, kind: OutputKind, reviewed: boolean): Files {
  if (out === '-') return { out: null, review: null, report: null, pairs: null };
  const base = out.slice(0, out.length - extname(out).length) || out;
  return {
    out,
    review: review && reviewed ? `${base}.review.${kind === 'xlsx' ? 'xlsx' : 'csv'}` : null,
    report: report ? `${base}.report.html` : null,
    pairs: group === true ? `${base}.pairs.csv` : null,
  };
}

/** Throws a RunError where a run would lose something that is there, or cannot write what it should. */
export function expectRoom(
  files: Files,
  folder: RunFolder | null,
  list: string,
  { decisions, against, overwrite, resume, to }: Flags,
): void {
  const { out } = files;
  if (out === null || folder === null) {
    if (against !== undefined) throw new RunError('--against needs --out: pairs are written to a file beside it');
    if (resume === true) throw new RunError('--resume needs --out: what goes to standard output is not kept');
    if (to !== undefined && OUTPUT_FORMATS[to].write !== null)
      throw new RunError(`${OUTPUT_FORMATS[to].name} does not go to standard output: name a file with --out`);
    return;
  }
  if (!existsSync(dirname(out)))
    throw new RunError(`${dirname(out)} does not exist: expected the folder that --out is to be in`);
  const written = [out, files.review, files.report, files.pairs];
  for (const file of written)
    if (file !== null && existsSync(file) && !statSync(file).isFile())
      throw new RunError(
        `${file} is ${statSync(file).isDirectory() ? 'a folder' : 'not a regular file'}: expected the name of a file; without --out, results go to standard output`,
      );
  const read = [list, decisions, against].filter((path) => path !== undefined && path !== '-');
  for (const file of written)
    for (const path of read)
      if (file !== null && path !== undefined && isSameFile(file, path))
        throw new RunError(`${path} is read, and would be written too: choose another name with --out`);
  if (resume === true) {
    if (!folder.exists) throw new RunError(`--resume: there is no ${folder.path}: no run to ${out} was stopped`);
    return;
  }
  if (overwrite === true) return;
  if (folder.exists)
    throw new RunError(
      `${folder.path} is there, of a run that was stopped: go on with --resume, or start anew with --overwrite`,
    );
  for (const file of written)
    if (file !== null && existsSync(file)) throw new RunError(`${file} exists: replace it with --overwrite`);
}
