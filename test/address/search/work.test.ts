import { describe, expect, it } from 'vitest';
import { inSessions, randomLines } from '../../../bench/address/search/inputs.ts';
import { mutateText } from '../../../bench/address/search/mutate-text.ts';
import {
  bytesAllocated,
  type Counted,
  meanWork,
  type Work,
  worksOf,
} from '../../../bench/address/search/work/count-work.ts';
import { linesTouched } from '../../../bench/address/search/work/touched-lines.ts';
import { Random } from '../../../build-index/generate/random.ts';
import { openIndex } from '../../../src/address/index/open.ts';
import { autocomplete } from '../../../src/address/operations/autocomplete.ts';
import { JsonBytes } from '../../../src/address/operations/json-bytes.ts';
import { validate } from '../../../src/address/operations/validate.ts';
import { generatedIndex } from '../../support/shared-releases.ts';

const index = openIndex(generatedIndex(80_000, 5));
const random = new Random(1, 'work');
const lines = randomLines(index, random, 1000);
/** A number, a street of one word with its type, a place of one word, a state and a postcode. */
const plain = lines.filter((line) => /^[1-9]\d{0,2} [a-z]+ [a-z]+, [a-z]+ [a-z]+ \d{4}$/i.test(line));
const words = lines.flatMap((line) => line.split(' '));
const changed = lines.map((line) => mutateText(line, random.pick(lines), words, 120, random));

const LONGEST = 200;
const typed = (some: readonly string[]) => inSessions(some.slice(0, 50), LONGEST);

/** What the queries of a class take at most, on average: what was measured, with a little room. */
interface Limited extends Counted {
  readonly most: Omit<Work, 'unled'> & Partial<Pick<Work, 'unled'>>;
  /** Lines of 64 bytes of the index. */
  readonly touches: number;
}

const CLASSES: readonly Limited[] = [
  {
    name: 'plain lines',
    typing: false,
    queries: plain,
    touches: 49,
    most: {
      texts: 1,
      rules: 0.65,
      vain: 0.65,
      numbers: 1.02,
      names: 0.1,
      opened: 2.02,
      needless: 0.3,
      made: 1,
      kept: 1,
      unled: 0.1,
    },
  },
  {
    name: 'lines that are there',
    typing: false,
    queries: lines,
    touches: 70,
    most: {
      texts: 1,
      rules: 3.5,
      vain: 3.3,
      numbers: 1.02,
      names: 0.2,
      opened: 2.02,
      needless: 0.6,
      made: 1.01,
      kept: 1.01,
      unled: 0.17,
    },
  },
  {
    name: 'lines with mistakes',
    typing: false,
    queries: changed,
    touches: 210,
    most: {
      texts: 1.05,
      rules: 20,
      vain: 19,
      numbers: 1.4,
      names: 7.5,
      opened: 11.2,
      needless: 4.9,
      made: 1.1,
      kept: 1.1,
    },
  },
  {
    name: 'plain lines as they are typed',
    typing: true,
    queries: typed(plain),
    touches: 96,
    most: { texts: 1, rules: 2.4, vain: 2, numbers: 1.01, names: 1.8, opened: 2.2, needless: 5, made: 2.5, kept: 2.5 },
  },
  {
    name: 'lines that are there as they are typed',
    typing: true,
    queries: typed(lines),
    touches: 109,
    most: {
      texts: 1,
      rules: 6.6,
      vain: 5.8,
      numbers: 1.1,
      names: 1.9,
      opened: 2.4,
      needless: 5.1,
      made: 3.8,
      kept: 3.8,
    },
  },
  {
    name: 'lines with mistakes as they are typed',
    typing: true,
    queries: typed(changed),
    touches: 219,
    most: {
      texts: 1.05,
      rules: 9.5,
      vain: 8.8,
      numbers: 1.2,
      names: 5.2,
      opened: 7.2,
      needless: 3.4,
      made: 7,
      kept: 7,
    },
  },
];

describe('The work of a query', () => {
  it.each(CLASSES)('is no more than it was: $name', (each) => {
    const mean = meanWork(worksOf(index, each));
    const above = Object.entries(mean).filter(
      ([name, value]) => value > (each.most[name as keyof Work] ?? Number.POSITIVE_INFINITY),
    );
    expect(Object.fromEntries(above)).toEqual({});
  });

  it('allocates no more than it did', () => {
    const out = new JsonBytes();
    const keystrokes = typed(lines);
    const check = (i: number) => {
      out.reset();
      validate(index, { q: lines[i]!, debug: false }, out);
    };
    const complete = (i: number) => {
      out.reset();
      autocomplete(index, { q: keystrokes[i]!, state: null, limit: 5, near: null, debug: false }, out);
    };
    // What is not compiled yet allocates more.
    for (let warm = 0; warm < 8; warm++) {
      bytesAllocated(lines.length, check);
      bytesAllocated(keystrokes.length, complete);
    }
    const found = {
      validate: bytesAllocated(lines.length, check),
      autocomplete: bytesAllocated(keystrokes.length, complete),
    };
    expect(found.validate).toBeLessThan(9_000);
    expect(found.autocomplete).toBeLessThan(20_000);
  });

  // Last: what has read a counted index is slower for good.
  it.each(CLASSES)('touches no more lines of the index than it did: $name', ({ touches, ...each }) => {
    const touched = linesTouched(index, each);
    expect(touched.reduce((sum, lines) => sum + lines, 0) / touched.length).toBeLessThan(touches);
  });
});
