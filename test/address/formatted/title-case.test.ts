import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { titleInPlace } from '../../../src/address/formatted/title-bytes.ts';
import { titleCase } from '../../../src/address/formatted/title-case.ts';
import { WRITTEN_WORDS } from '../../../src/address/formatted/written-words.ts';
import { cases } from '../../support/cases.ts';

describe('Title case', () => {
  it.each([
    ['UNIT 5, LEVEL 1, 1A CANNING STREET', 'Unit 5, Level 1, 1A Canning Street'],
    ['12 MCDONALD STREET', '12 McDonald Street'],
    ["3 O'BRIEN PLACE", "3 O'Brien Place"],
    ['3 OBRIEN PLACE', '3 OBrien Place'],
    ["D'AGUILAR", "D'Aguilar"],
    ["ST KILDA'S ROW", "St Kilda's Row"],
    ['2 THE ENTRANCE ROAD', '2 The Entrance Road'],
    ['BAY OF FIRES', 'Bay of Fires'],
    ['THE ENTRANCE', 'The Entrance'],
    ['7 STRATFORD-ON-AVON LANE', '7 Stratford-on-Avon Lane'],
    ['ACT', 'ACT'],
    ['1 EDWARD VII PARADE', '1 Edward VII Parade'],
    ['11-15 ABECKETT STREET', '11-15 Abeckett Street'],
    ['UNIT G1, 4 21ST AVENUE', 'Unit G1, 4 21st Avenue'],
    ['MACQUARIE FIELDS', 'Macquarie Fields'],
  ])('writes %s as %s', (given, expected) => {
    expect(titleCase(given)).toBe(expected);
  });

  it('changes nothing but the case, and nothing when it is done again', () => {
    const texts = fc.array(fc.constantFrom(..."ABCMO'’ -,/0123456789ÉÑ".split(''), 'MC', 'THE', 'OF', ' ', 'ST'));
    fc.assert(
      fc.property(texts, (pieces) => {
        const text = pieces.join('');
        const cased = titleCase(text);
        expect(cased.toUpperCase()).toBe(text.toUpperCase());
        expect(titleCase(cased)).toBe(cased);
      }),
    );
  });

  it('is written in place as in a string, wherever a text is of letters and digits of ASCII', () => {
    const words = [...WRITTEN_WORDS.keys()].filter((word) => /^[A-Z]+$/.test(word));
    const texts = fc.array(
      fc.oneof(
        fc.constantFrom(..."ABCMO'’ -,/.0123456789É\\".split(''), ' ', 'MC', '1ST', '22ND', 'KU-RING-GAI', 'KURING'),
        fc.constantFrom(...words).map((word) => `${word} `),
      ),
    );
    fc.assert(
      fc.property(texts, (pieces) => {
        const text = pieces.join('');
        const bytes = Buffer.from(text);
        const isPlain = /^[A-Z0-9 ,/.-]*$/.test(text) && !/\bKU(RING)?\b/.test(text);
        const isWritten = titleInPlace(bytes, 0, bytes.length);
        expect(isWritten || !isPlain).toBe(true);
        if (isWritten) expect(bytes.toString()).toBe(titleCase(text));
        else expect(titleCase(bytes.toString())).toBe(titleCase(text));
      }),
      { numRuns: cases(300, 50_000) },
    );
  });
});
