import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Rejects } from '../../build-index/release/rejects.ts';
import type { StateFile, StateTable, TableFile } from '../../build-index/release/release.ts';
import { type BuildOutcome, buildReport, reportText, writeReport } from '../../build-index/report.ts';

let scratch: string;
beforeAll(async () => {
  scratch = await mkdtemp(join(tmpdir(), 'letterbox-report-'));
});
afterAll(async () => {
  await rm(scratch, { recursive: true, force: true });
});

function file(table: StateTable, state: StateFile): TableFile {
  return { table, state, path: `Standard/${state}_${table}_psv.psv`, size: 0, open: async function* () {} };
}

function outcome(out: string, drops = 12): BuildOutcome {
  const rejects = new Rejects();
  const detail = rejects.of(file('ADDRESS_DETAIL', 'VIC'));
  detail.read = 16_905;
  for (let i = 0; i < 905; i++) detail.skip('retired');
  for (let i = 0; i < drops; i++) detail.drop('not a number', i + 2, 'POSTCODE to be digits', `"3${i}x"`);
  const locality = rejects.of(file('LOCALITY', 'ACT'));
  locality.read = 3;
  if (drops > 0) locality.drop('wrong number of fields', 4, '12 fields', '11');
  return {
    out,
    release: { name: '2026.02', datum: 'GDA2020' },
    asgs: 2021,
    sources: [{ path: 'g-naf_feb26.zip', size: 1_700_000_000, sha256: 'ab'.repeat(32) }],
    rejects,
    warnings: ['VIC has no PRIMARY_SECONDARY table: addressRole is null there'],
    counts: { addresses: 15_988, streets: 408 },
    addresses: 15_988,
    fileBytes: 1_534_848,
    stages: [
      { name: 'Reading', seconds: 61.4 },
      { name: 'Writing', seconds: 0.25 },
    ],
  };
}

describe('the report of a build', () => {
  test('has a row of the table for every table and state, its numbers under their headings', () => {
    const text = reportText(buildReport(outcome('vic.lbx')));
    const lines = text.split('\n');
    const heading = lines.findIndex((line) => line.startsWith('Table '));
    expect(lines.slice(heading, heading + 3).map((line) => line.split(/ {2,}/))).toEqual([
      ['Table', 'State', 'Read', 'Used', 'Skipped', 'Dropped'],
      ['ADDRESS_DETAIL', 'VIC', '16,905', '15,988', '905', '12'],
      ['LOCALITY', 'ACT', '3', '2', '0', '1'],
    ]);
    expect(new Set(lines.slice(heading, heading + 3).map((line) => line.length)).size).toBe(1);
  });

  test('lists the first ten rows of each reason, the most frequent reason first', () => {
    const lines = reportText(buildReport(outcome('vic.lbx'))).split('\n');
    const from = lines.indexOf('Dropped rows');
    expect(lines.slice(from, lines.indexOf('', from))).toEqual([
      'Dropped rows',
      '  not a number: 12',
      ...Array.from(
        { length: 10 },
        (_, i) =>
          `    Standard/VIC_ADDRESS_DETAIL_psv.psv line ${i + 2}: expected POSTCODE to be digits, found "3${i}x"`,
      ),
      '  wrong number of fields: 1',
      '    Standard/ACT_LOCALITY_psv.psv line 4: expected 12 fields, found 11',
    ]);
  });

  test('says release, warnings, counts, times, size, bytes per address and memory', () => {
    const text = reportText(buildReport(outcome('vic.lbx')));
    expect(text).toMatch(/^G-NAF 2026\.02, GDA2020, asgs: 2021\n/);
    expect(text).toContain('Warnings\n  VIC has no PRIMARY_SECONDARY table: addressRole is null there\n');
    expect(text).toMatch(/^ {2}addresses +15,988$/m);
    expect(text).toMatch(/^ {2}Reading +1 min 01 s$/m);
    expect(text).toMatch(/^ {2}all +1 min 02 s$/m);
    expect(text).toMatch(
      /\nvic\.lbx: 1,534,848 bytes \(1\.5 MB\), 96\.0 bytes per address; peak memory \d+\.\d [MG]B\n$/,
    );
  });

  test('leaves out what there is nothing to say about', () => {
    const text = reportText(
      buildReport({ ...outcome('vic.lbx', 0), warnings: [], counts: {}, addresses: 0, stages: [] }),
    );
    for (const absent of ['Dropped rows', 'Warnings', 'Index', 'per address', 'NaN', 'undefined']) {
      expect(text).not.toContain(absent);
    }
  });

  test('is the same as JSON beside the index file, in place of an earlier one and with nothing left over', async () => {
    const out = join(scratch, 'vic.lbx');
    await writeFile(`${out}.json`, 'earlier');
    const report = buildReport(outcome(out));
    expect(await writeReport(report)).toBe(`${out}.json`);
    expect(JSON.parse(String(await readFile(`${out}.json`)))).toEqual(report);
    expect(report.tables[0]).toMatchObject({ read: 16_905, used: 15_988, skippedByReason: { retired: 905 } });
    expect(report.rejected[0]!.examples).toHaveLength(10);
    expect(await readdir(scratch)).toEqual(['vic.lbx.json']);
  });

  test('leaves an earlier one untouched when it cannot be written', async () => {
    const out = join(await mkdtemp(join(scratch, 'full-')), 'vic.lbx');
    await writeFile(`${out}.json`, 'earlier');
    const report = buildReport(outcome(out));
    const unwritable = { ...report, counts: { addresses: 1n as unknown as number } };
    await expect(writeReport(unwritable)).rejects.toThrow(TypeError);
    expect(await readdir(join(out, '..'))).toEqual(['vic.lbx.json']);
    expect(String(await readFile(`${out}.json`))).toBe('earlier');
  });
});
