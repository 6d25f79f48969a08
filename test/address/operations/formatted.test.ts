import { beforeAll, describe, expect, it } from 'vitest';
import { titleCase } from '../../../src/address/formatted/title-case.ts';
import { type AddressParts, formatAddress } from '../../oracle/format-address.ts';
import { current, filesBelow, readTable } from '../../oracle/naive-tables.ts';
import { SAMPLE, sampleIndex } from '../../support/shared-releases.ts';
import { type Calls, openCalls } from './calls.ts';

interface Formatted {
  readonly line1: string | null;
  readonly line2: string | null;
  readonly full: string | null;
  readonly postal: readonly string[];
  readonly alias: string | null;
}

interface Document {
  readonly id: string;
  readonly addressLabel: string | null;
  readonly localityName: string | null;
  readonly state: string | null;
  readonly postcode: string | null;
  readonly location: { readonly lat: number; readonly lon: number } | null;
  readonly components: Readonly<Record<string, string | null>>;
  readonly formatted?: Formatted;
}

let calls: Calls;
let documents: readonly Document[];

beforeAll(() => {
  calls = openCalls(sampleIndex());
  const rows = current(readTable(filesBelow(SAMPLE.gnaf), 'ADDRESS_DETAIL')).filter((row) => row.CONFIDENCE !== '-1');
  documents = rows.map(({ ADDRESS_DETAIL_PID: id }) => calls.get<Document>('enrich', { id, include: 'formatted' }));
});

const placeOf = ({ localityName, state, postcode }: Document) =>
  [localityName, state, postcode].filter(Boolean).join(' ');

/** The parts of an address, by its document. */
function partsOf({ components: c, localityName, state, postcode }: Document): AddressParts {
  const { buildingName, flatType, flatNumber, levelType, levelNumber, streetName, streetType, streetSuffix } = c;
  const range = [c.streetNumberFirst, c.streetNumberLast].filter((part) => part !== null).join('-');
  const lot = c.lotNumber === null ? null : `LOT ${c.lotNumber}`;
  return {
    ...({ building: buildingName ?? null, flatType, flatNumber, levelType, levelNumber } as AddressParts),
    number: range === '' ? lot : range,
    streetName,
    streetType,
    streetSuffix,
    locality: localityName,
    state,
    postcode,
  } as AddressParts;
}

describe('§12.8: include=formatted', () => {
  it('writes every record as the formatter of strings does, its types written out and abbreviated', () => {
    const goesTo: Record<string, string> = { 2540: 'ACT', 2899: 'NSW', 6798: 'WA', 6799: 'WA' };
    /** As the formatter writes it, and on the envelope of a territory the state that its mail goes to (§4.8). */
    const written = (document: Document, abbreviated: boolean) => {
      const { postal, ...lines } = formatAddress(partsOf(document), abbreviated);
      const state = document.state === null ? goesTo[document.postcode ?? ''] : undefined;
      const isPlace = (i: number) => state !== undefined && i === postal.length - 1;
      return {
        ...lines,
        alias: null,
        postal: postal.map((line, i) => (isPlace(i) ? line.replace(/(?=\d{4}$)/, `${state} `) : line)),
      };
    };
    for (const document of documents) {
      expect(document.formatted).toEqual(written(document, false));
      const { formatted } = calls.get<Document>('enrich', { id: document.id, include: 'abbreviated' });
      expect(formatted).toEqual(written(document, true));
    }
  });

  it('writes the label and the place of every record in another case, and adds nothing else to its document', () => {
    expect(documents.length).toBeGreaterThan(3000);
    for (const { formatted, ...document } of documents) {
      expect(formatted?.line1?.toUpperCase() ?? null).toBe(document.addressLabel);
      expect(formatted?.line2?.toUpperCase()).toBe(placeOf(document));
      expect(formatted?.full).toBe([formatted?.line1, formatted?.line2].filter(Boolean).join(', '));
      expect(calls.text('enrich', `id=${document.id}`)).toBe(JSON.stringify(document));
    }
  });

  it('writes every record as the form field does, which has the same table and needs no more bytes a keystroke', () => {
    for (const { formatted, addressLabel, localityName, state, postcode } of documents) {
      expect(addressLabel && titleCase(addressLabel)).toBe(formatted?.line1);
      const place = [localityName && titleCase(localityName), state, postcode].filter(Boolean).join(' ');
      expect(place).toBe(formatted?.line2);
    }
  });

  it('writes envelopes in capitals, without commas, which are found again where lines are', () => {
    const isOdd = ({ formatted }: Document) => formatted?.postal.some((line) => /[,a-z]/.test(line));
    expect(documents.filter(isOdd)).toEqual([]);
    expect(
      documents.filter(({ formatted }) => formatted?.postal.some((line) => /\d\/\d/.test(line))).length,
    ).toBeGreaterThan(100);
    const found = (q: string) => calls.get<{ match: Document | null }>('validate', { q }).match?.id;
    const lost = documents.filter((document) => {
      const postal = found(document.formatted?.postal.join('\n') ?? '');
      return postal !== document.id && found(`${document.addressLabel}, ${placeOf(document)}`) === document.id;
    });
    expect(lost.map(({ formatted }) => formatted?.postal)).toEqual([]);
  });

  it('stands in the same words in the answers of autocomplete, validate and reverse', () => {
    for (const { id, addressLabel, location, formatted, ...rest } of documents.filter((_, i) => i % 50 === 0)) {
      const q = `${addressLabel}, ${placeOf({ id, addressLabel, location, ...rest })}`;
      const include = 'formatted';
      const { suggestions } = calls.get<{ suggestions: Document[] }>('autocomplete', { q, include });
      const { match } = calls.get<{ match: Document | null }>('validate', { q, include });
      const { results } = calls.get<{ results: Document[] }>('reverse', { ...location, limit: 20, include });
      for (const record of [...suggestions, match, ...results]) {
        expect(record?.formatted).toBeDefined();
        if (record?.id === id) expect(record.formatted).toEqual(formatted);
      }
    }
  });

  it('writes street types by their codes as `abbreviated`, with or without `formatted`', () => {
    const id = 'GAQLD438583692';
    const written = (include: string) => calls.get<Document>('enrich', { id, include }).formatted;
    expect(written('formatted')).toEqual({
      line1: '2 Perth Street',
      line2: 'Sunnybank QLD 4109',
      full: '2 Perth Street, Sunnybank QLD 4109',
      postal: ['2 PERTH STREET', 'SUNNYBANK QLD 4109'],
      alias: null,
    });
    const short = { line1: '2 Perth St', postal: ['2 PERTH ST', 'SUNNYBANK QLD 4109'] };
    for (const include of ['abbreviated', 'formatted,abbreviated', 'abbreviated,formatted,abbreviated'])
      expect(written(include)).toMatchObject(short);
  });
});

describe('§12.8: include', () => {
  it.each([
    ['autocomplete', { q: 'a' }],
    ['validate', { q: 'a' }],
    ['enrich', { id: 'a' }],
    ['reverse', { lat: -27, lon: 153 }],
  ])('of %s is refused with a name that it does not take', (path, parameters) => {
    for (const include of ['', 'x', 'formatted,', 'Formatted', ' formatted', 'formatted,x'])
      expect(calls.refusal(path, { ...parameters, include })).toMatchObject({
        code: 'INVALID_PARAMETERS',
        details: {
          include: [
            expect.stringMatching(/^must be a list of formatted, abbreviated.*, separated by commas, and has "/),
          ],
        },
      });
  });
});
