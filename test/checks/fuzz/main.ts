import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Command } from 'commander';
import { wholeNumber } from '../../../src/system/flags.ts';
import { consoleBodies } from './console-bodies.ts';
import { indexBytes } from './index-bytes.ts';
import { queryStrings } from './query-strings.ts';
import { randomOf } from './random.ts';
import { psv, zip } from './releases.ts';
import { requestBytes } from './request-bytes.ts';
import { ROOT } from './running-service.ts';
import type { Target } from './target.ts';

/*
 * Tries changed inputs on everything that takes bytes from strangers, for some minutes in all. Each target runs in a process of its own, so that one that
 * dies or hangs is a finding too. Ends with status 1 where something was found.
 */

const TARGETS: readonly Target[] = [requestBytes, queryStrings, psv, zip, indexBytes, consoleBodies];

/** An input that takes longer hangs, ms: building an index on a busy machine takes a second. */
const HANG_MS = 60_000;

/** Findings of a target after which it is left: they are likely the same. */
const ENOUGH = 5;

interface Options {
  readonly minutes: number;
  readonly seed: number;
  readonly only?: string;
  readonly input?: string;
  readonly findings: string;
  readonly child?: boolean;
}

/** What a target's process says. */
type Said =
  | { readonly kind: 'tries'; readonly count: number }
  | { readonly kind: 'found'; readonly count: number; readonly wrong: string };

const options = new Command()
  .name('fuzz')
  .description('Tries changed inputs on everything that takes bytes from strangers.')
  .option('--minutes <n>', 'how long, all targets together', wholeNumber(1, 100_000), 6)
  .option(
    '--seed <n>',
    'which inputs; another one each time when left out',
    wholeNumber(0, 4_294_967_295),
    Date.now() % 4_294_967_296,
  )
  .option('--only <target>', `one of ${TARGETS.map(({ name }) => name).join(', ')}`)
  .option('--input <file>', 'a finding to try again, with --only')
  .option('--findings <folder>', 'where inputs are saved that are found', join(ROOT, 'dist/fuzz-findings'))
  .option('--child', 'for the program itself')
  .parse()
  .opts<Options>();

const targets = TARGETS.filter(({ name }) => options.only === undefined || name === options.only);
if (targets.length === 0) throw new Error(`there is no target ${options.only}`);
if (options.child) await runTarget(targets[0]);
else if (options.input !== undefined) await tryAgain(targets[0], options.input);
else process.exitCode = (await runAll()) === 0 ? 0 : 1;

/** Runs every target for its share of the time, and answers how many findings there are. */
async function runAll(): Promise<number> {
  const { seed, minutes, findings } = options;
  process.stdout.write(`seed ${seed}\n`);
  mkdirSync(findings, { recursive: true });
  let found = 0;
  for (const { name } of targets) {
    const ends = performance.now() + (minutes * 60_000) / targets.length;
    let tries = 0;
    let here = 0;
    for (let round = 0; performance.now() < ends && here < ENOUGH; round++) {
      const outcome = await runInProcess(name, seed + round, ends - performance.now());
      tries += outcome.tries;
      if (outcome.wrong === null) continue;
      const saved = join(findings, `${name}-${seed + round}-${outcome.tries}`);
      if (existsSync(currentInput(name))) copyFileSync(currentInput(name), saved);
      process.stdout.write(`${name}: ${outcome.wrong}\n  npm run fuzz -- --only ${name} --input ${saved}\n`);
      here++;
    }
    found += here;
    process.stdout.write(`${name}: ${tries} inputs, ${here} findings\n`);
  }
  return found;
}

/** The input that a target's process tries, for when it dies. */
function currentInput(name: string): string {
  return join(options.findings, `${name}.current`);
}

/** Tries inputs of a seed in a process of its own, until something is found or the time is over. */
async function runInProcess(
  name: string,
  seed: number,
  time: number,
): Promise<{ tries: number; wrong: string | null }> {
  const args = ['--child', '--only', name, '--seed', String(seed), '--findings', options.findings];
  // A group of its own, so that the services that it starts end with it.
  const child: ChildProcess = fork(fileURLToPath(import.meta.url), args, { detached: true });
  let tries = 0;
  // Nothing hangs before the first message: making ready takes what it takes.
  let last = Number.POSITIVE_INFINITY;
  let wrong: string | null = null;
  child.on('message', (said: Said) => {
    tries = said.count;
    last = performance.now();
    if (said.kind === 'found') wrong = said.wrong;
  });
  const exited = once(child, 'exit') as Promise<[number | null, NodeJS.Signals | null]>;
  const ends = performance.now() + time;
  for (;;) {
    const ended = await Promise.race([exited, setTimeout(200, null)]);
    if (ended !== null)
      return { tries, wrong: wrong ?? (ended[0] === 0 ? null : `the process ended by ${ended[1] ?? ended[0]}`) };
    const hangs = performance.now() - last > HANG_MS;
    if (!hangs && performance.now() < ends) continue;
    child.send('stop');
    if (hangs || (await Promise.race([exited, setTimeout(HANG_MS, null, { ref: false })])) === null) {
      process.kill(-Number(child.pid), 'SIGKILL');
      await exited;
      return { tries, wrong: `an input takes more than ${HANG_MS} ms` };
    }
  }
}

/** Tries inputs on a target until something is found, or the parent says stop. */
async function runTarget(target: Target): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'letterbox-fuzz-'));
  const open = await target.open(folder);
  let stopped = false;
  process.on('message', () => {
    stopped = true;
  });
  process.on('disconnect', () => process.kill(-process.pid, 'SIGKILL'));
  const random = randomOf(options.seed);
  const say = (said: Said) => process.send?.(said);
  say({ kind: 'tries', count: 0 });
  for (let count = 1; !stopped; count++) {
    const input = open.make(random);
    writeFileSync(currentInput(target.name), input);
    const wrong = await open.run(input).catch((failure: Error) => failure.stack ?? String(failure));
    say(wrong === null ? { kind: 'tries', count } : { kind: 'found', count, wrong });
    if (wrong !== null) break;
    // The parent's message is read between inputs, which may be synchronous.
    if (count % 10 === 0) await setTimeout(0);
  }
  await open.close();
  rmSync(folder, { recursive: true, force: true });
  process.exit(0);
}

/** Tries one input that was found before. */
async function tryAgain(target: Target, path: string): Promise<void> {
  const open = await target.open(mkdtempSync(join(tmpdir(), 'letterbox-fuzz-')));
  const wrong = await open.run(readFileSync(path)).catch((failure: Error) => failure.stack ?? String(failure));
  await open.close();
  process.stdout.write(`${target.name}: ${wrong ?? 'nothing is wrong'}\n`);
  process.exit(wrong === null ? 0 : 1);
}
