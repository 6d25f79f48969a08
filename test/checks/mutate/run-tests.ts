import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { endDatabases, ORDER, type TreeCopy } from './tree-copy.ts';

/** In which order test files run, by what is learnt of them: a change that is noticed shall be noticed soon. */
export class TestOrder {
  readonly #noticed = new Map<string, number>();

  /** First what noticed changes of this file before, then what is quick, near before far. Seconds are those of each test. */
  sorted<T extends { readonly path: string; readonly seconds: number }>(file: string, tests: readonly T[]): T[] {
    const cost = ({ path, seconds }: T, at: number) =>
      ((seconds + 0.5) * (1 + at / 4)) / (1 + 4 * (this.#noticed.get(`${file} ${path}`) ?? 0));
    return tests
      .map((test, at) => ({ test, cost: cost(test, at) }))
      .sort((a, b) => a.cost - b.cost)
      .map(({ test }) => test);
  }

  /** Learns that a test noticed a change of a file. */
  note(file: string, test: string): void {
    const of = `${file} ${test}`;
    this.#noticed.set(of, 1 + (this.#noticed.get(of) ?? 0));
  }
}

/** How the tests ended, and which were run. */
export interface TestRun {
  readonly outcome: 'passed' | 'failed' | 'timeout';
  readonly seconds: number;
  /** Files that ran, with what each took. */
  readonly files: readonly { readonly path: string; readonly seconds: number; readonly failed: boolean }[];
  /** The end of what the tests printed. */
  readonly output: string;
}

interface Reported {
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    readonly startTime: number;
    readonly endTime: number;
  }[];
}

/** More for the environment of the tests. */
interface Folders {
  /** Where every process that ends by itself writes what it ran. */
  readonly NODE_V8_COVERAGE?: string;
  /** Where releases and indexes are that the change cannot change: made once for all runs. */
  readonly LETTERBOX_TEST_SHARED?: string;
}

/** Runs test files one after the other in one process, until the first that fails. */
export async function runTests(
  copy: TreeCopy,
  tests: readonly string[],
  mostSeconds: number,
  interrupted: AbortSignal,
  folders: Folders,
): Promise<TestRun> {
  const report = join(copy.temporary, 'report.json');
  rmSync(copy.temporary, { recursive: true, force: true, maxRetries: 10 });
  mkdirSync(copy.temporary, { mode: 0o711 });
  const start = performance.now();
  const vitest = join(copy.root, 'node_modules/vitest/vitest.mjs');
  const options = ['--config=mutate.config.mjs', '--bail=1', '--maxWorkers=1', '--reporter=json', '--reporter=default'];
  const child = spawn(process.execPath, [vitest, 'run', ...options, `--outputFile.json=${report}`, ...tests], {
    cwd: copy.root,
    detached: true,
    env: {
      ...process.env,
      TMPDIR: copy.temporary,
      NO_COLOR: '1',
      // What is changed is compiled too: nothing has to be transformed for the runner.
      COMPILED: '1',
      [ORDER]: tests.join(),
      ...folders,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output = (output + text).slice(-20_000);
    });
  // Its workers and the programs that tests started are of the same group.
  const end = () => {
    if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, 'SIGKILL');
  };
  let late = false;
  const timer = setTimeout(() => {
    late = true;
    end();
  }, 1000 * mostSeconds);
  interrupted.addEventListener('abort', end, { once: true });
  const status = await new Promise<number | null>((resolve) => child.once('close', resolve));
  clearTimeout(timer);
  interrupted.removeEventListener('abort', end);
  if (status === null) endDatabases(copy.temporary);
  return {
    outcome: late ? 'timeout' : status === 0 ? 'passed' : 'failed',
    seconds: (performance.now() - start) / 1000,
    files: existsSync(report) ? readReport(copy.root, report) : [],
    output,
  };
}

function readReport(root: string, path: string): TestRun['files'] {
  const { testResults } = JSON.parse(readFileSync(path, 'utf8')) as Reported;
  return testResults.map(({ name, status, startTime, endTime }) => ({
    path: relative(root, name),
    seconds: (endTime - startTime) / 1000,
    failed: status === 'failed',
  }));
}
