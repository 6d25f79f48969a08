import { existsSync, readdirSync, readFileSync, readlinkSync, writeFileSync } from 'node:fs';
import { parse } from 'csv-parse/sync';
import { beforeAll, describe, expect, it } from 'vitest';
import { readTable } from '../../../build-index/areas/table.ts';
import { enrich } from '../../../src/address/operations/enrich.ts';
import { JsonBytes } from '../../../src/address/operations/json-bytes.ts';
import { reverse } from '../../../src/address/operations/reverse.ts';
import { validate } from '../../../src/address/operations/validate.ts';
import { writeCells } from '../../../src/lists/match/format/cell-lines.ts';
import { writeWorkbook } from '../../../src/lists/match/format/workbook.ts';
import { addressAt, oneLine } from '../../../src/lists/match/lookup/address.ts';
import { LONG } from '../../support/cases.ts';
import { type MatchProgram, matchProgram } from './match-program.ts';

type Record = { readonly [name: string]: string };

let program: MatchProgram;
beforeAll(() => {
  program = matchProgram();
});

const out = new JsonBytes();
/** The answer of an operation, as the service gives it. */
function answerOf<A>(write: () => unknown): A {
  out.reset();
  write();
  return JSON.parse(new TextDecoder().decode(out.view())) as A;
}
interface Validated {
  readonly match: { id: string; location: { lat: number; lon: number } } | null;
  readonly serviceMatchScore: number;
  readonly serviceMatchQuality: string;
  readonly debug: { scoreCaps: string[] };
}
const validated = (q: string) => answerOf<Validated>(() => validate(program.index, { q, debug: true }, out));

/** Writes a list, matches it, and reads the results. */
async function matched(name: string, list: string | Buffer, ...args: string[]) {
  writeFileSync(program.path(name), list);
  const said = await program.match([name, '--out', `${name}.out.csv`, '--overwrite', ...args]);
  const text = readFileSync(program.path(`${name}.out.csv`), 'utf8');
  return { text, said, done: doneOf(said) };
}

const records = (text: string, delimiter = ','): Record[] => parse(text, { columns: true, bom: true, delimiter });
const doneOf = (said: string) =>
  JSON.parse(said.split('\n').find((line) => line.includes('"event":"done"')) ?? '{}') as {
    lines: number;
    outcomes: { [name: string]: number };
    repeats: number;
    bad: { line: number; problem: string }[];
  };
const quoted = (cell: string) => `"${cell.replaceAll('"', '""')}"`;
const misspelled = (line: string) => line.replace(/STREET|ROAD/, 'ST').toLowerCase();

/** The files of the folder that this process has open, those that are gone included. */
const openFiles = () =>
  readdirSync('/proc/self/fd').flatMap((descriptor) => {
    try {
      const path = readlinkSync(`/proc/self/fd/${descriptor}`);
      return path.startsWith(program.path('.')) ? [path] : [];
    } catch {
      return [];
    }
  });

describe('a list of addresses', () => {
  it.runIf(process.platform === 'linux')('leaves no file open', async () => {
    const list = `address,name\n"${program.addresses[0].line}",Bligh\nxyzzy,Cook\n`;
    await matched('left.csv', list, '--name', 'name', '--against', program.path('left.csv'));
    expect(openFiles()).toEqual([]);
  });

  it('is told of in sentences where nobody asked for JSON, on a terminal or not', async () => {
    writeFileSync(program.path('told.csv'), `address\n"${program.addresses[0].line}"\nxyzzy\n`);
    const { code, said } = await program.run(['told.csv', '--out', 'told.out.csv'], { asText: true });
    expect(code).toBe(0);
    expect(said).not.toMatch(/[{}]/);
    expect(said).toMatch(/^told\.csv: CSV, utf-8, .*\n/);
    expect(said).toMatch(/\n2 lines in \d+\.\d s, .*\nWritten: told\.out\.csv, .*\nNext: .*told\.out\S+.*\n$/);
  });

  it('keeps its order and its columns, and gets what validate answers for each line', async () => {
    const lines = program.addresses.flatMap(({ line }) => [
      line,
      misspelled(line),
      line.replace(/\d+/, '9999'),
      'x y z',
    ]);
    const list = ['no,who,full address', ...lines.map((line, i) => `${i}, "odd" ${i},${quoted(line)}`)].join('\r\n');
    const { text, done } = await matched('order.csv', `${list}\r\n`);
    expect(text.split('\r\n')[1].startsWith(list.split('\r\n')[1])).toBe(true);
    const rows = records(text.replaceAll(', "odd" ', ',odd '));
    expect(rows.map((row) => row['full address'])).toEqual(lines);
    for (const [i, row] of rows.entries()) {
      const { match, serviceMatchScore, serviceMatchQuality, debug } = validated(lines[i]);
      expect(row, lines[i]).toMatchObject({
        no: String(i),
        match_id: match?.id ?? '',
        match_score: String(serviceMatchScore),
        match_quality: serviceMatchQuality,
        match_caps: debug.scoreCaps.join(' '),
        match_lat: String(match?.location.lat ?? ''),
        match_lon: String(match?.location.lon ?? ''),
      });
    }
    expect(done.lines).toBe(lines.length);
    const high = rows.filter((row) => row.match_quality === 'high').length;
    expect(done.outcomes.high).toBe(high);
    const ids = rows.map((row) => row.match_id).filter((id) => id !== '');
    expect(done.repeats).toBe(ids.length - new Set(ids).size);
  });

  const written = [
    ['semicolons', ';', 'utf8', '\r\n'],
    ['tabs', '\t', 'utf8', '\n'],
    ['a mark', ',', 'mark', '\n'],
    ['Windows-1252', ';', 'latin1', '\r\n'],
    ['UTF-16', '\t', 'utf16le', '\r\n'],
  ] as const;
  it.each(written.filter((_, i) => LONG || i % 2 === 0))(
    'is read with %s, and written with the same',
    async (name, delimiter, encoding, lineEnd) => {
      const [address] = program.addresses;
      const list = [
        ['Zoë', 'address', 'note'],
        ['é', address.line, `x\ny`],
        ['ü', misspelled(address.line), ''],
      ]
        .map((row) => row.map(quoted).join(delimiter))
        .join(lineEnd);
      const bytes =
        encoding === 'utf8'
          ? Buffer.from(list)
          : Buffer.from(
              encoding === 'latin1' ? list : `\ufeff${list}`,
              encoding === 'mark' ? 'utf8' : (encoding as BufferEncoding),
            );
      const { text } = await matched(`${name}.csv`, bytes);
      const rows = records(text, delimiter);
      expect(rows.map((row) => row.Zoë)).toEqual(['é', 'ü']);
      expect(rows[0]).toMatchObject({ note: 'x\ny', match_id: address.id, match_quality: 'high' });
      expect(text.split('"x\ny"')[1].includes(lineEnd)).toBe(true);
    },
  );

  it('is found by its parts, a postcode without its zero included', async () => {
    const { addressLabel, localityName, state, id } = program.addresses[0];
    const northern = program.addresses.find(({ postcode }) => postcode?.startsWith('0'));
    const parts = [
      ['Suburb', 'Post Code', 'State', 'Street address', 'Client'],
      [localityName, program.addresses[0].postcode, state, addressLabel, 'Bligh'],
    ];
    if (northern === undefined) throw new Error('the sample has no postcode that begins with 0');
    parts.push([northern.localityName, northern.postcode?.slice(1) ?? '', northern.state, northern.addressLabel, '']);
    const list = parts.map((row) => row.map((cell) => quoted(cell ?? '')).join()).join('\n');
    const { text, said } = await matched('parts.csv', list);
    expect(said).toContain('\\"Street address\\", \\"Suburb\\", \\"State\\", \\"Post Code\\"');
    expect(records(text)[0]).toMatchObject({ match_id: id, match_score: '100' });
    expect(records(text)[1]).toMatchObject({ match_id: northern.id, match_score: '100' });
    const said2 = (await matched('parts.csv', list, '--column', 'street ADDRESS', '--column', '1')).said;
    expect(said2).toContain('\\"Street address\\", \\"Suburb\\"');
  });

  it('may have one column without a header, and commas in it', async () => {
    const lines = program.addresses.slice(0, 12).map(({ line }, i) => (i % 3 === 0 ? line.replaceAll(',', '') : line));
    const { text } = await matched('bare.txt', lines.join('\n'));
    const rows = records(text);
    expect(rows.map((row) => row.column_1)).toEqual(lines);
    expect(rows.map((row) => row.match_id)).toEqual(program.addresses.slice(0, 12).map(({ id }) => id));
  });

  it('tells the alias record that a line names, and no other', async () => {
    const { aliasAddress, aliasPrincipal } = program.index.columns;
    const pairs = Array.from(aliasAddress, (alias, i) => ({
      alias: oneLine(addressAt(program.index, alias)),
      principal: oneLine(addressAt(program.index, aliasPrincipal[i])),
    })).filter(({ alias, principal }) => alias !== principal);
    const list = `address\n${pairs.flatMap(({ alias, principal }) => [quoted(alias), quoted(principal)]).join('\n')}\n`;
    const rows = records((await matched('aliases.csv', list)).text);
    const told = pairs.filter(
      ({ alias, principal }, i) => rows[2 * i].match_alias === alias && rows[2 * i].match_address === principal,
    );
    expect(told.length).toBeGreaterThan(pairs.length / 3);
    for (const { address, match_address, match_alias } of rows)
      if (address === match_address) expect(match_alias).not.toBe(address);
  });

  it('keeps its bad lines in their places, and reports their numbers', async () => {
    const { line, id } = program.addresses[0];
    const list = Buffer.concat([
      Buffer.from(`a,address\n1,${quoted(line)}\n2\n3,x,y,z\n\n`),
      Buffer.from(`5,${quoted(`Zoë, ${line}`)}\n`, 'latin1'),
      Buffer.from(`6,é ${misspelled(line).replaceAll(',', '')}\n7,é\n`),
      ...Array.from({ length: 20 }, (_, i) => Buffer.from(`${i + 8},${quoted(line)}\n`)),
      Buffer.from(`28,"${line}`),
    ]);
    const { text, done } = await matched('bad.csv', list);
    const all = records(text);
    expect(all).toHaveLength(28);
    const rows = [...all.slice(0, 7), all[27]];
    expect(rows.map((row) => row.a)).toEqual(['1', '2', '3', '', '5', '6', '7', expect.stringContaining('28,')]);
    expect(rows.map((row) => row.match_problem)).toEqual([
      ...['', '1 columns, expected 2', '4 columns, expected 2', 'empty line'],
      ...['not UTF-8: read as Windows-1252', '', '', 'a quote that is not closed'],
    ]);
    expect(rows[2].address).toBe('x,y,z');
    expect(rows[0].match_id).toBe(id);
    expect(done.bad.map((bad) => bad.line)).toEqual([3, 4, 5, 6, 29]);
    expect(done.outcomes['bad line']).toBe(4);
  });

  it('goes from NDJSON to NDJSON with all that it says, and to other columns', async () => {
    const { line, id } = program.addresses[0];
    const list = `{"address":${JSON.stringify(line)}, "n": 1.50 }\nnot json\n{"address":"x","more":{"a":[1]}}\n`;
    writeFileSync(program.path('a.ndjson'), list);
    await program.match(['a.ndjson', '--out', 'b.ndjson', '--overwrite']);
    const [first, second, third] = readFileSync(program.path('b.ndjson'), 'utf8').trimEnd().split('\n');
    expect(first.startsWith(list.split('\n')[0].slice(0, -2))).toBe(true);
    expect(JSON.parse(first)).toMatchObject({ n: 1.5, match_id: id, match_score: 100, match_lat: expect.any(Number) });
    expect(JSON.parse(second)).toMatchObject({ input: 'not json', match_problem: 'not JSON' });
    expect(JSON.parse(third)).toMatchObject({ more: { a: [1] }, match_quality: 'none', match_id: null });
    const { text } = await matched('a.ndjson', list);
    expect(records(text)[2]).toMatchObject({ more: '{"a":[1]}', match_quality: 'none' });
  });

  it('goes through standard input and output', async () => {
    const { line, id } = program.addresses[0];
    const { out, code } = await program.run([], { input: `address\n${quoted(line)}\n` });
    expect(code).toBe(0);
    expect(records(out)).toEqual([expect.objectContaining({ address: line, match_id: id })]);
  });
});

describe('a workbook', () => {
  async function* rows(table: readonly (readonly (string | number | Date | null)[])[]): AsyncGenerator<Buffer> {
    for (const [i, row] of table.entries()) yield Buffer.from(`${writeCells(i + 2, row)}\n`);
  }
  /** What another reader than the one that wrote it makes of a workbook: the builder's own. */
  async function read(path: string): Promise<string[][]> {
    const read: string[][] = [];
    await readTable(path, {
      select: (header) => {
        read.push([...header]);
        return header.map((_, i) => i);
      },
      row: (fields) => void read.push([...fields]),
    });
    return read;
  }

  it('is read and written with its numbers, dates and texts, and its review file too', async () => {
    const { addresses } = program;
    const table = addresses.map(({ line }, i) => [
      i === 1 ? line.replace(/\d+/, '9998') : line,
      i + 0.5,
      new Date(Date.UTC(2026, 1, i + 1)),
      `00${i} <&> "é"`,
      null,
    ]);
    const columns = ['address', 'n', 'when', 'code', 'nothing'].map((name) => ({ name, type: null }));
    await writeWorkbook(
      { title: 'List', columns, point: null, lines: () => rows(table), onCut: () => {} },
      program.path('list.xlsx'),
    );
    await program.match(['list.xlsx', '--out', 'matched.xlsx', '--fields', 'meshBlock.code']);
    const [header, ...found] = await read(program.path('matched.xlsx'));
    expect(header.slice(0, 7)).toEqual(['address', 'n', 'when', 'code', 'nothing', 'match_id', 'match_address']);
    expect(found.map((row) => row.slice(0, 2))).toEqual(table.map(([line, n]) => [line, String(n)]));
    expect(found.map((row) => row[3])).toEqual(table.map((row) => row[3]));
    // The serial number of a date counts days from the end of 1899.
    expect(found.map((row) => Number(row[2]))).toEqual(table.map((_, i) => 46054 + i));
    expect(found[0][5]).toBe(addresses[0].id);
    expect(found[0][header.indexOf('match_mesh_block_code')]).toMatch(/^\d{11}$/);
    const [reviewHeader, ...doubtful] = await read(program.path('matched.review.xlsx'));
    expect(reviewHeader.slice(0, 3)).toEqual(['line', 'address', 'quality']);
    expect(doubtful.map((row) => row[0])).toContain('3');
    await program.match(['matched.xlsx', '--column', 'address', '--to', 'csv', '--out', 'back']);
    expect(records(readFileSync(program.path('back'), 'utf8'))[0]).toMatchObject({
      when: '2026-02-01',
      n: '0.5',
      match_id: addresses[0].id,
      match_id_2: addresses[0].id,
    });
  });
});

describe('the review file', () => {
  it('has what is doubtful with its candidates, and is read back with decisions', async () => {
    const addresses = program.addresses.filter(({ addressLabel }) => /^\d+ /.test(addressLabel ?? ''));
    const doubted = addresses.slice(0, 4).map(({ line }, i) => line.replace(/\d+/, String(9990 + i)));
    const list = ['address', ...doubted, addresses[5].line].map(quoted).join('\n');
    await matched('review.csv', list);
    const path = program.path('review.csv.out.review.csv');
    const review = records(readFileSync(path, 'utf8'));
    expect(review.map(({ line, address }) => [line, address])).toEqual(doubted.map((line, i) => [String(i + 2), line]));
    for (const row of review) {
      expect(row.candidate_1_id).toBe(validated(row.address).match?.id);
      expect(row.candidate_1_differs).toContain('other street number');
    }
    const decided = ['1', 'none', addresses[9].id, ''];
    const columns = Object.keys(review[0]);
    const filled = [
      columns,
      ...review.map((row, i) => columns.map((name) => (name === 'decision' ? decided[i] : row[name]))),
    ];
    writeFileSync(program.path('decided.csv'), filled.map((row) => row.map(quoted).join(';')).join('\r\n'));
    const { text } = await matched('review.csv', list, '--decisions', 'decided.csv');
    const rows = records(text);
    expect(rows.map((row) => row.match_quality)).toEqual(['decided', 'none', 'decided', 'low', 'high']);
    expect(rows.map((row) => row.match_id)).toEqual([
      review[0].candidate_1_id,
      '',
      addresses[9].id,
      review[3].candidate_1_id,
      addresses[5].id,
    ]);
    expect(records(readFileSync(path, 'utf8')).map((row) => row.line)).toEqual(['5']);

    writeFileSync(
      program.path('wrong.csv'),
      filled
        .map((row) =>
          row
            .map((cell) => (cell === 'none' ? '7' : cell))
            .map(quoted)
            .join(),
        )
        .join('\n'),
    );
    const wrong = await program.run(['review.csv', '--out', 'never.csv', '--decisions', 'wrong.csv']);
    expect(wrong).toMatchObject({ code: 2, said: expect.stringContaining('wrong.csv, line 3: the decision "7"') });
    expect(existsSync(program.path('never.csv'))).toBe(false);
  });
});

describe('points and ids', () => {
  it('get the nearest address, as reverse answers it', async () => {
    const points = program.addresses.slice(0, 20).map(({ ordinal }, i) => {
      const { location } = answerOf<{ location: { lat: number; lon: number } }>(
        () => enrich(program.index, { id: program.addresses[i].id, debug: false }, out) || ordinal,
      );
      return [location.lat + 0.0001, location.lon] as const;
    });
    const list = ['Latitude\tLng', ...points.map(([lat, lon]) => `${lat}\t${lon}`), '−95\t1', '0\t0'].join('\n');
    const { text, done } = await matched('points.tsv', list, '--reverse', '--radius', '500');
    const rows = records(text, '\t');
    for (const [i, [lat, lon]] of points.entries()) {
      const { results } = answerOf<{ results: { id: string; distance_m: number }[] }>(() =>
        reverse(program.index, { lat, lon, radius: 500, limit: 1, debug: false }, out),
      );
      expect(rows[i]).toMatchObject({ match_id: results[0].id, match_distance_m: String(results[0].distance_m) });
    }
    expect(rows.at(-2)?.match_problem).toBe('"−95" is no latitude');
    expect(done.outcomes).toMatchObject({ found: 20, 'not found': 1, 'bad line': 1 });
  });

  it('get the fields of their documents', async () => {
    const ids = program.addresses.map(({ id }) => id);
    const { text } = await matched(
      'ids.csv',
      ['gnaf_pid', ...ids, 'GANONE'].join('\n'),
      '--enrich',
      '--fields',
      'lga,sa1,meshBlock.category,neighbours,confidence',
    );
    const rows = records(text);
    for (const [i, id] of ids.entries()) {
      const document = answerOf<{
        confidence: number;
        boundaries: {
          lga: { name: string; code: string } | null;
          sa1: string | null;
          meshBlock: { category: string } | null;
        };
        locality: { neighbours: string[] };
      }>(() => enrich(program.index, { id, debug: false }, out));
      expect(rows[i]).toMatchObject({
        match_id: id,
        match_confidence: String(document.confidence),
        match_sa1: document.boundaries.sa1 ?? '',
        match_lga_name: document.boundaries.lga?.name ?? '',
        match_lga_code: document.boundaries.lga?.code ?? '',
        match_mesh_block_category: document.boundaries.meshBlock?.category ?? '',
        match_locality_neighbours: document.locality.neighbours.join('; '),
      });
    }
    expect(rows.at(-1)).toMatchObject({ gnaf_pid: 'GANONE', match_id: '' });
  });
});

describe('what cannot be done', () => {
  it('is said in a sentence, and nothing is written', async () => {
    const list = `address\n${quoted(program.addresses[0].line)}\n`;
    const review = 'line,address,decision,candidate_1_id,candidate_2_id,candidate_3_id\n';
    const files = {
      'list.csv': list,
      'there.csv': 'kept',
      'empty.csv': '',
      'words.csv': 'animal,sound\ncat,miaow\ndog,woof\n',
      'broken.xlsx': 'PK\u0003\u0004 no workbook',
      'array.json': '[{"address": "x"}]',
      'page.xls': '<html><table>',
      'twice.csv': `${review}2,x,none,,,\n3,x,none,,,\n2,x,1,${program.addresses[0].id},,\n`,
      'ragged.csv': `${review}2,x,none\n`,
    };
    for (const [name, text] of Object.entries(files)) writeFileSync(program.path(name), text);
    const cases: readonly (readonly [readonly string[], string])[] = [
      [['missing.csv', '--out', 'x.csv'], 'missing.csv does not exist'],
      [['empty.csv', '--out', 'x.csv'], 'empty.csv is empty'],
      [['.', '--out', 'x.csv'], 'is a folder'],
      [['broken.xlsx', '--out', 'x.csv'], 'broken.xlsx is not readable as a workbook'],
      [['array.json', '--out', 'x.csv'], 'array.json is a JSON array'],
      [['page.xls', '--out', 'x.csv'], 'page.xls is HTML'],
      [['words.csv', '--out', 'x.csv'], 'no column looks like addresses'],
      [['words.csv', '--out', 'x.csv', '--skip', '9'], '--skip 9 leaves nothing of its first 3 lines'],
      [['list.csv', '--out', 'x.csv', '--column', 'adress'], 'has no such column; there are "address"'],
      [['list.csv', '--out', 'x.csv', '--fields', 'lga,moon'], '--fields moon'],
      [['list.csv', '--out', 'x.csv', '--reverse'], 'no column is named like lat'],
      [['list.csv', '--out', 'list.csv', '--overwrite'], 'is read, and would be written too'],
      [['list.csv', '--out', 'there.csv'], 'there.csv exists: replace it with --overwrite'],
      [['list.csv', '--out', '.', '--overwrite'], 'is a folder: expected the name of a file'],
      [['list.csv', '--out', 'no/x.csv'], 'no does not exist'],
      [['list.csv', '--out', 'x.csv', '--resume'], 'was stopped'],
      [['list.csv', '--resume'], '--resume needs --out'],
      [['list.csv', '--to', 'xlsx'], 'a workbook does not go to standard output'],
      [['list.csv', '--out', 'x.csv', '--decisions', 'words.csv'], 'words.csv has no column "line"'],
      [['list.csv', '--out', 'x.csv', '--decisions', 'twice.csv'], 'twice.csv, line 4: line 2 of the list is decided'],
      [['list.csv', '--out', 'x.csv', '--decisions', 'ragged.csv'], 'ragged.csv, line 2: 3 columns, expected 6'],
    ];
    for (const [args, sentence] of cases) {
      const error = await program.refusal(args);
      expect({ args, error }).toEqual({ args, error: expect.stringContaining(sentence) });
    }
    const { code, said, out } = await program.run(['list.csv', '--out', 'there.csv']);
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(said).toBe('error: there.csv exists: replace it with --overwrite\n');
    expect(existsSync(program.path('x.csv'))).toBe(false);
    expect(readFileSync(program.path('there.csv'), 'utf8')).toBe('kept');
  });
});
