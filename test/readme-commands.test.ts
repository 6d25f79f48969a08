import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { zipOf } from './build-index/zip-writer.ts';

const ROOT = fileURLToPath(new URL('../', import.meta.url));
const README = readFileSync(join(ROOT, 'README.md'), 'utf8');

/** The lines of README's blocks of shell, and the commands of npm in backticks, in their order, without comments. */
const commands = [...README.matchAll(/```sh\n([\s\S]*?)```|`(npm [^`]+)`/g)].flatMap(([, block, inline]) =>
  (block ?? inline!).split('\n').flatMap((line) => line.replace(/\s+#.*$/, '').trim() || []),
);

/** What is not run as it stands: `npm ci` is what every run of the tests begins with, and the tests are what is running. */
const INSTALLS = /^npm ci && /;
const TESTS = /^npm run test:all$/;
/** Minutes of work, and no figure of a busy machine is worth having. */
const BENCHMARK = /^npm run bench\b/;
const START = /^npm start\b/;

describe('Every command of README', () => {
  const folder = mkdtempSync(join(tmpdir(), 'letterbox-readme-'));
  const clone = join(folder, 'letterbox');
  const env: NodeJS.ProcessEnv = Object.fromEntries(
    Object.entries({ ...process.env, LETTERBOX_PORT: '0' }).filter(
      ([name]) => name === 'LETTERBOX_PORT' || !/^(?:LETTERBOX_|npm_|VITEST)/.test(name),
    ),
  );
  let started: { readonly child: ChildProcess; readonly port: number } | null = null;

  beforeAll(() => {
    const files = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
      cwd: ROOT,
      encoding: 'utf8',
    });
    for (const file of files.split('\0').filter(Boolean)) {
      mkdirSync(join(clone, dirname(file)), { recursive: true });
      cpSync(join(ROOT, file), join(clone, file));
    }
    symlinkSync(join(ROOT, 'node_modules'), join(clone, 'node_modules'));
    // What the reader has downloaded: the sample stands for it, zipped as Geoscape publishes a release.
    const sample = join(clone, 'data/sample');
    const release = readdirSync(join(sample, 'G-NAF'), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.psv'))
      .map((name) => ({ name: `G-NAF/${name}`, content: readFileSync(join(sample, 'G-NAF', name)) }));
    writeFileSync(join(clone, 'g-naf_aug26_allstates_gda2020_psv.zip'), zipOf(release));
    cpSync(join(sample, 'abs'), join(clone, 'abs'), { recursive: true });
    cpSync(join(sample, 'boundaries'), join(clone, 'adminbounds'), { recursive: true });
  });
  afterAll(async () => {
    await stop();
    rmSync(folder, { recursive: true, force: true });
  });

  /** Ends the service that runs, with all that npm started for it. */
  async function stop(): Promise<void> {
    if (started === null) return;
    const { child } = started;
    const ended = new Promise((resolve) => child.once('close', resolve));
    process.kill(-child.pid!, 'SIGTERM');
    await ended;
    started = null;
  }

  /** Starts a service by a command, and waits until it listens. */
  async function start(command: string): Promise<void> {
    await stop();
    const child = spawn('bash', ['-c', command], { cwd: clone, env, detached: true });
    let said = '';
    child.stderr.on('data', (text) => {
      said += text;
    });
    const port = await new Promise<number>((resolve, reject) => {
      let out = '';
      child.stdout.on('data', (text) => {
        out += text;
        const line = out.split('\n').find((each) => each.includes('"msg":"started"') && each.endsWith('}'));
        if (line !== undefined) resolve(JSON.parse(line).port);
      });
      child.once('close', () => reject(new Error(`${command} ended: ${said}${out}`)));
    });
    started = { child, port };
  }

  function run(command: string): Promise<string> {
    return new Promise((resolve, reject) =>
      execFile(
        'bash',
        ['-euo', 'pipefail', '-c', command],
        { cwd: clone, env, maxBuffer: 1 << 26 },
        (error, out, err) => (error === null ? resolve(out) : reject(new Error(`${command}: ${err}${out}`))),
      ),
    );
  }

  it('is one that the tests below run', () => {
    expect(commands.length).toBeGreaterThan(15);
    const unknown = commands.filter((command) => !/^(?:npm (?:ci && npm )?(?:start|run)|curl|export) ?/.test(command));
    expect(unknown).toEqual([]);
  });

  // In their order: what one makes, the next ones read.
  it.each(commands.map((command, i) => ({ command, i })))('works, $i: $command', async ({ command: written }) => {
    const command = written.replace(INSTALLS, '');
    const { scripts } = JSON.parse(readFileSync(join(clone, 'package.json'), 'utf8')) as {
      scripts: Record<string, string>;
    };
    if (TESTS.test(command)) expect(scripts).toHaveProperty('test:all');
    else if (BENCHMARK.test(command)) await run(`${command.replace(/ -- .*/, '')} -- --help`);
    else if (START.test(command)) await start(command);
    else if (command.startsWith('export '))
      env[/(\w+)=/.exec(command)![1]!] = join(folder, command.slice(command.lastIndexOf('/') + 1));
    else if (command.startsWith('curl ')) {
      if (started === null || !command.includes('demo')) throw new Error('no service was started');
      const answer = JSON.parse(await run(command.replace('127.0.0.1:8080', `127.0.0.1:${started.port}`)));
      expect(answer).not.toHaveProperty('error');
    } else await run(command);
  });
});
