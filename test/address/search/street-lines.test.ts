import { describe, expect, it } from 'vitest';
import { randomLines } from '../../../bench/address/search/inputs.ts';
import { Random } from '../../../build-index/generate/random.ts';
import { findFaults } from '../../../build-index/verify/check.ts';
import { CROSS_REFERENCE_STAGES } from '../../../build-index/verify/stages.ts';
import { type AddressIndex, openIndex } from '../../../src/address/index/open.ts';
import { STATE_ORDER } from '../../../src/address/index/sections.ts';
import { localityOf } from '../../../src/address/index/street-answer.ts';
import { needsComma, streetInLine } from '../../../src/address/index/street-lines.ts';
import { textOf } from '../../../src/address/index/text.ts';
import { JsonBytes } from '../../../src/address/operations/json-bytes.ts';
import { validate } from '../../../src/address/operations/validate.ts';
import { streetOfLine } from '../../../src/address/search/retrieve/street-lines.ts';
import { readTokens } from '../../../src/address/search/text/tokenize.ts';
import { cases } from '../../support/cases.ts';
import { generatedIndex } from '../../support/shared-releases.ts';
import { CHANGES, type Change } from './line-changes.ts';

const index = openIndex(generatedIndex(80_000, 5));
const WITHOUT = withColumns({ streetLineStart: new Uint32Array(2), streetLine: new Uint32Array(0) });

function withColumns(columns: Partial<AddressIndex['columns']>): AddressIndex {
  return { ...index, columns: { ...index.columns, ...columns } };
}

function answer(asked: AddressIndex, q: string): string {
  const out = new JsonBytes();
  return `${validate(asked, { q, debug: true }, out)} ${Buffer.from(out.view())}`;
}

/** The line of a street, in parts: its label, its place, its state. */
function partsOf(street: number): [string, string, string] {
  const { streetLabel, localityName, localityState } = index.columns;
  const locality = localityOf(index, street);
  return [
    textOf(index, streetLabel[street]),
    textOf(index, localityName[locality]),
    STATE_ORDER[localityState[locality]],
  ];
}

function streetOf(line: string): number {
  const tokens = readTokens(line, false);
  return streetOfLine(index, { tokens, from: 0, end: tokens.count }, 1);
}

const elements = Array.from(index.columns.streetLine);
const streets = elements.map(streetInLine);

/** Ways to write a line otherwise, or to say something else. */
const WAYS: readonly Change[] = [
  ...CHANGES,
  (line) => line.replace(/ (\w{2,3}) (\d{4})$/, ', $1, $2'),
  (line) => line.replace(/ \d{4}$/, ''),
  (line) => line.replace(/ \w{2,3} \d{4}$/, ''),
  (line) => line.replace(/\d{4}$/, (postcode) => String(+postcode + 1)),
  (line, random) => line.replace(/ \w{2,3}(?= \d{4}$)/, ` ${random.pick(STATE_ORDER)}`),
  (line, random) => line.replace(/\d+(?= [a-z])/i, String(random.below(300))),
  (line) => line.replace(/ (street|road|avenue|court|place)/i, ', $1'),
  (line) => line.replace(/ (street|road|avenue|court|place)/i, '-$1'),
  (line) => line.replace(/, /, ', corner of High Street, '),
  (line) => `${line} Australia`,
  (line) => `${line}, ${line}`,
];

describe('Streets by their lines', () => {
  it('change no answer, whatever is written', () => {
    const random = new Random(7, 'lines');
    for (const line of randomLines(index, random, cases(1_500, 30_000)))
      for (let i = 0; i < 4; i++) {
        const q = random.pick(WAYS)(line, random);
        expect(answer(index, q), q).toBe(answer(WITHOUT, q));
      }
  });

  it('are found by the words of their line, with the commas that it needs and those that it may have', () => {
    elements.forEach((element, i) => {
      const [label, place, state] = partsOf(streets[i]);
      expect(streetOf(`${label}, ${place} ${state}`), `${label}, ${place} ${state}`).toBe(streets[i]);
      expect(streetOf(`${label}, ${place}, ${state}`)).toBe(streets[i]);
      expect(streetOf(`${label} ${place} ${state}`.toLowerCase())).toBe(needsComma(element) ? -1 : streets[i]);
    });
  });

  it('are not found by other words', () => {
    for (const street of streets.slice(0, 500)) {
      const [label, place, state] = partsOf(street);
      const [word, ...others] = label.split(' ');
      for (const line of [
        `${label}, ${place}`,
        `${label} ${state}`,
        `${label}, ${place} ${state} 3000`,
        `${label}, ${place} ${state} ${state}`,
        `${word}Q ${others.join(' ')}, ${place} ${state}`,
        `${label}-${place} ${state}`,
        ...(others.length === 0 ? [] : [`${word}, ${others.join(' ')}, ${place} ${state}`]),
        `Q ${label}, ${place} ${state}`,
      ])
        expect(streetOf(line), line).toBe(-1);
    }
  });

  it('are those of most streets, and of none whose line another street has too', () => {
    const lines = new Map<string, number>();
    let asked = 0;
    for (let street = 0; street < index.columns.streetName.length; street++) {
      const { streetAddressStart } = index.columns;
      if (streetAddressStart[street] === streetAddressStart[street + 1]) continue;
      asked++;
      const line = partsOf(street).join(' ');
      lines.set(line, (lines.get(line) ?? 0) + 1);
    }
    expect(new Set(streets).size).toBe(streets.length);
    expect(streets.length).toBeGreaterThan(0.8 * asked);
    expect(streets.filter((street) => (lines.get(partsOf(street).join(' ')) ?? 0) > 1)).toEqual([]);
  });

  it('are compared with the search by verify', () => {
    const faultsWith = (columns: Partial<AddressIndex['columns']>) =>
      findFaults(withColumns(columns), CROSS_REFERENCE_STAGES);
    expect(faultsWith({})).toEqual([]);
    const streetLine = index.columns.streetLine.slice();
    streetLine[0] = streetLine[1];
    expect(faultsWith({ streetLine })).toEqual([
      {
        section: 'streetLine',
        message: expect.stringMatching(/^at \d+: a bucket without it, expected the line of street \d+$/),
      },
    ]);
  });
});
