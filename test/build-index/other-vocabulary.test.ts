import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { crc32 } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { FOOTER_BYTES } from '../../src/address/index/format.ts';
import { readManifest } from '../../src/address/index/open.ts';
import { VOCABULARY_HASH } from '../../src/address/vocabulary/vocabulary-hash.ts';
import { logged, runLetterbox, stopLetterbox } from '../service/http/support/letterbox.ts';
import { newFolder, sampleIndex } from '../support/shared-releases.ts';

const DIST = fileURLToPath(new URL('../../dist/', import.meta.url));
const OTHER = 'f'.repeat(VOCABULARY_HASH.length);

/** The sample's index, as a builder with other words would have marked it. */
function indexOfOthers(): string {
  const path = join(newFolder(), 'other.lbx');
  const bytes = readFileSync(sampleIndex());
  const manifest = bytes.length - FOOTER_BYTES - bytes.readUInt32LE(bytes.length - FOOTER_BYTES + 4);
  bytes.write(OTHER, bytes.indexOf(VOCABULARY_HASH, manifest), 'latin1');
  bytes.writeUInt32LE(crc32(bytes.subarray(manifest, bytes.length - FOOTER_BYTES)), bytes.length - FOOTER_BYTES);
  writeFileSync(path, bytes);
  return path;
}

const run = (program: string, ...args: readonly string[]) =>
  spawnSync(process.execPath, [join(DIST, program), ...args], { encoding: 'utf8' });

describe('An index that was built with other words', () => {
  const other = indexOfOthers();
  const list = join(newFolder(), 'list.csv');
  writeFileSync(list, 'address\n2 perth st sunnybank 4109\n');

  it.each([
    ['explain', (path: string) => run('src/engine/explain.js', '2 perth st sunnybank', '--index', path)],
    ['verify', (path: string) => run('build-index/verify.js', path)],
    ['match', (path: string) => run('src/lists/match/main.js', list, '--out', '-', '--index', path)],
  ])('is told by %s, which does its work', (_, ask) => {
    const { stdout, stderr, status } = ask(other);
    expect(stderr).toContain(`${other} was built with another vocabulary (${OTHER}) than this program has`);
    const own = ask(sampleIndex());
    expect(own.stderr).not.toContain('vocabulary');
    expect([stdout.replaceAll(other, sampleIndex()).replace(/ in [\d.]+ s/, ''), status]).toEqual([
      own.stdout.replace(/ in [\d.]+ s/, ''),
      own.status,
    ]);
    expect(status).toBe(0);
  });

  it('is told in the log of a service, which answers from it', async () => {
    const service = await runLetterbox(['--index', other, '--dev-key', 'demo', '--workers', '1']);
    try {
      expect(logged(service, 'index built with another vocabulary')).toMatchObject([{ level: 40, path: other }]);
    } finally {
      await stopLetterbox(service);
    }
  });

  it('has the hash in its manifest', () => {
    expect(readManifest(sampleIndex()).options.vocabulary).toBe(VOCABULARY_HASH);
    expect(readManifest(other).options.vocabulary).toBe(OTHER);
  });
});
