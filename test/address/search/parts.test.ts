import { beforeAll, describe, expect, it } from 'vitest';
import { idOf } from '../../../bench/address/search/inputs.ts';
import { PART_NAMES } from '../../../src/address/operations/table/rows/validate.ts';
import { generatedIndex } from '../../support/shared-releases.ts';
import { type Calls, openCalls } from '../operations/calls.ts';
import { type Document, placeOf, type Validated } from './sample.ts';

let calls: Calls;
let documents: readonly Document[];

beforeAll(() => {
  calls = openCalls(generatedIndex(80_000, 5));
  const { addresses } = calls.index.manifest;
  documents = Array.from({ length: 700 }, (_, i) => Math.floor((i * addresses) / 700)).map((ordinal) =>
    calls.get<Document>('enrich', { id: idOf(calls.index, ordinal) }),
  );
});

type Parts = Partial<Record<(typeof PART_NAMES)[number], string>>;

const validate = (parameters: object) => calls.get<Validated>('validate', { ...parameters, debug: true });

/** The parts of a record as its components have them; a unit and a level without their types where `bare`. */
function partsOf({ components: c, localityName, state, postcode }: Document, bare = false): Parts {
  const spaced = (...words: (string | null)[]) => words.filter(Boolean).join(' ');
  const number = spaced(c.streetNumberFirst) + (c.streetNumberLast === null ? '' : `-${c.streetNumberLast}`);
  return {
    unit: spaced(bare && c.flatNumber !== null ? null : c.flatType, c.flatNumber),
    level: spaced(bare && c.levelNumber !== null ? null : c.levelType, c.levelNumber),
    number: number === '' && c.lotNumber !== null ? `LOT ${c.lotNumber}` : number,
    street: spaced(c.streetName, c.streetType, c.streetSuffix),
    suburb: localityName,
    state: state ?? '',
    postcode: postcode ?? '',
  };
}

const lineOf = (document: Document) => `${document.addressLabel}, ${placeOf(document)}`;

interface Worse {
  readonly line: string;
  readonly byParts: string | undefined;
  readonly byPartsScore: number;
  readonly caps: readonly string[];
}

/** Those that parts are answered worse than the line. */
function worse(change: (document: Document) => { parts: Parts; line: string }): Worse[] {
  return documents.flatMap((document) => {
    const { parts, line } = change(document);
    const [byLine, byParts] = [validate({ q: line }), validate(parts)];
    const isSame = byLine.match?.id === byParts.match?.id;
    return byParts.serviceMatchScore >= byLine.serviceMatchScore && (isSame || byLine.match === null)
      ? []
      : [
          {
            line,
            parts,
            byLine: byLine.match?.addressLabel,
            byParts: byParts.match?.addressLabel,
            byPartsScore: byParts.serviceMatchScore,
            caps: byParts.debug.scoreCaps,
          },
        ];
  });
}

describe('§12.10: parts in place of `q`', () => {
  it('are answered as their line is', () => {
    expect(worse((document) => ({ parts: partsOf(document), line: lineOf(document) }))).toEqual([]);
    // Without its type a unit may be another of the same number, `UNIT 4` beside `ANTENNA 4`, and is never known to be one
    // that nobody lives or trades in.
    const bare = worse((document) => ({ parts: partsOf(document, true), line: lineOf(document) }));
    expect(bare.filter(({ byPartsScore, caps }) => byPartsScore < 95 && !caps.includes('unit_type'))).toEqual([]);
    expect(bare.length).toBeLessThan(documents.length / 50);
    const joined = (document: Document) => {
      const { number = '', street, ...rest } = partsOf(document);
      return { parts: { ...rest, street: `${number} ${street}` }, line: lineOf(document) };
    };
    expect(worse(joined)).toEqual([]);
  });

  it('are no worse than their line where a word of them is misspelled', () => {
    const misspelled = (text: string) => text.replace(/[A-Z]{6,}/, (word) => word.slice(0, 3) + word.slice(4));
    for (const part of ['street', 'suburb'] as const)
      expect(
        worse((document) => {
          const parts = partsOf(document);
          const changed = misspelled(parts[part] ?? '');
          return { parts: { ...parts, [part]: changed }, line: lineOf(document).replace(parts[part] ?? '', changed) };
        }),
      ).toEqual([]);
  });

  it('are what they are said to be: a number in `unit` is a unit, and never the street number', () => {
    const houses = documents.filter(({ components: c }) => c.flatNumber === null && c.streetNumberFirst !== null);
    expect(houses.length).toBeGreaterThan(100);
    for (const house of houses) {
      const { matchedComponents } = validate({ ...partsOf(house), unit: '97' }).debug;
      expect(matchedComponents).toMatchObject({ unit: 'none', street_number: 'exact', street_name: 'exact' });
    }
  });

  it('are what they are said to be: the words in `suburb` are no street', () => {
    const streets = new Set(documents.map(({ components }) => components.streetName));
    const both = [...new Set(documents.map(({ localityName }) => localityName))].filter((name) => streets.has(name));
    expect(both.length).toBeGreaterThan(5);
    for (const suburb of both) {
      const { debug } = validate({ number: '12', suburb });
      expect(debug.matchedComponents.street_name, suburb).toBeUndefined();
    }
  });

  it('need no words that say what they are, and an empty one is as good as none', () => {
    const [document] = documents.filter(({ components }) => components.flatType === 'UNIT');
    const { match } = validate({ ...partsOf(document, true), building: '', level: ' ' });
    expect(match?.id).toBe(document.id);
    expect(validate({ q: lineOf(document), unit: '' }).match?.id).toBe(document.id);
  });

  it('are read with a postcode that has lost its zero, and with joined and misread words, as lines are', () => {
    const inDarwin = documents.find(({ postcode }) => postcode?.startsWith('08'));
    if (inDarwin === undefined) throw new Error('the release has no address in the Northern Territory');
    const parts = partsOf(inDarwin);
    expect(validate({ ...parts, postcode: parts.postcode?.slice(1) }).debug.matchedComponents.postcode).toBe('exact');
    const { street = '' } = parts;
    expect(validate({ ...parts, street: street.toLowerCase().replaceAll(' ', '') }).match?.id).toBe(inDarwin.id);
  });

  it('say why nothing was found, as a line does', () => {
    expect(validate({ street: 'PO Box 12', suburb: 'Sunnybank' })).toMatchObject({
      match: null,
      debug: { reason: 'po_box' },
    });
  });

  it('are refused beside `q`, all of them by name, and are each of 200 characters at most', () => {
    expect(calls.refusal('validate', { q: 'a', unit: '3', postcode: '3000', street: '' }).details).toEqual({
      q: ['must not be given together with unit, postcode'],
      unit: ['must not be given together with q'],
      postcode: ['must not be given together with q'],
    });
    for (const name of PART_NAMES)
      expect(calls.refusal('validate', { [name]: 'a'.repeat(201) }).details).toEqual({
        [name]: ['must have 0 to 200 characters, not 201'],
      });
    expect(calls.refusal('validate', { unit: '', street: ' ' }).details).toEqual({ q: ['is required'] });
  });
});
