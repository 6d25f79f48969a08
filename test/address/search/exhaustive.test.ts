import { describe, expect, it } from 'vitest';
import { keystrokes, lineOf, randomLines } from '../../../bench/address/search/inputs.ts';
import { Random } from '../../../build-index/generate/random.ts';
import { type AddressIndex, openIndex } from '../../../src/address/index/open.ts';
import { lostLines } from '../../checks/exhaustive/lost-lines.ts';
import { cases } from '../../support/cases.ts';
import { generatedIndex } from '../../support/shared-releases.ts';

/** Keystrokes that are tried of each kind. */
const QUERIES = cases(200, 350_000);
/** Lines that are drawn at most. */
const MOST_LINES = 500_000;

/** Which lines are typed, and how many of their letters at most: the shorter a beginning, the more streets it leads to, and the more is cut off. */
const KINDS = [
  ['of any line', /./, 60],
  ['at the beginning of any line', /./, 16],
  ['of a lot', /^lot /i, 14],
] as const;

describe('What is suggested', () => {
  it.each(KINDS)(
    'leaves nothing without a flaw out that a search of every street finds, at any keystroke %s',
    (_, kind, most) => {
      const index = openIndex(generatedIndex(80_000, 5));
      const random = new Random(31, 'exhaustive');
      const lines = randomLines(index, random, Math.min(20 * QUERIES, MOST_LINES)).filter((line) => kind.test(line));
      const typed = keystrokes(lines, random, QUERIES, most);
      expect(typed.length).toBeGreaterThan(QUERIES / 10);
      expect(typed.flatMap((text) => describeLost(index, text))).toEqual([]);
    },
    3_600_000,
  );
});

/** A list that leaves records out, in words; nothing for one that does not. */
function describeLost(index: AddressIndex, text: string) {
  const found = lostLines(index, text);
  if (found === null) return [];
  const lines = (ordinals: readonly number[]) => ordinals.map((ordinal) => lineOf(index, ordinal));
  return [{ text, shown: lines(found.shown), lost: lines(found.lost) }];
}
