import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ReleaseError } from '../../build-index/release/release-error.ts';
import { findFaults } from '../../build-index/verify/check.ts';
import { CROSS_REFERENCE_STAGES, FILE_STAGES } from '../../build-index/verify/stages.ts';
import { openIndex } from '../../src/address/index/open.ts';
import { findPlace } from '../../src/address/index/places.ts';
import { textOf } from '../../src/address/index/text.ts';
import { cases } from '../support/cases.ts';
import { newFolder } from '../support/shared-releases.ts';
import {
  addRow,
  compileRelease,
  pid,
  type SmallRelease,
  smallRelease,
  smallTablePath,
  writeSmallRelease,
} from './builder-releases.ts';

/** Writes a small release after `spoil` has had it. */
function written(spoil: (release: SmallRelease) => void): string {
  const release = smallRelease(24);
  spoil(release);
  const gnaf = newFolder();
  writeSmallRelease(gnaf, release);
  return gnaf;
}

/** Cells as no release should have them. */
const cell = fc.oneof(
  fc.constantFrom(
    '',
    ' ',
    '0',
    '00',
    '-1',
    '1',
    '-0',
    '999999999',
    '4294967295',
    '4294967296',
    '1e9',
    '145.03',
    '-37.8',
  ),
  fc.constantFrom(
    '96',
    '169.00000001',
    '-8',
    '-45',
    '145.030000005',
    '+145',
    'A',
    'P',
    'S',
    'UNIT',
    'STREET',
    'FCS',
    '2',
  ),
  fc.constantFrom('loc1', 'loc2', 'VIC10001', 'MB1', pid(1), pid(2), pid(4), pid(12), '70001', '3101', '0200', '9999'),
  fc.constantFrom(
    '"',
    '\\',
    "'",
    '\u0001',
    '\u0000',
    '\t',
    'É',
    '😀',
    '\ufeff',
    '\u2028',
    'A"B\\C\u0007',
    'x'.repeat(300),
    `A${'É'.repeat(30)}`,
  ),
  fc.string({ unit: 'grapheme', maxLength: 8 }).map((text) => text.replace(/[|\r\n]/g, '')),
  fc.integer().map(String),
);

const change = fc.record({ table: fc.nat(99), row: fc.nat(99), column: fc.nat(99), cell });

describe('a release with odd cells', () => {
  it('becomes an index in which verify finds nothing wrong, or is refused in a sentence', async () => {
    const gnaf = newFolder();
    const out = join(newFolder(), 'x.lbx');
    const changes = fc.array(change, { minLength: 1, maxLength: 40 });
    await fc.assert(
      fc.asyncProperty(changes, fc.boolean(), async (drawn, keepRetired) => {
        const release = smallRelease(12);
        const tables = Object.values(release);
        for (const { table, row, column, cell } of drawn) {
          const { columns, rows } = tables[table % tables.length];
          rows[row % rows.length][columns[column % columns.length]] = cell;
        }
        writeSmallRelease(gnaf, release);
        rmSync(out, { force: true });
        try {
          await compileRelease(gnaf, out, { maxDropped: 1, keepRetired });
        } catch (error) {
          expect(error).toBeInstanceOf(ReleaseError);
          return;
        }
        expect(findFaults(openIndex(out), [...FILE_STAGES, ...CROSS_REFERENCE_STAGES])).toEqual([]);
      }),
      { numRuns: cases(40, 160) },
    );
  });
});

describe('text that is not UTF-8', () => {
  it.each([
    ['STATE', 'STATE_NAME'],
    ['LOCALITY', 'LOCALITY_PID'],
    ['LOCALITY', 'LOCALITY_NAME'],
    ['LOCALITY_ALIAS', 'NAME'],
    ['STREET_LOCALITY', 'STREET_LOCALITY_PID'],
    ['STREET_LOCALITY', 'STREET_NAME'],
    ['STREET_LOCALITY_ALIAS', 'STREET_NAME'],
    ['ADDRESS_DETAIL', 'ADDRESS_DETAIL_PID'],
    ['ADDRESS_DETAIL', 'BUILDING_NAME'],
    ['ADDRESS_DETAIL', 'LOT_NUMBER'],
    ['ADDRESS_DETAIL', 'FLAT_NUMBER_SUFFIX'],
    ['ADDRESS_DETAIL', 'LEVEL_NUMBER_PREFIX'],
    ['ADDRESS_DETAIL', 'NUMBER_FIRST_SUFFIX'],
    ['ADDRESS_DETAIL', 'LEGAL_PARCEL_ID'],
    ['ADDRESS_SITE', 'ADDRESS_SITE_NAME'],
    ['MB_2021', 'MB_2021_CODE'],
  ])('in %s, column %s never gets into answers: its row is dropped, or it is read as U+FFFD', async (table, column) => {
    const gnaf = written((release) => {
      for (const row of release[table].rows.slice(0, 1)) row[column] = '§§§';
    });
    const path = join(gnaf, smallTablePath(table));
    const text = readFileSync(path, 'latin1').replace(/(Â§)+/, 'A\xff\xc3"\\\x01');
    writeFileSync(path, text, 'latin1');
    const out = join(newFolder(), 'x.lbx');
    await compileRelease(gnaf, out, { maxDropped: 1 });
    expect(findFaults(openIndex(out), [...FILE_STAGES, ...CROSS_REFERENCE_STAGES])).toEqual([]);
  });
});

describe('names with quotes, backslashes and other letters', () => {
  it('are found by their own names, and verified', async () => {
    const names = ['A"B', 'A!B', 'A#B', 'A\\B', 'A[B', 'A]B', 'AÉB', 'A—B', 'A B', 'A/B', "O'B", '"', '\\', 'É'];
    const gnaf = written((release) => {
      names.forEach((name, i) => {
        addRow(release, 'LOCALITY', { LOCALITY_PID: `odd${i}`, LOCALITY_NAME: name, STATE_PID: '2' });
        addRow(release, 'LOCALITY_ALIAS', { LOCALITY_ALIAS_PID: `L${i}`, LOCALITY_PID: `odd${i}`, NAME: `${name}~` });
      });
      release.ADDRESS_DETAIL.rows.forEach((row, i) => {
        const name = names[i % names.length];
        Object.assign(row, { BUILDING_NAME: name, FLAT_NUMBER_SUFFIX: name, NUMBER_FIRST_SUFFIX: name });
        Object.assign(row, { LEGAL_PARCEL_ID: `${name}1${name}22`, LOCALITY_PID: `odd${i % names.length}` });
      });
    });
    const out = join(newFolder(), 'x.lbx');
    await compileRelease(gnaf, out, { strict: true });
    const index = openIndex(out);
    expect(findFaults(index, [...FILE_STAGES, ...CROSS_REFERENCE_STAGES])).toEqual([]);
    for (const name of names)
      for (const asked of [name, `${name}~`])
        expect(
          findPlace(index, asked, -1).map((locality) => textOf(index, index.columns.localityName[locality])),
        ).toEqual([name]);
  });
});
