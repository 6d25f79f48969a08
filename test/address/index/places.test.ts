import fc from 'fast-check';
import { distance } from 'fastest-levenshtein';
import { describe, expect, it } from 'vitest';
import { localityNameVariants } from '../../../build-index/compile/name-variants.ts';
import { bitCount, letterMask } from '../../../src/address/index/letters.ts';
import { type AddressIndex, openIndex } from '../../../src/address/index/open.ts';
import { findPlace } from '../../../src/address/index/places.ts';
import { STATE_ORDER } from '../../../src/address/index/sections.ts';
import { textOf } from '../../../src/address/index/text.ts';
import { addRow, smallIndex, smallRelease } from '../../build-index/builder-releases.ts';
import { type NaivePlace, placesMeant, wordsOf } from '../../oracle/naive-places.ts';
import { cases } from '../../support/cases.ts';
import { generatedIndex } from '../../support/shared-releases.ts';

/** The states, by position, that the mail of a territory goes to, by its postcodes (§4.8). */
function mailOf({ columns: { localityPostcode, localityPostcodeStart } }: AddressIndex, locality: number): string[] {
  const postcodes = localityPostcode.subarray(localityPostcodeStart[locality], localityPostcodeStart[locality + 1]);
  const goesTo = { 2540: ['ACT', 'NSW'], 2899: ['NSW'], 6798: ['WA'], 6799: ['WA'] } as Record<number, string[]>;
  return [...postcodes].flatMap((postcode) => goesTo[postcode] ?? []);
}

/** Every name of a region, and the localities in any region of that name. */
function regionsOf({ columns }: AddressIndex): { name: string; localities: ReadonlySet<number> }[] {
  const { regionKey, regionKeyStart, regionNamed, regionNamedStart, regionLocality, regionLocalityStart } = columns;
  return Array.from({ length: regionKeyStart.length - 1 }, (_, i) => ({
    name: Buffer.from(regionKey.subarray(regionKeyStart[i], regionKeyStart[i + 1])).toString(),
    localities: new Set(
      [...regionNamed.subarray(regionNamedStart[i], regionNamedStart[i + 1])].flatMap((region) => [
        ...regionLocality.subarray(regionLocalityStart[region], regionLocalityStart[region + 1]),
      ]),
    ),
  }));
}

/** The places of an index, by ordinal. */
function placesOf(index: AddressIndex): NaivePlace[] {
  const { localityName, localityState, localityCount, localityAlias, localityAliasStart } = index.columns;
  const regions = regionsOf(index);
  return Array.from(localityName, (name, locality) => {
    const own = STATE_ORDER[localityState[locality]];
    const mail = own === 'OT' ? mailOf(index, locality) : [];
    return {
      name: textOf(index, name),
      aliases: Array.from(
        localityAlias.subarray(localityAliasStart[locality], localityAliasStart[locality + 1]),
        (alias) => textOf(index, alias),
      ),
      addresses: localityCount[locality],
      isIn: (state) => state === own || mail.includes(state),
      regions: regions.flatMap(({ name, localities }) => (localities.has(locality) ? [name] : [])),
    };
  });
}

function expectSame(index: AddressIndex, places: readonly NaivePlace[], name: string, state: number): void {
  const meant = placesMeant(places, name, state < 0 ? null : STATE_ORDER[state]).map((place) => places.indexOf(place));
  const found = [...findPlace(index, name, state)].sort((a, b) => a - b);
  expect({ name, state, found }).toEqual({ name, state, found: meant });
}

const states = fc.integer({ min: -1, max: STATE_ORDER.length - 1 });

/** Names, as they are or with one to three edits. */
function misspelled(names: readonly string[], letters: string): fc.Arbitrary<string> {
  const edit = fc.record({
    kind: fc.constantFrom('insert', 'delete', 'replace', 'swap'),
    at: fc.nat(40),
    letter: fc.constantFrom(...letters),
  });
  return fc.tuple(fc.constantFrom(...names), fc.array(edit, { maxLength: 3 })).map(([name, edits]) =>
    edits.reduce((text, { kind, at, letter }) => {
      const i = at % (text.length + 1);
      if (kind === 'swap')
        return (
          text.slice(0, i) +
          text
            .slice(i, i + 2)
            .split('')
            .reverse()
            .join('') +
          text.slice(i + 2)
        );
      return text.slice(0, i) + (kind === 'delete' ? '' : letter) + text.slice(i + (kind === 'insert' ? 0 : 1));
    }, name),
  );
}

describe('findPlace', () => {
  it('finds in a generated release what a scan of all names finds', async () => {
    const index = openIndex(generatedIndex(cases(3000, 12_000), 7));
    const places = placesOf(index);
    const names = [...new Set(places.flatMap(({ name, aliases }) => [name, ...aliases]))];
    for (const name of names) for (const state of [-1, ...STATE_ORDER.keys()]) expectSame(index, places, name, state);
    fc.assert(
      fc.property(misspelled(names, 'AEST MN'), states, (name, state) => expectSame(index, places, name, state)),
      { numRuns: cases(150, 2000) },
    );
  });

  it('finds among names that are all alike what a scan of all names finds', async () => {
    const name = fc
      .string({ unit: fc.constantFrom('A', 'B', 'C', "'"), minLength: 1, maxLength: 6 })
      .map((text) => text.replace(/'/g, ' ').trim() || 'A');
    const place = fc.record({
      name,
      aliases: fc.array(name, { maxLength: 2 }),
      state: fc.nat(STATE_ORDER.length - 1),
      addresses: fc.nat(3),
    });
    const small = fc.array(place, { minLength: 5, maxLength: 40 });
    for (const drawn of fc.sample(small, { numRuns: 12, seed: 8 })) {
      const release = smallRelease(0);
      for (const name of Object.keys(release)) release[name].rows.length = 0;
      STATE_ORDER.forEach((state, i) => {
        addRow(release, 'STATE', { STATE_PID: `${i}`, STATE_ABBREVIATION: state });
      });
      drawn.forEach(({ name, aliases, state, addresses }, i) => {
        addRow(release, 'LOCALITY', { LOCALITY_PID: `l${i}`, LOCALITY_NAME: name, STATE_PID: `${state}` });
        for (const alias of aliases) addRow(release, 'LOCALITY_ALIAS', { LOCALITY_PID: `l${i}`, NAME: alias });
        for (let k = 0; k < addresses; k++)
          addRow(release, 'ADDRESS_DETAIL', {
            ADDRESS_DETAIL_PID: `GA${i * 10 + k + 10_000}`,
            LOCALITY_PID: `l${i}`,
            ALIAS_PRINCIPAL: 'P',
            CONFIDENCE: '1',
          });
      });
      const index = await smallIndex(release);
      const places = placesOf(index);
      expect(places.map(({ name }) => name).sort()).toEqual(drawn.map((place) => place.name).sort());
      expect(places.reduce((sum, { addresses }) => sum + addresses, 0)).toBe(
        drawn.reduce((sum, { addresses }) => sum + addresses, 0),
      );
      const names = [...new Set(places.flatMap(({ name, aliases }) => [name, ...aliases]))];
      fc.assert(
        fc.property(misspelled(names, 'ABCD '), states, (asked, state) => expectSame(index, places, asked, state)),
        { numRuns: 150 },
      );
    }
  });

  it('never answers the first words of a name with a place that does not begin with them', async () => {
    const index = openIndex(generatedIndex(cases(3000, 12_000), 7));
    const places = placesOf(index);
    let begun = 0;
    for (const { name } of places)
      for (let end = name.indexOf(' '); end > 0; end = name.indexOf(' ', end + 1)) {
        const words = name.slice(0, end);
        const found = findPlace(index, words, -1).map((locality) => places[locality]);
        for (const place of found) {
          const names = [place.name, ...place.aliases];
          const spelled = names.flatMap((known) => [wordsOf(known), ...localityNameVariants(known)]);
          const begins = spelled.filter((known) => `${known} `.startsWith(`${wordsOf(words)} `));
          expect({ words, spelled, begins: begins.length > 0 }).toEqual({ words, spelled, begins: true });
          if (!names.includes(words)) begun++;
        }
      }
    expect(begun).toBeGreaterThan(10);
  });

  it('finds nothing for no name, a name of anything, and a very long name', async () => {
    const index = await smallIndex(smallRelease());
    const places = placesOf(index);
    for (const name of ['', ' ', '\u0000', '"', '\\', '\ud800', 'É', 'KEW'.repeat(100)])
      expectSame(index, places, name, -1);
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (name) => expectSame(index, places, name, -1)));
  });
});

describe('letters', () => {
  const text = fc.string({ unit: fc.constantFrom(...'ABCXYZ @[a-'), maxLength: 12 });

  it('of two names differ in at most twice as many as the names are edits apart', () => {
    fc.assert(
      fc.property(text, text, (a, b) => {
        expect(bitCount(letterMask(a) ^ letterMask(b))).toBeLessThanOrEqual(2 * distance(a, b));
      }),
    );
  });

  it('are those from A to Z that occur', () => {
    fc.assert(
      fc.property(text, (name) => {
        const expected = new Set([...name].filter((letter) => /[A-Z]/.test(letter)));
        expect(bitCount(letterMask(name))).toBe(expected.size);
        for (const letter of expected) expect(letterMask(name) & (1 << (letter.charCodeAt(0) - 65))).not.toBe(0);
      }),
    );
  });

  it('are counted as a loop over the bits counts them', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 2 ** 32 - 1 }), (value) => {
        expect(bitCount(value)).toBe([...value.toString(2)].filter((bit) => bit === '1').length);
      }),
    );
  });
});
