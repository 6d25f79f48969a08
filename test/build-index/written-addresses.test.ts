import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Gazetteer, readGazetteer } from '../../build-index/generate/gazetteer.ts';
import { generateRelease } from '../../build-index/generate/generate-release.ts';
import { parseWritten, placeFinder } from '../../build-index/generate/written/parse-written.ts';
import { isHeldOut, readWrittenStreets } from '../../build-index/generate/written/written-addresses.ts';
import { readNaiveRelease } from '../oracle/naive-release.ts';

const GAZETTEER = join(import.meta.dirname, '../../data/gazetteer');

let folder: string;
let gazetteer: Gazetteer;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'letterbox-written-'));
  gazetteer = readGazetteer(GAZETTEER);
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('The street, number and place of a line', () => {
  const place = { name: 'QUORN HILL', state: 'VIC', postcodes: ['3999'], longitude: 0, latitude: 0 } as const;
  const find = placeFinder({
    localities: [place, { ...place, name: 'HILL', postcodes: ['3998'] }],
    streetsOf: new Map(),
    streets: [],
    names: [],
  });
  const parsed = (q: string) => {
    const it = parseWritten({ q, state: 'VIC', postcode: '3999' }, find);
    if (it === null) return null;
    const { first, suffix, last } = it.number ?? { first: -1, suffix: '', last: -1 };
    const number = first < 0 ? '' : `${first}${suffix}${last < 0 ? '' : `-${last}`} `;
    return `${number}${it.street.name} ${it.street.type}${it.street.suffix && ` ${it.street.suffix}`}`;
  };

  it.each([
    ['12 Smith St, Quorn Hill VIC 3999', '12 SMITH STREET'],
    ['SHOP 1 & 2, 149-153 STATION ST, QUORN HILL VIC 3999', '149-153 STATION STREET'],
    ['210 - 222 Old Quarry Road Quorn Hill', '210-222 OLD QUARRY ROAD'],
    ['Quorn School, 1a Main Ave North, QUORN HILL, VIC Australia 3999', '1A MAIN AVENUE N'],
    ['Sanford Rd QUORN HILL VIC 3999', 'SANFORD ROAD'],
    ['Quorn Hall, Railway Pde, Quorn Hill', 'RAILWAY PARADE'],
    ['Quorn Memorial Hall Railway Pde, Quorn Hill', null],
    ['PO Box 12, Quorn Hill', null],
    ['12 Smith St, Elsewhere VIC 3999', null],
    ['12 Smith St, Hill VIC 3999', null],
  ])('%s', (q, expected) => {
    expect(parsed(q)).toBe(expected);
  });
});

describe('A release that is made with address strings', () => {
  it('has nine of ten streets and numbers as they were written, none of the postcodes that are held out, and stays of its size', () => {
    const places = gazetteer.localities
      .filter(({ state, postcodes }) => state === 'VIC' && postcodes.length === 1)
      .slice(0, 60);
    const written = places.flatMap(({ name, postcodes }) =>
      ['ZEBRAWOOD', 'QUOLLBERRY', 'YABBYHURST'].map((street, i) => ({
        place: name,
        postcode: postcodes[0],
        street,
        number: 9000 + i,
      })),
    );
    const lines = written.map(({ place, postcode, street, number }) =>
      JSON.stringify({ q: `${number} ${street} St, ${place} VIC ${postcode}`, state: 'VIC', postcode }),
    );
    const file = join(folder, 'strings.jsonl.gz');
    writeFileSync(file, gzipSync(`${lines.join('\n')}\n`));
    const out = join(folder, 'release');
    generateRelease({ addresses: 4000, seed: 3, gazetteer, written: readWrittenStreets(file, gazetteer, 3), out });
    const { records } = readNaiveRelease({ gnaf: out, abs: null, boundaries: null });
    expect(records.length).toBe(4000);
    const known = new Set(
      records.map(
        ({ document: { addressLabel, localityName, state } }) => `${addressLabel} | ${localityName} ${state}`,
      ),
    );
    const isThere = ({ place, street, number }: (typeof written)[number]) =>
      known.has(`${number} ${street} STREET | ${place} VIC`);
    const [held, put] = [true, false].map((is) => written.filter(({ postcode }) => isHeldOut(postcode) === is));
    expect(held.length).toBeGreaterThan(10);
    expect(held.filter(isThere)).toEqual([]);
    expect(put.filter(isThere).length / put.length).toBeGreaterThan(0.82);
    expect(put.filter(isThere).length / put.length).toBeLessThan(0.98);
  });

  it('is the same without any', () => {
    const [plain, none] = ['plain', 'none'].map((name) => join(folder, name));
    generateRelease({ addresses: 400, seed: 3, gazetteer, out: plain });
    generateRelease({ addresses: 400, seed: 3, gazetteer, written: new Map(), out: none });
    const files = readdirSync(plain, { recursive: true, encoding: 'utf8' }).filter((name) =>
      /ADDRESS_DETAIL|STREET_LOCALITY/.test(name),
    );
    expect(files.length).toBeGreaterThan(10);
    for (const name of files)
      expect(readFileSync(join(none, name)).equals(readFileSync(join(plain, name))), name).toBe(true);
  });

  it.each([
    ['{"q": "12 Smith St"}\n{"q": 5}\n', /line 2: expected an object with a string "q"/],
    ['nonsense\n', /line 1: expected an object/],
  ])('says which line is no string', (text, message) => {
    const file = join(folder, 'bad.jsonl');
    writeFileSync(file, text);
    expect(() => readWrittenStreets(file, gazetteer, 1)).toThrow(message);
    expect(() => readWrittenStreets(join(folder, 'absent'), gazetteer, 1)).toThrow(/absent: no such file/);
  });
});
