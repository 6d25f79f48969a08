import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { compileRelease } from '../../build-index/builder-releases.ts';
import { newFolder } from '../../support/shared-releases.ts';
import { writeMadeRelease } from '../search/made-release.ts';
import { type Calls, openCalls } from './calls.ts';

let calls: Calls;

beforeAll(async () => {
  const release = join(newFolder(), 'release');
  writeMadeRelease(release, ['12 SMITH STREET | MILVALE QLD 4711', '12 SMITH ROAD | MILVALE QLD 4711']);
  await compileRelease(release, `${release}.lbx`);
  calls = openCalls(`${release}.lbx`);
});

interface Answer {
  readonly serviceMatchQuality: string;
  readonly alternatives: readonly { readonly addressLabel: string; readonly differs: readonly string[] }[];
}

describe('§12.12: beside a sure match', () => {
  it.each([
    ['STREET', 'ROAD'],
    ['ROAD', 'STREET'],
  ])('a street of another type is an alternative: SMITH %s, SMITH %s', (type, other) => {
    const q = `12 Smith ${type}, Milvale QLD 4711`;
    const { serviceMatchQuality, alternatives } = calls.get<Answer>('validate', { q, include: 'alternatives' });
    expect(serviceMatchQuality).toBe('high');
    expect(alternatives).toMatchObject([{ addressLabel: `12 SMITH ${other}`, differs: ['street'] }]);
  });
});
