import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { IndexWriter } from '../../build-index/compile/index-writer.ts';
import { newFolder } from '../support/shared-releases.ts';

it('writes no index that lacks a section, or has one twice or of another type', () => {
  const path = join(newFolder(), 'x.lbx');
  const writer = new IndexWriter(path);
  writer.section('addressHead', new Uint32Array(1));
  expect(() => writer.section('addressHead', new Uint32Array(1))).toThrow('section addressHead is written twice');
  const content = { release: '', datum: '', attribution: '', counts: {}, options: {}, sources: [] };
  expect(() => writer.finish(content)).toThrow(/^sections .*addressUnit, .* are not written$/);
  writer.abandon();
  expect(existsSync(path)).toBe(false);
});
