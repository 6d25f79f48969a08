import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { DuckDBInstance } from '@duckdb/node-api';
import { parse } from 'csv-parse/sync';
import { parquetWriteFile } from 'hyparquet-writer';
import { beforeAll, describe, expect, it } from 'vitest';
import { writeRecord } from '../../../src/lists/match/format/csv-text.ts';
import { OUTPUT_FORMATS } from '../../../src/lists/match/format/output-formats.ts';
import { type MatchProgram, matchProgram } from './match-program.ts';

type Row = Readonly<Record<string, unknown>>;

let program: MatchProgram;
/** What the list comes to as CSV: the other formats have the same. */
let expected: readonly Record<string, string>[];
beforeAll(async () => {
  program = matchProgram();
  const { addresses } = program;
  const lines = addresses.slice(0, 60).map(({ line }, i) => (i === 7 ? 'nowhere at all' : line));
  const list = ['Ref,address,Geom', ...lines.map((line, i) => `00${i},"${line}","Zoë ""${i}"" <&>"`)].join('\n');
  writeFileSync(program.path('list.csv'), list);
  await program.match(['list.csv', '--out', 'list.out.csv', '--fields', 'confidence,lga']);
  expected = parse(readFileSync(program.path('list.out.csv')), { columns: true });
});

/** Matches the list into a format, and answers the path. */
async function into(name: string): Promise<string> {
  await program.match(['list.csv', '--out', name, '--overwrite', '--fields', 'confidence,lga', '--no-report']);
  return program.path(name);
}

async function queried(sql: string): Promise<readonly Row[]> {
  const instance = await DuckDBInstance.create(':memory:');
  const connection = await instance.connect();
  try {
    return (await connection.runAndReadAll(sql)).getRowObjectsJson();
  } finally {
    connection.closeSync();
    instance.closeSync();
  }
}

/** A row as the CSV has it. */
const asText = (row: Row) =>
  Object.fromEntries(Object.entries(row).map(([name, value]) => [name, value === null ? '' : String(value)]));

describe('results as CSV', () => {
  const NOTES = ['', 'a', ' b ', 'say "c"', 'd, e; f | g', 'é😀'];
  const asked = () =>
    program.addresses.map(({ line }, i) => [line, line.toLowerCase(), line.slice(4), 'PO Box 1, Ayr'][i % 4]);

  it.each([
    ['two columns, commas', ',', true],
    ['two columns, semicolons', ';', true],
    ['two columns, tabs', '\t', true],
    ['two columns, bars', '|', true],
    ['one column, commas', ',', false],
  ])('are those as JSON, in every cell: %s', async (name, delimiter, hasNotes) => {
    const rows = asked().map((address, i) => (hasNotes ? [NOTES[i % NOTES.length], address] : [address]));
    const table = [hasNotes ? ['note', 'address'] : ['address'], ...rows];
    const list = `${name}.csv`;
    writeFileSync(program.path(list), table.map((row) => `${writeRecord(row, delimiter)}\r\n`).join(''));
    const written = async (out: string, to: string) => {
      await program.match([list, '--column', 'address', '--out', out, '--to', to, '--min-quality', 'medium']);
      return readFileSync(program.path(out), 'utf8');
    };
    const json = (await written(`${name}.ndjson`, 'ndjson')).trim().split('\n');
    const csv = await written(`${name}.out.csv`, 'csv');
    const expected = json.map((line) => asText(JSON.parse(line) as Row));
    expect(parse(csv, { columns: true, delimiter: hasNotes ? delimiter : ',' })).toEqual(expected);
    expect(expected.filter(({ match_id }) => match_id !== '').length).toBeGreaterThan(expected.length / 2);
    // Quotes stand where a cell needs them, and nowhere else.
    const again = (parse(csv, { delimiter: hasNotes ? delimiter : ',' }) as string[][]).map((row) =>
      writeRecord(row, hasNotes ? delimiter : ','),
    );
    expect(csv).toBe(again.map((line) => `${line}\r\n`).join(''));
  });
});

describe('results as Parquet', () => {
  it('are read by DuckDB with every value, in typed columns', async () => {
    const path = await into('matched.parquet');
    const types = await queried(`DESCRIBE SELECT * FROM '${path}'`);
    expect(Object.fromEntries(types.map(({ column_name, column_type }) => [column_name, column_type]))).toMatchObject({
      Ref: 'VARCHAR',
      address: 'VARCHAR',
      match_score: 'BIGINT',
      match_lat: 'DOUBLE',
      match_lon: 'DOUBLE',
      match_confidence: 'BIGINT',
      match_lga_name: 'VARCHAR',
      match_problem: 'VARCHAR',
    });
    expect((await queried(`SELECT * FROM '${path}'`)).map(asText)).toEqual(expected);
    const [{ found }] = await queried(`SELECT count(match_lat) AS found FROM '${path}' WHERE match_quality = 'high'`);
    expect(Number(found)).toBe(expected.filter(({ match_quality }) => match_quality === 'high').length);
  });

  it('have more row groups than one where there are many rows, and all of them', async () => {
    const { line } = program.addresses[0];
    const count = 21_000;
    writeFileSync(
      program.path('many.csv'),
      ['n,address', ...Array.from({ length: count }, (_, i) => `${i},"${line}"`)].join('\n'),
    );
    await program.match(['many.csv', '--out', 'many.parquet', '--overwrite', '--no-report', '--no-review']);
    const path = program.path('many.parquet');
    const [{ groups }] = await queried(
      `SELECT count(DISTINCT row_group_id) AS groups FROM parquet_metadata('${path}')`,
    );
    expect(Number(groups)).toBe(2);
    const [{ sum }] = await queried(`SELECT sum(n::BIGINT)::VARCHAR AS sum FROM '${path}'`);
    expect(sum).toBe(String((count * (count - 1)) / 2));
  });
});

describe('a list in Parquet', () => {
  const typed = () => program.addresses.slice(0, 20);
  const check = async (name: string, from: string) => {
    await program.match([name, '--out', `${from}.parquet`, '--overwrite']);
    const rows = await queried(`SELECT * FROM '${program.path(`${from}.parquet`)}'`);
    expect(rows.map(({ match_id }) => match_id)).toEqual(typed().map(({ id }) => id));
    return rows;
  };

  it('keeps the types of its columns: numbers, dates and nulls', async () => {
    parquetWriteFile({
      filename: program.path('typed.parquet'),
      columnData: [
        { name: 'n', data: typed().map((_, i) => BigInt(i)), type: 'INT64' },
        { name: 'address', data: typed().map(({ line }) => line), type: 'STRING' },
        { name: 'when', data: typed().map((_, i) => new Date(Date.UTC(2026, 0, i + 1, 5))), type: 'TIMESTAMP' },
        { name: 'share', data: typed().map((_, i) => (i % 2 === 0 ? null : i / 4)), type: 'DOUBLE' },
        { name: 'active', data: typed().map((_, i) => i % 3 === 0), type: 'BOOLEAN' },
      ],
      rowGroupSize: 7,
    });
    const rows = await check('typed.parquet', 'typed.out');
    expect(rows[5]).toMatchObject({ n: '5', when: '2026-01-06 05:00:00', share: 1.25, active: false });
    expect(rows[6]).toMatchObject({ share: null, active: true });
  });

  it('is read as DuckDB writes it, in each compression', async () => {
    const values = typed().map(({ line }, i) => `(${i}, '${line.replaceAll("'", "''")}', [${i}, 2])`);
    for (const codec of ['snappy', 'zstd', 'gzip', 'uncompressed']) {
      const path = program.path(`${codec}.parquet`);
      await queried(
        `COPY (SELECT * FROM (VALUES ${values}) t(n, address, list)) TO '${path}' (FORMAT parquet, COMPRESSION ${codec})`,
      );
      const rows = await check(`${codec}.parquet`, `${codec}.out`);
      expect(rows.map(({ n }) => Number(n))).toEqual(typed().map((_, i) => i));
    }
  });

  it('that is damaged is refused in a sentence', async () => {
    writeFileSync(program.path('damaged.parquet'), `PAR1${'x'.repeat(100)}PAR1`);
    expect(await program.refusal(['damaged.parquet', '--out', 'x.csv'])).toContain(
      'damaged.parquet is not readable as a Parquet file',
    );
  });
});

const featuresOf = (text: string) =>
  text as unknown as { features: { geometry: { coordinates: number[] } | null; properties: Row }[] };

describe('results as GeoJSON', () => {
  const check = (features: readonly { geometry: { coordinates: number[] } | null; properties: Row }[]) => {
    expect(features.map(({ properties }) => asText(properties))).toEqual(expected);
    for (const [i, { geometry }] of features.entries()) {
      const { match_lat, match_lon } = expected[i];
      expect(geometry?.coordinates ?? null).toEqual(match_lat === '' ? null : [Number(match_lon), Number(match_lat)]);
    }
  };

  it('are one collection, or a feature a line', async () => {
    check(featuresOf(JSON.parse(readFileSync(await into('matched.geojson'), 'utf8'))).features);
    const lines = readFileSync(await into('matched.geojsonl'), 'utf8')
      .trimEnd()
      .split('\n');
    check(lines.map((line) => JSON.parse(line)));
  });

  it('are an empty collection where the list has no rows', async () => {
    writeFileSync(program.path('none.csv'), 'address,suburb\n');
    await program.match(['none.csv', '--out', 'none.geojson', '--overwrite', '--no-report']);
    expect(JSON.parse(readFileSync(program.path('none.geojson'), 'utf8')).features).toEqual([]);
  });
});

const gdal = (() => {
  try {
    execFileSync('ogrinfo', ['--version'], { stdio: 'pipe' });
    return true;
  } catch {
    return false;
  }
})();

describe.skipIf(!gdal)('GDAL (skipped where ogrinfo is not installed)', () => {
  it.each(['gpkg', 'geojson', 'geojsonl'])('opens .%s: its points, its columns and their values', async (ending) => {
    const path = await into(`layer.${ending}`);
    const info = execFileSync('ogrinfo', ['-so', '-al', path]).toString();
    expect(info).toContain('Geometry: Point');
    expect(info).toContain(`Feature Count: ${expected.length}`);
    expect(info).toMatch(/WGS 84/);
    expect(info).toMatch(/match_score: Integer/);
    expect(info).toMatch(/match_lat: Real/);
    const sql = `SELECT * FROM "${/Layer name: (.+)/.exec(info)?.[1]}"`;
    const args = ['-f', 'CSV', '/vsistdout/', path, '-sql', sql, '-lco', 'GEOMETRY=AS_XY'];
    const rows: Record<string, string>[] = parse(execFileSync('ogr2ogr', args).toString(), { columns: true });
    for (const [i, row] of rows.entries()) {
      expect(row.match_id).toBe(expected[i].match_id);
      expect(row.address).toBe(expected[i].address);
      if (row.X === '') expect(expected[i].match_lon).toBe('');
      else expect(Number(row.X)).toBeCloseTo(Number(expected[i].match_lon), 6);
    }
  });
});

describe('results as a GeoPackage', () => {
  it('are what the standard asks of the file, and no name of a column gets lost', async () => {
    const bytes = readFileSync(await into('matched.gpkg'));
    expect(bytes.toString('latin1', 0, 15)).toBe('SQLite format 3');
    expect(bytes.toString('latin1', 68, 72)).toBe('GPKG');
    const { default: Database } = await import('libsql');
    const database = new Database(program.path('matched.gpkg'));
    const rows = database.prepare('SELECT * FROM addresses ORDER BY fid').all() as Row[];
    expect(rows.map(({ Ref }) => Ref)).toEqual(expected.map(({ Ref }) => Ref));
    expect(rows.map(({ Geom_2 }) => Geom_2)).toEqual(expected.map(({ Geom }) => Geom));
    expect(database.prepare('PRAGMA integrity_check').all()).toEqual([{ integrity_check: 'ok' }]);
    database.close();
  });
});

describe('every format of results', () => {
  it('is refused for standard output where a file is needed, and can be said with --to', async () => {
    for (const [kind, { write, name }] of Object.entries(OUTPUT_FORMATS))
      if (write !== null)
        expect(await program.refusal(['list.csv', '--to', kind])).toBe(
          `${name} does not go to standard output: name a file with --out`,
        );
    await program.match(['list.csv', '--to', 'parquet', '--out', 'bare', '--overwrite', '--no-report']);
    expect(readFileSync(program.path('bare')).toString('latin1', 0, 4)).toBe('PAR1');
  });
});
