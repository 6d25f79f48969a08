import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Gazetteer, readGazetteer } from '../../build-index/generate/gazetteer.ts';
import { generateRelease as writeRelease } from '../../build-index/generate/generate-release.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** Folders that an index is built from. */
export interface ReleaseFolders {
  readonly gnaf: string;
  readonly abs: string | null;
  readonly boundaries: string | null;
}

/** The bundled sample release. */
export const SAMPLE = foldersOf(join(ROOT, 'data/sample'));

/** The real Victorian sample, or null where this machine does not have it. */
export function victorianSample(): ReleaseFolders | null {
  const folder = fileURLToPath(new URL('../../../shared/gnaf/vic-sample/', import.meta.url));
  if (!existsSync(folder)) return null;
  return { gnaf: `${folder}G-NAF`, abs: `${folder}abs`, boundaries: `${folder}admin-bdys` };
}

/** A generated release, made once in a run of the tests. Not to be changed. */
export function generatedRelease(addresses: number, seed: number): ReleaseFolders {
  return foldersOf(madeOnce(`release-${addresses}-${seed}`, (out) => generateRelease(addresses, seed, out)));
}

let gazetteer: Gazetteer | null = null;

/** Generates a release into a folder that is empty or not there yet. */
export function generateRelease(addresses: number, seed: number, out: string): ReleaseFolders {
  gazetteer ??= readGazetteer(join(ROOT, 'data/gazetteer'));
  writeRelease({ addresses, seed, gazetteer, out });
  return foldersOf(out);
}

/** The index of the bundled sample, built by the program once in a run of the tests. Not to be changed: copy it first. */
export function sampleIndex(): string {
  return madeOnce('sample.lbx', (out) => buildIndex(SAMPLE, out));
}

/** The index of a generated release with its boundaries, built once in a run of the tests. Not to be changed. */
export function generatedIndex(addresses: number, seed: number): string {
  return madeOnce(`index-${addresses}-${seed}.lbx`, (out) => buildIndex(generatedRelease(addresses, seed), out));
}

/** Builds an index of a release with the command-line builder, and answers its path. Throws what it says where it fails. */
export function buildIndex(release: ReleaseFolders, out: string, options: readonly string[] = []): string {
  const folders = Object.entries(release).flatMap(([name, folder]) => (folder === null ? [] : [`--${name}`, folder]));
  const program = join(ROOT, 'dist/build-index/main.js');
  execFileSync(process.execPath, [program, ...folders, ...options, '--out', out], { stdio: 'pipe' });
  return out;
}

/** A new folder for what the tests of a file make; it goes with the run. */
export function newFolder(): string {
  return mkdtempSync(join(tmpdir(), 'folder-'));
}

function foldersOf(release: string): ReleaseFolders {
  return { gnaf: join(release, 'G-NAF'), abs: join(release, 'abs'), boundaries: join(release, 'boundaries') };
}

/**
 * What `make` makes under a name, a file or a folder: the first time that any test of the run asks for it, or of all runs that share a folder by
 * `LETTERBOX_TEST_SHARED`. It is made beside its place and then renamed, so that two processes that make it at once do no harm.
 */
export function madeOnce(name: string, make: (out: string) => unknown): string {
  const path = join(process.env.LETTERBOX_TEST_SHARED ?? join(tmpdir(), 'shared'), name);
  if (existsSync(path)) return path;
  mkdirSync(dirname(path), { recursive: true });
  const own = mkdtempSync(`${path}-`);
  const made = join(own, name);
  make(made);
  try {
    renameSync(made, path);
  } catch (error) {
    if (!existsSync(path)) throw error;
  }
  rmSync(own, { recursive: true, force: true });
  return path;
}
