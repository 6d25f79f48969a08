import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path/posix';
import { MAY_IMPORT } from './rooms.ts';

/** A file that imports another. */
export interface Import {
  readonly file: string;
  readonly target: string;
}

/** The TypeScript files of the program, and what they import. */
export interface Program {
  readonly files: readonly string[];
  /** Relative imports and re-exports, as paths from the root of the repository; packages by their names. */
  readonly imports: readonly Import[];
  readonly sourceOf: (file: string) => string;
}

/** Reads the program below the root of the repository. */
export function readProgram(root: string): Program {
  const sourceOf = (file: string) => readFileSync(join(root, file), 'utf8');
  const files = ['src', 'build-index', 'bench']
    .flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((path) => join(folder, path)),
    )
    .filter((path) => path.endsWith('.ts'));
  return { files, imports: files.flatMap((file) => importsIn(file, sourceOf(file))), sourceOf };
}

function importsIn(file: string, source: string): Import[] {
  const statements = /^(?:import|export)\b(?:[^'";]*?\bfrom)?\s*'([^']+)'|\bimport\('([^']+)'\)/gm;
  return [...source.matchAll(statements)].map(([, named, called]) => {
    const specifier = named ?? called;
    const target = specifier.startsWith('.') ? join(dirname(file), specifier) : specifier;
    return { file, target };
  });
}

function roomOf(path: string): string | undefined {
  return Object.keys(MAY_IMPORT)
    .filter((room) => path === room || path.startsWith(`${room}/`))
    .sort((a, b) => b.length - a.length)[0];
}

/** Sentences on files without a room, imports that their rooms may not have, and arrows that nothing goes along. */
export function roomFaults({ files, imports }: Program): string[] {
  const across = imports
    .filter(({ target }) => files.includes(target))
    .map((each) => ({ ...each, from: roomOf(each.file), to: roomOf(each.target) }))
    .filter(({ from, to }) => from !== to);
  const homeless = files.filter((file) => roomOf(file) === undefined);
  const against = across.filter(
    ({ from, to }) => from !== undefined && to !== undefined && !MAY_IMPORT[from].includes(to),
  );
  const unused = Object.entries(MAY_IMPORT).flatMap(([from, rooms]) =>
    rooms.filter((to) => !across.some((each) => each.from === from && each.to === to)).map((to) => `${from} → ${to}`),
  );
  return [
    ...homeless.map((file) => `${file} is in no room: give it one in test/checks/architecture/rooms.ts`),
    ...against.map(({ file, target, from }) => {
      const rooms = MAY_IMPORT[from as string].join(', ') || 'no other room';
      return `${file} imports ${target}: ${from} may import ${rooms} (test/checks/architecture/rooms.ts)`;
    }),
    ...unused.map((arrow) => `${arrow} is allowed in test/checks/architecture/rooms.ts, and nothing imports so`),
  ];
}
