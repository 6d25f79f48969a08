import { rmSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ReleaseError } from '../../build-index/release/release-error.ts';
import { findFaults } from '../../build-index/verify/check.ts';
import { CROSS_REFERENCE_STAGES, FILE_STAGES } from '../../build-index/verify/stages.ts';
import { openIndex } from '../../src/index/open.ts';
import { compilePrograms, type Programs } from './builder-programs.ts';
import { compileRelease, pid, smallRelease, writeSmallRelease } from './builder-releases.ts';

let programs: Programs;
beforeAll(async () => {
  programs = await compilePrograms();
});
afterAll(() => programs?.remove());

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
    const gnaf = programs.folder();
    const out = join(programs.folder(), 'x.lbx');
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
      { numRuns: 80 },
    );
  });
});
