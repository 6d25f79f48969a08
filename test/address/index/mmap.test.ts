import { randomFillSync } from 'node:crypto';
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { constants, tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PAGE } from '../../../src/address/index/format.ts';
import { mapFile, unmap, viewOf } from '../../../src/address/index/mmap.ts';

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

/** How often the file is mapped, where Linux tells. */
const mappings = () => readFileSync('/proc/self/maps', 'latin1').split(path).length - 1;

describe('a mapped file', () => {
  it('is seen through views, which have its bytes from their offset on', () => {
    const mapping = mapFile(path, descriptor, file.length);
    const offset = fc.integer({ min: 0, max: Math.floor(file.length / PAGE) }).map((n) => n * PAGE);
    fc.assert(
      fc.property(offset, fc.nat(file.length), (offset, most) => {
        const length = Math.min(most, file.length - offset);
        const view = viewOf(mapping, offset, length);
        expect(view.byteLength).toBe(length);
        expect(Buffer.compare(Buffer.from(view), file.subarray(offset, offset + length))).toBe(0);
      }),
      { numRuns: 100 },
    );
  });

  it.runIf(process.platform === 'linux')('is one mapping, which can be taken out of memory again', () => {
    const before = mappings();
    const mapping = mapFile(path, descriptor, file.length);
    viewOf(mapping, PAGE, PAGE);
    expect(mappings()).toBe(before + 1);
    unmap(mapping);
    expect(mappings()).toBe(before);
  });

  it('that cannot be mapped is refused with its name and the error', () => {
    const unreadable = openSync(path, 'a');
    expect(() => mapFile(path, unreadable, 10)).toThrow(
      `${path}: mmap of 10 bytes at 0 failed with errno ${constants.errno.EACCES}`,
    );
    closeSync(unreadable);
  });
});
