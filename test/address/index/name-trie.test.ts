import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { TrieBuilder } from '../../../build-index/compile/trie-builder.ts';
import {
  childOf,
  endOfChildren,
  firstChild,
  keyEnds,
  letterOf,
  mayGoOn,
  wordAt,
} from '../../../src/address/index/name-trie.ts';

const LETTERS = ' 0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ';
const letter = fc.constantFrom(...LETTERS);
/** Short and of few letters, so that many share their beginnings; and any. */
const key = fc.oneof(
  fc.string({ unit: fc.constantFrom('A', 'B', 'Z', '0', '7', '9', ' '), minLength: 1, maxLength: 6 }),
  fc.string({ unit: letter, minLength: 1, maxLength: 12 }),
);
const keys = fc.uniqueArray(key, { maxLength: 200 });
/** Keys, and a beginning of one of them. */
const begunKeys = fc.uniqueArray(key, { minLength: 1, maxLength: 200 }).chain((names) =>
  fc.constantFrom(...names).chain((name) =>
    fc.tuple(
      fc.constant(names),
      fc.nat(name.length).map((length) => name.slice(0, length)),
    ),
  ),
);

function trieOf(names: readonly string[]) {
  const builder = new TrieBuilder();
  names.forEach((name, i) => {
    builder.add(name, i, false, false);
  });
  return {
    ...builder.build((ordinal) => ordinal),
    deletions: { start: new Uint32Array(2), entry: new Uint32Array(0) },
  };
}

describe('A trie of names', () => {
  it('goes on from every beginning of a key with the letters that keys go on with, and with no other', () => {
    fc.assert(
      fc.property(keys, (names) => {
        const trie = trieOf(names);
        const walk = (node: number, begun: string): void => {
          const under = names.filter((name) => name.startsWith(begun));
          const next = new Set(under.map((name) => name.charAt(begun.length)).filter((found) => found !== ''));
          expect(keyEnds(wordAt(trie.node, node))).toBe(begun !== '' && names.includes(begun));
          expect(trie.high[node] - trie.low[node]).toBe(under.length);
          const first = firstChild(wordAt(trie.node, node));
          expect(endOfChildren(trie.node, node) - first).toBe(next.size);
          for (const other of LETTERS) {
            const child = childOf(trie, node, other.charCodeAt(0));
            expect(child >= 0).toBe(next.has(other));
            if (child < 0) continue;
            expect(mayGoOn(trie.node, node, other.charCodeAt(0))).toBe(true);
            expect(letterOf(wordAt(trie.node, child))).toBe(other.charCodeAt(0));
            walk(child, begun + other);
          }
        };
        walk(0, '');
      }),
      { numRuns: 30 },
    );
  });

  it('tells that no letter or space follows without a look at what does', () => {
    fc.assert(
      fc.property(begunKeys, letter, ([names, begun], other) => {
        const trie = trieOf(names);
        let node = 0;
        for (const each of begun) node = childOf(trie, node, each.charCodeAt(0));
        const goesOn = names.some((name) => name.startsWith(begun + other));
        const may = mayGoOn(trie.node, node, other.charCodeAt(0));
        expect(/\d/.test(other) ? may || !goesOn : may === goesOn).toBe(true);
      }),
    );
  });
});
