import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { openIndex } from '../../../src/address/index/open.ts';
import { compileRelease } from '../../build-index/builder-releases.ts';
import { newFolder } from '../../support/shared-releases.ts';
import { writeMadeRelease } from './made-release.ts';
import { type Searches, searchesOn } from './sample.ts';

/** The only range of a street. */
const [FROM, TO] = [20, 26];

let searches: Searches;

beforeAll(async () => {
  const folder = newFolder();
  writeMadeRelease(join(folder, 'release'), [`${FROM}-${TO} MALLEE STREET | PELWYN QLD 4731`]);
  await compileRelease(join(folder, 'release'), join(folder, 'ranges.lbx'));
  searches = searchesOn(openIndex(join(folder, 'ranges.lbx')));
});

const score = (typed: string) => searches.validate(`${typed} Mallee Street, Pelwyn QLD 4731`).serviceMatchScore;

describe('The range of a record answers', () => {
  it('numbers on its side between its ends: 90; on the other side: 66; others: 33', () => {
    for (let n = FROM - 3; n <= TO + 3; n++)
      expect([n, score(String(n))]).toEqual([n, n < FROM || n > TO ? 33 : n % 2 === 0 ? 90 : 66]);
  });

  it('no other range for sure, as an end of it is no address: not one that is within it nor one that it is within', () => {
    const scores = new Map<string, Set<number>>();
    for (let low = FROM - 5; low <= TO + 3; low++)
      for (let high = low + 2; high <= TO + 6; high += 2) {
        const isDisjoint = low > TO || high < FROM;
        const isNested = (low <= FROM && TO <= high) || (FROM <= low && high <= TO);
        const isSame = low === FROM && high === TO;
        const kind = isSame ? 'same' : isDisjoint ? 'other' : isNested && low % 2 === 0 ? 'nested' : 'across';
        scores.set(kind, (scores.get(kind) ?? new Set()).add(score(`${low}-${high}`)));
      }
    expect(Object.fromEntries([...scores].map(([kind, its]) => [kind, [...its]]))).toEqual({
      same: [100],
      nested: [66],
      across: [66],
      other: [33],
    });
  });
});
