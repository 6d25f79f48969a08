import fc from 'fast-check';
import { distance } from 'fastest-levenshtein';
import { describe, expect, it } from 'vitest';
import { bitCount, mayBegin, mayBeNear, nameLetters } from '../../../src/address/index/letters.ts';

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789 ';
const name = fc.string({ unit: fc.constantFrom(...LETTERS), maxLength: 70 });
const few = fc.string({ unit: fc.constantFrom('A', 'B', ' '), maxLength: 8 });
const edits = fc.array(fc.tuple(fc.nat(80), fc.constantFrom('', ...LETTERS)), { maxLength: 3 });

/** The text with letters replaced, or left out, at some places. */
function changed(text: string, places: readonly (readonly [number, string])[]): string {
  return places.reduce((now, [at, letter]) => {
    const place = at % (now.length + 1);
    return now.slice(0, place) + letter + now.slice(place + 1);
  }, text);
}

function letters(text: string): number {
  const bytes = Buffer.from(`Q${text}Q`, 'latin1');
  return nameLetters(bytes, 1, bytes.length - 1);
}

describe('The letters of names', () => {
  it('never keep two names apart that are within the edits', () => {
    const pairs = fc.oneof(
      fc.tuple(few, few),
      fc.tuple(name, edits).map(([a, places]): [string, string] => [a, changed(a, places)]),
    );
    let near = 0;
    fc.assert(
      fc.property(pairs, fc.integer({ min: 0, max: 3 }), ([a, b], most) => {
        if (distance(a, b) > most) return;
        near++;
        expect(mayBeNear(letters(a), letters(b), most)).toBe(true);
      }),
      { numRuns: 5000, seed: 1 },
    );
    expect(near).toBeGreaterThan(500);
  });

  it('never keep a name from the beginning of another that it is within the edits of', () => {
    const pairs = fc.tuple(name, edits, name).map(([a, places, more]): [string, string, string] => {
      const b = changed(a, places);
      return [a, b, b + more];
    });
    let near = 0;
    fc.assert(
      fc.property(pairs, fc.integer({ min: 0, max: 3 }), ([a, beginning, b], most) => {
        if (distance(a, beginning) > most) return;
        near++;
        expect(mayBegin(letters(a), letters(b), most)).toBe(true);
      }),
      { numRuns: 5000, seed: 2 },
    );
    expect(near).toBeGreaterThan(500);
  });

  it('keep most names of other letters apart', () => {
    expect(mayBeNear(letters('RICHMOND'), letters('BRUNSWICK'), 2)).toBe(false);
    expect(mayBeNear(letters('KEW'), letters('KEW EAST'), 2)).toBe(false);
    expect(mayBegin(letters('RICHMO'), letters('BRUNSWICK'), 2)).toBe(false);
    expect(mayBegin(letters('RICHMOND'), letters('RICH'), 2)).toBe(false);
  });

  it('are counted bit by bit', () => {
    fc.assert(
      fc.property(fc.integer(), (value) => {
        expect(bitCount(value)).toBe([...(value >>> 0).toString(2)].filter((bit) => bit === '1').length);
      }),
      { seed: 3 },
    );
  });
});
