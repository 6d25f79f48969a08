import { beforeAll, describe, expect, it } from 'vitest';
import { streetOf } from '../../../src/address/index/address.ts';
import { hasName, isAlias, numberIn } from '../../../src/address/index/address-head.ts';
import { readDetail } from '../../../src/address/index/detail.ts';
import { NO_NUMBER } from '../../../src/address/index/number-kinds.ts';
import { type AddressIndex, openIndex } from '../../../src/address/index/open.ts';
import { STATE_ORDER } from '../../../src/address/index/sections.ts';
import { localityOf } from '../../../src/address/index/street-answer.ts';
import { textOf } from '../../../src/address/index/text.ts';
import { cases } from '../../support/cases.ts';
import { generatedIndex } from '../../support/shared-releases.ts';
import {
  type Document,
  fullText,
  openSample,
  type Sample,
  type Searches,
  type Suggestion,
  searchesOn,
  seeded,
  some,
} from './sample.ts';
import { part } from './written.ts';

/* Lines that are not typed to the end, or not as they are shown. */

let sample: Sample;
let index: AddressIndex;
let generated: Searches;

beforeAll(() => {
  sample = openSample();
  index = openIndex(generatedIndex(80_000, 5));
  generated = searchesOn(index);
}, 120_000);

const lineOf = ({ addressLabel, localityName, state }: Suggestion | Document) =>
  `${addressLabel}, ${localityName} ${state ?? ''}`;

describe('A named place without a number', () => {
  it('is found by its name and its suburb, whatever other named places are on its street', () => {
    const { addressHead, numberKind, localityName } = index.columns;
    const lost: string[] = [];
    let asked = 0;
    for (let ordinal = 0; ordinal < index.manifest.addresses; ordinal++) {
      if (numberKind[numberIn(addressHead[ordinal])] !== NO_NUMBER || isAlias(addressHead[ordinal])) continue;
      if (!hasName(addressHead[ordinal])) continue;
      const { building } = readDetail(index, ordinal);
      const suburb = textOf(index, localityName[localityOf(index, streetOf(index, ordinal))]);
      if (building === 0) continue;
      asked++;
      const q = `${textOf(index, building)}, ${suburb}`;
      const { suggestions } = generated.autocomplete(q);
      if (!suggestions.some(({ addressLabel }) => addressLabel.startsWith(textOf(index, building)))) lost.push(q);
    }
    expect(asked).toBeGreaterThan(20);
    expect(lost).toEqual([]);
  });
});

describe('A level that has no number', () => {
  it('keeps the street number behind it, while a postcode is typed behind a line without commas', () => {
    const leveled = sample.principals.filter(
      (record) =>
        part(record, 'levelType') !== '' &&
        part(record, 'levelNumber') === '' &&
        part(record, 'flatNumber') !== '' &&
        part(record, 'buildingName') === '' &&
        record.postcode !== null,
    );
    expect(leveled.length).toBeGreaterThan(10);
    const lost = some(leveled, cases(30, 300), seeded(51)).flatMap((record) => {
      const line = lineOf(record).replaceAll(',', '');
      return [1, 2, 3]
        .map((digits) => `${line} ${record.postcode?.slice(0, digits)}`)
        .filter((q) => sample.autocomplete(q).suggestions[0]?.addressLabel !== record.addressLabel);
    });
    expect(lost).toEqual([]);
  });
});

describe('A level or a unit that is typed alone', () => {
  it('leads to addresses on that level', () => {
    const leveled = sample.principals.filter(
      (record) => part(record, 'levelType') !== '' && part(record, 'flatNumber') !== '',
    );
    const levels = new Set(
      leveled.map((record) => `${part(record, 'levelType')} ${part(record, 'levelNumber')}`.trim()),
    );
    expect(levels.size).toBeGreaterThan(3);
    // The number behind any other level is the street's.
    const lost = [...levels]
      .filter((level) => /^(?:LEVEL|FLOOR) |^[A-Z ]+$/.test(level))
      .filter((level) => !sample.autocomplete(`${level} `).suggestions[0]?.addressLabel.includes(`, ${level}`));
    expect(lost).toEqual([]);
  });

  it('is the same by its letter as by its word', () => {
    const ids = (q: string) => sample.autocomplete(q).suggestions.map(({ id }) => id);
    for (const number of ['1', '2', '5', '12']) {
      expect(ids(`u${number}/`)).toEqual(ids(`u ${number}/`));
      expect(ids(`u${number}`)).toEqual(ids(`u ${number}`));
      expect(sample.autocomplete(`u${number}/`).suggestions[0].addressLabel).toContain(` ${number}, `);
    }
  });
});

describe('A street that no place behind it has', () => {
  it('is still shown with its number, whatever letter is typed next', () => {
    const houses = sample.principals.filter(
      (record) =>
        /^\d+$/.test(part(record, 'streetNumberFirst')) &&
        record.addressLabel.startsWith(part(record, 'streetNumberFirst')),
    );
    expect(houses.length).toBeGreaterThan(100);
    const empty = some(houses, cases(12, 100), seeded(52)).flatMap(({ addressLabel }) =>
      [...'abcdefghijklmnopqrstuvwxyz']
        .map((letter) => `${addressLabel}, ${letter}`)
        .filter((q) => sample.autocomplete(q).total === 0),
    );
    expect(empty).toEqual([]);
  });
});

describe('A place with one of its several postcodes', () => {
  it('gives addresses of that postcode first', () => {
    const { localityName, localityState, localityPostcode, localityPostcodeStart } = index.columns;
    const asked = Array.from(localityName, (name, locality) =>
      [...localityPostcode.subarray(localityPostcodeStart[locality], localityPostcodeStart[locality + 1])].map(
        (code) => ({
          code: String(code).padStart(4, '0'),
          place: `${textOf(index, name)} ${STATE_ORDER[localityState[locality]]}`,
        }),
      ),
    ).filter((codes) => codes.length > 1);
    expect(asked.length).toBeGreaterThan(5);
    const others = asked.flat().flatMap(({ code, place }) => {
      const { suggestions } = generated.autocomplete(`${place} ${code}`);
      const isThere = generated
        .autocomplete(`${place} ${code}`, { limit: 20 })
        .suggestions.some(({ postcode }) => postcode === code);
      return !isThere || suggestions[0]?.postcode === code ? [] : [`${place} ${code}`];
    });
    expect(others).toEqual([]);
  });
});

describe('The country behind a line', () => {
  it('changes nothing, letter for letter', () => {
    const records = some(sample.principals, cases(40, 400), seeded(53));
    const changed = records.flatMap((record) => {
      const plain = sample.autocomplete(fullText(record)).suggestions[0];
      return Array.from(
        { length: 'AUSTRALIA'.length },
        (_, i) => `${fullText(record)}, ${'Australia'.slice(0, i + 1)}`,
      ).filter((q) => {
        const [first] = sample.autocomplete(q).suggestions;
        return first?.id !== plain.id || first.serviceMatchQuality !== plain.serviceMatchQuality;
      });
    });
    expect(changed).toEqual([]);
  });
});

describe('A state that is begun', () => {
  it('is one of those that begin so, behind a suburb', () => {
    const { localityName, localityState, localityCount } = index.columns;
    const asked = Array.from(localityName, (name, locality) => ({
      name: textOf(index, name),
      initial: STATE_ORDER[localityState[locality]][0],
      count: localityCount[locality],
    })).filter(({ count, initial }) => count > 0 && initial !== 'O');
    expect(asked.length).toBeGreaterThan(100);
    const other = asked.flatMap(({ name, initial }) => {
      const q = `${name} ${initial}`;
      const [first] = generated.autocomplete(q).suggestions;
      if (first === undefined) return [q];
      const goesOn = [first.localityName, first.addressLabel].some((name) => name.includes(q));
      return goesOn || first.state?.[0] === initial ? [] : [`${q}: ${lineOf(first)}`];
    });
    expect(other).toEqual([]);
  });
});
