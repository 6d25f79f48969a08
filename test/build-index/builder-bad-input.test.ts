import { createHash } from 'node:crypto';
import { cpSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { openIndex } from '../../src/address/index/open.ts';
import { enrich } from '../../src/address/operations/enrich.ts';
import { JsonBytes } from '../../src/address/operations/json-bytes.ts';
import { cases } from '../support/cases.ts';
import { newFolder } from '../support/shared-releases.ts';
import { type Outcome, runProgram } from './builder-programs.ts';
import {
  addRow,
  compileRelease,
  pid,
  type SmallRelease,
  smallRelease,
  smallTablePath,
  writeSmallRelease,
} from './builder-releases.ts';
import { BAD_COORDINATE, OUT_OF_RANGE, SPOILINGS, type Spoiling } from './builder-spoilings.ts';

const REQUIRED: Readonly<Record<string, readonly string[]>> = {
  STATE: ['STATE_PID', 'STATE_ABBREVIATION'],
  LOCALITY: ['LOCALITY_PID', 'LOCALITY_NAME', 'STATE_PID'],
  STREET_LOCALITY: ['STREET_LOCALITY_PID', 'STREET_NAME', 'STREET_TYPE_CODE', 'STREET_SUFFIX_CODE', 'LOCALITY_PID'],
  ADDRESS_DETAIL: ['ADDRESS_DETAIL_PID', 'DATE_RETIRED', 'NUMBER_FIRST', 'LOCALITY_PID', 'POSTCODE', 'CONFIDENCE'],
  ADDRESS_DEFAULT_GEOCODE: ['ADDRESS_DETAIL_PID', 'GEOCODE_TYPE_CODE', 'LONGITUDE', 'LATITUDE'],
};

function build(gnaf: string, out: string, ...more: string[]): Promise<Outcome> {
  return runProgram('build-index', ['--gnaf', gnaf, '--out', out, ...more]);
}

/** Writes a small release after `spoil` has had it. */
function written(spoil: (release: SmallRelease) => void, addresses = 24): string {
  const release = smallRelease(addresses);
  spoil(release);
  const gnaf = newFolder();
  writeSmallRelease(gnaf, release);
  return gnaf;
}

function nothing(): void {}

/** Changes one line of a table that is written. */
function editLine(gnaf: string, table: string, line: number, edit: (text: string) => string | Buffer): void {
  const path = join(gnaf, smallTablePath(table));
  const lines = readFileSync(path, 'latin1').split('\r\n');
  const edited = edit(lines[line - 1]);
  lines[line - 1] = typeof edited === 'string' ? edited : edited.toString('latin1');
  writeFileSync(path, lines.join('\r\n'), 'latin1');
}

describe('a release that cannot be used', () => {
  it.each(Object.keys(REQUIRED).slice(cases(-2, 0)))('is refused without the table %s', async (table) => {
    const out = join(newFolder(), 'x.lbx');
    const gnaf = written((release) => {
      delete release[table];
    });
    await expect(compileRelease(gnaf, out)).rejects.toThrow(`_${table}_psv.psv`);
    expect(readdirSync(join(out, '..'))).toEqual([]);
  });

  it('is refused by the program with a sentence, and nothing is written', async () => {
    const out = join(newFolder(), 'x.lbx');
    const { code, stderr, stdout } = await build(
      written((release) => {
        delete release.STATE;
      }),
      out,
    );
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toContain('_STATE_psv.psv');
    expect(stderr).not.toContain('    at ');
    expect(readdirSync(join(out, '..'))).toEqual([]);
  });

  it.each(
    Object.entries(REQUIRED).flatMap(([table, columns]) =>
      columns.slice(cases(-1, 0)).map((column) => ({ table, column })),
    ),
  )('is refused when $table has no column $column', async ({ table, column }) => {
    const out = join(newFolder(), 'x.lbx');
    const gnaf = written((release) => {
      const { columns, rows } = release[table];
      release[table] = { columns: columns.filter((name) => name !== column), rows };
    });
    const sentence = `${smallTablePath(table)} has no column ${column}: found `;
    await expect(compileRelease(gnaf, out)).rejects.toThrow(sentence);
    expect(readdirSync(join(out, '..'))).toEqual([]);
  });

  it.each([
    ['a folder that is not there', () => join(newFolder(), 'nothing'), /nothing does not exist/],
    ['an empty folder', () => newFolder(), /holds no G-NAF tables/],
    ['a file that is no zip', notAZip, /release\.zip/],
  ])('is refused when it is %s', async (_what, gnaf, sentence) => {
    await expect(compileRelease(gnaf(), join(newFolder(), 'x.lbx'))).rejects.toThrow(sentence);
  });

  it.each([
    ['ADDRESS_SITE_GEOCODE', 'LONGITUDE'],
    ['ADDRESS_MESH_BLOCK_2021', 'MB_2021_PID'],
  ])('is refused when the second thread finds that %s has no column %s', async (table, column) => {
    const out = join(newFolder(), 'x.lbx');
    const gnaf = written((release) => {
      release[table] = { ...release[table], columns: release[table].columns.filter((name) => name !== column) };
    });
    const { code, stderr } = await build(gnaf, out, '--threads', '2');
    expect(code).toBe(1);
    expect(stderr).toContain(`${smallTablePath(table)} has no column ${column}: found `);
    expect(stderr).not.toContain('    at ');
    expect(readdirSync(join(out, '..'))).toEqual([]);
  });

  it('is refused with one sentence when --out lies in no folder', async () => {
    const out = join(newFolder(), 'missing', 'x.lbx');
    const { code, stderr } = await build(written(nothing), out);
    expect(code).toBe(1);
    expect(stderr.trimEnd().split('\n').at(-1)).toContain(join(out, '..'));
    expect(stderr).not.toContain('    at ');
  });

  function notAZip(): string {
    const path = join(newFolder(), 'release.zip');
    writeFileSync(path, 'not a zip at all, but long enough to be looked at for the end of a central directory');
    return path;
  }
});

describe('a release with rows that cannot be used', () => {
  /** Addresses whose id is spoiled, or whose row is; their geocodes and mesh blocks are retired, so as not to dangle. */
  const NEVER_READ = [pid(10), pid(21), pid(22)];

  /** One release with everything wrong at once, each row another way. */
  function spoiled(): string {
    const gnaf = written((release) => {
      addRow(release, 'STREET_LOCALITY', { STREET_LOCALITY_PID: 'VIC10003', STREET_NAME: 'LOW', LOCALITY_PID: 'loc1' });
      addRow(release, 'STREET_LOCALITY', { STREET_LOCALITY_PID: 'VIC10004', STREET_NAME: 'LOW', LOCALITY_PID: 'loc1' });
      for (const locality of ['loc3', 'loc4', 'loc5'])
        addRow(release, 'LOCALITY', { LOCALITY_PID: locality, LOCALITY_NAME: locality, STATE_PID: '2' });
      addRow(release, 'STATE', { STATE_PID: '9', STATE_ABBREVIATION: 'WA' });
      for (const { table, row, change } of [...SPOILINGS, ...OUT_OF_RANGE])
        Object.assign(release[table].rows[row], change);
      for (const row of [...release.ADDRESS_DEFAULT_GEOCODE.rows, ...release.ADDRESS_MESH_BLOCK_2021.rows])
        if (NEVER_READ.includes(row.ADDRESS_DETAIL_PID)) row.DATE_RETIRED = '2026-01-01';
      for (const row of release.ADDRESS_SITE_GEOCODE.rows)
        if (row.ADDRESS_SITE_PID === '70006') row.DATE_RETIRED = '2026-01-01';
    });
    editLine(gnaf, 'ADDRESS_DETAIL', 22, (line) => `${line}|`);
    editLine(gnaf, 'ADDRESS_DETAIL', 23, (line) => line.slice(line.indexOf('|') + 1));
    return gnaf;
  }
  const SPOILED = [
    ...SPOILINGS,
    ...[22, 23].map((line) => ({
      what: `${line === 22 ? 'one field more' : 'one field less'} than the header`,
      table: 'ADDRESS_DETAIL',
      line,
      reason: 'wrong number of fields',
      expected: '28 fields',
      found: line === 22 ? '29' : '27',
    })),
  ] satisfies readonly Omit<Spoiling, 'row' | 'change'>[];

  interface Rows {
    readonly path: string;
    readonly reason: string;
    readonly count: number;
    readonly examples: readonly { readonly line: number; readonly expected: string; readonly found: string }[];
  }

  interface Report {
    readonly rejected: readonly Rows[];
    readonly leftOut: readonly Rows[];
    readonly tables: readonly {
      readonly path: string;
      readonly read: number;
      readonly used: number;
      readonly dropped: number;
    }[];
  }

  let lenient: Outcome;
  let report: Report;
  let index: string;
  beforeAll(async () => {
    index = join(newFolder(), 'x.lbx');
    lenient = await build(spoiled(), index, '--max-dropped', '100%', '--threads', '2');
    if (lenient.code === 0) report = JSON.parse(readFileSync(`${index}.json`, 'utf8')) as Report;
  });

  it('is built when as many may be dropped, and verified', async () => {
    expect(lenient).toMatchObject({ code: 0 });
    const { code, stderr } = await runProgram('verify', [index]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: expect.stringMatching(/^Next: serve it with .*\n$/) });
  });

  it.each(SPOILED.map((spoiling) => ({ ...spoiling })))('names file, line and what was expected: $what', (spoiling) => {
    const { table, line, reason, expected, found } = spoiling;
    const path = smallTablePath(table);
    const entry = report.rejected.find((rejected) => rejected.path === path && rejected.reason === reason);
    const example = entry?.examples.find((rejection) => rejection.line === line);
    expect(example?.expected).toContain(expected);
    expect(example?.found).toContain(found);
  });

  it.each(OUT_OF_RANGE.map((it) => ({ ...it })))('leaves out a value, and names file and line: $what', (spoiling) => {
    const { table, line, reason, expected, found } = spoiling;
    const entry = report.leftOut.find((rows) => rows.path === smallTablePath(table) && rows.reason === reason);
    const example = entry?.examples.find((rejection) => rejection.line === line);
    expect(example?.expected).toContain(expected);
    expect(example?.found).toBe(found);
    expect(lenient.stdout).toContain(
      `${smallTablePath(table)} line ${line}: expected ${example?.expected}, found ${found}`,
    );
  });

  it('serves a row whose values were left out, with null in their place', () => {
    const served = openIndex(index);
    const out = new JsonBytes();
    const documentOf = (row: number) => {
      out.reset();
      expect([row, enrich(served, { id: pid(row + 1), debug: false }, out)]).toEqual([row, true]);
      return JSON.parse(Buffer.from(out.view()).toString());
    };
    const rows = OUT_OF_RANGE.filter(({ table }) => table === 'ADDRESS_DETAIL');
    expect(rows.length).toBe(5);
    for (const { row, reason } of rows) {
      const document = documentOf(row);
      const field = { POSTCODE: 'postcode', CONFIDENCE: 'confidence', PRIMARY_SECONDARY: 'addressRole' }[reason]!;
      expect([reason, document[field]]).toEqual([reason, null]);
      expect(document.geocode?.reliability ?? 0).toBeLessThanOrEqual(6);
    }
  });

  it('counts the dropped rows by table and reason, and no others', () => {
    const expected: Record<string, number> = {};
    for (const { table, reason } of SPOILED) {
      const key = `${smallTablePath(table)}: ${reason}`;
      expected[key] = (expected[key] ?? 0) + 1;
    }
    const counted = report.rejected.map(({ path, reason, count }) => [`${path}: ${reason}`, count]);
    expect(Object.fromEntries(counted)).toEqual(expected);
    for (const { path, dropped } of report.tables) {
      const rejected = report.rejected.filter((rejection) => rejection.path === path);
      expect(dropped).toBe(rejected.reduce((sum, { count }) => sum + count, 0));
    }
  });

  it('lists what it dropped, reason by reason, in sentences', () => {
    for (const reason of new Set(SPOILED.map((spoiling) => spoiling.reason))) {
      const rejected = report.rejected.filter((entry) => entry.reason === reason);
      expect(lenient.stdout).toContain(`${reason}: ${rejected.reduce((sum, { count }) => sum + count, 0)}\n`);
      const sentences = rejected.flatMap(({ path, examples }) =>
        examples.map(({ line, expected, found }) => `${path} line ${line}: expected ${expected}, found ${found}`),
      );
      for (const sentence of sentences.slice(0, 10)) expect(lenient.stdout).toContain(sentence);
      for (const sentence of sentences.slice(10)) expect(lenient.stdout).not.toContain(sentence);
    }
  });

  it('fails the build when more are dropped than a share of a table may be, and says so table by table', async () => {
    const out = join(newFolder(), 'x.lbx');
    const { code, stderr } = await build(spoiled(), out);
    expect(code).toBe(1);
    for (const table of new Set(SPOILED.map((spoiling) => spoiling.table)))
      expect(stderr).toMatch(
        new RegExp(
          `^${table}: \\d+ of \\d+ rows \\(.* %\\) cannot be used, --max-dropped allows 0.1 %; .*; the first: G-NAF .* line \\d+: expected .*, found `,
          'm',
        ),
      );
    expect(readdirSync(join(out, '..'))).toEqual([]);
  });

  it.each([
    ['0.1%', 2, 1],
    ['0.002', 2, 0],
  ])('may drop a share of at most %s: %i of a thousand rows ends with %i', async (share, dropped, expected) => {
    const gnaf = written((release) => {
      for (let i = 0; i < dropped; i++) release.ADDRESS_DEFAULT_GEOCODE.rows[i].LATITUDE = 'x';
      release.ADDRESS_DEFAULT_GEOCODE.rows.length = 1000;
    }, 1000);
    const { code } = await build(gnaf, join(newFolder(), 'x.lbx'), '--max-dropped', share);
    expect(code).toBe(expected);
  });

  it.each(['101%', 'x', ''].slice(0, cases(1, 3)))('does not take --max-dropped %j', async (share) => {
    const { code, stderr } = await build(newFolder(), join(newFolder(), 'x.lbx'), '--max-dropped', share);
    expect(code).toBe(1);
    expect(stderr).toContain('expected a share like 0.1% or 0.001');
  });

  it('fails the build with --strict when one row of a thousand is dropped', async () => {
    const out = join(newFolder(), 'x.lbx');
    const gnaf = written((release) => {
      release.ADDRESS_DEFAULT_GEOCODE.rows[7].LATITUDE = 'x';
    }, 1000);
    const { code, stderr } = await build(gnaf, out, '--strict');
    expect(code).toBe(1);
    expect(stderr).toContain('ADDRESS_DEFAULT_GEOCODE: 1 of 1,250 rows');
    expect(stderr).toContain('--strict allows none');
    expect(stderr).toContain(`${smallTablePath('ADDRESS_DEFAULT_GEOCODE')} line 9: expected decimal degrees`);
    expect(readdirSync(join(out, '..'))).toEqual([]);
  });

  it('lists the first ten of a reason, and counts them all', async () => {
    const out = join(newFolder(), 'x.lbx');
    const gnaf = written((release) => {
      for (const row of release.ADDRESS_DEFAULT_GEOCODE.rows.slice(0, 20)) row.LATITUDE = 'x';
    });
    const { code, stdout } = await build(gnaf, out, '--max-dropped', '1');
    expect(code).toBe(0);
    const path = smallTablePath('ADDRESS_DEFAULT_GEOCODE');
    expect(stdout).toContain(`${BAD_COORDINATE}: 20`);
    const listed = stdout.split('\n').filter((line) => line.includes(`${path} line `));
    expect(listed.map((line) => Number(/ line (\d+):/.exec(line)?.[1]))).toEqual([2, 3, 4, 5, 6, 7, 8, 9, 10, 11]);
  });
});

describe('an index that is there already', () => {
  let built: string;
  beforeAll(async () => {
    built = newFolder();
    expect(await build(written(nothing), join(built, 'x.lbx'))).toMatchObject({ code: 0 });
  });

  /** A folder with the index and its report. */
  function copied(): string {
    const folder = newFolder();
    cpSync(built, folder, { recursive: true });
    return folder;
  }

  /** The names of the files in a folder, each with a digest of its bytes. */
  function digests(folder: string): string[] {
    const digest = (name: string) =>
      createHash('sha256')
        .update(readFileSync(join(folder, name)))
        .digest('hex');
    return readdirSync(folder).map((name) => `${name} ${digest(name)}`);
  }

  it.each([
    ['a release that cannot be used', (release: SmallRelease) => delete release.STATE, []],
    ['rows that cannot be used', (release: SmallRelease) => (release.LOCALITY.rows[0].STATE_PID = '5'), ['--strict']],
    ['an ABS folder that is not there', () => {}, ['--abs', '/nowhere']],
    ['a boundaries folder that is not there', () => {}, ['--boundaries', '/nowhere']],
  ])('is left as it was by a build that fails: %s', async (_what, spoil, more) => {
    const folder = copied();
    const out = join(folder, 'x.lbx');
    const before = digests(folder);
    const { code, stderr } = await build(written(spoil), out, ...more);
    expect(code).toBe(1);
    expect(stderr.trim()).not.toBe('');
    expect(stderr).not.toContain('    at ');
    expect(digests(folder)).toEqual(before);
  });

  it('is replaced, with its report, by a build that succeeds', async () => {
    const folder = copied();
    const out = join(folder, 'x.lbx');
    const before = readFileSync(out);
    expect(await build(written(nothing, 40), out)).toMatchObject({ code: 0 });
    expect(readFileSync(out).equals(before)).toBe(false);
    expect(readdirSync(folder).sort()).toEqual(['x.lbx', 'x.lbx.json']);
    const { counts } = JSON.parse(readFileSync(`${out}.json`, 'utf8')) as { counts: { principals: number } };
    expect(counts.principals).toBe(40);
    expect(existsSync(out)).toBe(true);
  });
});
