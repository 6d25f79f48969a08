import { execFile } from 'node:child_process';
import {
  closeSync,
  copyFileSync,
  ftruncateSync,
  mkdtempSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findDamage } from '../../../src/address/index/damage.ts';
import { openFile, readManifest } from '../../../src/address/index/open.ts';
import { sampleIndex } from '../../support/shared-releases.ts';
import { type Letterbox, logged, runLetterbox, stopLetterbox } from '../http/support/letterbox.ts';
import { request } from '../http/support/raw-http.ts';

const folder = mkdtempSync(join(tmpdir(), 'letterbox-damage-'));
const path = join(folder, 'served.lbx');
let whole: string;
beforeAll(() => {
  whole = sampleIndex();
});
afterAll(() => rmSync(folder, { recursive: true }));

/** Serves a copy of the sample's index, after something was done to it. */
function serveCopy(args: readonly string[], change: () => void = () => {}): Promise<Letterbox> {
  copyFileSync(whole, path);
  change();
  return runLetterbox(['--index', path, '--workers', '1', '--dev-key', 'k', ...args]);
}

/** Serves a copy that is open for writing before it is served, so that a change of it is not noticed at once. */
async function serveWhileOpenForWriting(): Promise<{ service: Letterbox; file: number }> {
  let file = 0;
  const service = await serveCopy(['--verify-index', 'off'], () => {
    file = openSync(path, 'r+');
  });
  return { service, file };
}

/** Flips a bit of the section `text` in place: the pages that are served change with it. */
function flipBit(): void {
  const { offset } = readManifest(path).sections.find(({ name }) => name === 'text')!;
  const file = openSync(path, 'r+');
  writeSync(file, Buffer.from([readFileSync(path)[offset + 100] ^ 4]), 0, 1, offset + 100);
  closeSync(file);
}

const ask = (port: number) => request(port, '/v1/address/lookup/suburb?suburb=sunnybank', { 'X-Api-Key': 'k' });

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((resolve) => setTimeout(resolve, 10));
}

const CORRUPT = /served\.lbx: section text is corrupt: checksum [0-9a-f]{8}, expected [0-9a-f]{8}/;

describe('a service whose index is damaged', () => {
  it('finds a flipped bit while serving, and ends with a sentence if there is no better file', async () => {
    const service = await serveCopy([], flipBit);
    expect(await service.ended).toBe(1);
    expect(logged(service, 'index damaged')).toMatchObject([{ level: 60, reason: expect.stringMatching(CORRUPT) }]);
    expect(logged(service, 'server ended')).toMatchObject([{ reason: expect.stringMatching(CORRUPT) }]);
    expect(service.stderr()).toMatch(CORRUPT);
    expect(service.stderr()).not.toMatch(/^\s+at /m);
  });

  it('refuses to start on it if told to verify at the start', async () => {
    const service = await serveCopy(['--verify-index', 'start'], flipBit);
    expect(await service.ended).toBe(1);
    expect(service.port).toBe(0);
    expect(service.stderr()).toMatch(CORRUPT);
  });

  it('says why it died if the file is truncated under it, and ends with a sentence', async () => {
    const { service, file } = await serveWhileOpenForWriting();
    expect((await ask(service.port)).status).toBe(200);
    expect(logged(service, 'index file not protected from being overwritten')).toMatchObject([
      { level: 40, path, reason: 'another program has it open for writing' },
    ]);
    ftruncateSync(file, 4096);
    closeSync(file);
    await expect(ask(service.port)).rejects.toThrow();
    expect(await service.ended).toBe(1);
    const reason = expect.stringContaining('a page of the index could not be read');
    expect(logged(service, 'server ended')).toMatchObject([{ level: 50, signal: 'SIGBUS', reason }]);
    expect(service.stderr()).toMatch(/cannot be started again: .*served\.lbx: truncated/);
  });

  it('continues, on the same port, with an intact file that has taken the name of the truncated one', async () => {
    const { service, file } = await serveWhileOpenForWriting();
    const body = (await ask(service.port)).body.toString();
    copyFileSync(whole, `${path}.new`);
    renameSync(`${path}.new`, path);
    ftruncateSync(file, 4096);
    closeSync(file);
    await expect(ask(service.port)).rejects.toThrow();
    await until(() => logged(service, 'started').length === 2);
    expect((await ask(service.port)).body.toString()).toBe(body);
    expect(logged(service, 'index verified')).toHaveLength(1);
    expect(await stopLetterbox(service)).toBe(0);
  });
});

describe('a damaged file that is overwritten', () => {
  it.runIf(process.platform === 'linux')('ends the server, which is restarted with the intact file', async () => {
    const service = await serveCopy(['--verify-index', 'off'], flipBit);
    await promisify(execFile)('cp', [whole, path]);
    await until(() => logged(service, 'started').length === 2);
    expect(logged(service, 'index file about to be overwritten')).toMatchObject([
      { level: 60, reason: expect.stringMatching(CORRUPT) },
    ]);
    expect((await ask(service.port)).status).toBe(200);
    expect(await stopLetterbox(service)).toBe(0);
  });
});

describe('a server process', () => {
  it('dies with the service that started it, so that the port is free at once', async () => {
    const service = await serveCopy([]);
    service.process.kill('SIGKILL');
    expect(await service.ended).toBe('SIGKILL');
    const next = await serveCopy(['--port', String(service.port)]);
    expect(next.port).toBe(service.port);
    expect(await stopLetterbox(next)).toBe(0);
  });
});

describe('the damage of an index', () => {
  it('is found wherever a bit of a section is flipped or the file is cut off', async () => {
    const bytes = readFileSync(whole);
    const manifest = readManifest(whole);
    const sections = manifest.sections.filter((section) => section.bytes > 0);
    const place = fc
      .constantFrom(...sections)
      .chain(({ offset, bytes }) => fc.integer({ min: offset, max: offset + bytes - 1 }));
    const damaged = join(folder, 'damaged.lbx');
    const damageOf = async (content: Uint8Array) => {
      writeFileSync(damaged, content);
      const descriptor = openFile(damaged);
      const damage = await findDamage(manifest, descriptor);
      closeSync(descriptor);
      return damage;
    };
    const sectionOf = (at: number) => sections.find(({ offset, bytes }) => offset <= at && at < offset + bytes)!.name;
    expect(await damageOf(bytes)).toBeNull();
    await fc.assert(
      fc.asyncProperty(place, fc.integer({ min: 0, max: 7 }), fc.boolean(), async (at, bit, cut) => {
        const content = Buffer.from(cut ? bytes.subarray(0, at) : bytes);
        if (!cut) content[at] ^= 1 << bit;
        const found = cut ? `truncated: section ${sectionOf(at)} ends at` : `section ${sectionOf(at)} is corrupt`;
        expect(await damageOf(content)).toContain(found);
      }),
      { numRuns: 40 },
    );
  });
});
