import { execFileSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import ts from 'typescript';
import { compiledPath } from './reached.ts';

/** A copy of the tree, in which files can be changed. */
export interface TreeCopy {
  readonly root: string;
  /** Where what the tests make goes. */
  readonly temporary: string;
  /** Where they may keep what does not change from run to run. */
  readonly shared: string;
  /** Writes a source file, and what it compiles to. */
  write(file: string, text: string): void;
  remove(): void;
}

/** Tests of another order than the one given in this variable run after the others. */
export const ORDER = 'LETTERBOX_TEST_ORDER';

const CONFIGURATION = `import { relative } from 'node:path';
import { BaseSequencer } from 'vitest/node';
import base from './vitest.config.ts';

const order = process.env.${ORDER}.split(',');
class InOrder extends BaseSequencer {
  async sort(files) {
    const place = ({ moduleId }) => order.indexOf(relative(this.ctx.config.root, moduleId));
    return [...files].sort((a, b) => place(a) - place(b));
  }
}
const setupFiles = process.env.NODE_V8_COVERAGE ? ['./mutate.setup.mjs'] : [];
export default { ...base, test: { ...base.test, setupFiles, sequence: { sequencer: InOrder } } };
`;

/** The runner kills its processes, which would write nothing of what they ran. */
const SETUP = `import { takeCoverage } from 'node:v8';
import { afterAll } from 'vitest';

afterAll(() => takeCoverage());
`;

/** Copies the files that git knows, new ones too, and what is compiled; the packages are linked to. */
export function copyTree(from: string): TreeCopy {
  const folder = mkdtempSync(join(tmpdir(), 'letterbox-mutate-'));
  const root = join(folder, 'tree');
  const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: from,
    encoding: 'utf8',
    maxBuffer: 1 << 26,
  });
  const files = new Set(listed.split('\0').filter((path) => path !== '' && !path.startsWith('.')));
  for (const path of files) cpSync(join(from, path), join(root, path));
  cpSync(join(from, 'dist'), join(root, 'dist'), { recursive: true });
  // A program that is bundled would go on with the code as it was.
  for (const program of Object.keys(JSON.parse(readFileSync(join(from, 'build/programs.json'), 'utf8')))) {
    const source = join(root, `${program}.ts`);
    if (existsSync(source))
      writeFileSync(join(root, 'dist', `${program}.js`), compile(source, readFileSync(source, 'utf8')));
  }
  mkdirSync(join(root, 'node_modules'));
  for (const name of readdirSync(join(from, 'node_modules')).filter((name) => name !== '.vite'))
    symlinkSync(join(from, 'node_modules', name), join(root, 'node_modules', name));
  writeFileSync(join(root, 'mutate.config.mjs'), CONFIGURATION);
  writeFileSync(join(root, 'mutate.setup.mjs'), SETUP);
  const temporary = join(folder, 'tmp');
  // PostgreSQL runs as another user, in a folder below.
  execFileSync('chmod', ['711', folder]);
  mkdirSync(temporary);
  const shared = join(folder, 'shared');
  mkdirSync(shared);
  return {
    root,
    temporary,
    shared,
    write(file, text) {
      writeFileSync(join(root, file), text);
      const compiled = compiledPath(root, file);
      mkdirSync(dirname(compiled), { recursive: true });
      writeFileSync(compiled, compile(file, text));
    },
    remove() {
      endDatabases(temporary);
      rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
    },
  };
}

/** What a source file compiles to. */
export function compile(fileName: string, text: string): string {
  const { outputText } = ts.transpileModule(text, {
    fileName,
    compilerOptions: {
      target: ts.ScriptTarget.ES2022,
      module: ts.ModuleKind.ESNext,
      verbatimModuleSyntax: true,
      rewriteRelativeImportExtensions: true,
    },
  });
  return outputText;
}

/** Ends PostgreSQL servers of tests that were killed before they could. */
export function endDatabases(folder: string): void {
  for (const path of readdirSync(folder, { recursive: true, encoding: 'utf8' }))
    if (path.endsWith('postmaster.pid'))
      try {
        process.kill(Number(readFileSync(join(folder, path), 'utf8').split('\n')[0]), 'SIGQUIT');
      } catch {
        // It has ended by itself.
      }
}
