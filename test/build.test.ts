import { spawn } from 'node:child_process';
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const ROOT = fileURLToPath(new URL('../', import.meta.url));

/** What the build is made of, and what it made. */
const PARTS = [
  ...['build', 'build-index', 'bench', 'src', 'test', 'data', 'dist', 'LICENSE'],
  ...readdirSync(ROOT).filter((name) => /\.(?:json|md)$/.test(name)),
];

interface Ended {
  readonly code: number | null;
  readonly out: string;
  /** What was built, by the lines that say so. */
  readonly built: readonly string[];
}

describe('A tool that is started with npm', () => {
  const tree = mkdtempSync(join(tmpdir(), 'letterbox-build-'));
  const at = (path: string) => join(tree, path);

  beforeAll(() => {
    for (const part of PARTS) cpSync(join(ROOT, part), at(part), { recursive: true });
    rmSync(at('data/letterbox.lbx'), { force: true });
    symlinkSync(join(ROOT, 'node_modules'), at('node_modules'));
  });
  afterAll(() => rmSync(tree, { recursive: true }));

  function npm(...args: readonly string[]): Promise<Ended> {
    const run = spawn('npm', ['run', '--silent', ...args], { cwd: tree, stdio: ['ignore', 'pipe', 'pipe'] });
    let out = '';
    for (const stream of [run.stdout, run.stderr]) stream.on('data', (bytes) => (out += bytes));
    return new Promise((resolve) =>
      run.once('close', (code) => {
        const built = [...out.matchAll(/^Building (.*)\.$/gm)].flatMap(([, names]) => names!.split(', '));
        resolve({ code, out, built });
      }),
    );
  }

  it('builds nothing where nothing changed, also in a copy, and where files were only touched', async () => {
    expect(await npm('build')).toEqual({ code: 0, out: '', built: [] });
    utimesSync(at('src/system/version.ts'), new Date(), new Date());
    expect(await npm('build')).toEqual({ code: 0, out: '', built: [] });
  });

  it('builds itself of what changed, and leaves the rest to who needs it', async () => {
    appendFileSync(at('build-index/verify.ts'), "\nconsole.log('changed');\n");
    const verify = await npm('verify', '--', 'no.lbx');
    expect(verify.built).toEqual(['build-index/verify']);
    expect(verify.out).toContain('changed\n');
    expect((await npm('match', '--', 'no.csv')).built).toEqual([]);
  });

  it('writes again what is missing or changed of what was built, and removes what has no source any more', async () => {
    const missing = [
      'dist/src/system/flags.js',
      'dist/web/files.json',
      'dist/src/lists/match/main.js',
      'src/clients/client/generated/calls.ts',
    ];
    for (const path of missing) rmSync(at(path));
    writeFileSync(at('dist/src/lists/match/run/worker.js'), '');
    const match = await npm('match', '--', 'no.csv');
    expect(match.built).toEqual(['src/lists/match/main', 'src/lists/match/run/worker']);
    writeFileSync(at('src/system/added.ts'), 'export const ADDED = 1;\n');
    const { built } = await npm('build');
    expect(built).toEqual(expect.arrayContaining(['compile', 'pages']));
    expect(built).not.toContain('dashboard');
    for (const path of [...missing, 'dist/src/system/added.js']) expect(existsSync(at(path)), path).toBe(true);
    rmSync(at('src/system/added.ts'));
    await npm('build');
    expect(existsSync(at('dist/src/system/added.js'))).toBe(false);
    expect(await npm('build')).toEqual({ code: 0, out: '', built: [] });
  });

  it('builds all again for other packages or another way to build, and says what does not compile', async () => {
    appendFileSync(at('package-lock.json'), '\n');
    expect((await npm('verify', '--', '--help')).built).toEqual(['build-index/verify']);
    appendFileSync(at('build/bundle.mjs'), '// changed\n');
    expect((await npm('verify', '--', '--help')).built).toEqual(['build-index/verify']);
    const before = readFileSync(at('dist/src/system/scope.js'), 'utf8');
    appendFileSync(at('src/system/scope.ts'), "export const wrong: number = 'text';\n");
    const failed = await npm('build');
    expect(failed.code).toBe(1);
    expect(failed.out).toMatch(
      /src\/system\/scope\.ts.*TS2322[\s\S]*The build failed: .*tsc -p tsconfig\.build\.json failed/,
    );
    expect(readFileSync(at('dist/src/system/scope.js'), 'utf8')).toBe(before);
  });

  it('says what to install where the lock file names another package, as after a pull', async () => {
    const lock = JSON.parse(readFileSync(at('package-lock.json'), 'utf8'));
    lock.packages['node_modules/commander'].version = '99.0.0';
    lock.packages['node_modules/of-tomorrow'] = { version: '1.0.0' };
    writeFileSync(at('package-lock.json'), JSON.stringify(lock));
    appendFileSync(at('src/system/version.ts'), "\nimport 'of-tomorrow';\n");
    const { code, out } = await npm('build');
    expect(code).toBe(1);
    expect(out).toMatch(
      /The build failed: .*\ncommander 99\.0\.0 of package-lock\.json is installed as [\d.]+: run `npm ci`\.\n$/,
    );
    for (const file of ['package-lock.json', 'src/system/version.ts']) cpSync(join(ROOT, file), at(file));
  });

  it('waits for another that builds, and builds nothing twice', async () => {
    appendFileSync(at('build-index/inspect.ts'), '\nconsole.log("again");\n');
    const runs = await Promise.all(['a', 'b', 'c'].map((name) => npm('inspect', '--', `${name}.lbx`)));
    expect(runs.flatMap(({ built }) => built)).toEqual(['build-index/inspect']);
    for (const { out } of runs) expect(out).toContain('again\n');
  });

  it('writes the client again where the operations that it is for change, and before a program that is made of it', async () => {
    const calls = at('src/clients/client/generated/calls.ts');
    const row = at('src/address/operations/table/rows/validate.ts');
    const before = readFileSync(row, 'utf8');
    expect(before.split("'/v1/address/validate'")).toHaveLength(2);
    writeFileSync(row, before.replace("'/v1/address/validate'", "'/v1/address/check'"));
    expect((await npm('mcp', '--', '--version')).built).toEqual([
      'src/clients/generate/main',
      'generated',
      'src/clients/mcp/main',
    ]);
    expect(readFileSync(calls, 'utf8')).toContain("validate: { path: 'check', isBatch: false }");
    writeFileSync(row, before);
    rmSync(calls);
    expect((await npm('mcp', '--', '--version')).out).toMatch(/\n\d+\.\d+\.\d+\n$/);
    expect(readFileSync(calls, 'utf8')).toContain("validate: { path: 'validate', isBatch: false }");
  });

  it('checks ports, flags and files before more than itself is built', async () => {
    const holder = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => holder.once('listening', resolve));
    const { port } = holder.address() as { port: number };
    rmSync(at('dist'), { recursive: true });
    const start = (...args: readonly string[]) => npm('start', '--', ...args);
    const busy = await start('--port', String(port));
    holder.close();
    expect(busy.built).toEqual(['src/main']);
    expect(busy.code).toBe(1);
    expect(busy.out).toContain(`Port ${port} on 127.0.0.1 is in use`);
    const others = [
      [['--prot', '1'], "unknown option '--prot'"],
      [['--index', 'no.lbx'], 'no.lbx'],
      [['--keys', 'no.json'], 'no.json'],
      [['--data-dir', 'LICENSE'], 'is not a folder'],
    ] as const;
    for (const [args, reason] of others) {
      const { code, out, built } = await start('--port', '0', ...args);
      expect({ code, built }).toEqual({ code: 1, built: [] });
      expect(out).toContain(reason);
    }
    expect(existsSync(at('dist/web'))).toBe(false);
  });
});
