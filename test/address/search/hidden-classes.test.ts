import { setFlagsFromString } from 'node:v8';
import { describe, expect, it } from 'vitest';
import { keystrokes, randomLines } from '../../../bench/address/search/inputs.ts';
import { mutateText } from '../../../bench/address/search/mutate-text.ts';
import { Random } from '../../../build-index/generate/random.ts';
import { openIndex } from '../../../src/address/index/open.ts';
import { findBest } from '../../../src/address/search/find-best.ts';
import type { Trace } from '../../../src/address/search/sources/source.ts';
import { suggest } from '../../../src/address/search/suggest.ts';
import { generatedIndex } from '../../support/shared-releases.ts';

const index = openIndex(generatedIndex(80_000, 5));

/** Whether two objects have one hidden class, by an intrinsic of V8, which is there once its syntax is allowed. */
function sharingOf(): (a: object, b: object) => boolean {
  setFlagsFromString('--allow-natives-syntax');
  const sharing = new Function('a', 'b', 'return %HaveSameMap(a, b)') as (a: object, b: object) => boolean;
  setFlagsFromString('--no-allow-natives-syntax');
  return sharing;
}

describe('The objects of a search', () => {
  it('have one hidden class of each kind, however they are made', () => {
    const share = sharingOf();
    const random = new Random(9, 'hidden classes');
    const lines = randomLines(index, random, 150);
    const words = lines.flatMap((line) => line.split(' '));
    const changed = lines.map((line) => mutateText(line, random.pick(lines), words, 120, random));
    const typed = keystrokes([...lines, ...changed], random, 600, 60);
    const kinds = new Map<string, object[]>();
    const see = (kind: string, it: object | null | undefined) => {
      if (it == null) return;
      const known = kinds.get(kind) ?? [];
      if (!known.some((other) => share(other, it))) kinds.set(kind, [...known, it]);
    };
    const trace: Trace = {
      source: ({ numbers, names, asked, text, named }) => {
        see('text', text);
        see('names', named);
        see('span', names?.street);
        see('span', names?.locality);
        see('number parse', numbers);
        see('unit', numbers?.unit);
        see('name parse', names);
        see('retrieval', asked);
      },
      candidates: (candidates) => {
        for (const candidate of candidates) see('candidate', candidate);
      },
    };
    const ask = (by: Trace) => {
      for (const line of [...lines, ...changed]) findBest(index, line, by);
      for (const line of typed) suggest(index, line, { limit: 5, state: -1, near: null }, by);
    };
    // The engine settles how it keeps numbers in fields while they are first written, at times of its own choice.
    for (let round = 0; round < 6; round++) ask({});
    ask(trace);
    expect([...kinds.keys()].sort()).toEqual([
      'candidate',
      'name parse',
      'names',
      'number parse',
      'retrieval',
      'span',
      'text',
      'unit',
    ]);
    expect([...kinds].filter(([, { length }]) => length > 1).map(([kind]) => kind)).toEqual([]);
  });
});
