import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { readRealStrings } from '../../../bench/address/accuracy/real/agreement.ts';
import { openIndex } from '../../../src/address/index/open.ts';
import { cases } from '../../support/cases.ts';
import { buildIndex, madeOnce, victorianSample } from '../../support/shared-releases.ts';
import { type Document, fullText, openSample, placeOf, type Sample, searchesOn } from './sample.ts';
import { number, part, street } from './written.ts';

let sample: Sample;
let byText: Map<string, Document>;
/** The principals of each street and number, and of each name of a building or site in a place. */
let byNumber: Map<string, Document[]>;
let byName: Map<string, Document[]>;

beforeAll(() => {
  sample = openSample();
  byText = new Map(sample.principals.map((record) => [record.id, record]));
  byNumber = new Map();
  byName = new Map();
  for (const record of sample.principals) {
    byNumber.set(numberKey(record), [...(byNumber.get(numberKey(record)) ?? []), record]);
    for (const name of namesOf(record)) {
      const key = `${name}|${placeOf(record)}`;
      byName.set(key, [...(byName.get(key) ?? []), record]);
    }
  }
});

const numberKey = (record: Document) =>
  [number(record), part(record, 'lotNumber'), street(record), placeOf(record)].join('|');
const namesOf = (record: Document) =>
  new Set([part(record, 'buildingName'), part(record, 'addressSiteName')].filter(Boolean));
const tokensOf = (q: string) =>
  q
    .toUpperCase()
    .replace(/'/g, '')
    .split(/[^A-Z0-9]+/)
    .filter(Boolean);
const isUnit = (record: Document) =>
  ['flatType', 'flatNumber', 'levelType', 'levelNumber'].some((name) => part(record, name) !== '');

/** `12-14 SMITH STREET`, `LOT 5 SMITH STREET`: whether its number, or one between its ends, and a word of the name are among the tokens. */
function saysNumberAndStreet(label: string, typed: readonly string[]): boolean {
  const [which, name] = label.replace(/^LOT /, '').replace(/'/g, '').split(' ');
  const firstOf = (text: string) => Number(/\d+/.exec(text)?.[0] ?? Number.NaN);
  const [from, to = from] = which.split('-').map(firstOf);
  return typed.some((token) => firstOf(token) >= from && firstOf(token) <= to) && typed.includes(name.split('-')[0]);
}

/** What of a record nobody typed who typed the tokens; null for nothing. */
function unsaidOf(record: Document, typed: readonly string[]): string | null {
  const says = (text: string) => tokensOf(text).every((token) => typed.includes(token));
  const isSole = [...namesOf(record)].some((name) => {
    const bearers = byName.get(`${name}|${placeOf(record)}`) ?? [];
    return says(name) && new Set(bearers.map(({ addressLabel }) => addressLabel)).size === 1;
  });
  if (isSole) return null;
  const labels = [record, ...record.aliases].map(({ addressLabel }) => addressLabel.split(', ').at(-1) ?? '');
  if (!labels.some((label) => saysNumberAndStreet(label, typed))) return 'number or street';
  const there = byNumber.get(numberKey(record)) ?? [];
  if (!isUnit(record) || there.length === 1) return null;
  const unit = part(record, 'flatNumber') || part(record, 'levelNumber');
  const type = part(record, 'flatType') || part(record, 'levelType');
  const isTyped =
    unit === ''
      ? says(type)
      : typed.some((token) => Number.parseInt(token, 10) === Number.parseInt(unit, 10) || token.endsWith(unit));
  return isTyped ? null : 'unit';
}

/** Some of the parts of a record, in the usual order. */
const lines = () =>
  fc
    .record({
      record: fc.constantFrom(...sample.principals),
      unit: fc.boolean(),
      number: fc.boolean(),
      name: fc.boolean(),
      street: fc.boolean(),
      place: fc.boolean(),
      commas: fc.boolean(),
    })
    .map(({ record, commas, ...says }) => {
      const unit = says.unit && isUnit(record) ? `${record.addressLabel.split(', ').slice(0, -1).join(', ')}, ` : '';
      const name = says.name ? [...namesOf(record)].map((it) => `${it}, `).join('') : '';
      const which = says.number
        ? `${number(record) || (part(record, 'lotNumber') && `LOT ${part(record, 'lotNumber')}`)} `
        : '';
      const line = `${name}${unit}${which}${says.street ? street(record) : ''}${says.place ? `, ${placeOf(record)}` : ''}`;
      return commas ? line : line.replaceAll(',', '');
    })
    .filter((line) => line.trim() !== '');

describe('Nothing is high of which number, unit or street was not said', () => {
  it('by validate, whatever parts of an address are given', () => {
    let high = 0;
    fc.assert(
      fc.property(lines(), (q) => {
        const { match, serviceMatchQuality } = sample.validate(q);
        if (match === null || serviceMatchQuality !== 'high') return;
        high++;
        expect(unsaidOf(byText.get(match.id) as Document, tokensOf(q)), `${q} → ${fullText(match)}`).toBeNull();
      }),
      { numRuns: cases(500, 60_000), seed: 33 },
    );
    expect(high).toBeGreaterThan(cases(50, 100));
  });

  it('by autocomplete, at any letter', () => {
    let high = 0;
    fc.assert(
      fc.property(lines(), fc.double({ min: 0, max: 1, noNaN: true }), (line, share) => {
        const q = line.slice(0, Math.max(1, Math.ceil(line.length * share))).slice(0, 200);
        for (const answer of sample.autocomplete(q).suggestions) {
          if (answer.serviceMatchQuality !== 'high') continue;
          high++;
          expect(unsaidOf(byText.get(answer.id) as Document, tokensOf(q)), `${q} → ${fullText(answer)}`).toBeNull();
        }
      }),
      { numRuns: cases(500, 60_000), seed: 33 },
    );
    expect(high).toBeGreaterThan(10);
  });

  it('and every line is high once it was chosen', () => {
    const records = sample.principals.filter(({ state, postcode }) => state !== null && postcode !== null);
    const unsure = records.filter((record) => {
      const { suggestions } = sample.autocomplete(fullText(record));
      return suggestions[0]?.serviceMatchQuality !== 'high';
    });
    expect(unsure.map(fullText).slice(0, 20)).toEqual([]);
  });
});

const victoria = victorianSample();
const strings = readRealStrings(
  fileURLToPath(new URL('../../../../shared/gnaf/queries/real_addresses.jsonl.gz', import.meta.url)),
);

describe.skipIf(victoria === null || strings === null)(
  'Of strings that people wrote (skipped where ../shared/gnaf is not there)',
  () => {
    it('none is high without a number', () => {
      if (victoria === null || strings === null) return;
      const asked = searchesOn(openIndex(madeOnce('victoria.lbx', (out) => buildIndex(victoria, out))));
      const high = strings
        .map(({ q }) => q)
        .filter(
          // Those of a place whose streets the sample has, and some others.
          (q, i) =>
            (/melbourne vic/i.test(q) || i % cases(16, 1) === 0) &&
            q.length <= 500 &&
            asked.validate(q).serviceMatchQuality === 'high',
        );
      expect(high.length).toBeGreaterThan(0);
      expect(high.filter((q) => !/\d/.test(q.replace(/\b\d{4}\s*$/, '')))).toEqual([]);
    });
  },
);
