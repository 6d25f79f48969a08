import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { FORMAT_VERSION, HEADER_BYTES, MAGIC, PAGE } from '../../src/address/index/format.ts';
import { openIndex, readManifest } from '../../src/address/index/open.ts';
import { LONG } from '../support/cases.ts';
import { newFolder } from '../support/shared-releases.ts';
import { runProgram } from './builder-programs.ts';
import { compileRelease, smallRelease, writeSmallRelease } from './builder-releases.ts';

let folder: string;
let index: string;
let bytes: Buffer;

beforeAll(async () => {
  folder = newFolder();
  index = join(folder, 'x.lbx');
  const gnaf = newFolder();
  writeSmallRelease(gnaf, smallRelease());
  await compileRelease(gnaf, index);
  bytes = readFileSync(index);
});

/** Writes a file after `change` has had a copy of the index's bytes, and answers its path. */
function changed(name: string, change: (copy: Buffer) => Buffer): string {
  const path = join(folder, name);
  writeFileSync(path, change(Buffer.from(bytes)));
  return path;
}

/** Files that are no index of this version, and what is said of each. */
const STRANGE: readonly (readonly [string, () => string, RegExp])[] = [
  [
    'a file that is not there',
    () => join(folder, 'missing.lbx'),
    /missing\.lbx does not exist: expected a Letterbox index/,
  ],
  [
    'an empty file',
    () => changed('empty.lbx', () => Buffer.alloc(0)),
    /empty\.lbx is empty: expected a Letterbox index/,
  ],
  ['a folder', aFolder, /folder\.lbx is not a file: expected a Letterbox index/],
  [
    'a foreign file',
    () => changed('foreign.lbx', () => Buffer.from('PK\x03\x04 a zip, not an index')),
    /foreign\.lbx: not a Letterbox index: it begins with 504b0304[0-9a-f]{8}, expected 4c4258494e444558/,
  ],
  [
    'a file shorter than a header',
    () => changed('short.lbx', (copy) => copy.subarray(0, HEADER_BYTES - 1)),
    /short\.lbx: not a Letterbox index/,
  ],
  [
    'a newer format',
    () =>
      changed('newer.lbx', (copy) => {
        copy.writeUInt32LE(FORMAT_VERSION + 1, MAGIC.length);
        return copy;
      }),
    new RegExp(`newer\\.lbx: format version ${FORMAT_VERSION + 1}, this program reads version ${FORMAT_VERSION}`),
  ],
  [
    'a truncated file',
    () => changed('cut.lbx', (copy) => copy.subarray(0, copy.length >> 1)),
    /cut\.lbx: truncated: it ends with [0-9a-f]{16}, expected 4c4258494e444558/,
  ],
  [
    'a file of little more than a header',
    () => changed('tiny.lbx', (copy) => copy.subarray(0, PAGE)),
    /tiny\.lbx: truncated: 4096 bytes, expected at least 4112/,
  ],
  [
    'a manifest with another checksum',
    () =>
      changed('manifest.lbx', (copy) => {
        copy[copy.length - 100] ^= 1;
        return copy;
      }),
    /manifest\.lbx: manifest is corrupt: checksum [0-9a-f]{8}, expected [0-9a-f]{8}/,
  ],
];

function aFolder(): string {
  const path = join(folder, 'folder.lbx');
  mkdirSync(path, { recursive: true });
  return path;
}

describe('opening refuses in a sentence', () => {
  it.each(STRANGE)('%s', (_what, path, sentence) => {
    expect(() => openIndex(path())).toThrow(sentence);
    expect(() => readManifest(path())).toThrow(sentence);
  });
});

describe('inspect and verify', () => {
  it.each(STRANGE.filter((_, i) => LONG || i % 4 === 0))(
    'say in one sentence, and end with 1: %s',
    async (_what, path, sentence) => {
      for (const program of ['inspect', 'verify'] as const) {
        const { code, stdout, stderr } = await runProgram(program, [path()]);
        expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
        expect(stderr).toMatch(sentence);
        expect(stderr.trimEnd().split('\n')).toHaveLength(1);
      }
    },
  );

  it('want a file', async () => {
    for (const program of ['inspect', 'verify'] as const) {
      const { code, stderr } = await runProgram(program, []);
      expect(code).not.toBe(0);
      expect(stderr).toContain("missing required argument 'file'");
    }
  });
});

describe('verify', () => {
  it('ends with 0 and a summary when nothing is wrong', async () => {
    const { code, stdout, stderr } = await runProgram('verify', [index]);
    expect(code).toBe(0);
    expect(stderr).toMatch(/^Next: .*npm start -- --index \S+x\.lbx.*\n$/);
    expect(stdout).toMatch(
      /^\S+x\.lbx: G-NAF 2026\.02, 10 addresses, \d+ sections: \d+ checks in \S+ s, nothing is wrong\n$/,
    );
  });

  it('names every section whose bytes changed, with both checksums, and ends with 1', async () => {
    const spoiled = readManifest(index).sections.filter(({ name }) =>
      ['streetName', 'addressRecord', 'detail'].includes(name),
    );
    const path = changed('spoiled.lbx', (copy) => {
      for (const { offset } of spoiled) copy[offset] ^= 0x40;
      return copy;
    });
    const { code, stdout, stderr } = await runProgram('verify', [path]);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr.trimEnd().split('\n')).toEqual(
      spoiled.map(({ name, crc32 }) =>
        expect.stringMatching(
          new RegExp(
            `^\\S+spoiled\\.lbx: section ${name}: checksum [0-9a-f]{8}, expected ${crc32.toString(16).padStart(8, '0')}$`,
          ),
        ),
      ),
    );
  });

  it('names the section before a byte that lies in no section', async () => {
    const { name, offset, bytes: size } = readManifest(index).sections[3];
    const path = changed('gap.lbx', (copy) => {
      copy[offset + size] = 7;
      return copy;
    });
    const { code, stderr } = await runProgram('verify', [path]);
    expect(code).toBe(1);
    expect(stderr).toContain(`section ${name}: byte ${offset + size} of the file, after the section, is 7, expected 0`);
  });
});
