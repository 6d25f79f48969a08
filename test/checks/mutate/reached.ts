import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { ImportGraph } from './related-tests.ts';

/** A part of a compiled file that ran: its first offset, and the one after its last. */
type Stretch = readonly [start: number, end: number];

/** What is known of a test file: how it ends where nothing is changed, and what it runs. */
export interface KnownTest {
  /** As `testHash` makes it. */
  readonly hash: string;
  readonly passes: boolean;
  readonly seconds: number;
  /** By source file: a hash of what it compiles to, and the stretches of that which ran in the processes of the test. */
  readonly files: Readonly<Record<string, { readonly hash: string; readonly ran: readonly Stretch[] }>>;
}

interface V8Coverage {
  readonly result: readonly {
    readonly url: string;
    readonly functions: readonly { readonly ranges: readonly V8Range[] }[];
  }[];
}

interface V8Range {
  readonly startOffset: number;
  readonly endOffset: number;
  readonly count: number;
}

/**
 * Reads what Node wrote into `NODE_V8_COVERAGE`, for the compiled files of `src/` below a root. A process that was
 * killed has written nothing.
 */
export function readCoverage(folder: string, root: string): KnownTest['files'] {
  const base = pathToFileURL(join(root, 'dist/')).href;
  const painted = new Map<string, Uint8Array>();
  for (const name of existsSync(folder) ? readdirSync(folder) : []) {
    const { result } = JSON.parse(readFileSync(join(folder, name), 'utf8')) as V8Coverage;
    for (const { url, functions } of result) {
      if (!url.startsWith(`${base}src/`) || !url.endsWith('.js')) continue;
      const file = `${url.slice(base.length, -'.js'.length)}.ts`;
      const ranges = functions.flatMap((it) => it.ranges);
      const length = Math.max(...ranges.map(({ endOffset }) => endOffset));
      const ran = paint(length, ranges);
      const before = painted.get(file);
      if (before === undefined || before.length !== ran.length) painted.set(file, ran);
      else for (let i = 0; i < ran.length; i++) if (ran[i] === 1) before[i] = 1;
    }
  }
  return Object.fromEntries(
    [...painted].map(([file, ran]) => [
      file,
      { hash: compiledHash(readFileSync(compiledPath(root, file), 'utf8')), ran: stretchesOf(ran) },
    ]),
  );
}

/** Marks each offset with whether the innermost range around it ran. */
function paint(length: number, ranges: readonly V8Range[]): Uint8Array {
  const ran = new Uint8Array(length);
  const outerFirst = [...ranges].sort((a, b) => a.startOffset - b.startOffset || b.endOffset - a.endOffset);
  for (const { startOffset, endOffset, count } of outerFirst) ran.fill(count > 0 ? 1 : 0, startOffset, endOffset);
  return ran;
}

function stretchesOf(ran: Uint8Array): Stretch[] {
  const stretches: Stretch[] = [];
  for (let start = ran.indexOf(1); start >= 0; ) {
    const end = ran.indexOf(0, start);
    stretches.push([start, end < 0 ? ran.length : end]);
    start = end < 0 ? -1 : ran.indexOf(1, end);
  }
  return stretches;
}

/** Whether a test runs an offset of what a file compiles to. Yes where the file has changed since that was measured. */
export function reaches(test: KnownTest, file: string, compiled: string, offset: number): boolean {
  const known = test.files[file];
  if (known === undefined) return false;
  if (known.hash !== compiledHash(compiled)) return true;
  return known.ran.some(([start, end]) => start <= offset && offset < end);
}

/** What is known of test files, kept from run to run in a file. */
export class KnownTests {
  readonly #path: string;
  readonly #known: Map<string, KnownTest>;

  constructor(path: string) {
    this.#path = path;
    this.#known = new Map(existsSync(path) ? Object.entries(JSON.parse(readFileSync(path, 'utf8'))) : []);
  }

  /** What is known of a test, or null where nothing is, or where the test has changed since. */
  get(test: string, hash: string): KnownTest | null {
    const known = this.#known.get(test);
    return known?.hash === hash ? known : null;
  }

  set(test: string, known: KnownTest): void {
    this.#known.set(test, known);
    mkdirSync(dirname(this.#path), { recursive: true });
    writeFileSync(this.#path, JSON.stringify(Object.fromEntries(this.#known)));
  }
}

/** A hash of a test file and of all that it imports from `test/`, directly or not; and of whether there is a PostgreSQL. */
export function testHash({ imports }: ImportGraph, root: string, test: string): string {
  const files = new Set([test]);
  for (const file of files)
    for (const target of imports.get(file) ?? [])
      if (target.startsWith('test/') && existsSync(join(root, target))) files.add(target);
  const texts = [...files].map((file) => readFileSync(join(root, file), 'utf8'));
  return hashOf([process.env.LETTERBOX_TEST_POSTGRES ?? 'any', ...texts].join('\0'));
}

/** Where two texts begin to differ; null where they do not. */
export function firstDifference(a: string, b: string): number | null {
  if (a === b) return null;
  let at = 0;
  while (a[at] === b[at]) at++;
  return at;
}

/** Where the compiled form of a source file is. */
export function compiledPath(root: string, file: string): string {
  return join(root, 'dist', file.replace(/\.ts$/, '.js'));
}

/** The compiler of the build names a source map, and keeps the quotes of imports; offsets are the same. */
function compiledHash(text: string): string {
  return hashOf(
    text
      .replace(/^\/\/# sourceMappingURL.*/m, '')
      .replaceAll('"', "'")
      .trim(),
  );
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url').slice(0, 16);
}
