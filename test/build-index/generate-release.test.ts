import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { readGazetteer } from '../../build-index/generate/gazetteer.ts';
import { type AsgsKind, generateRelease } from '../../build-index/generate/generate-release.ts';
import { hashTree } from './generated-files.ts';

const repository = fileURLToPath(new URL('../../', import.meta.url));
const gazetteer = readGazetteer(join(repository, 'data', 'gazetteer'));
const folder = mkdtempSync(join(tmpdir(), 'generated-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function generate(name: string, addresses: number, seed: number, asgs?: AsgsKind): string {
  const out = join(folder, name);
  generateRelease({ addresses, seed, gazetteer, asgs, out });
  return out;
}

describe('a generated release', () => {
  it('has the same bytes for the same arguments', () => {
    expect(hashTree(generate('once', 2500, 11))).toEqual(hashTree(generate('again', 2500, 11)));
  });

  it('has other rows for another seed, and for a seed that differs only above 32 bits', () => {
    const detail = 'G-NAF/G-NAF AUGUST 2026/Standard/VIC_ADDRESS_DETAIL_psv.psv';
    const hashes = [5, 6, 5 + 2 ** 32].map((seed) => hashTree(generate(`seed-${seed}`, 900, seed))[detail]);
    expect(new Set(hashes).size).toBe(3);
  });

  it('is what the bundled sample holds, byte for byte', () => {
    expect(hashTree(generate('sample', 3600, 26))).toEqual(hashTree(join(repository, 'data', 'sample')));
  });

  it('goes into an empty folder, and leaves nothing else beside it', () => {
    const parent = join(folder, 'beside');
    mkdirSync(join(parent, 'out'), { recursive: true });
    generateRelease({ addresses: 300, seed: 1, gazetteer, out: join(parent, 'out') });
    expect(readdirSync(parent)).toEqual(['out']);
    expect(readdirSync(join(parent, 'out')).sort()).toEqual(['G-NAF', 'abs', 'boundaries']);
  });

  it('refuses a folder that holds something, and leaves it as it was', () => {
    const out = join(folder, 'full');
    mkdirSync(out);
    writeFileSync(join(out, 'kept.txt'), 'mine');
    expect(() => generateRelease({ addresses: 300, seed: 1, gazetteer, out })).toThrow(/full is not empty/);
    expect(readdirSync(out)).toEqual(['kept.txt']);
  });

  it('leaves neither release nor litter when it cannot be written to its end', () => {
    const broken = { ...gazetteer, streets: [] };
    const parent = join(folder, 'broken');
    mkdirSync(parent);
    expect(() => generateRelease({ addresses: 5000, seed: 1, gazetteer: broken, out: join(parent, 'out') })).toThrow();
    expect(readdirSync(parent)).toEqual([]);
  });
});

describe('a gazetteer folder', () => {
  it('that lacks a table is refused with the name of what is missing', () => {
    const empty = join(folder, 'no-gazetteer');
    mkdirSync(empty);
    expect(() => readGazetteer(empty)).toThrow(/no-gazetteer has neither localities.csv nor localities.csv.gz/);
  });
});

describe('the command', () => {
  const main = join(repository, 'dist', 'build-index', 'generate', 'main.js');
  const run = (...args: string[]) => spawnSync(process.execPath, [main, ...args], { encoding: 'utf8' });
  const out = join(folder, 'command');

  it.skipIf(!existsSync(main)).each([
    [['--seed', '1', '--out', out], /required option '--addresses <n>'/],
    [['--addresses', '5', '--seed', '1', '--out', out], /--addresses must be a whole number from 180/],
    [['--addresses', '1e4', '--seed', '1', '--out', out], /--addresses must be a whole number/],
    [['--addresses', '300', '--seed', '-1', '--out', out], /--seed must be a whole number/],
    [['--addresses', '300', '--seed', '1', '--out', repository], /is not empty/],
    [['--addresses', '300', '--seed', '1', '--out', out, '--gazetteer', folder], /has neither localities.csv/],
    [['--addresses', '300', '--seed', '1', '--out', out, '--colour', 'red'], /unknown option '--colour'/],
    [['--colour', 'red', '--out', out], /unknown option '--colour'/],
  ])('answers %j with one sentence and exit code 1', (args, message) => {
    const { status, stderr, stdout } = run(...args);
    expect(status).toBe(1);
    expect(stderr.trim()).toMatch(message);
    expect(stderr.trim().split('\n')).toHaveLength(1);
    expect(stdout).toBe('');
    expect(existsSync(out)).toBe(false);
  });
});
