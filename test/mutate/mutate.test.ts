import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { newFolder } from '../shared-releases.ts';
import { mutated, mutationsOf } from './mutations.ts';
import { relatedTests } from './related-tests.ts';
import { TestOrder } from './test-order.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

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
    for (const file of ['src/ledger/usage.ts', 'src/admission/limits/burst.ts']) {
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

  it('are those that import the file, the nearest first, and those of the folder that bears the name of its room', () => {
    expect(relatedTests(graph, 'src/room/a.ts', ['test/room'])).toEqual([
      'test/near.test.ts',
      'test/far.test.ts',
      'test/room/program.test.ts',
    ]);
  });

  it('begin with what noticed changes of the file, and leave out what fails without one', () => {
    const order = new TestOrder();
    const run = (failed: string) => ({
      outcome: 'failed' as const,
      seconds: 1,
      files: [{ path: failed, seconds: 1, failed: true }],
      output: '',
    });
    expect(order.note('f', run('c'))).toBe('c');
    expect(order.tell('c', true)).toBe(true);
    expect(order.note('f', run('c'))).toBeNull();
    expect(order.sorted('f', ['a', 'b', 'c'])).toEqual(['c', 'a', 'b']);
    expect(order.sorted('g', ['a', 'b', 'c'])).toEqual(['a', 'b', 'c']);
    expect(order.note('f', run('a'))).toBe('a');
    expect(order.tell('a', false)).toBe(false);
    expect(order.sorted('g', ['a', 'b', 'c'])).toEqual(['b', 'c']);
  });
});

it('An interrupted run leaves neither a changed file nor its copy of the tree', async () => {
  const temporary = newFolder();
  const status = () => execFileSync('git', ['status', '--porcelain'], { cwd: ROOT, encoding: 'utf8' });
  if (!existsSync(join(ROOT, '.git'))) return;
  const before = status();
  const program = join(ROOT, 'dist/test/mutate/main.js');
  const child = spawn(process.execPath, [program, 'excerpt.ts', '--count', '1'], {
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
