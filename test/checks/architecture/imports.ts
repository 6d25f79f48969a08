import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path/posix';
import { BETWEEN_DOORS, WITHIN_DOORS } from './rooms.ts';

/** Where the arrows are drawn. */
const ROOMS = 'test/checks/architecture/rooms.ts';

/** A file that imports another. */
interface Import {
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

/** The longest of some names that is a path, or a folder that it is in. */
function fitting(path: string, names: readonly string[]): string | undefined {
  return names.filter((name) => path === name || path.startsWith(`${name}/`)).sort((a, b) => b.length - a.length)[0];
}

/** The door of a file: `src/address`, `src/main.ts`, `bench`. */
export function doorOf(path: string): string {
  const [top, second] = path.split('/');
  return top === 'src' ? `${top}/${second}` : top;
}

/** An arrow that is drawn, and one that an import goes along; undefined where no arrow is drawn for it. */
interface Judged extends Import {
  readonly from: string;
  /** The name that the arrow leads to. */
  readonly to: string | undefined;
  readonly may: readonly string[];
}

/** What the arrows between doors say of an import from one door into another. */
function judgeBetween({ file, target }: Import): Judged | undefined {
  const from = fitting(file, Object.keys(BETWEEN_DOORS));
  if (from === undefined) return undefined;
  const may = BETWEEN_DOORS[from];
  return { file, target, from, to: fitting(target, may), may };
}

/** What the arrows inside of a door say of an import from one of its rooms into another. */
function judgeWithin({ file, target }: Import): Judged | undefined {
  const rooms = Object.keys(WITHIN_DOORS);
  const from = fitting(file, rooms);
  const to = fitting(target, rooms);
  if (from === undefined || from === to) return undefined;
  const may = WITHIN_DOORS[from];
  return { file, target, from, to: to !== undefined && may.includes(to) ? to : undefined, may };
}

/** Sentences on files without a door, imports that no arrow allows, and arrows that nothing goes along. */
export function roomFaults({ files, imports }: Program): string[] {
  const inside = imports.filter(({ target }) => files.includes(target));
  const judged = inside
    .map((each) => (doorOf(each.file) === doorOf(each.target) ? judgeWithin(each) : judgeBetween(each)))
    .filter((each) => each !== undefined);
  const homeless = files.filter((file) => fitting(file, Object.keys(BETWEEN_DOORS)) === undefined);
  const against = judged.filter(({ to }) => to === undefined);
  const unused = [...Object.entries(BETWEEN_DOORS), ...Object.entries(WITHIN_DOORS)].flatMap(([from, names]) =>
    names.filter((to) => !judged.some((each) => each.from === from && each.to === to)).map((to) => `${from} → ${to}`),
  );
  return [
    ...homeless.map((file) => `${file} is in no door: give it one in ${ROOMS}`),
    ...against.map(({ file, target, from, may }) => {
      const names =
        may.join(', ') || `nothing ${doorOf(file) === doorOf(target) ? 'else of its door' : 'of other doors'}`;
      return `${file} imports ${target}: ${from} may import ${names} (${ROOMS})`;
    }),
    ...unused.map((arrow) => `${arrow} is allowed in ${ROOMS}, and nothing imports so`),
    ...circles().map((doors) => `the doors ${doors} import each other (${ROOMS})`),
  ];
}

/** Circles of doors, each as its names; of the arrows that are drawn. */
function circles(): string[] {
  const arrows = Object.entries(BETWEEN_DOORS).map(([from, names]) => [doorOf(from), names.map(doorOf)] as const);
  const found: string[] = [];
  const visit = (door: string, path: readonly string[]): void => {
    if (path.includes(door)) found.push([...path.slice(path.indexOf(door)), door].join(' → '));
    else for (const [from, to] of arrows) if (from === door) for (const next of to) visit(next, [...path, door]);
  };
  for (const [from] of arrows) visit(from, []);
  return [...new Set(found)];
}
