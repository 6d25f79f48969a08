import { readFileSync, writeFileSync } from 'node:fs';
import { DuckDBInstance } from '@duckdb/node-api';
import { parse } from 'csv-parse/sync';
import { beforeAll, describe, expect, it } from 'vitest';
import { writeRecord } from '../../../src/lists/match/format/csv-text.ts';
import { addressAt } from '../../../src/lists/match/lookup/address.ts';
import { fieldValues, wantedFields } from '../../../src/lists/match/lookup/enrich-fields.ts';
import { matchQuery } from '../../../src/lists/match/lookup/match-query.ts';
import { type MatchProgram, matchProgram } from './match-program.ts';

type Cells = { readonly [name: string]: string };

let program: MatchProgram;
/** Addresses of houses, and of units, by what a column of them may have. */
let houses: readonly Cells[];
let units: readonly Cells[];
beforeAll(() => {
  program = matchProgram();
  const parts = ['flatType', 'flatNumber', 'streetNumberFirst', 'streetNumberLast', 'streetName', 'streetType'];
  const wanted = wantedFields([...parts, 'levelNumber'].map((part) => `components.${part}`));
  const all = program.addresses.flatMap(
    ({ id, line: whole, ordinal, addressLabel, localityName, state, postcode }): Cells[] => {
      const of = fieldValues(addressAt(program.index, ordinal, wanted.parts), wanted);
      const [type, unit, first, last, street, streetType, level] = of as (string | null)[];
      const isPlain = /^(?:UNIT \w+, )?\d+ \D+$/.test(addressLabel ?? '') && last === null && level === null;
      // An alias answers with its principal.
      const isFound = matchQuery(program.index, whole).answer.ordinal === ordinal;
      if (!isFound || !isPlain || street === null || streetType === null || (unit !== null && type !== 'UNIT'))
        return [];
      const road = `${street} ${streetType}`;
      const place = { suburb: localityName ?? '', state: state ?? '', postcode: postcode ?? '' };
      const line = `${unit === null ? '' : `${unit}/`}${first} ${road}`;
      return [{ id, unit: unit ?? '', number: `${first}`, road, house: `${first} ${road}`, line, ...place }];
    },
  );
  houses = all.filter(({ unit }) => unit === '').slice(0, 24);
  units = all.filter(({ unit }) => unit !== '').slice(0, 6);
});

/** Matches a list whose columns have the cells that are named, and answers its rows and what was said. */
async function matched(
  name: string,
  columns: { readonly [header: string]: string },
  rows: readonly Cells[],
  ...args: string[]
) {
  const table = [
    Object.keys(columns),
    ...rows.map((row) => Object.values(columns).map((cell) => row[cell] ?? cell.replace(/^=/, ''))),
  ];
  writeFileSync(program.path(name), table.map((row) => `${writeRecord(row, ',')}\n`).join(''));
  return read(name, args);
}

async function read(name: string, args: readonly string[]) {
  const said = await program.match([name, '--out', `${name}.out.csv`, '--overwrite', ...args]);
  const events = said
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as { event: string; [name: string]: unknown });
  const event = (kind: string) => events.find((one) => one.event === kind);
  const found: Cells[] = parse(readFileSync(program.path(`${name}.out.csv`), 'utf8'), { columns: true });
  const report = readFileSync(program.path(`${name}.out.report.html`), 'utf8');
  return { found, event, report };
}

const ids = (rows: readonly Cells[]) => rows.map(({ id }) => [id, 'high']);
const answers = (rows: readonly Cells[]) => rows.map(({ match_id, match_quality }) => [match_id, match_quality]);
const PLACE = { Suburb: 'suburb', State: 'state', Postcode: 'postcode' };

describe('Columns of an address', () => {
  it.each([
    ['unit-number', { 'Unit No': 'unit', 'Street No & Name': 'house', ...PLACE }],
    ['unit-level', { 'Unit/Level': 'unit', Street: 'house', ...PLACE }],
    ['repeated', { Flat: 'unit', 'House no': 'number', 'Street address': 'line', 'Street name': 'road', ...PLACE }],
    [
      'osm',
      {
        'addr:unit': 'unit',
        'addr:housenumber': 'number',
        'addr:street': 'road',
        'addr:city': 'suburb',
        'addr:postcode': 'postcode',
      },
    ],
    [
      'shop',
      {
        'Shipping Name': '=Kim',
        'Shipping Address1': 'line',
        'Shipping City': 'suburb',
        'Shipping Zip': 'postcode',
        'Shipping Province': 'state',
      },
    ],
    ['counted', { No: 'id', Address: 'line', Town: 'suburb', 'P/code': 'postcode' }],
    [
      'form',
      {
        '4.1 Flat': 'unit',
        '4.2 House': 'number',
        '4.3 Street': 'road',
        '4.4 Suburb': 'suburb',
        '4.5 Postcode': 'postcode',
      },
    ],
    ['sub', { subNumber: 'unit', streetNumber: 'number', street: 'road', suburb: 'suburb', postcode: 'postcode' }],
    [
      'service',
      {
        'Service Flat': 'unit',
        'Service House': 'number',
        'Service Street': 'road',
        'Service Town': 'suburb',
        'Service Pcode': 'postcode',
      },
    ],
    ['erp', { STRAS: 'line', ORT: 'suburb', PSTLZ: 'postcode', REGIO: 'state' }],
    ['code', { residential_street: 'line', residential_town: 'suburb', residential_code: 'postcode' }],
    ['country', { Address: 'line', ...PLACE, Country: '=Australia (AU)' }],
    [
      'schema.org',
      { streetAddress: 'line', addressLocality: 'suburb', addressRegion: 'state', postalCode: 'postcode' },
    ],
  ])('are found together: %s', async (name, columns) => {
    expect(units.length).toBeGreaterThan(2);
    const rows = [...houses, ...units];
    const { found, event } = await matched(`${name}.csv`, columns, rows);
    expect(answers(found)).toEqual(ids(rows));
    expect(event('warning')).toBeUndefined();
  });

  it('of countries say nothing where it is Australia, and keep other rows from high', async () => {
    const countries = [
      'AU',
      'australia',
      'Aust.',
      '',
      'Commonwealth of Australia',
      'NZ',
      'New Zealand',
      'Fiji',
      'Narnia',
    ];
    const rows = countries.map((country, i) => ({ ...houses[i], country }));
    for (const columns of [
      { Street: 'line', ...PLACE, Country: 'country' },
      { 'Home address': 'line', 'Home suburb': 'suburb', 'Home postcode': 'postcode', 'Home country': 'country' },
    ]) {
      const { found } = await matched('countries.csv', columns, rows);
      expect(answers(found.slice(0, 5))).toEqual(ids(rows.slice(0, 5)));
      for (const { match_quality } of found.slice(5)) expect(match_quality).not.toBe('high');
    }
  });

  it('that look like a part and are left out keep rows from high, and are named at the start, in the summary and the report', async () => {
    const rows = [...houses, ...units];
    const columns = { Address: 'house', 'Unit code': 'unit', 'Unit price': '=5', ...PLACE };
    const { found, event, report } = await matched('left-out.csv', columns, rows);
    for (const [i, { unit }] of rows.entries()) {
      if (unit === '') expect(found[i]).toMatchObject({ match_id: rows[i].id, match_quality: 'high' });
      else
        expect(found[i]).toMatchObject({
          match_quality: 'medium',
          match_caps: expect.stringContaining('column_not_used'),
        });
      if (unit !== '') expect(Number(found[i].match_score)).toBeLessThanOrEqual(66);
    }
    expect(event('warning')?.warning).toMatch(/^Not used: "Unit code"\. /);
    expect(event('done')).toMatchObject({ unused: '"Unit code"', caps: { column_not_used: units.length } });
    expect(report).toContain('without &#34;Unit code&#34;');
    // What they say is in the address already.
    const whole = await matched('said.csv', { ...columns, Address: 'line' }, rows);
    expect(answers(whole.found)).toEqual(ids(rows));
  });

  it('of several addresses are those of the one with most parts filled, or of the one that is asked for', async () => {
    const [billed, shipped] = [houses.slice(0, 12), houses.slice(12, 24)];
    const rows = billed.map((row, i) => ({
      ...row,
      to: shipped[i].line,
      town: shipped[i].suburb,
      zip: shipped[i].postcode,
    }));
    const columns = {
      'Billing Street': 'line',
      'Billing City': 'suburb',
      'Billing Zip': 'postcode',
      'Shipping Street': 'to',
      'Shipping City': 'town',
      'Shipping Zip': 'zip',
    };
    const first = await matched('both.csv', columns, rows);
    expect(answers(first.found)).toEqual(ids(billed));
    expect(first.event('list')?.how).toContain('of 2 addresses "billing", with --address also "shipping"');
    const other = await matched('other.csv', columns, rows, '--address', 'Shipping address');
    expect(answers(other.found)).toEqual(ids(shipped));
    const fuller = await matched(
      'fuller.csv',
      columns,
      rows.map((row, i) => (i === 3 ? { ...row, postcode: '' } : row)),
    );
    expect(answers(fuller.found)).toEqual(ids(shipped));
    expect(await program.refusal(['both.csv', '--out', 'x.csv', '--address', 'home'])).toContain(
      'no column looks like addresses of home',
    );
  });

  it('may be the fields of objects, in NDJSON, Parquet and a cell of CSV', async () => {
    const rows = [...houses, ...units];
    const objects = rows.map(({ suburb, line, state, postcode }) => ({
      country: 'AU',
      postcode,
      region: state,
      locality: suburb,
      freeform: line,
    }));
    writeFileSync(program.path('o.ndjson'), objects.map((where, i) => `${JSON.stringify({ n: i, where })}\n`).join(''));
    writeFileSync(
      program.path('o.csv'),
      ['n,where', ...objects.map((where, i) => writeRecord([i, JSON.stringify([where])], ','))].join('\n'),
    );
    const instance = await DuckDBInstance.create(':memory:');
    const connection = await instance.connect();
    await connection.run(`COPY (FROM read_json('${program.path('o.ndjson')}')) TO '${program.path('o.parquet')}'`);
    connection.closeSync();
    instance.closeSync();
    for (const name of ['o.ndjson', 'o.csv', 'o.parquet']) {
      const { found, event } = await read(name, []);
      expect([name, ...answers(found)]).toEqual([name, ...ids(rows)]);
      expect(event('list')?.columns).toBe(
        '"where.freeform", "where.locality", "where.region", "where.postcode", "where.country"',
      );
      const whole = await read(name, ['--column', 'where']);
      expect(answers(whole.found)).toEqual(ids(rows));
    }
    const named = await read('o.ndjson', [
      '--street',
      'where.freeform',
      '--suburb',
      'where.locality',
      '--postcode',
      'WHERE.postcode',
    ]);
    expect(answers(named.found)).toEqual(ids(rows));
  });

  it('name the points of several addresses too', async () => {
    const table = 'Owner Lat,Owner Lon,Site Latitude,Site Longitude\n,,-27.5,153.06\n1,1,-27.5,153.06\n';
    writeFileSync(program.path('sites.csv'), table);
    const { event } = await read('sites.csv', ['--reverse']);
    expect(event('list')).toMatchObject({
      columns: '"Site Latitude", "Site Longitude"',
      how: expect.stringContaining('"owner"'),
    });
    expect((await read('sites.csv', ['--reverse', '--address', 'owner'])).event('list')?.columns).toBe(
      '"Owner Lat", "Owner Lon"',
    );
  });
});
