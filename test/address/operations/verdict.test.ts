import { beforeAll, describe, expect, it } from 'vitest';
import { searchKey } from '../../../src/address/index/search-key.ts';
import type { Verdict } from '../../../src/address/operations/table/verdict.ts';
import { actionOf } from '../../../src/address/operations/verdict.ts';
import { CAPS, type Cap } from '../../../src/address/search/query/grades.ts';
import { problemsOf, resolve } from '../../service/http/support/description.ts';
import { sampleIndex } from '../../support/shared-releases.ts';
import { type Document, fullText, openSample, placeOf, type Suggestion, type Validated } from '../search/sample.ts';
import { type Calls, openCalls } from './calls.ts';

interface More extends Validated {
  readonly verdict: Verdict;
  readonly alternatives: readonly (Suggestion & { readonly differs: readonly string[] })[];
}

let calls: Calls;
let houses: readonly Document[];
beforeAll(() => {
  calls = openCalls(sampleIndex());
  houses = openSample().principals.filter(
    ({ components: c, addressRole }, i) => i % 12 === 0 && addressRole === null && c.streetNumberFirst !== null,
  );
});

const SCHEMA = resolve('#/components/schemas/ValidateAnswer') as object;

/** An answer with all that validate may include, which is as described, and beside that what it is without. */
function ask(parameters: Readonly<Record<string, unknown>>): More {
  const answer = calls.get<More>('validate', { ...parameters, include: 'verdict,alternatives' });
  expect(problemsOf(SCHEMA, answer)).toBeNull();
  const { verdict, alternatives, ...rest } = answer;
  expect(rest).toEqual(calls.get('validate', parameters));
  return answer;
}

const street = ({ components: c }: Document) => [c.streetName, c.streetType, c.streetSuffix].filter(Boolean).join(' ');
const partsOf = (document: Document) => ({
  number: [document.components.streetNumberFirst, document.components.streetNumberLast].filter(Boolean).join('-'),
  street: street(document),
  suburb: document.localityName,
  state: document.state,
  postcode: document.postcode,
});

/** The verdict on each component. */
const told = ({ verdict }: More) =>
  Object.fromEntries(Object.entries(verdict.components).map(([component, { verdict }]) => [component, verdict]));

describe('§12.11: include=verdict', () => {
  it('tells the words of a street and its type that were run together', () => {
    const joined = houses.flatMap(({ components: c, localityName, state, postcode, ...house }) => {
      const { streetNumberFirst: number, streetName: name, streetType: type } = c;
      if (name === null || name.includes(' ') || type === null || c.streetSuffix !== null) return [];
      const place = `${localityName} ${state} ${postcode}`;
      return [`${number} ${name}${type}, ${place}`, `${number}${name}${type}, ${place}`].map((q) => {
        const answer = ask({ q });
        return { q, isFound: answer.match?.id === house.id, told: told(answer), answer };
      });
    });
    const found = joined.filter(({ isFound, answer }) => isFound && answer.serviceMatchScore === 100);
    expect(found.length).toBeGreaterThan(joined.length / 3);
    expect(found.filter(({ told }) => told.street !== 'confirmed' || told.suburb !== 'confirmed')).toEqual([]);
  });

  it('confirms all that a whole address gives, as a line and in parts', () => {
    expect(houses.length).toBeGreaterThan(50);
    for (const house of houses)
      for (const asked of [{ q: fullText(house) }, partsOf(house)]) {
        const answer = ask(asked);
        if (answer.match?.id !== house.id || house.state === null) continue;
        expect(answer.verdict, JSON.stringify(asked)).toMatchObject({ action: 'accept', reason: null });
        expect(told(answer)).toMatchObject(
          Object.fromEntries(Object.keys(partsOf(house)).map((part) => [part, 'confirmed'])),
        );
        for (const { given, found } of Object.values(answer.verdict.components))
          expect(searchKey(given ?? '')).toBe(searchKey(found ?? ''));
      }
  });

  it('tells what was added, corrected, missing and contradicted', () => {
    const [house] = houses.filter(({ components: c }) => c.streetType === 'STREET' && (c.streetName ?? '').length > 6);
    const { number, suburb, state, postcode } = partsOf(house);
    const name = house.components.streetName ?? '';
    const added = ask({ q: `${number} ${name} ST, ${suburb}` });
    expect(told(added)).toMatchObject({ street: 'corrected', suburb: 'confirmed', state: 'added', postcode: 'added' });
    expect(added.verdict.components.street).toEqual({
      given: `${name} ST`,
      found: `${name} STREET`,
      verdict: 'corrected',
    });
    const misspelled = ask({ ...partsOf(house), street: `${name.slice(0, 2)}${name.slice(3)} Street` });
    expect(told(misspelled)).toMatchObject({ street: 'corrected', number: 'confirmed' });
    expect(misspelled.verdict.action).toBe('accept');
    const line = ask({ q: `${number} ${name.slice(0, 2)}${name.slice(3)} St, ${suburb}` });
    expect(told(line)).toMatchObject({ number: 'confirmed', street: 'corrected', suburb: 'confirmed', state: 'added' });
    expect(line.verdict.components.street.given).toBe(`${name.slice(0, 2)}${name.slice(3)} ST`);
    const numberless = ask({ q: `${name} STREET, ${suburb} ${state} ${postcode}` });
    expect(told(numberless)).toMatchObject({ number: 'missing', street: 'confirmed' });
    expect(numberless.verdict.action).toBe('fix');
    const other = ask({ ...partsOf(house), number: '9987' });
    expect(told(other)).toMatchObject({ number: 'contradicted', street: 'confirmed' });
    expect(other.verdict.action).toBe('fix');
    const away = ask({ ...partsOf(house), postcode: postcode === '0800' ? '0801' : '0800' });
    expect(told(away)).toMatchObject({ postcode: 'contradicted', suburb: 'confirmed' });
    expect(away.verdict.action).toBe('confirm');
    const unit = ask({ ...partsOf(house), unit: '77' });
    expect(told(unit)).toMatchObject({ unit: 'contradicted', number: 'confirmed' });
    expect(unit.verdict.components.unit.given).toBe('77');
    const joined = ask({ street: `${number} ${name} Street`, suburb, state });
    expect(told(joined)).toMatchObject({ number: 'confirmed', street: 'confirmed' });
  });

  it('says why nothing was found, as far as the text tells', () => {
    const reasons = [
      ['PO Box 12, Sunnybank QLD 4109', 'po_box'],
      ['Corner of Perth St and Dover St, Sunnybank', 'intersection'],
      ['10 Downing Street, London SW1A 2AA', 'overseas'],
      ['zzzz', 'too_little'],
    ];
    for (const [q, reason] of reasons) {
      const { match, verdict } = ask({ q });
      const nothing = { action: 'reject', reason, alias: null, components: {} };
      expect({ q, match, verdict }).toEqual({ q, match: null, verdict: nothing });
    }
  });

  it('has an action for every quality and cap, which is stable', () => {
    const fix = [
      'no_street_number',
      'unit_missing',
      'unit_mismatch',
      'unit_type',
      'level_mismatch',
      'range_mismatch',
      'street_number_mismatch',
      'ambiguous',
    ];
    for (const cap of Object.keys(CAPS) as Cap[]) {
      const isFix = fix.includes(cap);
      expect(actionOf('high', [cap])).toBe('accept');
      expect(actionOf('medium', [cap])).toBe(isFix ? 'fix' : 'confirm');
      expect(actionOf('low', [cap])).toBe(isFix ? 'fix' : 'reject');
      expect(actionOf('none', [cap])).toBe('reject');
    }
    expect([actionOf('medium', []), actionOf('low', [])]).toEqual(['confirm', 'reject']);
  });
});

describe('§12.12: include=alternatives', () => {
  it('has other records, at most five, best first, each once, and names what differs', () => {
    let seen = 0;
    for (const house of houses) {
      const questions = [street(house), `${partsOf(house).number} ${street(house)}`, placeOf(house)];
      for (const q of questions) {
        const { match, alternatives } = ask({ q: `${q}, ${house.localityName}` });
        expect(alternatives.length).toBeLessThanOrEqual(5);
        const ids = [match?.id, ...alternatives.map(({ id }) => id)];
        expect(new Set(ids).size).toBe(ids.length);
        const scores = alternatives.map(({ serviceMatchScore }) => serviceMatchScore);
        expect(scores).toEqual([...scores].sort((a, b) => b - a));
        for (const other of alternatives) {
          seen++;
          expect(other.differs.includes('suburb')).toBe(match !== null && other.localityName !== match.localityName);
          expect(other.differs.includes('postcode')).toBe(match !== null && other.postcode !== match.postcode);
          if (match !== null && other.addressLabel !== match.addressLabel)
            expect(other.differs.length).toBeGreaterThan(0);
        }
      }
    }
    expect(seen).toBeGreaterThan(100);
  });

  it('lists units of the building where a unit is missing', () => {
    const building = openSample().principals.find(
      ({ addressRole, secondaries }) => addressRole === 'PRIMARY' && secondaries.length > 3,
    );
    if (building === undefined) throw new Error('the sample has no building with units');
    const { alternatives } = ask({ q: `Unit 9999, ${fullText(building)}` });
    expect(alternatives.length).toBeGreaterThan(0);
  });
});
