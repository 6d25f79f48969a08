import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { compiledModules } from './test/support/compiled-modules.ts';
import { LongestFirst } from './test/support/longest-first.ts';
import { SLOW_FILES } from './test/support/slow-files.ts';

/** Whether the command line names test files or folders: these run, slow or not. */
const namesFiles = process.argv.slice(2).some((argument) => argument.startsWith('test/'));

export default defineConfig({
  plugins: process.env.COMPILED === '1' ? [compiledModules()] : [],
  test: {
    include: ['test/**/*.test.ts'],
    exclude: process.env.QUICK === '1' && !namesFiles ? [...SLOW_FILES] : [],
    globalSetup: ['test/support/run-folder.ts'],
    sequence: { sequencer: LongestFirst },
    // A busy machine is slow, which is no failure: only a test that hangs is.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    pool: 'forks',
    // More files at a time than processors: a fifth of the time tests wait, for programs that start or clocks that go on.
    maxWorkers: Math.ceil(1.5 * availableParallelism()),
    // Loading the modules again for each file would take a third of the time.
    isolate: false,
    // What is compiled already is taken as it is.
    server: { deps: { external: [/\/dist\//] } },
    coverage: {
      include: ['src/**/*.ts', 'build-index/**/*.ts'],
      exclude: ['**/generated/**', 'src/pages/**'],
      reporter: ['text-summary', 'html'],
      thresholds: { statements: 84, branches: 81, functions: 82, lines: 85 },
    },
  },
});
