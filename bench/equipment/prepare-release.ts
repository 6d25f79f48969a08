import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync, utimesSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildIndex, compiled, runNode } from './programs.ts';

/** What is to be measured, from the command line; null for what is to be made. */
export interface Wanted {
  readonly release: string | null;
  readonly index: string | null;
  readonly addresses: number;
  readonly releaseSeed: number;
  readonly gazetteer: string | null;
  /** Address strings whose streets and numbers are put into the release. */
  readonly strings: string | null;
  readonly cache: string;
}

/** A release folder and an index of it. */
export interface Prepared {
  readonly release: string;
  readonly index: string;
}

/**
 * The release and the index to measure: those given, or ones made once and kept in the cache
 * folder, under names made of their arguments, until the programs that make them change. An index
 * without its release is refused.
 *
 * @throws Error if a given path is missing, an index is given without a release, or a program fails
 */
export function prepare(wanted: Wanted): Prepared {
  for (const path of [wanted.release, wanted.index])
    if (path !== null && !existsSync(path)) throw new Error(`${path}: no such file or folder`);
  if (wanted.index !== null && wanted.release === null)
    throw new Error('--index needs the --release that it was built from: right answers are looked up there');
  mkdirSync(wanted.cache, { recursive: true });
  const release = wanted.release ?? madeRelease(wanted);
  return { release, index: wanted.index ?? built(wanted, release) };
}

/** A made release, from the cache folder if it is there. */
function madeRelease(wanted: Omit<Wanted, 'release' | 'index'>): string {
  const { addresses, releaseSeed, gazetteer, strings, cache } = wanted;
  mkdirSync(cache, { recursive: true });
  const given = `${gazetteer === null ? '' : '-gazetteer'}${strings === null ? '' : '-strings'}`;
  const folder = join(cache, `release-${addresses}-seed-${releaseSeed}${given}`);
  if (isFresh(folder, 'build-index/generate')) return folder;
  const unfinished = `${folder}.unfinished`;
  rmSync(unfinished, { recursive: true, force: true });
  runNode([
    compiled('build-index/generate/main.js'),
    ...['--addresses', String(addresses), '--seed', String(releaseSeed), '--out', unfinished],
    ...(gazetteer === null ? [] : ['--gazetteer', gazetteer]),
    ...(strings === null ? [] : ['--strings', strings]),
  ]);
  rmSync(folder, { recursive: true, force: true });
  renameSync(unfinished, folder);
  utimesSync(folder, new Date(), new Date());
  return folder;
}

function built({ cache, release: given }: Wanted, release: string): string {
  const name = given === null ? release.slice(cache.length + 1) : release.replaceAll(/[^A-Za-z0-9]+/g, '-');
  const out = join(cache, `${name}.lbx`);
  if (
    isFresh(out, 'build-index') &&
    isFresh(out, 'src/address/index') &&
    statSync(out).mtimeMs > statSync(release).mtimeMs
  )
    return out;
  buildIndex(release, out);
  return out;
}

/** True for an existing file or folder that is newer than all compiled programs of a room. */
function isFresh(path: string, room: string): boolean {
  if (!existsSync(path)) return false;
  const made = statSync(path).mtimeMs;
  return readdirSync(compiled(room), { recursive: true, withFileTypes: true }).every(
    (entry) => !entry.name.endsWith('.js') || statSync(join(entry.parentPath, entry.name)).mtimeMs < made,
  );
}

/** Where made releases are kept. */
export const CACHE = join(tmpdir(), 'letterbox-bench');

/** The larger gazetteer, which is kept next to the repository; null if it is absent. */
export function sharedGazetteer(): string | null {
  const folder = fileURLToPath(new URL('../../../../shared/gnaf/gazetteer', import.meta.url));
  return existsSync(folder) ? folder : null;
}

/**
 * A made release of `addresses` addresses, seed 1, from the cache folder if it is there; made by
 * the larger gazetteer if that is present, otherwise by the bundled one.
 */
export function ensureRelease(addresses: number): string {
  return madeRelease({ addresses, releaseSeed: 1, gazetteer: sharedGazetteer(), strings: null, cache: CACHE });
}
