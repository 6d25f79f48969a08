import { describe, expect, it } from 'vitest';
import { keystrokes, lineOf, randomLines } from '../../bench/search/inputs.ts';
import { Random } from '../../build-index/generate/random.ts';
import { type AddressIndex, openIndex } from '../../src/index/open.ts';
import { cases } from '../cases.ts';
import { lostLines } from '../exhaustive/lost-lines.ts';
import { generatedIndex } from '../shared-releases.ts';

/** Keystrokes that are tried. */
const QUERIES = cases(2_500, 1_000_000);
/** Letters of one line that are typed at most. */
const MOST_OF_LINE = 60;

describe('What is suggested', () => {
  it('leaves nothing without a flaw out that a search of every street finds, at any keystroke', () => {
    const index = openIndex(generatedIndex(80_000, 5));
    const random = new Random(31, 'exhaustive');
    const lost = keystrokes(randomLines(index, random, Math.ceil(QUERIES / 20)), random, QUERIES, MOST_OF_LINE).flatMap(
      (text) => describeLost(index, text),
    );
    expect(lost).toEqual([]);
  }, 3_600_000);
});

/** A list that leaves records out, in words; nothing for one that does not. */
function describeLost(index: AddressIndex, text: string) {
  const found = lostLines(index, text);
  if (found === null) return [];
  const lines = (ordinals: readonly number[]) => ordinals.map((ordinal) => lineOf(index, ordinal));
  return [{ text, shown: lines(found.shown), lost: lines(found.lost) }];
}
