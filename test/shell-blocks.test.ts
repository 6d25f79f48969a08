import { spawn } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { adminJson } from './billing/credits/support/programs.ts';
import { type Letterbox, runLetterbox, stopLetterbox } from './service/http/support/letterbox.ts';
import { sampleIndex } from './support/shared-releases.ts';

const ROOT = fileURLToPath(new URL('../', import.meta.url));

/** Programs of the system that the documents name: they are written down, not run. */
const SYSTEM = [
  ...['systemctl', 'journalctl', 'sudo', 'useradd', 'install', 'git', 'docker', 'kubectl', 'pg_dump', 'pg_restore'],
  ...['ogrinfo', 'duckdb', 'jq', 'ln', 'cp', 'kill', 'sed', 'node', 'admin', 'sync', 'dd'],
];

/** What a reader has set before a block names it. */
const SET = { LETTERBOX_API_KEY: 'demo', LETTERBOX_DATABASE_URL: 'postgres://…', REPOSITORY: '…', PID: '1', KEY: '…' };

const documents = [
  'README.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  ...['src', 'build-index', 'bench'].flatMap(markdownIn),
];

function markdownIn(folder: string): string[] {
  const all = readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' });
  return all.filter((path) => path.endsWith('.md')).map((path) => join(folder, path));
}

/** Every block of shell in the documents, in order, by document. */
const blocks = documents.flatMap((path) => {
  const found = [
    ...readFileSync(join(ROOT, path), 'utf8').matchAll(/```sh\n([\s\S]*?)```(\n+```json\n\{\s*"error")?/g),
  ];
  return found.map(([, block, error], at) => ({ path, at: at + 1, block, isError: error !== undefined }));
});

describe('Every block of shell in the documents', () => {
  const folder = mkdtempSync(join(tmpdir(), 'letterbox-shell-'));
  const bin = join(folder, 'bin');
  const log = join(folder, 'ran');
  const data = join(folder, 'data');
  const own = process.env;
  let service: Letterbox;
  /** Of a console, which a block asks as an operator. */
  let console: number;

  beforeAll(async () => {
    mkdirSync(bin);
    const env = { LETTERBOX_DATA_DIR: data, LETTERBOX_CONSOLE_PORT: '0' };
    service = await runLetterbox(['--index', sampleIndex(), '--workers', '1', '--dev-key', 'demo'], env);
    const listening = () => service.stdout.find((line) => line.includes('"msg":"console listening"'));
    while (listening() === undefined) await new Promise((resolve) => setTimeout(resolve, 20));
    console = JSON.parse(listening()!).port;
    await adminJson(env, 'accounts', 'create', '--id', 'acme', '--name', 'Acme', '--plan', 'free');
    const program = (name: string, script: string) => {
      writeFileSync(join(bin, name), script);
      chmodSync(join(bin, name), 0o755);
    };
    const note = `printf '%s' "$(basename "$0")" >>"${log}"; printf ' %s' "$@" >>"${log}"; echo >>"${log}"`;
    for (const name of SYSTEM) program(name, `#!/bin/sh\n${note}\n`);
    // The admin program really works, in the service's data folder or a new one; other scripts have to exist.
    program(
      'npm',
      `#!${process.execPath}
const { spawnSync } = require('node:child_process');
const { appendFileSync, readFileSync } = require('node:fs');
const given = process.argv.slice(2).filter((word) => word !== '--silent');
appendFileSync(${JSON.stringify(log)}, ['npm', ...given].join(' ') + '\\n');
const [what, ...rest] = given[0] === 'run' ? given.slice(1) : given;
const { scripts } = JSON.parse(readFileSync(${JSON.stringify(join(ROOT, 'package.json'))}, 'utf8'));
if (!['ci', 'init', 'i'].includes(what) && !(what in scripts)) throw new Error('there is no script ' + what);
if (what in scripts && rest.length > 0 && rest[0] !== '--') throw new Error('flags of ' + what + ' without --');
if (what !== 'admin') process.exit(0);
const program = ${JSON.stringify(join(ROOT, 'dist/src/billing/credits/admin/main.js'))};
const run = spawnSync(process.execPath, [program, ...rest.slice(1)], { env: { ...process.env, LETTERBOX_DATA_DIR: process.env.TEST_DATA, LETTERBOX_DATABASE_URL: '' }, encoding: 'utf8' });
process.stdout.write(run.stdout);
process.stderr.write(run.stderr);
// A backup and its restoring name folders of a server, and the ledger is in use here.
process.exit(/^(backup|restore)$/.test(rest[1]) ? 0 : run.status);
`,
    );
    // Asks the service of the test, whatever its address in the documents is.
    const hosts = [
      ['http://127.0.0.1:8090', () => `http://127.0.0.1:${console}`],
      ['127.0.0.1:8080', () => `127.0.0.1:${service.port}`],
      ['https://addresses.example.com', () => `http://127.0.0.1:${service.port}`],
    ] as const;
    const replaced = hosts.map(
      ([from, to]) => `a="\${a//${from.replaceAll('/', '\\/')}/${to().replaceAll('/', '\\/')}}"`,
    );
    program(
      'curl',
      `#!/bin/bash\n${note}\nall=()\nfor a in "$@"; do ${replaced.join('; ')}; all+=("$a"); done\nexec /usr/bin/curl -sS "\${all[@]}"\n`,
    );
  });
  afterAll(async () => {
    await stopLetterbox(service);
    rmSync(folder, { recursive: true });
  });

  it.each(blocks)('runs as it stands: $path, $at', async ({ block, isError }) => {
    writeFileSync(log, '');
    const work = mkdtempSync(join(folder, 'work-'));
    cpSync(join(ROOT, 'src/service/server/deploy'), join(work, 'src/service/server/deploy'), { recursive: true });
    // Paths of a server, below the folder of the test.
    const placed = block.replaceAll('/etc/letterbox', `${work}/etc`).replaceAll(/\/opt\/letterbox-[\d.]+/g, work);
    mkdirSync(join(work, 'etc'));
    const opens = block.includes('accounts create');
    const { code, out } = await bash(placed, work, opens ? join(work, 'data') : data);
    expect([code, out]).toEqual([0, expect.any(String)]);
    expect(out).not.toMatch(/command not found|not a valid identifier/);
    expect(out.includes('"error":')).toBe(isError);
    // Each command is one: a line that was run into another, or a comment, would be missing.
    const ran = readFileSync(log, 'utf8').trimEnd().split('\n').length;
    expect(ran, readFileSync(log, 'utf8')).toBeGreaterThanOrEqual(commandsOf(block));
  });

  function bash(script: string, cwd: string, data: string): Promise<{ code: number | null; out: string }> {
    return new Promise((resolve) => {
      const kept = Object.entries(own).filter(([name]) => !name.startsWith('LETTERBOX_'));
      const env = { ...Object.fromEntries(kept), ...SET, TEST_DATA: data, PATH: `${bin}${delimiter}${own.PATH}` };
      const run = spawn('bash', ['-euc', `enable -n kill\n${script}`], { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
      let out = '';
      for (const stream of [run.stdout, run.stderr]) stream.on('data', (bytes) => (out += bytes));
      run.once('close', (code) => resolve({ code, out }));
    });
  }
});

/** How many lines of a block begin with a program: texts of a here-document, and continued lines, do not. */
function commandsOf(block: string): number {
  const bare = block.replaceAll(/<<'END'\n[\s\S]*?\nEND\n/g, '\n').replaceAll(/\\\n/g, ' ');
  const programs = [...SYSTEM, 'npm', 'curl'].join('|');
  return bare.split('\n').filter((line) => new RegExp(`^(?:\\w+=\\S* )*(?:${programs}) `).test(line)).length;
}
