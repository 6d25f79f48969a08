import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { openIndex } from '../../../src/address/index/open.ts';
import { compileRelease } from '../../build-index/builder-releases.ts';
import { newFolder } from '../../support/shared-releases.ts';
import { firstOf, PAIRS, pairTitle, writePairs } from './cost-pairs.ts';
import { type Searches, searchesOn } from './sample.ts';

let searches: Searches;

beforeAll(async () => {
  const folder = newFolder();
  writePairs(folder);
  const index = join(folder, 'pairs.lbx');
  await compileRelease(join(folder, 'release'), index);
  searches = searchesOn(openIndex(index));
});

describe('Of two addresses that a cost decides between, the better one comes first', () => {
  it.each(PAIRS.map((pair) => [pairTitle(pair), pair] as const))('%s', (_, pair) => {
    expect(firstOf(searches, pair)).toBe(pair.first);
  });
});
