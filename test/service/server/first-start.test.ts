import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { FORMAT_VERSION, MAGIC } from '../../../src/address/index/format.ts';
import { logged, runLetterbox, stopLetterbox } from '../http/support/letterbox.ts';
import { request } from '../http/support/raw-http.ts';

const repository = fileURLToPath(new URL('../../../', import.meta.url));

/** A folder with what a fresh clone has after its build, and no index. */
const clone = mkdtempSync(join(tmpdir(), 'letterbox-clone-'));
beforeAll(() => {
  for (const part of ['dist', 'data/sample', 'package.json']) {
    cpSync(join(repository, part), join(clone, part), { recursive: true });
  }
  symlinkSync(join(repository, 'node_modules'), join(clone, 'node_modules'));
});
afterAll(() => rmSync(clone, { recursive: true }));

const program = join(clone, 'dist/src/main.js');
const index = join(clone, 'data/letterbox.lbx');

it('builds an index of the bundled sample if there is none, and serves it; the next start finds it', async () => {
  const first = await runLetterbox([], {}, program);
  expect(first.stderr()).toContain(`building it from ${join(clone, 'data/sample')}`);
  expect((await request(first.port, '/readyz')).status).toBe(200);
  const address = () => /Open http:\/\/127\.0\.0\.1:(\d+)\/#key=(demo_\w+) in a browser\.\n\n$/.exec(first.stderr());
  await expect.poll(address, { timeout: 10_000 }).not.toBeNull();
  const [, port, key] = address()!;
  expect(Number(port)).toBe(first.port);
  expect((await request(first.port, '/v1/address/lookup/postcode?postcode=3000', { 'X-Api-Key': key })).status).toBe(
    200,
  );
  expect(first.stdout.every((line) => line.startsWith('{'))).toBe(true);
  expect(await stopLetterbox(first)).toBe(0);
  const built = statSync(index).mtimeMs;

  const second = await runLetterbox([], {}, program);
  expect(second.stderr()).not.toContain('building');
  expect(logged(second, 'index opened')).toMatchObject([{ path: index }]);
  expect(await stopLetterbox(second)).toBe(0);
  expect(statSync(index).mtimeMs).toBe(built);
});

it('says what to do if the default index is of another version', async () => {
  const copy = readFileSync(index);
  copy.writeUInt32LE(FORMAT_VERSION - 1, MAGIC.length);
  writeFileSync(index, copy);
  const service = await runLetterbox([], {}, program);
  expect(await service.ended).toBe(1);
  expect(service.stderr()).toContain(
    `format version ${FORMAT_VERSION - 1}, this program reads version ${FORMAT_VERSION}`,
  );
  expect(service.stderr()).toContain('delete this one, and that of the sample is built again');
  expect(service.stderr()).not.toMatch(/^\s+at /m);
});

it('says so when the sample cannot be built, and leaves nothing behind', async () => {
  rmSync(index);
  const table = join(clone, 'data/sample/G-NAF');
  rmSync(table, { recursive: true });
  writeFileSync(table, '');
  const service = await runLetterbox([], {}, program);
  expect(await service.ended).toBe(1);
  expect(service.stderr()).toContain('The index of the bundled sample could not be built: ');
  expect(service.stderr()).not.toMatch(/^\s+at /m);
  expect(existsSync(index)).toBe(false);
});
