import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { readWord } from '../../../src/lists/match/header/grammar.ts';
import { addressAt, oneLine } from '../../../src/lists/match/lookup/address.ts';
import { fieldValues, wantedFields } from '../../../src/lists/match/lookup/enrich-fields.ts';
import type { AddressColumn } from '../../../src/lists/match/lookup/job.ts';
import { matchQuery } from '../../../src/lists/match/lookup/match-query.ts';
import { askedOf, queryText } from '../../../src/lists/match/lookup/query-text.ts';
import { type MatchProgram, matchProgram } from './match-program.ts';

type Record = { readonly [name: string]: string };

let program: MatchProgram;
beforeAll(() => {
  program = matchProgram();
});

const quoted = (cell: unknown) => `"${String(cell ?? '').replaceAll('"', '""')}"`;
const csv = (rows: readonly (readonly unknown[])[]) => rows.map((row) => row.map(quoted).join()).join('\n');

/** Writes a list, matches it, and reads the results. */
async function matched(name: string, list: string, ...args: string[]) {
  writeFileSync(program.path(name), list);
  const said = await program.match([name, '--out', `${name}.out.csv`, '--overwrite', ...args]);
  const read = (file: string): Record[] => parse(readFileSync(program.path(file), 'utf8'), { columns: true });
  const review = `${name}.out.review.csv`;
  return { rows: read(`${name}.out.csv`), review: existsSync(program.path(review)) ? read(review) : [], said };
}
const events = (said: string, name: string) =>
  said
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as { event: string; [name: string]: unknown })
    .filter((line) => line.event === name);
const event = (said: string, name: string) => events(said, name)[0];

/** Addresses with a number, by their parts: those that are found by their labels, and so are no aliases. */
function split() {
  const parts = ['flatType', 'flatNumber', 'streetNumberFirst', 'streetNumberLast', 'streetName', 'streetType'];
  const wanted = wantedFields([...parts, 'levelNumber'].map((part) => `components.${part}`));
  return Array.from({ length: program.index.manifest.addresses }, (_, ordinal) => {
    const address = addressAt(program.index, ordinal);
    const { id, localityName, state, postcode } = address;
    const isFound = matchQuery(program.index, oneLine(address)).answer.ordinal === ordinal;
    const values = fieldValues(addressAt(program.index, ordinal, wanted.parts), wanted);
    const [flatType, flat, first, last, street, type, level] = values as (string | null)[];
    return { id, localityName, state, postcode, flatType, flat, first, last, street, type, level, isFound };
  }).filter(
    ({ first, last, street, level, isFound }) =>
      isFound && first !== null && last === null && street !== null && level === null,
  );
}

describe('columns by their names', () => {
  it.each([
    ['unit', ['Unit No', 'Flat', 'Apt #', 'Suite', 'Shop no.', 'UNIT_NUMBER', 'Unit/Flat']],
    ['level', ['Level', 'Floor No']],
    ['number', ['House no', 'Street No.', 'St No', 'Number', 'street_number_first']],
    ['street', ['Street name', 'Road Name', 'Street']],
    ['type', ['Street Type', 'St type', 'Road type']],
    ['suburb', ['Town', 'City', 'Suburb/Town', 'Locality Name']],
    ['state', ['St', 'State Code']],
    ['postcode', ['P/code', 'PC', 'Post Code']],
  ] as const)('are %s: %s', (role, names) => {
    for (const name of names) expect([name, readWord(name)]).toEqual([name, role]);
  });

  it('are put together to the address that they are parts of, units of a few rows among them', async () => {
    const all = split();
    const units = all.filter(({ flatType, flat }) => flatType === 'UNIT' && flat !== null).slice(0, 3);
    const houses = all.filter(({ flat }) => flat === null).slice(0, 60);
    expect(units).toHaveLength(3);
    const rows = [...houses, ...units];
    const list = csv([
      ['Customer', 'Unit No', 'House no', 'Street name', 'Street type', 'Town', 'St', 'P/code'],
      ...rows.map((row) => [
        'Kim Example',
        ...[row.flat, row.first, row.street, row.type, row.localityName, row.state, row.postcode],
      ]),
    ]);
    const { rows: answers, said } = await matched('split.csv', list);
    expect(event(said, 'list')?.columns).toBe(
      '"Unit No", "House no", "Street name", "Street type", "Town", "St", "P/code"',
    );
    expect(event(said, 'warning')).toBeUndefined();
    expect(answers.slice(-3).map(({ match_id, match_quality }) => [match_id, match_quality])).toEqual(
      units.map(({ id }) => [id, 'high']),
    );
    expect(answers.filter(({ match_id }, i) => match_id === rows[i].id).length).toBeGreaterThanOrEqual(rows.length - 1);
  });

  it('are those of the group with the addresses, where titles of groups stand above the header', async () => {
    const houses = split()
      .filter(({ flat, last }) => flat === null && last === null)
      .slice(0, 30);
    const cells = (row: (typeof houses)[number]) => [
      `${row.first} ${row.street} ${row.type}`,
      row.localityName,
      row.state,
      row.postcode,
    ];
    const names = ['Street', 'Suburb', 'State', 'Postcode'];
    for (const [titles, shift] of [
      [['ID', 'Property address', '', '', '', 'Postal address', '', '', ''], 1],
      [['Customers of the west'], 1],
    ] as const) {
      const list = csv([
        titles,
        [titles.length === 1 ? 'ID' : '', ...names, ...names],
        ...houses.map((row, i) => [`C${i}`, ...cells(row), 'PO Box 12', 'Perth', 'WA', '6000']),
      ]);
      const { rows, said } = await matched(`groups-${titles.length}.csv`, list);
      const group = titles.length === 1 ? '' : 'Property address / ';
      if (titles.length > 1)
        expect(event(said, 'list')?.columns).toBe(names.map((name) => `"${group}${name}"`).join(', '));
      expect(event(said, 'warning')).toBeUndefined();
      expect(rows.length).toBe(houses.length);
      const high = rows.filter(({ match_quality }) => match_quality === 'high').length;
      expect([titles, high]).toEqual([titles, titles.length === 1 ? high : houses.length]);
      expect(shift).toBe(1);
    }
  });

  it('called address are taken, with a warning, where no row of them is found', async () => {
    const list = csv([['Name', 'Address'], ...Array.from({ length: 30 }, (_, i) => ['Kim', `${i} Nowhere Zzyzx Qqq`])]);
    const { rows, said } = await matched('elsewhere.csv', list);
    expect(event(said, 'list')?.columns).toBe('"Address"');
    expect(event(said, 'warning')?.warning).toMatch(/^None of 30 rows .* taken by their names/);
    expect(rows.length).toBe(30);
  });

  it('are found by rows from all over a list that begins with others', async () => {
    const houses = split()
      .filter(({ flat }) => flat === null)
      .slice(0, 50);
    const other = Array.from({ length: 6000 }, (_, i) => ['x'.repeat(60), `${i} Nowhere Zzyzx Qqq`]);
    const there = Array.from({ length: 30_000 }, (_, i) => {
      const { first, street, type, localityName, state, postcode } = houses[i % houses.length];
      return ['note', `${first} ${street} ${type}, ${localityName} ${state} ${postcode}`];
    });
    const { said } = await matched('sorted.csv', csv([['Remark', 'Where'], ...other, ...there]));
    expect(event(said, 'list')?.columns).toBe('"Where"');
  }, 120_000);

  it('take the column with the addresses, not one of codes that look like a place', async () => {
    const list = csv([
      ['source', 'q'],
      ...program.addresses
        .slice(0, 20)
        .map(({ line, localityName, postcode }) => [`${localityName}_${postcode}`, line]),
    ]);
    expect(event((await matched('source.csv', list)).said, 'list')?.columns).toBe('"q"');
  });

  it('take the state and postcode beside a whole address, where its text has none', async () => {
    const list = csv([
      ['q', 'State', 'Postcode'],
      ...program.addresses
        .slice(0, 20)
        .map(({ line, addressLabel, localityName, state, postcode }, i) => [
          i % 2 === 0 ? line : `${addressLabel}, ${localityName}`,
          ...[state, postcode],
        ]),
    ]);
    const { rows, said } = await matched('beside.csv', list);
    expect(event(said, 'list')?.columns).toBe('"q", "State", "Postcode"');
    expect(rows.map(({ match_id }) => match_id)).toEqual(program.addresses.slice(0, 20).map(({ id }) => id));
    expect(rows.map(({ match_score }) => match_score)).toEqual(Array(20).fill('100'));
  });

  it('that look like a part and are not used, and a choice that scores little, are said before work begins', async () => {
    const { addresses } = program;
    const some = csv([
      ['address', 'Property name'],
      ...addresses.slice(0, 20).map(({ line }, i) => [line, `${addresses[i + 20].line}`]),
    ]);
    expect(event((await matched('unused.csv', some)).said, 'warning')?.warning).toContain('Not used: "Property name"');
    const coded = csv([
      ['address', 'Unit code', 'flatRef', 'Unit price', 'Business unit', 'Floor area'],
      ...addresses.slice(0, 20).map(({ line }, i) => [line, i, `Flat ${i}`, i, 'Sales', 100 + i]),
    ]);
    expect(event((await matched('coded.csv', coded)).said, 'warning')?.warning).toMatch(
      /^Not used: "Unit code", "flatRef"\. /,
    );
    const few = csv([
      ['text'],
      ...addresses.slice(0, 30).map(({ line }, i) => [i % 5 < 2 ? line : `nothing of the kind ${i}`]),
    ]);
    const warning = event((await matched('few.csv', few)).said, 'warning')?.warning;
    expect(warning).toContain('Few rows look like addresses');
  });
});

describe('numbers that a spreadsheet made dates of', () => {
  const dates = async (name: string, cells: readonly string[]) => {
    const { addresses } = program;
    const rows = addresses
      .slice(0, 20)
      .map(({ line }, i) => [cells[i] === undefined ? line : `${cells[i]}, Miller St`]);
    const { said } = await matched(name, csv([['address'], ...rows]));
    return events(said, 'warning').map(({ line, warning }) => [line, warning]);
  };

  it('are warned of once, with the first line', async () => {
    const warnings = await dates('dates.csv', ['34 Miller St', 'Dec-34', '3/4/2026', '12-Mar']);
    expect(warnings).toEqual([[3, expect.stringMatching(/^Line 3 has a date for a street number: /)]]);
  });

  it('are not a street that is called by a month, nor three numbers of level, unit and house', async () => {
    expect(await dates('months.csv', ['12 May Street', '12-March Street', '3/4/26', 'C/- April Brown'])).toEqual([]);
  });
});

describe('the text of a row', () => {
  const columns = [
    { at: 0, part: 'unit', unitType: 'UNIT' },
    { at: 1, part: 'level' },
    { at: 2, part: 'number' },
    { at: 3, part: 'street' },
    { at: 4, part: 'type' },
    { at: 5, part: 'suburb' },
    { at: 6, part: 'postcode' },
  ] as const;
  it.each([
    [['5', '', '12', 'Smith', 'St', 'Darwin', '800'], 'UNIT 5, 12 Smith St, Darwin, 0800'],
    [['Flat 5', '3', '12', 'Smith', 'St', '', '3000'], 'Flat 5, LEVEL 3, 12 Smith St, 3000'],
    [['-', 'n/a', '12', '12 Smith', 'St', 'Darwin', ''], '12 Smith St, Darwin'],
  ])('of %j is %s', (cells, text) => {
    expect(queryText(cells, { kind: 'match', columns })).toBe(text);
  });

  it('does not repeat the place that a whole address ends with', () => {
    const whole = [
      { at: 0, part: 'whole' },
      { at: 1, part: 'suburb' },
      { at: 2, part: 'state' },
      { at: 3, part: 'postcode' },
    ] as const;
    const word = fc.stringMatching(/^[A-Z]{4,8}$/);
    const state = fc.constantFrom('NSW', 'VIC', 'QLD', 'SA');
    const property = fc.property(
      word,
      word,
      state,
      fc.integer({ min: 1000, max: 8999 }),
      (street, place, state, code) => {
        const line = `1 ${street} ST, ${place} ${state} ${code}`;
        const query = { kind: 'match', columns: whole } as const;
        expect(queryText([line, place, state, code], query)).toBe(line);
        expect(queryText([`1 ${street} ST`, place, state, code], query)).toBe(
          `1 ${street} ST, ${place}, ${state}, ${code}`,
        );
      },
    );
    fc.assert(property, { numRuns: 200 });
  });
});

describe('results', () => {
  it('have no address below the least quality that was asked for', async () => {
    const { line } = program.addresses[0];
    const wrong = line.replace(/^(\D*)(\d+)/, '$18$2');
    const list = csv([['address'], [line], [wrong]]);
    const plain = (await matched('least.csv', list)).rows;
    expect(plain[1].match_id).not.toBe('');
    expect(plain[1].match_quality).not.toBe('high');
    const { rows, review } = await matched('least.csv', list, '--min-quality', 'high');
    expect(rows[0]).toEqual(plain[0]);
    expect(rows[1]).toMatchObject({
      match_id: '',
      match_address: '',
      match_lat: '',
      match_lon: '',
      match_quality: plain[1].match_quality,
      match_score: plain[1].match_score,
    });
    expect(review[0].candidate_1_id).toBe(plain[1].match_id);
  });

  it('have their candidates in the order of the scores', async () => {
    const list = csv([
      ['address'],
      ...program.addresses
        .slice(0, 40)
        .map(({ line }) => [line.replace(/^(\D*)(\d+)/, '$19$2').replace(/STREET|ROAD/, 'AVENUE')]),
    ]);
    const { review } = await matched('candidates.csv', list);
    expect(review.length).toBeGreaterThan(5);
    for (const row of review) {
      const scores = [row.candidate_1_score, row.candidate_2_score, row.candidate_3_score].filter(Boolean).map(Number);
      expect(scores).toEqual([...scores].sort((a, b) => b - a));
    }
  });

  it('are not written in a format that a name promises and nobody knows', async () => {
    writeFileSync(program.path('list.csv'), csv([['address'], [program.addresses[0].line]]));
    for (const name of ['x.shp', 'x.dbf', 'x.pdf'])
      expect(await program.refusal(['list.csv', '--out', name])).toContain(
        'expected a name that ends in .csv, .tsv, .txt, .ndjson, .jsonl, .json, .xlsx, .parquet',
      );
  });

  it('say that latitudes and longitudes have changed places', async () => {
    const { rows } = await matched('swapped.csv', 'lat,lon\n145.03,-37.8\n-37.8,145.03\n', '--reverse');
    expect(rows[0].match_problem).toContain('"145.03" is a longitude: the columns look swapped');
    const north = await matched('north.csv', 'lat,lon\n33.9108,151.155\n40.7,-74\n', '--reverse');
    expect(north.rows.map(({ match_problem }) => match_problem)).toEqual([
      '"33.9108" is north of the equator: its minus sign looks lost',
      '',
    ]);
  });

  it('take ids with spaces and small letters', async () => {
    const [{ id }] = program.addresses;
    const asTyped = [id, ` ${id.toLowerCase()}`, `${id.slice(0, 5)} ${id.slice(5)}`];
    const { rows } = await matched('typed.csv', csv([['gnaf_pid'], ...asTyped.map((text) => [text])]), '--enrich');
    expect(rows.map(({ match_id }) => match_id)).toEqual([id, id, id]);
  });

  it('have no formula in their review file, which is read back as it was', async () => {
    const { line } = program.addresses[0];
    const texts = ['=', '+', '-', '@', "'="].map((sign) => `${sign}x ${line.replace(/\d+/, '9998')}`);
    const list = csv([['address'], ...texts.map((text) => [text])]);
    const { review } = await matched('formula.csv', list);
    expect(review.map(({ address }) => address)).toEqual(texts.map((text) => `'${text}`));
    const decided = csv([Object.keys(review[0]), ...review.map((row) => Object.values({ ...row, decision: '1' }))]);
    writeFileSync(program.path('formula.decided.csv'), decided);
    const { rows } = await matched('formula.csv', list, '--decisions', 'formula.decided.csv');
    expect(rows.map(({ address, match_quality }) => [address, match_quality])).toEqual(
      texts.map((text) => [text, 'decided']),
    );
  });

  it('say of a quote that was not meant as one which lines it has taken in', async () => {
    const { addresses } = program;
    const line = (i: number) => `${i},${quoted(addresses[i].line)},x`;
    const list = [
      'a,address,b',
      line(0),
      `2,"open,x`,
      ...[3, 4, 5, 6].map((i) => `${i},${addresses[i].localityName},x`),
      `7,shut",x`,
      line(8),
    ];
    const { rows } = await matched('quote.csv', `${list.join('\n')}\n`);
    expect(rows.map(({ match_problem }) => match_problem)).toEqual([
      '',
      'a quote that closes 5 lines below: it takes in lines that look like rows',
      '',
    ]);
    expect(rows.at(-1)?.match_id).toBe(addresses[8].id);
    // Where the next quote is that of another row, letters follow it.
    for (const between of [[], [3], [3, 4]]) {
      const rows = [1, ...between].map((i) => `${i},${addresses[i].localityName},x`);
      const broken = ['a,address,b', `0,"open,x`, ...rows, `7,"${addresses[7].localityName}",x`, line(8)];
      const { rows: read } = await matched('broken.csv', `${broken.join('\n')}\n`);
      expect(read.map(({ match_problem }) => match_problem)).toEqual([
        `a quote that closes ${rows.length + 1} lines below: it takes in lines that look like rows`,
        '',
      ]);
    }
    const next = await matched('next.csv', `a,address,b\n0,"open,x\n7,"${addresses[7].localityName}",x\n${line(8)}\n`);
    expect(next.rows.map(({ match_problem }) => match_problem)).toEqual([
      'a quote that closes 1 line below: it takes in lines that look like rows',
      '',
    ]);
    const inner = `a,address,b\n1,"Kim ""at work""\n${addresses[0].line}",x\n`;
    const { rows: kept } = await matched('inner.csv', inner, '--column', 'address');
    expect(kept.map(({ match_problem }) => match_problem)).toEqual(['']);
    const several = csv([
      ['a', 'address', 'b'],
      ['1', `Kim, at work\n${addresses[0].line}\nAustralia`, 'x'],
    ]);
    expect((await matched('several.csv', several, '--column', 'address')).rows[0].match_problem).toBe('');
  });
});

describe('A row is looked up', () => {
  const asked = (...given: [AddressColumn['part'], string, string?][]) => {
    const columns = given.map(([part, , unitType], at) => ({ at, part, ...(unitType && { unitType }) }));
    const cells = given.map(([, text]) => text);
    const wanted = { kind: 'match', columns } as const;
    return askedOf(cells, wanted, queryText(cells, wanted));
  };
  const nothing = {
    building: null,
    unit: null,
    level: null,
    number: null,
    street: null,
    suburb: null,
    state: null,
    postcode: null,
  };

  it('in parts, where it has a street and a suburb by themselves: a bare unit is a unit, and no guess is made', () => {
    expect(
      asked(
        ['unit', '3'],
        ['number', '12'],
        ['street', 'Smith'],
        ['type', 'St'],
        ['suburb', 'St Kilda'],
        ['state', '-'],
      ),
    ).toEqual({ ...nothing, unit: '3', number: '12', street: 'Smith St', suburb: 'St Kilda' });
    expect(asked(['unit', '3', 'SHOP'], ['street', '12 Smith St'], ['suburb', 'Richmond'])).toMatchObject({
      unit: 'SHOP 3',
      number: null,
    });
    expect(asked(['number', '12'], ['street', '12 Smith St'], ['suburb', 'Richmond'])).toMatchObject({
      number: null,
      street: '12 Smith St',
    });
  });

  it('as one text, where a column may have all of an address, or there is no suburb', () => {
    expect(asked(['whole', '12 Smith St'], ['suburb', 'Richmond'])).toBe('12 Smith St, Richmond');
    expect(asked(['number', '12'], ['street', 'Smith St'], ['postcode', '3121'])).toBe('12 Smith St, 3121');
    expect(asked(['number', '12'], ['number', '14'], ['street', 'Smith St'], ['suburb', 'Richmond'])).toMatch(/^12/);
  });
});
