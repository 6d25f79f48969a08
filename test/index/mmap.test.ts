import { randomFillSync } from 'node:crypto';
import { closeSync, mkdtempSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { constants, tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PAGE } from '../../src/index/format.ts';
import { mappable } from '../../src/index/mmap.ts';

const folder = mkdtempSync(join(tmpdir(), 'letterbox-mmap-'));
const path = join(folder, 'file');
const file = randomFillSync(Buffer.alloc(5 * 65536 + 123));
let descriptor: number;
beforeAll(() => {
  writeFileSync(path, file);
  descriptor = openSync(path, 'r');
});
afterAll(() => {
  closeSync(descriptor);
  rmSync(folder, { recursive: true });
});

describe('a mapped part of a file', () => {
  it('has the bytes of the file from its offset on, on machines with small and with large pages', () => {
    const offset = fc.integer({ min: 0, max: Math.floor(file.length / PAGE) }).map((n) => n * PAGE);
    fc.assert(
      fc.property(fc.constantFrom(null, 4096, 16384, 65536), offset, fc.nat(file.length), (page, offset, most) => {
        const length = Math.min(most, file.length - offset);
        const mapped = mappable(path, descriptor, page).map(offset, length);
        expect(mapped.byteLength).toBe(length);
        expect(Buffer.compare(Buffer.from(mapped), file.subarray(offset, offset + length))).toBe(0);
      }),
      { numRuns: 200 },
    );
  });

  it('may overlap with another part', () => {
    const { map } = mappable(path, descriptor, 65536);
    const [whole, part] = [map(0, file.length), map(PAGE, PAGE)];
    expect(Buffer.compare(Buffer.from(whole, PAGE, PAGE), Buffer.from(part))).toBe(0);
  });

  it('that cannot be mapped is refused with the file, the place and the error', () => {
    const unreadable = openSync(path, 'a');
    expect(() => mappable(path, unreadable).map(PAGE, 10)).toThrow(
      `${path}: mmap of 10 bytes at ${PAGE} failed with errno ${constants.errno.EACCES}`,
    );
    closeSync(unreadable);
  });
});
