import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path/posix';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const ROOT = fileURLToPath(new URL('../', import.meta.url));

/** The rooms, and what each may import besides itself. A file is in the room of the longest name that fits its path. */
const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  'build-index': ['src/version.ts', 'src/index', 'src/whole-file.ts'],
  'src/index': ['src/libc.ts'],
  'src/search/query': ['src/index', 'src/search/text'],
  'src/search/text': ['src/index'],
  'src/search/parse': ['src/index', 'src/search/query', 'src/search/text'],
  'src/search/retrieve': ['src/index', 'src/search/parse', 'src/search/query', 'src/search/text'],
  'src/search/resolve': ['src/index', 'src/search/parse', 'src/search/query', 'src/search/retrieve', 'src/search/text'],
  'src/search/score': [
    'src/index',
    'src/search/parse',
    'src/search/query',
    'src/search/resolve',
    'src/search/retrieve',
    'src/search/text',
  ],
  'src/search/autocomplete': [
    'src/index',
    'src/search/parse',
    'src/search/query',
    'src/search/resolve',
    'src/search/retrieve',
    'src/search/text',
    'src/search/score',
  ],
  'src/search/validate': [
    'src/index',
    'src/search/parse',
    'src/search/query',
    'src/search/resolve',
    'src/search/retrieve',
    'src/search/text',
    'src/search/score',
  ],
  'src/operations': [
    'src/index',
    'src/operations/table',
    'src/search/autocomplete',
    'src/search/score',
    'src/search/text',
    'src/search/validate',
  ],
  'src/operations/explain': [
    'src/index',
    'src/operations',
    'src/search/autocomplete',
    'src/search/parse',
    'src/search/query',
    'src/search/query',
    'src/search/score',
    'src/search/text',
    'src/search/validate',
  ],
  'src/operations/table': [],
  'src/admission': ['src/libc.ts', 'src/operations/table', 'src/settings-file.ts'],
  'src/telemetry': ['src/operations/table'],
  'src/flags.ts': [],
  'src/excerpt.ts': [],
  'src/held-connections.ts': [],
  'src/settings-file.ts': [],
  'src/libc.ts': [],
  'src/version.ts': [],
  'src/whole-file.ts': ['src/libc.ts'],
  'src/release/diff': ['src/index', 'src/operations', 'src/whole-file.ts'],
  'src/configuration-file.ts': ['src/flags.ts', 'src/settings-file.ts'],
  'src/http/pages/settings.ts': [],
  'src/http': [
    'src/version.ts',
    'src/http/pages/settings.ts',
    'src/admission',
    'src/index',
    'src/operations',
    'src/operations/explain',
    'src/operations/table',
    'src/telemetry',
  ],
  'src/server': [
    'src/version.ts',
    'src/admission',
    'src/held-connections.ts',
    'src/http',
    'src/index',
    'src/libc.ts',
    'src/operations/table',
    'src/release',
    'src/telemetry',
  ],
  'src/ledger': ['src/admission', 'src/excerpt.ts'],
  'src/accounts': [
    'src/admission',
    'src/excerpt.ts',
    'src/flags.ts',
    'src/held-connections.ts',
    'src/ledger',
    'src/settings-file.ts',
  ],
  'src/release': [
    'src/version.ts',
    'src/configuration-file.ts',
    'src/flags.ts',
    'src/index',
    'src/release/diff',
    'src/settings-file.ts',
    'src/telemetry',
    'src/whole-file.ts',
  ],
  'src/credits': [
    'src/version.ts',
    'src/accounts',
    'src/admission',
    'src/configuration-file.ts',
    'src/excerpt.ts',
    'src/flags.ts',
    'src/ledger',
    'src/telemetry',
  ],
  'src/match/format': [],
  'src/match/input': ['src/match/columns/header-names.ts', 'src/match/format'],
  'src/match/lookup': ['src/index', 'src/match/format', 'src/operations', 'src/search/score', 'src/search/validate'],
  'src/match/columns/header-names.ts': [],
  'src/match/columns': ['src/index', 'src/match/columns/header-names.ts', 'src/match/format', 'src/match/lookup'],
  'src/match/review': [
    'src/index',
    'src/match/format',
    'src/match/input',
    'src/match/lookup',
    'src/search/autocomplete',
    'src/search/query',
    'src/search/score',
  ],
  'src/match/report': ['src/index', 'src/match/lookup', 'src/search/score'],
  'src/match/run': [
    'src/index',
    'src/match/format',
    'src/match/input',
    'src/match/lookup',
    'src/match/report',
    'src/match/review',
  ],
  'src/match': [
    'src/version.ts',
    'src/flags.ts',
    'src/index',
    'src/match/columns',
    'src/match/columns/header-names.ts',
    'src/match/format',
    'src/match/input',
    'src/match/lookup',
    'src/match/report',
    'src/match/review',
    'src/match/run',
  ],
  'src/operation-tables.ts': ['src/operations/table'],
  'src/client': [],
  'src/client/generate-types.ts': ['src/http', 'src/operations/table'],
  'src/mcp': ['src/version.ts', 'src/client', 'src/flags.ts', 'src/operations/table'],
  'src/web': [],
  'src/configuration.ts': [
    'src/version.ts',
    'src/accounts',
    'src/configuration-file.ts',
    'src/credits',
    'src/flags.ts',
    'src/http/pages/settings.ts',
    'src/release',
    'src/server',
    'src/telemetry',
  ],
  'src/lint-openapi.ts': ['src/accounts', 'src/http'],
  'src/explain.ts': ['src/version.ts', 'src/index', 'src/operations/explain'],
  'src/main.ts': [
    'src/admission',
    'src/configuration.ts',
    'src/credits',
    'src/index',
    'src/libc.ts',
    'src/release',
    'src/server',
    'src/telemetry',
  ],
  'bench/figures.ts': [],
  'bench/machine.ts': [],
  'bench/options.ts': [],
  'bench/postgres-server.ts': [],
  'bench/releases.ts': ['bench/accuracy'],
  'bench/accuracy': ['build-index', 'src/index', 'src/operations', 'src/operations/table'],
  'bench/admission': ['bench/figures.ts', 'src/admission', 'src/index'],
  'bench/answers': ['bench/accuracy', 'bench/search', 'build-index', 'src/index', 'src/operations'],
  'bench/batch': [
    'bench/accuracy',
    'bench/figures.ts',
    'bench/http',
    'bench/latency',
    'bench/machine.ts',
    'bench/options.ts',
    'src/index',
  ],
  'bench/cache': [
    'bench/accuracy',
    'bench/figures.ts',
    'bench/http',
    'bench/machine.ts',
    'bench/options.ts',
    'bench/search',
    'build-index',
    'src/http',
    'src/index',
    'src/operations',
    'src/telemetry',
  ],
  'bench/growth': [
    'bench/accuracy',
    'bench/figures.ts',
    'bench/http',
    'bench/machine.ts',
    'bench/options.ts',
    'bench/releases.ts',
    'bench/search',
    'build-index',
    'src/index',
  ],
  'bench/http': [
    'build-index',
    'bench/figures.ts',
    'bench/options.ts',
    'src/http',
    'src/index',
    'src/operations',
    'src/telemetry',
  ],
  'bench/index': ['bench/accuracy', 'bench/figures.ts', 'bench/machine.ts'],
  'bench/latency': [
    'bench/accuracy',
    'bench/figures.ts',
    'bench/http',
    'bench/machine.ts',
    'bench/options.ts',
    'bench/search',
    'src/index',
  ],
  'bench/match': [
    'bench/accuracy',
    'bench/figures.ts',
    'build-index',
    'src/flags.ts',
    'src/index',
    'src/match/format',
    'src/match/lookup',
  ],
  'bench/memory': [
    'bench/accuracy',
    'bench/figures.ts',
    'bench/http',
    'bench/machine.ts',
    'bench/options.ts',
    'bench/soak',
    'build-index',
    'src/index',
  ],
  'bench/overload': [
    'bench/accuracy',
    'bench/figures.ts',
    'bench/http',
    'bench/machine.ts',
    'bench/options.ts',
    'bench/search',
    'build-index',
    'src/index',
  ],
  'bench/peers': [
    'bench/accuracy',
    'bench/figures.ts',
    'bench/machine.ts',
    'bench/options.ts',
    'bench/postgres-server.ts',
    'bench/releases.ts',
    'bench/search',
    'build-index',
    'src/index',
  ],
  'bench/runner': ['bench/figures.ts'],
  'bench/search': ['bench/accuracy', 'build-index', 'src/index', 'src/operations', 'src/operations/table'],
  'bench/simulate': [
    'bench/figures.ts',
    'bench/http',
    'bench/machine.ts',
    'bench/postgres-server.ts',
    'build-index',
    'src/accounts',
    'src/admission',
    'src/credits',
    'src/ledger',
  ],
  'bench/tiles': [
    'bench/accuracy',
    'bench/figures.ts',
    'bench/machine.ts',
    'bench/options.ts',
    'build-index',
    'src/http',
    'src/index',
  ],
  'bench/updates': ['bench/options.ts', 'bench/soak'],
  'bench/soak': [
    'bench/http',
    'bench/postgres-server.ts',
    'src/admission',
    'src/http',
    'src/index',
    'src/operations',
    'src/release',
  ],
  'bench/main.ts': [
    'bench/accuracy',
    'bench/figures.ts',
    'bench/machine.ts',
    'bench/options.ts',
    'bench/releases.ts',
    'bench/runner',
  ],
};

interface Import {
  readonly file: string;
  readonly target: string;
}

const files = ['src', 'build-index', 'bench']
  .flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map((path) => join(folder, path)),
  )
  .filter((path) => path.endsWith('.ts'));

const imports = files.flatMap((file) => importsOf(file));

/** The imports and re-exports of a file; relative ones as paths from the root of the repository. */
function importsOf(file: string): Import[] {
  const statements = /^(?:import|export)\b(?:[^'";]*?\bfrom)?\s*'([^']+)'|\bimport\('([^']+)'\)/gm;
  return [...sourceOf(file).matchAll(statements)].map(([, named, called]) => {
    const specifier = named ?? called;
    const target = specifier.startsWith('.') ? join(dirname(file), specifier) : specifier;
    return { file, target };
  });
}

function sourceOf(file: string): string {
  return readFileSync(join(ROOT, file), 'utf8');
}

function roomOf(path: string): string | undefined {
  return Object.keys(MAY_IMPORT)
    .filter((room) => path === room || path.startsWith(`${room}/`))
    .sort((a, b) => b.length - a.length)[0];
}

const across = imports
  .map((each) => ({ ...each, from: roomOf(each.file), to: roomOf(each.target) }))
  .filter(({ from, to, target }) => files.includes(target) && from !== to);

/** The files that a worker loads, and so all that a request can pass through. */
const answering = [...reachedFrom('src/http/worker.ts')];

function targetsOf(file: string): string[] {
  return imports.filter((each) => each.file === file).map(({ target }) => target);
}

function reachedFrom(file: string): Set<string> {
  const reached = new Set([file]);
  for (const each of reached) for (const target of targetsOf(each)) reached.add(target);
  return reached;
}

describe('The rooms of the program', () => {
  it('hold every file', () => {
    expect(files.filter((file) => roomOf(file) === undefined)).toEqual([]);
  });

  it('import one way only, and no arrow is drawn that nothing goes along', () => {
    const against = across.filter(({ from, to }) => !MAY_IMPORT[from!].includes(to!));
    expect(against.map(({ file, target }) => `${file} imports ${target}`)).toEqual([]);
    const unused = Object.entries(MAY_IMPORT).flatMap(([from, rooms]) =>
      rooms.filter((to) => !across.some((each) => each.from === from && each.to === to)).map((to) => `${from} → ${to}`),
    );
    expect(unused).toEqual([]);
  });

  it('keep accounts, credits and their databases out of what answers requests', () => {
    const foreign = /^src\/(accounts|credits|ledger)\/|^(kysely|libsql|pg|jose|commander)$/;
    expect(answering.filter((path) => foreign.test(path))).toEqual([]);
  });

  it('let the operations and their search compute only: no files, no clock, no network, no packages', () => {
    const computing = answering.filter((path) => /^src\/(operations|search)\//.test(path));
    expect(computing).toContain('src/search/autocomplete/autocomplete.ts');
    const outside = computing.flatMap((file) => targetsOf(file).filter((target) => !files.includes(target)));
    expect(outside).toEqual([]);
    const impure = /\b(?:process|performance|Date|setTimeout|setInterval|fetch|Math\.random)\b[.(]/;
    expect(computing.filter((file) => impure.test(sourceOf(file)))).toEqual([]);
  });

  it('let the client run in a browser: it imports its own files alone', () => {
    const client = [...reachedFrom('src/client/client.ts')];
    expect(client).toContain('src/client/attempt.ts');
    expect(client.filter((path) => !path.startsWith('src/client/'))).toEqual([]);
  });

  it('have no circle of files that import each other, types included', () => {
    const order: string[] = [];
    const visit = (file: string, path: readonly string[]): void => {
      expect(path, `a circle: ${[...path, file].join(' → ')}`).not.toContain(file);
      if (order.includes(file)) return;
      for (const { target } of imports.filter((each) => each.file === file)) {
        if (files.includes(target)) visit(target, [...path, file]);
      }
      order.push(file);
    };
    for (const file of files) visit(file, []);
    expect(order).toHaveLength(files.length);
  });
});
