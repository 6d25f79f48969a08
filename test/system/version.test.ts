import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const { version, scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
const run = promisify(execFile);

test('every program that people run says the version of the package', async () => {
  const programs = new Set<string>();
  for (const script of Object.values<string>(scripts)) {
    const program = /^exec build\/run ((?:src|build-index)\/\S+)$/.exec(script)?.[1];
    if (program !== undefined) programs.add(`dist/${program}.js`);
  }
  // What only developers run, on the sources.
  for (const tool of ['build-index/schema', 'src/clients/generate/operation-tables', 'src/pages/build/sizes'])
    programs.delete(`dist/${tool}.js`);
  expect([...programs]).toEqual(
    expect.arrayContaining(['dist/src/main.js', 'dist/src/billing/credits/main.js', 'dist/src/clients/mcp/main.js']),
  );
  const said = await Promise.all(
    [...programs].map(async (program) => [
      program,
      (await run(process.execPath, [join(ROOT, program), '--version'])).stdout,
    ]),
  );
  expect(said).toEqual([...programs].map((program) => [program, `${version}\n`]));
});
