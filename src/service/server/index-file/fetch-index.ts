import { createHash } from 'node:crypto';
import { readdirSync, statSync, unlinkSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { Command, InvalidArgumentError } from 'commander';
import { WholeFile } from '../../../system/whole-file.ts';

/*
 * Fetches an index before the service starts, as the init container of a pod does: the file is at its final name, which
 * is its hash, only once it is whole and its bytes are those that were asked for.
 */

/** Times that a file is asked for, and milliseconds until the second time; doubled for each further one. */
const TRIES = 6;
const PAUSE = 1000;

/** Milliseconds in which a server has to begin its answer, and between two pieces of it. */
const SILENCE = 30_000;

/** Files that stay in the folder: the one that was asked for, and the one before it, which an undo serves again. */
const KEPT = 2;

interface Options {
  readonly url: URL;
  readonly sha256: string;
  readonly folder: string;
}

const command = new Command('fetch-index')
  .description('Fetches an index to <folder>/<sha256>.lbx, and ends with status 0 once that file is there and whole.')
  .requiredOption('--url <url>', 'where the index is, http or https', readUrl)
  .requiredOption('--sha256 <hash>', 'SHA-256 of its bytes, as sha256sum prints it', readHash)
  .requiredOption('--folder <folder>', 'where it goes; the last two fetched stay, others are removed')
  .allowExcessArguments(false);

try {
  await fetchIndex(command.parse().opts<Options>());
} catch (error) {
  process.stderr.write(`fetch-index: ${error instanceof Error ? error.message : error}\n`);
  process.exitCode = 1;
}

async function fetchIndex({ url, sha256, folder }: Options): Promise<void> {
  const path = join(folder, `${sha256}.lbx`);
  removeOthers(folder, sha256, KEPT - 1);
  if (statSync(path, { throwIfNoEntry: false })?.isFile() === true) {
    process.stdout.write(`${path} is there already\n`);
    const now = new Date();
    utimesSync(path, now, now);
  } else {
    for (let tried = 1; ; tried++) {
      const failed = await download(url, sha256, path);
      if (failed === null) break;
      if (failed.final || tried === TRIES) throw new Error(failed.why);
      const pause = PAUSE * 2 ** (tried - 1);
      process.stderr.write(`fetch-index: ${failed.why}; trying again in ${pause / 1000} s\n`);
      await setTimeout(pause);
    }
  }
}

/** Why a file was not fetched, and whether asking again is pointless. */
interface Failure {
  readonly why: string;
  readonly final: boolean;
}

async function download(url: URL, sha256: string, path: string): Promise<Failure | null> {
  const file = new WholeFile(path);
  const hash = createHash('sha256');
  try {
    const silence = new AbortController();
    const timer = globalThis.setTimeout(() => silence.abort(), SILENCE);
    try {
      const answer = await fetch(url, { signal: silence.signal });
      if (answer.status !== 200) {
        file.abandon();
        const final = answer.status >= 400 && answer.status < 500 && answer.status !== 408 && answer.status !== 429;
        return { why: `${url} answered ${answer.status}, expected 200`, final };
      }
      for await (const piece of answer.body as AsyncIterable<Uint8Array>) {
        timer.refresh();
        hash.update(piece);
        file.write(piece);
      }
    } finally {
      clearTimeout(timer);
    }
  } catch (error) {
    file.abandon();
    const { cause, message } = error as Error;
    return { why: `${url} was not read: ${cause instanceof Error ? cause.message : message}`, final: false };
  }
  const found = hash.digest('hex');
  if (found !== sha256) {
    file.abandon();
    return { why: `${url} has SHA-256 ${found}, expected ${sha256}`, final: true };
  }
  process.stdout.write(`${path}: ${file.finish()} bytes\n`);
  return null;
}

/** Removes all index files but the one that was asked for and so many others, the last used first. */
function removeOthers(folder: string, sha256: string, kept: number): void {
  const others = readdirSync(folder)
    .filter((name) => name.endsWith('.lbx') && name !== `${sha256}.lbx`)
    .map((name) => ({ path: join(folder, name), used: statSync(join(folder, name)).mtimeMs }))
    .sort((a, b) => b.used - a.used);
  for (const { path } of others.slice(kept)) unlinkSync(path);
}

function readUrl(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || !/^https?:$/.test(url.protocol))
    throw new InvalidArgumentError('expected a URL that begins with http:// or https://');
  return url;
}

function readHash(text: string): string {
  if (!/^[0-9a-f]{64}$/i.test(text)) throw new InvalidArgumentError('expected 64 hex digits');
  return text.toLowerCase();
}
