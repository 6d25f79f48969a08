import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { newFolder } from '../../support/shared-releases.ts';
import { seeIn } from '../perturb/searched-tree.ts';
import { isAsked } from './kept-answers.ts';
import { mutated, mutationsOf } from './mutations.ts';
import { compiledPath, firstDifference, KnownTests, reaches, readCoverage, testHash } from './reached.ts';
import { readImports, relatedTests } from './related-tests.ts';
import { TestOrder } from './run-tests.ts';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));

const changes = (text: string) => mutationsOf('a.ts', text).map((it) => mutated(text, it));

describe('The changes of a file', () => {
  it('turn one operator, condition, number or boolean into another, or leave a statement out', () => {
    expect(changes('x = a < b;')).toEqual([';', 'x = a <= b;']);
    expect(changes('const x = a ?? 7n;')).toEqual(['const x = (7n);', 'const x = a ?? 8n;']);
    expect(changes('if (a(b)) c();')).toEqual(['if (!(a(b))) c();', 'if (a(b)) ;']);
    expect(changes('const x = Math.max(1, a - b);')).toEqual([
      'const x = Math.min(1, a - b);',
      'const x = Math.max(2, a - b);',
      'const x = Math.max(1, a + b);',
    ]);
    expect(changes('const x = { y: true };')).toEqual(['const x = { y: false };']);
    expect(changes('const x = !y ? -z : 0;')).toContain('const x = (y) ? -z : 0;');
  });

  it('leave types, texts and what is thrown alone', () => {
    const text = `import a from 'b';
      type C = 1 | 2;
      const d: 1 | true = e('1 < 2');
      const f = 'g' + h;
      if (i) throw new Error(\`\${1 + 2}\`);`;
    expect(changes(text)).toEqual([text.replace('if (i)', 'if (!(i))')]);
  });

  it('are programs that can be read, each another one', () => {
    for (const file of ['src/billing/ledger/usage.ts', 'src/service/admission/limits/burst.ts']) {
      const text = readFileSync(join(ROOT, file), 'utf8');
      for (const it of mutationsOf(file, text)) {
        const after = mutated(text, it);
        expect(after).not.toBe(text);
        const { diagnostics } = ts.transpileModule(after, { reportDiagnostics: true });
        expect(diagnostics, `${file}:${it.line} ${it.change}`).toEqual([]);
      }
    }
  });
});

describe('The tests of a change', () => {
  const graph = {
    tests: ['test/far.test.ts', 'test/near.test.ts', 'test/other.test.ts', 'test/room/program.test.ts'],
    imports: new Map([
      ['test/near.test.ts', ['src/room/a.ts']],
      ['test/far.test.ts', ['src/b.ts']],
      ['src/b.ts', ['src/room/a.ts']],
      ['test/other.test.ts', ['src/c.ts']],
    ]),
  };

  it('are those of the folder that bears the name of its room, then those that import the file, the nearest first', () => {
    expect(relatedTests(graph, 'src/room/a.ts', ['test/room'])).toEqual([
      'test/room/program.test.ts',
      'test/near.test.ts',
      'test/far.test.ts',
    ]);
  });

  it('begin with what noticed changes of the file, then with what is quick and near', () => {
    const order = new TestOrder();
    const tests = [
      { path: 'a', seconds: 2 },
      { path: 'b', seconds: 1 },
      { path: 'c', seconds: 2 },
    ];
    const sorted = (file: string) => order.sorted(file, tests).map(({ path }) => path);
    expect(sorted('f')).toEqual(['b', 'a', 'c']);
    order.note('f', 'c');
    expect(sorted('f')).toEqual(['c', 'b', 'a']);
    expect(sorted('g')).toEqual(['b', 'a', 'c']);
  });

  it('are left out where they do not run the place that is changed', () => {
    const root = newFolder();
    const compiled = compiledPath(root, 'src/a.ts');
    const text = [
      'export function f(x) {',
      '  if (x) return 1;',
      '  return 2;',
      '}',
      'export function g() {',
      '  return 3;',
      '}',
      'f(false);',
      '',
    ].join('\n');
    mkdirSync(dirname(compiled), { recursive: true });
    writeFileSync(compiled, text);
    const coverage = join(root, 'coverage');
    writeFileSync(join(root, 'package.json'), '{"type":"module"}');
    execFileSync(process.execPath, [compiled], {
      env: { ...process.env, NODE_V8_COVERAGE: coverage },
    });
    const test = { hash: '', passes: true, seconds: 1, files: readCoverage(coverage, root) };
    const runs = (place: string) => reaches(test, 'src/a.ts', text, text.indexOf(place));
    expect(['if (x)', 'return 1', 'return 2', 'return 3', 'f(false)'].map(runs)).toEqual([
      true,
      false,
      true,
      false,
      true,
    ]);
    // Of a file that has changed since, nobody knows; one that no process loaded was not run.
    expect(reaches(test, 'src/a.ts', `${text};`, text.indexOf('return 3'))).toBe(true);
    expect(reaches(test, 'src/b.ts', text, 0)).toBe(false);
    expect(firstDifference(text, text)).toBeNull();
    expect(firstDifference('abc', 'abd')).toBe(2);
  });

  it('are run anew where they, or what they import from the tests, have changed', () => {
    const root = newFolder();
    const path = join(root, 'known.json');
    const write = (file: string, text: string) => {
      mkdirSync(dirname(join(root, file)), { recursive: true });
      writeFileSync(join(root, file), text);
    };
    write('test/a.test.ts', '1');
    write('test/world.ts', '2');
    const imports = new Map([['test/a.test.ts', ['test/world.ts']]]);
    const hash = () => testHash({ tests: [], imports }, root, 'test/a.test.ts');
    new KnownTests(path).set('test/a.test.ts', { hash: hash(), passes: true, seconds: 3, files: {} });
    expect(new KnownTests(path).get('test/a.test.ts', hash())?.seconds).toBe(3);
    write('test/world.ts', '3');
    expect(new KnownTests(path).get('test/a.test.ts', hash())).toBeNull();
  });
});

describe('The kept answers', () => {
  const graph = readImports(ROOT);
  const material = { answersFile: '', answersIndex: '', pairsIndex: '', asks: 'until moved' as const };
  /** Runs a thread of this text in place of the checks. */
  const see = (text: string, mostSeconds: number) => {
    const tree = newFolder();
    mkdirSync(join(tree, 'test/checks/perturb'), { recursive: true });
    writeFileSync(join(tree, 'package.json'), '{ "type": "module" }');
    writeFileSync(join(tree, 'test/checks/perturb/see-worker.js'), text);
    return seeIn(tree, material, mostSeconds);
  };

  it('are asked about the files that the search is made of', () => {
    for (const file of [
      'src/address/search/engine.ts',
      'src/address/search/parse/numbers/guards.ts',
      'src/address/operations/validate.ts',
    ])
      expect(isAsked(graph, file), file).toBe(true);
    for (const file of ['src/billing/ledger/usage.ts', 'src/service/admission/limits/burst.ts'])
      expect(isAsked(graph, file), file).toBe(false);
  });

  it('notice a change that throws, and one that never ends', async () => {
    const said =
      "import { parentPort } from 'node:worker_threads'; parentPort.postMessage({ broken: [], answers: [] });";
    await expect(see(said, 60)).resolves.toEqual({ broken: [], answers: [] });
    await expect(see('throw new Error("no street");', 60)).rejects.toThrow('no street');
    await expect(see('for (;;);', 0.2)).rejects.toThrow('no end in 0.2 s');
  });
});

it('An interrupted run leaves neither a changed file nor its copy of the tree', async () => {
  const temporary = newFolder();
  const status = () => execFileSync('git', ['status', '--porcelain'], { cwd: ROOT, encoding: 'utf8' });
  if (!existsSync(join(ROOT, '.git'))) return;
  const before = status();
  const program = join(ROOT, 'dist/test/checks/mutate/main.js');
  const child = spawn(process.execPath, [program, 'billing/ledger/usage.ts', '--count', '1'], {
    env: { ...process.env, TMPDIR: temporary },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(child.stdout, 'data');
  while (!readdirSync(temporary).some((name) => name.startsWith('letterbox-mutate-')))
    await new Promise((resolve) => setTimeout(resolve, 20));
  child.kill('SIGINT');
  await once(child, 'close');
  expect(readdirSync(temporary)).toEqual([]);
  expect(status()).toBe(before);
});
