import { describe, expect, it } from 'vitest';
import { randomLines } from '../../../bench/address/search/inputs.ts';
import { knownLines } from '../../../build-index/compile/shared-lines.ts';
import { streetsByLabel, typedRowsOf } from '../../../build-index/compile/typed-lines.ts';
import { Random } from '../../../build-index/generate/random.ts';
import { findFaults } from '../../../build-index/verify/check.ts';
import { CROSS_REFERENCE_STAGES } from '../../../build-index/verify/stages.ts';
import { type AddressIndex, openIndex } from '../../../src/address/index/open.ts';
import { isCertain, packTyped, streetInLine, TYPED_ROW } from '../../../src/address/index/street-lines.ts';
import { autocomplete } from '../../../src/address/operations/autocomplete.ts';
import { JsonBytes } from '../../../src/address/operations/json-bytes.ts';
import { suggest } from '../../../src/address/search/suggest.ts';
import { cases } from '../../support/cases.ts';
import { generatedIndex } from '../../support/shared-releases.ts';
import { CHANGES, type Change } from './line-changes.ts';

const index = openIndex(generatedIndex(80_000, 5));
const WITHOUT = withColumns({ typedLineStart: new Uint32Array(2), typedLine: new Uint32Array(0) });

function withColumns(columns: Partial<AddressIndex['columns']>): AddressIndex {
  return { ...index, columns: { ...index.columns, ...columns } };
}

function answer(asked: AddressIndex, q: string, limit: number): string {
  const out = new JsonBytes();
  const quality = autocomplete(asked, { q, state: null, limit, near: null, include: ['formatted'], debug: true }, out);
  return `${quality} ${Buffer.from(out.view())}`;
}

/** How often the table answers some texts. */
function answeredBy(asked: AddressIndex, texts: readonly string[]): number {
  let answered = 0;
  const line = () => {
    answered++;
  };
  for (const q of texts) suggest(asked, q, { limit: 5, state: -1, near: null }, { line });
  return answered;
}

const begun = (line: string, random: Random) => line.slice(0, 1 + random.below(line.length));

/** Ways to write what is typed otherwise, or to say something else. */
const WAYS: readonly Change[] = [
  ...CHANGES,
  (line) => `${line} `,
  (line) => `${line},`,
  (line) => line.replace(/ [a-z]*$/i, ''),
  (line) => line.replace(/, /g, ' , '),
  (line) => line.replace(/ \w{2,3} \d*$/, ' 30'),
  (line) => line.replace(/ \w{2,3} \d*$/, ' 3000'),
  (line, random) => line.replace(/\d+(?= [a-z])/i, String(random.below(60))),
  (line) => line.replace(/([a-z])([a-z])(?=[a-z]*$)/i, '$2$1'),
];

describe('Lines that are being typed', () => {
  it('are answered as without their table, whatever is typed', () => {
    const random = new Random(11, 'typed');
    for (const line of randomLines(index, random, cases(1_200, 30_000)))
      for (let i = 0; i < 4; i++) {
        const q = random.pick(WAYS)(begun(line, random), random);
        const limit = random.pick([1, 5, 5, 12]);
        expect(answer(index, q, limit), q).toBe(answer(WITHOUT, q, limit));
      }
  });

  it('are answered by it in most cases, once the place begins', () => {
    const random = new Random(12, 'typed');
    const texts = randomLines(index, random, 400)
      .map((line) => /^(\d+ [a-z ]+, [a-z]{4,}[a-z ]*?) [a-z]+ \d{4}$/i.exec(line)?.[1])
      .filter((text) => text !== undefined);
    expect(texts.length).toBeGreaterThan(100);
    expect(answeredBy(index, texts)).toBeGreaterThan(0.6 * texts.length);
    expect(answeredBy(WITHOUT, texts)).toBe(0);
  });

  it('lead, of one label, to streets in the order of their places', () => {
    const { typedLine, typedLineStart } = index.columns;
    const streets = new Set<number>();
    for (let bucket = 0; bucket + 1 < typedLineStart.length; bucket++)
      for (let row = typedLineStart[bucket]; row < typedLineStart[bucket + 1]; row++) {
        streets.add(streetInLine(typedLine[row * TYPED_ROW + 1]));
        if (row > typedLineStart[bucket])
          expect(typedLine[row * TYPED_ROW]).toBeGreaterThanOrEqual(typedLine[(row - 1) * TYPED_ROW]);
      }
    expect(streets.size).toBe(typedLine.length / TYPED_ROW);
  });

  it('are certain as the search says of each by itself, whichever labels were asked before', () => {
    const labels = [...streetsByLabel(WITHOUT).values()];
    const alone = labels.map((streets) => typedRowsOf(WITHOUT, streets, null));
    let told = 0;
    const known = knownLines(WITHOUT);
    const counted: typeof known = (label) => {
      const knownOf = known(label);
      return (street, place) => {
        const line = knownOf(street, place);
        return line && { ...line, has: (length) => line.has(length) && ++told > 0 };
      };
    };
    expect(labels.map((streets) => typedRowsOf(WITHOUT, streets, counted))).toEqual(alone);
    expect(told).toBeGreaterThan(labels.length);
    const others = knownLines(WITHOUT);
    expect(labels.toReversed().map((streets) => typedRowsOf(WITHOUT, streets, others))).toEqual(alone.toReversed());
  });

  it('are certain from a length on, but for one', () => {
    const row = packTyped(123_456, { from: 4, except: 7 });
    expect(streetInLine(row)).toBe(123_456);
    expect([3, 4, 6, 7, 8, 40].map((letters) => isCertain(row, letters))).toEqual([
      false,
      true,
      true,
      false,
      true,
      true,
    ]);
  });

  it('are compared with the search by verify', () => {
    const typedLine = index.columns.typedLine.slice();
    typedLine[1] = packTyped(streetInLine(typedLine[1]), { from: 0, except: 1 });
    expect(findFaults(withColumns({ typedLine }), CROSS_REFERENCE_STAGES)).toEqual([
      { section: 'typedLine', message: expect.stringMatching(/^at \d+: another row, expected row \d+ of the label/) },
    ]);
  });
});
