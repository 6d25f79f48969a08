import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path/posix';

/** The files of a tree that matter to tests, and what each imports. */
export interface ImportGraph {
  readonly tests: readonly string[];
  readonly imports: ReadonlyMap<string, readonly string[]>;
}

/** Reads the imports of every TypeScript file of a tree, as paths from its root. */
export function readImports(root: string): ImportGraph {
  const files = ['src', 'build-index', 'bench', 'test']
    .flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((path) => join(folder, path)),
    )
    .filter((path) => path.endsWith('.ts'));
  const imports = files.map((file) => {
    const text = readFileSync(join(root, file), 'utf8');
    const named = [...text.matchAll(/\b(?:from|import)\s*\(?\s*'(\.[^']+)'/g)];
    return [file, named.map(([, path]) => join(dirname(file), path))] as const;
  });
  return { tests: files.filter((path) => path.endsWith('.test.ts')), imports: new Map(imports) };
}

/**
 * The tests that a change of a file can reach: first those of the given folders, which may start the program that it is
 * part of, then those that import it from elsewhere; each nearest first, by how many files lie between.
 */
export function relatedTests({ tests, imports }: ImportGraph, file: string, folders: readonly string[]): string[] {
  const distances = tests.map((test) => ({ test, distance: distanceTo(imports, test, file) }));
  distances.sort((a, b) => compare(a.distance, b.distance) || compare(a.test, b.test));
  const beside = distances.filter(({ test }) => folders.some((folder) => test.startsWith(`${folder}/`)));
  const reached = distances.filter(({ distance }) => distance < Number.POSITIVE_INFINITY);
  return [...new Set([...beside, ...reached].map(({ test }) => test))];
}

/** What makes the releases and indexes of the tests. */
const BUILDERS = ['build-index/main.ts', 'build-index/generate/generate-release.ts'];

/** Whether a change of a file can change the releases and indexes that tests are made on. */
export function isBuiltWith({ imports }: ImportGraph, file: string): boolean {
  return BUILDERS.some((builder) => distanceTo(imports, builder, file) < Number.POSITIVE_INFINITY);
}

function compare<T extends string | number>(a: T, b: T): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** How many imports lead from one file to another, as few as can be; infinite where none do. */
export function distanceTo(imports: ImportGraph['imports'], from: string, to: string): number {
  const seen = new Map([[from, 0]]);
  for (const [file, distance] of seen) {
    if (file === to) return distance;
    for (const target of imports.get(file) ?? []) if (!seen.has(target)) seen.set(target, distance + 1);
  }
  return Number.POSITIVE_INFINITY;
}
