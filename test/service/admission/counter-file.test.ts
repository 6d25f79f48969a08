import { mkdirSync, readdirSync, readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import {
  createCounterFile,
  openCounterFile,
  productBit,
  productNames,
} from '../../../src/service/admission/counters/counter-file.ts';
import { addAccount, recordAt } from '../../../src/service/admission/counters/directory.ts';
import { HEADER, SEGMENT_BYTES } from '../../../src/service/admission/counters/layout.ts';
import { newCounterFile, temporaryFolder } from './customer.ts';

test('a counter file is created atomically, with an identity of its own', () => {
  const file = newCounterFile();
  const again = openCounterFile(file.path);
  expect(again.identity).toBe(file.identity);
  expect(file.identity).toMatch(/^[0-9a-f]{32}$/);
  Atomics.store(file.header.i64, HEADER.HEARTBEAT, 123n);
  expect(Atomics.load(again.header.i64, HEADER.HEARTBEAT)).toBe(123n);
  again.close();
  createCounterFile(file.path);
  const other = openCounterFile(file.path);
  expect(other.identity).not.toBe(file.identity);
  expect(other.inode).not.toBe(file.inode);
  expect(readdirSync(dirname(file.path))).toEqual(['counters']);
  other.close();
});

test('a counter file that cannot take its place leaves nothing behind', () => {
  const folder = temporaryFolder();
  const taken = join(folder, 'counters');
  mkdirSync(taken);
  expect(() => createCounterFile(taken)).toThrow();
  expect(readdirSync(folder)).toEqual(['counters']);
});

test('growth by one process is visible to the others', () => {
  const file = newCounterFile();
  const other = openCounterFile(file.path);
  const capacity = file.capacity('accounts');
  file.grow('accounts');
  expect(other.capacity('accounts')).toBe(2 * capacity);
  recordAt(file, 'accounts', capacity + 5).i32[recordAt(file, 'accounts', capacity + 5).at32] = 42;
  const seen = recordAt(other, 'accounts', capacity + 5);
  expect(seen.i32[seen.at32]).toBe(42);
  expect(() => other.segment('accounts', 2)).toThrow('there is no segment 2 of accounts');
  other.close();
});

test('foreign, outdated and truncated files are refused with expected and actual values', () => {
  const folder = temporaryFolder();
  const path = join(folder, 'counters');
  writeFileSync(path, 'something else altogether');
  expect(() => openCounterFile(path)).toThrow('begins with "somethin", expected "LBXCOUNT"');
  writeFileSync(path, '');
  expect(() => openCounterFile(path)).toThrow('not a counter file');
  createCounterFile(path);
  const whole = readFileSync(path);
  truncateSync(path, statSync(path).size - SEGMENT_BYTES);
  expect(() => openCounterFile(path)).toThrow(/truncated: \d+ bytes, expected \d+ for 4 segments/);
  whole.writeInt32LE(99, HEADER.VERSION * 4);
  writeFileSync(path, whole);
  expect(() => openCounterFile(path)).toThrow('layout version 99, this program counts in version');
});

test('products get a bit each, at most 31 of them', () => {
  const file = newCounterFile();
  const bits = Array.from({ length: 31 }, (_, i) => productBit(file, `family-${i}`));
  expect(bits).toEqual([...bits.keys()]);
  expect(productBit(file, 'family-7')).toBe(7);
  expect(productNames(file)).toHaveLength(31);
  expect(() => productBit(file, 'one more')).toThrow('lower-case letters, digits and hyphens, at most 32');
  expect(() => productBit(file, 'more')).toThrow('There are more than 31 products');
});

test('account ids longer than a record has room for are refused', () => {
  const file = newCounterFile();
  expect(() => addAccount(file, 'x'.repeat(81))).toThrow('has 81 bytes, expected 1 to 80');
  expect(() => addAccount(file, '')).toThrow('has 0 bytes');
});
