import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync, utimesSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildIndex, compiled, runNode } from './programs.ts';

/** What is to be judged, as the command line says it; null for what is to be made. */
export interface Wanted {
  readonly release: string | null;
  readonly index: string | null;
  readonly addresses: number;
  readonly releaseSeed: number;
  readonly gazetteer: string | null;
  /** Address strings whose streets and numbers are put in. */
  readonly strings: string | null;
  readonly cache: string;
}

/** A release folder and an index of it. */
export interface Prepared {
  readonly release: string;
  readonly index: string;
}

/**
 * The release and the index to judge: those given, or made once and kept in the cache folder under
 * a name that tells their arguments, until the programs that make them change. An index belongs to
 * its release: one without the other can only be the release.
 *
 * @throws Error where a given path is missing, or a program fails
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

/** A made release, made now or kept in the cache folder from before. */
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
  if (isFresh(out, 'build-index') && isFresh(out, 'src/index') && statSync(out).mtimeMs > statSync(release).mtimeMs)
    return out;
  buildIndex(release, out);
  return out;
}

/** True for a file or folder that is there and younger than all compiled programs of a room. */
function isFresh(path: string, room: string): boolean {
  if (!existsSync(path)) return false;
  const made = statSync(path).mtimeMs;
  return readdirSync(compiled(room), { recursive: true, withFileTypes: true }).every(
    (entry) => !entry.name.endsWith('.js') || statSync(join(entry.parentPath, entry.name)).mtimeMs < made,
  );
}

/** Where made releases are kept. */
export const CACHE = join(tmpdir(), 'letterbox-bench');

/** The larger gazetteer, which is kept beside the repository; null where it is not there. */
export function sharedGazetteer(): string | null {
  const folder = fileURLToPath(new URL('../../../../shared/gnaf/gazetteer', import.meta.url));
  return existsSync(folder) ? folder : null;
}

/**
 * A made release of so many addresses, seed 1, made now or kept from before: by the larger
 * gazetteer where it is there, else by the bundled one.
 */
export function ensureRelease(addresses: number): string {
  return madeRelease({ addresses, releaseSeed: 1, gazetteer: sharedGazetteer(), strings: null, cache: CACHE });
}
