import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { filesOf } from './stamps.mjs';

/**
 * A step of the build: what it reads, and how it is made. `make` is told whether what it wrote before is whole, and answers with what it
 * read, where that is not known before, and what it wrote.
 * @typedef {object} Step
 * @property {string} name
 * @property {readonly string[]} needs other steps that come before
 * @property {(() => readonly string[]) | null} inputs null for what it read the last time
 * @property {(whole: boolean) => Made | Promise<Made>} make
 * @typedef {{ readonly inputs?: readonly string[], readonly outputs: readonly string[] }} Made
 */

/**
 * The programs and threads that are bundled: the steps whose files it is made of, what it needs beside itself to run, and the flag with
 * which it only checks what it is told.
 * @type {Readonly<Record<string, { readonly from?: readonly string[], readonly needs?: readonly string[], readonly check?: string }>>}
 */
export const PROGRAMS = JSON.parse(readFileSync(new URL('programs.json', import.meta.url), 'utf8'));

const DOCUMENTS = () => readdirSync('.').filter((name) => name.endsWith('.md'));

/** Writes the sources that git does not keep. Its program is bundled without being compiled: others cannot be compiled before it ran. */
const GENERATOR = {
  name: 'generated',
  program: 'src/clients/generate/main',
  needs: [],
  inputs: [],
  outputs: ['src/clients/client/generated'],
};

/** Programs of ours that write files: the steps before, what is read and what is written, as files, folders or lists of them. */
const WRITERS = [
  {
    name: 'dashboard',
    program: 'src/service/telemetry/grafana/main',
    needs: [],
    inputs: [],
    outputs: ['dist/src/service/telemetry/grafana/letterbox.json'],
  },
  {
    name: 'pages',
    program: 'src/pages/build/main',
    needs: ['generated'],
    inputs: ['src', 'build-index', 'data/plans.json', DOCUMENTS],
    outputs: ['dist/web'],
  },
  {
    name: 'packages',
    program: 'src/clients/packages/main',
    needs: ['client', 'types', 'pages'],
    inputs: ['src', 'dist/src/clients/client', 'dist/web', 'LICENSE'],
    outputs: ['dist/packages'],
  },
];

const BUNDLED = [...Object.keys(PROGRAMS), ...WRITERS.map(({ program }) => program)];

/**
 * Every step, in the order in which they are made; those of one line at the same time.
 * @type {readonly (readonly Step[])[]}
 */
export const STAGES = [
  [bundled(GENERATOR.program)],
  [written(GENERATOR)],
  [compiled('compile', 'tsconfig.build.json', 'dist/.tsbuildinfo', ['src', 'build-index', 'bench', 'test/checks'])],
  [compiled('client', 'src/clients/client/tsconfig.build.json', 'dist/.client.tsbuildinfo', ['src/clients/client'])],
  [compiled('types', 'src/pages/field/tsconfig.json', 'dist/.field.tsbuildinfo', ['src'])],
  BUNDLED.map(bundled),
  ...WRITERS.map((writer) => [written(writer)]),
];

/**
 * A step that compiles. The compiler only writes what it takes for changed: where something is missing, it is to forget what it wrote.
 * @param {string} name
 * @param {string} configuration
 * @param {string} notes the compiler's own
 * @param {readonly string[]} folders
 * @returns {Step}
 */
function compiled(name, configuration, notes, folders) {
  return {
    name,
    needs: [],
    inputs: () => folders.flatMap(filesOf).filter((path) => /\.ts$|tsconfig\.json$/.test(path)),
    make(whole) {
      if (!whole) rmSync(notes, { force: true });
      run('node_modules/.bin/tsc', ['-p', configuration]);
      return { outputs: emitted(configuration, notes) };
    },
  };
}

/**
 * The files that the compiler keeps of a configuration, but those that a bundle takes the place of.
 * @param {string} configuration
 * @param {string} notes
 */
function emitted(configuration, notes) {
  const { rootDir, outDir, emitDeclarationOnly } = JSON.parse(readFileSync(configuration, 'utf8')).compilerOptions;
  const from = resolve(dirname(configuration), rootDir);
  const to = relative('.', resolve(dirname(configuration), outDir));
  /** @type {{ fileNames: string[] }} */
  const { fileNames } = JSON.parse(readFileSync(notes, 'utf8'));
  const sources = fileNames
    .map((path) => relative(from, resolve(dirname(notes), path)))
    .filter((path) => path.endsWith('.ts') && !path.endsWith('.d.ts') && !path.startsWith('..'))
    .map((path) => path.slice(0, -'.ts'.length));
  const files = sources.flatMap((source) => [
    join(to, `${source}.d.ts`),
    ...(emitDeclarationOnly || BUNDLED.includes(source)
      ? []
      : [join(to, `${source}.js`), join(to, `${source}.js.map`)]),
  ]);
  return files.filter((file) => existsSync(file));
}

/**
 * A step that bundles a program.
 * @param {string} program
 * @returns {Step}
 */
function bundled(program) {
  return {
    name: program,
    needs: PROGRAMS[program]?.from ?? [],
    inputs: null,
    // The bundler is loaded where there is something to bundle.
    make: async () => (await import('./bundle.mjs')).bundle(resolve('.'), program),
  };
}

/**
 * A step that runs a program of ours.
 * @param {typeof GENERATOR | (typeof WRITERS)[number]} writer
 * @returns {Step}
 */
function written({ name, program, needs, inputs, outputs }) {
  const script = `dist/${program}.js`;
  return {
    name,
    needs: [program, ...needs],
    inputs: () => [script, ...inputs.flatMap((each) => (typeof each === 'string' ? filesOf(each) : each()))],
    make() {
      run(process.execPath, [script]);
      return { outputs: outputs.flatMap(filesOf) };
    },
  };
}

/**
 * Runs a program; standard output is left to the tool that is built.
 * @param {string} program
 * @param {readonly string[]} args
 */
function run(program, args) {
  const { status, error } = spawnSync(program, args, { stdio: ['ignore', 2, 2] });
  if (error !== undefined) throw error;
  if (status !== 0) throw new Error(`${[program, ...args].join(' ')} failed`);
}
