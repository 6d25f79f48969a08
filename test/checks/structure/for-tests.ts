import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path/posix';

/** What a file takes of others: names by their files, `*` for all. */
type Taken = ReadonlyMap<string, ReadonlySet<string>>;

/** Reads what files export that tests import and no other file does: the names, by their files. */
export function readForTests(root: string): ReadonlyMap<string, readonly string[]> {
  const files = ['src', 'build-index', 'bench', 'test']
    .flatMap((top) =>
      readdirSync(join(root, top), { recursive: true, encoding: 'utf8' }).map((path) => join(top, path)),
    )
    .filter((path) => /\.tsx?$/.test(path));
  return forTests(files.map((file) => ({ file, text: readFileSync(join(root, file), 'utf8') })));
}

/** What files export that those of tests import and no other does: the names, by their files. */
export function forTests(
  sources: readonly { readonly file: string; readonly text: string }[],
): ReadonlyMap<string, readonly string[]> {
  const isTest = ({ file }: { readonly file: string }) => file.startsWith('test/') || file.endsWith('.test.ts');
  const byTests = takenBy(sources.filter(isTest));
  const byProgram = takenBy(sources.filter((source) => !isTest(source)));
  return new Map(
    [...byTests].map(([file, names]) => {
      const used = byProgram.get(file);
      return [file, [...names].filter((name) => name !== '*' && !used?.has(name) && !used?.has('*')).sort()];
    }),
  );
}

function takenBy(sources: readonly { readonly file: string; readonly text: string }[]): Taken {
  const taken = new Map<string, Set<string>>();
  const statements = /^(?:import|export)\s+(?:type\s+)?(\{[^}]*\}|\*)[^';]*'(\.[^']+)'|\bimport\('(\.[^']+)'\)/gm;
  for (const { file, text } of sources)
    for (const [, names, named, called] of text.matchAll(statements)) {
      const from = join(dirname(file), named ?? called);
      const known = taken.get(from) ?? new Set();
      taken.set(from, known);
      if (names === undefined || names === '*') known.add('*');
      else for (const [name] of names.matchAll(/(?<!\bas )\b(?!(?:type|as)\b)[\w$]+/g)) known.add(name);
    }
  return taken;
}
