import { existsSync, readdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { Position } from '../input/cut.ts';
import type { Part } from '../input/share.ts';
import { type Checkpoint, checkpointIn, RunError, RunFolder } from './run-folder.ts';

/** The folder of a part's results, once they are all there: `matched.csv.2-of-7`. */
export function partPath(out: string, { part, of }: Part): string {
  return `${out}.${part}-of-${of}`;
}

/**
 * The folder in which a part is worked on; null where it is done, and is to be resumed. Throws a RunError where what is
 * there would be lost.
 */
export function openPart(
  out: string,
  part: Part,
  { resume, overwrite }: { readonly resume?: boolean; readonly overwrite?: boolean },
): RunFolder | null {
  const path = partPath(out, part);
  const folder = new RunFolder(path);
  if (resume === true) return existsSync(path) ? null : folder;
  if (overwrite !== true && existsSync(path))
    throw new RunError(`${path} is there already: join it with --join, or replace it with --overwrite`);
  if (overwrite !== true && folder.exists)
    throw new RunError(
      `${folder.path} is there, of a run that was stopped: go on with --resume, or start anew with --overwrite`,
    );
  return folder;
}

/** The results of a part. */
interface DonePart {
  readonly folder: string;
  readonly checkpoint: Checkpoint;
}

/**
 * All parts of an output, in their order. Throws a RunError where one is missing, or they are of several divisions, or
 * do not begin where the one before ended.
 */
export function findParts(out: string, start: Position): DonePart[] {
  const name = `${basename(out)}.`;
  const sizes = new Set<number>();
  for (const entry of readdirSync(dirname(out))) {
    const of = entry.startsWith(name) ? /^\d+-of-(\d+)(?:\.run)?$/.exec(entry.slice(name.length))?.[1] : undefined;
    if (of !== undefined) sizes.add(Number(of));
  }
  const [of, ...others] = [...sizes].sort((a, b) => a - b);
  if (of === undefined) throw new RunError(`--join: there are no parts of ${out}: expected ${out}.1-of-… from --part`);
  if (others.length > 0)
    throw new RunError(`--join: ${out} has parts of ${[of, ...others].join(' and of ')}: remove those of one division`);
  const paths = Array.from({ length: of }, (_, i) => partPath(out, { part: i + 1, of }));
  const missing = paths.filter((path) => !existsSync(path));
  if (missing.length > 0)
    throw new RunError(
      `--join: ${missing.length} of ${of} parts are not done: ${missing
        .slice(0, MOST)
        .map((path) => basename(path))
        .join(', ')}`,
    );
  const parts = paths.map((folder) => {
    const checkpoint = checkpointIn(folder);
    if (checkpoint === null) throw new RunError(`${join(folder, 'checkpoint.json')} does not exist: match it again`);
    return { folder, checkpoint };
  });
  let ended = start;
  for (const { folder, checkpoint } of parts) {
    const { began, position } = checkpoint;
    if (began.bytes !== ended.bytes || began.crc32 !== ended.crc32 || began.line !== ended.line)
      throw new RunError(
        `--join: ${folder} begins at line ${began.line}, and what is before it ended at line ${ended.line}, or has other bytes: the list was another one`,
      );
    ended = position;
  }
  return parts;
}

/** Names that a message has at most. */
const MOST = 10;
