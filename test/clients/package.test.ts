import { execFileSync, spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { isBuiltin } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PUBLISHED, tarballOf } from '../../src/clients/packages/packages.ts';
import { readPackages } from '../../src/service/http/pages/packages.ts';
import type { Page } from '../../src/service/http/pages/page.ts';
import { SCOPE as scope } from '../../src/system/scope.ts';
import { sampleIndex } from '../support/shared-releases.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
/** The programs that are bundled. */
const PROGRAMS = Object.keys(JSON.parse(readFileSync(join(ROOT, 'build/programs.json'), 'utf8')));
const { dependencies, peerDependencies, devDependencies, version } = JSON.parse(
  readFileSync(join(ROOT, 'package.json'), 'utf8'),
);

describe('The service as a package', () => {
  it('has its programs, and every file and dependency that they import', () => {
    const listed = execFileSync('npm', ['pack', '--dry-run', '--ignore-scripts', '--json'], {
      cwd: ROOT,
      encoding: 'utf8',
    });
    const packed = new Set<string>(JSON.parse(listed)[0].files.map(({ path }: { path: string }) => path));
    const missing: string[] = [];
    const seen = new Set<string>();
    const visit = (path: string): void => {
      if (seen.has(path)) return;
      seen.add(path);
      if (!packed.has(path)) return void missing.push(path);
      const source = readFileSync(join(ROOT, path), 'utf8');
      for (const [, name] of source.matchAll(/(?:^(?:import|export)\b[^'"]*?from\s*|\bimport\()['"]([^'"]+)['"]/gm)) {
        if (name.startsWith('.')) visit(join(dirname(path), name));
        else if (!isBuiltin(name) && !(packageOf(name) in { ...dependencies, ...peerDependencies })) missing.push(name);
      }
    };
    for (const program of PROGRAMS) visit(`dist/${program}.js`);
    expect(missing).toEqual([]);
    // What is imported when it is needed is in files of its own.
    expect(seen.size).toBeGreaterThan(PROGRAMS.length);
    for (const path of ['dist/web/files.json', 'dist/web/playground.html', 'data/plans.json'])
      expect(packed, path).toContain(path);
    expect([...packed].filter((path) => /^(test|bench|node_modules)\/|\.map$/.test(path))).toEqual([]);
  });
});

it('Packages that only some installations need are tested at the versions that are asked for', () => {
  expect(devDependencies).toMatchObject(peerDependencies);
});

describe('A package of ours, installed into an empty project,', () => {
  let folder = '';
  const run = (program: string, args: readonly string[], cwd = folder) => {
    const { status, stdout, stderr } = spawnSync(program, args, { cwd, encoding: 'utf8' });
    return { status, text: `${stdout}${stderr}`, stdout };
  };
  /** The tarball that the service serves. */
  const tarball = (name: string) => join(ROOT, 'dist/packages', `letterbox-${name}-${version}.tgz`);
  /** Puts a package in its place, without what it depends on. */
  function unpack(name: string): string {
    const at = join(folder, 'node_modules', scope, name);
    mkdirSync(at, { recursive: true });
    expect(run('tar', ['-xzf', tarball(name), '-C', at, '--strip-components=1']).status).toBe(0);
    return at;
  }
  const install = (...tarballs: string[]) =>
    run('npm', ['install', '--offline', '--no-audit', '--no-fund', '--ignore-scripts', ...tarballs]);
  const nodeRuns = (script: string) => run(process.execPath, ['--input-type=module', '--eval', script]);
  /** What the compiler says of a program that uses what is installed. */
  function compiled(source: string): string {
    writeFileSync(join(folder, 'program.ts'), source);
    const options = ['--noEmit', '--strict', '--module', 'nodenext', '--target', 'es2022', '--types', 'node'];
    const types = ['--typeRoots', join(ROOT, 'node_modules/@types'), '--lib', 'es2022,dom,dom.iterable'];
    return run(join(ROOT, 'node_modules/.bin/tsc'), [...options, ...types, 'program.ts']).text;
  }

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'letterbox-packages-'));
    writeFileSync(join(folder, 'package.json'), '{ "name": "empty", "private": true, "type": "module" }');
    expect(install(tarball('client'), tarball('field'))).toMatchObject({ status: 0 });
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('is alone there: client and field bring nothing with them', () => {
    const there = readdirSync(join(folder, 'node_modules')).filter((name) => !name.startsWith('.'));
    expect(there).toEqual([scope]);
    expect(readdirSync(join(folder, 'node_modules', scope)).sort()).toEqual(['client', 'field']);
    for (const name of ['client', 'field']) {
      const at = join(folder, 'node_modules', scope, name);
      expect(JSON.parse(readFileSync(join(at, 'package.json'), 'utf8'))).toMatchObject({ version, license: 'MIT' });
      for (const file of ['README.md', 'LICENSE']) expect(existsSync(join(at, file)), file).toBe(true);
    }
  });

  it('is the client: it runs, and its types compile', () => {
    const script = `import { createClient } from '${scope}/client';
      const fetch = async (url) => Response.json({ suggestions: [], total: 0, url }, { headers: { 'X-Request-Id': 'req_1' } });
      const { data } = await createClient({ baseUrl: 'https://a.example', apiKey: 'k', fetch }).autocomplete({ q: '2 perth' });
      console.log(data.url);`;
    expect(nodeRuns(script).text).toBe('https://a.example/v1/address/autocomplete?q=2+perth\n');
    const program = (field: string) => `import { createClient } from '${scope}/client';
      export const label: Promise<string | null | undefined> = createClient({ baseUrl: 'https://a.example' })
        .validate({ q: '2 Perth St' }).then(({ data }) => data.match?.${field});`;
    expect(compiled(program('addressLabel'))).toBe('');
    expect(compiled(program('addressLable'))).toContain('addressLable');
  });

  it('is the field: its module and its wrappers are where they are exported, and their types compile', () => {
    const resolve = `for (const door of ['', '/react', '/vue']) console.log(import.meta.resolve('${scope}/field' + door));`;
    const files = nodeRuns(resolve)
      .stdout.trim()
      .split('\n')
      .map((url) => fileURLToPath(url));
    expect(files.map((file) => existsSync(file))).toEqual([true, true, true]);
    for (const wrapper of files.slice(1)) expect(readFileSync(wrapper, 'utf8')).toContain('./letterbox-address.js');
    expect(
      compiled(
        `import type { ChosenAddress } from '${scope}/field'; export const id = (a: ChosenAddress): string | null => a.id;`,
      ),
    ).toBe('');
  });

  it('is the engine: it lists what it imports, runs in an empty project, and its types compile', () => {
    const at = unpack('engine');
    const manifest = JSON.parse(readFileSync(join(at, 'package.json'), 'utf8'));
    const source = readFileSync(join(at, 'engine.js'), 'utf8');
    const imported = [...source.matchAll(/^import [^;]*? from "([^"]+)"/gm)].map(([, name]) => name);
    const needed = [...new Set(imported.filter((name) => !isBuiltin(name)))].sort();
    expect(manifest.dependencies).toEqual(Object.fromEntries(needed.map((name) => [name, dependencies[name]])));
    for (const name of needed) symlinkSync(join(ROOT, 'node_modules', name), join(folder, 'node_modules', name));
    const script = `import { open } from '${scope}/engine';
      console.log(open(${JSON.stringify(sampleIndex())}).validate({ q: '2 Perth St, Sunnybank QLD 4109' }).match.id);`;
    expect(nodeRuns(script).text).toBe('GAQLD438583692\n');
    const program = (line: string) => `import { type AnswerOf, type Engine, open } from '${scope}/engine';
      export const engine: Engine = open('x.lbx');
      export const answer: AnswerOf<'validate'> = engine.validate({ q: '2 Perth St', include: ['verdict'] });
      ${line}`;
    const good =
      "export const label: string | null | undefined = answer.match?.addressLabel; engine.bytes('enrich', { id: '1' });";
    expect(compiled(program(good))).toBe('');
    const wrong = [
      'answer.match?.addressLable;',
      "engine.bytes('enrich', { q: '1' });",
      'engine.enrich({});',
      "engine.validateBatch(['1']);",
    ];
    const first = program('').split('\n').length;
    const errors = compiled(program(wrong.join('\n'))).matchAll(/program\.ts\((\d+),/g);
    expect([...errors].map(([, line]) => Number(line))).toEqual(wrong.map((_, i) => first + i));
  });

  it('is the server of tools: it tells its version, refuses what it does not know, and makes a server in a program', () => {
    // Its dependencies are those of the repository: the test asks no registry.
    const at = unpack('mcp');
    const manifest = JSON.parse(readFileSync(join(at, 'package.json'), 'utf8'));
    expect(Object.keys(manifest.dependencies).sort()).toEqual(['@modelcontextprotocol/sdk', 'commander', 'zod']);
    expect(manifest.peerDependencies).toEqual({ [`${scope}/client`]: version });
    for (const name of ['@modelcontextprotocol', 'commander', 'zod'])
      symlinkSync(join(ROOT, 'node_modules', name), join(folder, 'node_modules', name));
    const program = join(at, manifest.bin['letterbox-mcp']);
    expect(run(process.execPath, [program, '--version']).stdout.trim()).toBe(version);
    expect(run(process.execPath, [program, '--nonsense'])).toMatchObject({ status: 1 });
    const script = `import { createClient } from '${scope}/client'; import { createMcpServer } from '${scope}/mcp';
      console.log(typeof createMcpServer(createClient({ baseUrl: 'https://a.example' }), '1').connect);`;
    expect(nodeRuns(script).text).toBe('function\n');
  });
});

describe('The tarball of a package', () => {
  const unpacked = mkdtempSync(join(tmpdir(), 'letterbox-tarball-'));
  afterAll(() => rmSync(unpacked, { recursive: true, force: true }));
  const names = PUBLISHED.map(({ name }) => name);

  it('has the same bytes whatever times, modes and order its files have', async () => {
    for (const name of names) {
      const tar = join(ROOT, 'dist/packages', `letterbox-${name}-${version}.tgz`);
      execFileSync('tar', ['-xzf', tar, '-C', unpacked]);
      for (const file of readdirSync(join(unpacked, 'package'), { recursive: true, encoding: 'utf8' })) {
        chmodSync(join(unpacked, 'package', file), 0o700);
        utimesSync(join(unpacked, 'package', file), new Date(), new Date());
      }
      expect(Buffer.from(await tarballOf(join(unpacked, 'package'))).equals(readFileSync(tar)), name).toBe(true);
      rmSync(join(unpacked, 'package'), { recursive: true });
    }
  });

  it('has the files that npm packs of its folder', () => {
    for (const name of names) {
      const tar = join(ROOT, 'dist/packages', `letterbox-${name}-${version}.tgz`);
      const has = execFileSync('tar', ['-tzf', tar], { encoding: 'utf8' }).trim().split('\n');
      const cwd = join(ROOT, 'dist/packages', name);
      const packs = JSON.parse(execFileSync('npm', ['pack', '--dry-run', '--json'], { cwd, encoding: 'utf8' }));
      expect(has.sort()).toEqual(packs[0].files.map(({ path }: { path: string }) => `package/${path}`).sort());
    }
  });

  it('§13.3 is served under its name for ever, found without its version, and answers others with the one there is', () => {
    const pages = readPackages();
    for (const name of names) {
      const file = `letterbox-${name}-${version}.tgz`;
      const tarball = pages.get(`/packages/${file}`) as Page;
      expect(Buffer.from(tarball.plain.body).equals(readFileSync(join(ROOT, 'dist/packages', file)))).toBe(true);
      expect(new Map(tarball.headers).get('Cache-Control')).toContain('immutable');
      const newest = pages.get(`/packages/letterbox-${name}.tgz`) as Page;
      expect([newest.isElsewhere, new Map(newest.headers).get('Location')]).toEqual([true, file]);
      for (const other of ['1.9.0', '2.0.0-rc.1', '10.0.0'])
        expect(pages.get(`/packages/letterbox-${name}-${other}.tgz`)).toMatchObject({
          status: 404,
          message: `letterbox-${name} ${other} is not here: this service has ${version}, /packages/${file}`,
        });
    }
    for (const path of [
      '/packages/',
      '/packages/letterbox-other-2.0.0.tgz',
      '/packages/files.json',
      '/packages/client',
    ])
      expect(pages.get(path)).toBeUndefined();
  });
});

it('No document names a package that the service does not serve', () => {
  const documents = execFileSync('git', ['grep', '-ohE', 'letterbox-[a-z]+(-[0-9.]+[0-9])?\\.tgz', '--', '*.md'], {
    cwd: ROOT,
    encoding: 'utf8',
  });
  const known = PUBLISHED.flatMap(({ name }) => [`letterbox-${name}.tgz`, `letterbox-${name}-${version}.tgz`]);
  const named = new Set(documents.trim().split('\n'));
  for (const each of named) expect(known).toContain(each);
  for (const { name } of PUBLISHED) expect(named).toContain(`letterbox-${name}-${version}.tgz`);
});

it('No document installs or imports a name that is not ours', () => {
  const documents = execFileSync('git', ['ls-files', '*.md', '*.html', '*.txt', 'src/pages/snippets.ts'], {
    cwd: ROOT,
    encoding: 'utf8',
  });
  const wrong: string[] = [];
  const known = (name: string) =>
    name.startsWith(`${scope}/`) ||
    packageOf(name) in { ...dependencies, ...peerDependencies, ...devDependencies } ||
    /^[./$]|^node:|^https?:/.test(name);
  for (const file of documents.trim().split('\n')) {
    const text = readFileSync(join(ROOT, file), 'utf8');
    const names = [
      ...text.matchAll(/\bfrom ['"]([^'"\s]+)['"]/g),
      ...text.matchAll(/\b(?:npm (?:install|i|add)|npx) (?:-\S+ )*(?!https?:)([@a-z][\w@/.-]*)/g),
    ].map(([, name]) => name);
    wrong.push(...names.filter((name) => !known(name)).map((name) => `${file}: ${name}`));
  }
  expect(wrong).toEqual([]);
});

function packageOf(name: string): string {
  return name
    .split('/')
    .slice(0, name.startsWith('@') ? 2 : 1)
    .join('/');
}
