import { execFileSync } from 'node:child_process';
import { copyFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { DuckDBInstance } from '@duckdb/node-api';
import { parse } from 'csv-parse/sync';
import pg from 'pg';
import { beforeAll, describe, expect, it } from 'vitest';
import { newDatabase, postgresBinaries } from '../../../bench/equipment/postgres-server.ts';
import { sharedPostgres } from '../../billing/ledger/shared-postgres.ts';
import { runLetterbox, stopLetterbox } from '../../service/http/support/letterbox.ts';
import { sampleIndex } from '../../support/shared-releases.ts';
import { type MatchProgram, matchProgram } from './match-program.ts';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const README = readFileSync(join(ROOT, 'src/lists/match/README.md'), 'utf8');

/** The blocks of code in a language below a heading. */
function blocks(heading: string, language: string): string[] {
  const [, section] = README.split(`\n## ${heading}\n`);
  const [chapter] = section.split('\n## ');
  return [...chapter.matchAll(new RegExp(`\`\`\`${language}\n(.*?)\`\`\``, 'gs'))].map(([, code]) => code);
}

let program: MatchProgram;
beforeAll(() => {
  program = matchProgram();
});

const hasGdal = (): boolean => {
  try {
    execFileSync('ogrinfo', ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
};

describe('The walk of the README', () => {
  it('goes from a list to points on a map, as it is written', () => {
    const script = blocks("From a customer's list to a map", 'sh').join('\n');
    const match = `node ${join(ROOT, 'dist/src/lists/match/main.js')}`;
    const commands = script
      .replaceAll(/npm run --silent match -- (.*)/g, `${match} $1 --index ${sampleIndex()}`)
      .replace(/^ogrinfo.*$/m, hasGdal() ? '$&' : '');
    expect(commands).not.toContain('npm');
    const out = execFileSync('bash', ['-euc', commands], { cwd: program.path('.'), encoding: 'utf8', stdio: 'pipe' });
    const rows = parse(readFileSync(program.path('matched.csv')), { columns: true }) as Record<string, string>[];
    expect(rows.map(({ match_quality }) => match_quality)).toEqual(['high', 'high', 'high', 'none', 'medium']);
    expect(rows[3].match_reason).toBe('po_box');
    const pairs = parse(readFileSync(program.path('matched.pairs.csv')), { columns: true }) as Record<string, string>[];
    expect(pairs).toMatchObject([{ line: '3', same: 'household', other_line: '2' }]);
    expect(existsSync(program.path('matched.report.html'))).toBe(true);
    if (hasGdal()) expect(out).toMatch(/Geometry: Point[\s\S]*Feature Count: 5[\s\S]*match_mesh_block_code: String/);
  });
});

describe('A database, as the README has it', () => {
  it('is DuckDB, which reads results', async () => {
    const [sql] = blocks('In a database', 'sql');
    const lines = program.addresses.slice(0, 80).map(({ line }) => `"${line}"`);
    writeFileSync(program.path('many.csv'), ['address', ...lines, ...lines.slice(0, 5)].join('\n'));
    await program.match(['many.csv', '--group', '--fields', 'lga', '--out', 'matched.parquet', '--overwrite']);
    await program.match(['many.csv', '--group', '--fields', 'lga', '--out', 'many.out.csv', '--overwrite']);
    const instance = await DuckDBInstance.create(':memory:');
    const connection = await instance.connect();
    const read = await connection.runAndReadAll(sql.replace('matched.parquet', program.path('matched.parquet')));
    const found = read.getRowObjectsJson();
    connection.closeSync();
    instance.closeSync();
    const rows = (
      parse(readFileSync(program.path('many.out.csv')), { columns: true }) as Record<string, string>[]
    ).filter(({ match_quality }) => match_quality === 'high');
    const areas = [...new Set(rows.map(({ match_lga_name }) => match_lga_name))];
    const counts = new Map(
      areas.map((area) => {
        const here = rows.filter(({ match_lga_name }) => match_lga_name === area);
        return [area, [new Set(here.map(({ match_address_key }) => match_address_key)).size, here.length]];
      }),
    );
    expect(found).toHaveLength(areas.length);
    for (const { match_lga_name, addresses, customers } of found)
      expect([match_lga_name, Number(addresses), Number(customers)]).toEqual([
        match_lga_name,
        ...counts.get(String(match_lga_name ?? ''))!,
      ]);
  });

  it.skipIf(postgresBinaries() === null)(
    'is PostgreSQL, whose table a program matches by batches (skipped without PostgreSQL)',
    async () => {
      const url = await newDatabase(await sharedPostgres());
      const client = new pg.Client({ connectionString: url });
      await client.connect();
      const known = Array.from({ length: 1100 }, (_, i) => program.addresses[i % program.addresses.length]);
      const texts = [...known.map(({ line }) => line), 'nowhere at all', '', null];
      await client.query('CREATE TABLE customer (id int PRIMARY KEY, address text)');
      await client.query('INSERT INTO customer SELECT * FROM unnest($1::int[], $2::text[])', [
        texts.map((_, i) => i),
        texts,
      ]);
      const service = await runLetterbox(['--index', sampleIndex(), '--dev-key', 'demo', '--workers', '1']);
      try {
        const [code] = blocks('In a database', 'js');
        // Beside the packages of this one, where `pg` is found.
        const path = join(ROOT, 'dist/test/match-table.mjs');
        writeFileSync(program.path('match-table.mjs'), code);
        copyFileSync(program.path('match-table.mjs'), path);
        const env = { DATABASE_URL: url, LETTERBOX_URL: `http://127.0.0.1:${service.port}`, LETTERBOX_KEY: 'demo' };
        execFileSync(process.execPath, [path], { env: { ...process.env, ...env }, stdio: 'pipe' });
        const { rows } = await client.query<{ address_id: string | null; quality: string | null; lat: number | null }>(
          'SELECT address_id, quality, lat FROM customer ORDER BY id',
        );
        const ids = new Map(known.map(({ id }, i) => [i, id]));
        const right = rows.filter(
          ({ address_id, quality, lat }, i) => quality === 'high' && lat !== null && address_id === ids.get(i),
        );
        expect(right.length).toBeGreaterThan(0.9 * known.length);
        expect(rows.slice(0, known.length).every(({ quality }) => quality !== null)).toBe(true);
        const nothing = { address_id: null, lat: null };
        expect(rows.slice(known.length)).toEqual([
          { ...nothing, quality: 'none' },
          { ...nothing, quality: 'none' },
          { ...nothing, quality: null },
        ]);
      } finally {
        await client.end();
        await stopLetterbox(service);
      }
    },
  );
});
