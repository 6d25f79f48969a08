import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { findFaults } from '../../build-index/verify/check.ts';
import { CROSS_REFERENCE_STAGES } from '../../build-index/verify/stages.ts';
import { categoryIn, codeBytesIn, SET, SET_WORDS, sa2In } from '../../src/address/index/boundary-set.ts';
import type { AddressIndex } from '../../src/address/index/open.ts';
import { openCalls } from '../address/operations/calls.ts';
import { readNaiveRelease } from '../oracle/naive-release.ts';
import { newFolder } from '../support/shared-releases.ts';
import { runProgram } from './builder-programs.ts';
import { writeFiles } from './builder-releases.ts';
import {
  allocationOf,
  allocationRows,
  BOTH,
  type Built,
  build,
  COLUMNS_2026,
  type Files,
  merged,
  meshBlockDbf,
  saidBy,
  tablesOf,
} from './edition-releases.ts';

const TABLES = tablesOf(BOTH);
const NEWEST = merged(TABLES, allocationOf(BOTH, 2026));

/** A file of councils or electorates: an area for each key, by the first digits of its code. */
function areasFile(kind: string, keyColumn: string, year: number, keys: readonly string[]): Files {
  const areas = keys.map((key) => `${key},${kind}${key.slice(0, 4)},${kind} ${year} ${key.slice(0, 4)}`);
  const header = `${keyColumn},${kind}_CODE_${year},${kind}_NAME_${year}`;
  return new Map([[`abs/${kind}_${year}_AUST.csv`, `${[header, ...new Set(areas)].join('\r\n')}\r\n`]]);
}

function codesOf(level: 'MB' | 'SA1', edition: number): string[] {
  return allocationRows(edition).map((row) => row[`${level}_CODE_${edition}`]);
}

/** The names of an area of every address, with its mesh block and SA1, as enrich answers. */
function areasServed({ path, folder }: Built, name: 'lga' | 'stateElectorate' | 'commonwealthElectorate') {
  const calls = openCalls(path);
  const { records } = readNaiveRelease({ gnaf: join(folder, 'G-NAF'), abs: join(folder, 'abs'), boundaries: null });
  return records.map(({ document }) => {
    const { boundaries } = calls.get<typeof document>('enrich', { id: document.id });
    expect({ id: document.id, boundaries }).toEqual({ id: document.id, boundaries: document.boundaries });
    return { block: boundaries.meshBlock?.code, sa1: boundaries.sa1, area: boundaries[name]?.name ?? null };
  });
}

describe('councils and electorates of the ABS', () => {
  it.each([
    ['LGA', 'lga'],
    ['CED', 'commonwealthElectorate'],
    ['SED', 'stateElectorate'],
  ] as const)(
    'of another edition of mesh blocks or SA1 are not used, though their codes are known: %s',
    async (kind, name) => {
      for (const level of ['MB', 'SA1'] as const) {
        // Codes of 2026 below a header of 2021: a join by code alone would find all of them.
        const foreign = areasFile(kind, `${level}_CODE_2021`, 2025, codesOf(level, 2026));
        const built = await build(merged(NEWEST, foreign));
        expect(areasServed(built, name).filter(({ area }) => area !== null)).toEqual([]);
        expect(built.warnings).toContain(
          `abs/${kind}_2025_AUST.csv: not used, its ${level}_CODE_2021 is not of edition 2026`,
        );
      }
    },
  );

  it.each([
    ['LGA', 'lga'],
    ['CED', 'commonwealthElectorate'],
    ['SED', 'stateElectorate'],
  ] as const)('keyed by SA1 of 2026 are used, before a newer file of another edition: %s', async (kind, name) => {
    const bySa1 = areasFile(kind, 'SA1_CODE_2026', 2026, codesOf('SA1', 2026));
    const newer = areasFile(kind, 'MB_CODE_2021', 2027, codesOf('MB', 2021));
    const served = areasServed(await build(merged(NEWEST, bySa1, newer)), name);
    expect(served.filter(({ area }) => area !== null).length).toBeGreaterThan(served.length * 0.9);
    for (const { sa1, area } of served) expect(area).toBe(sa1 === null ? null : `${kind} 2026 ${sa1.slice(0, 4)}`);
  });
});

describe('the mesh blocks of the Administrative Boundaries', () => {
  it('may lie in a table for every state, or twice in one', async () => {
    const rows = allocationRows(2026);
    const states = [...new Set(rows.map((row) => row.STATE_NAME_2026))];
    expect(states.length).toBeGreaterThan(7);
    const files = states.map((state, i): [string, Buffer] => {
      const own = rows.filter((row) => row.STATE_NAME_2026 === state);
      return [`boundaries/state${i}/s${i}_mb_2026.dbf`, meshBlockDbf(COLUMNS_2026, [...own, own[0]])];
    });
    const byStates = await build(merged(TABLES, new Map(files)));
    expect(saidBy(byStates.index)).toEqual(saidBy((await build(NEWEST)).index));
    expect(byStates.index.manifest.sources.filter(({ path }) => path.endsWith('_mb_2026.dbf'))).toHaveLength(
      states.length,
    );
  });

  it.each([
    ['1250', 'H\u0151gan'],
    ['ISO-8859-1', 'H\u00f5gan'],
    [null, 'H\u00f5gan'],
  ])('are read in the code page that the .cpg beside them names: %s', async (codePage, name) => {
    const rows = allocationRows(2026);
    const code = rows[0].SA2_CODE_2026;
    const named = rows.map((row) => (row.SA2_CODE_2026 === code ? { ...row, SA2_NAME_2026: 'H\u00f5gan' } : row));
    const table = meshBlockDbf(COLUMNS_2026, named, 'latin1');
    const files: Files = new Map([['boundaries/aus_mb_2026.DBF', table]]);
    if (codePage !== null) files.set('boundaries/aus_mb_2026.cpg', `${codePage}\r\n`);
    const { index } = await build(merged(TABLES, files));
    expect(saidBy(index).sa2).toContain(`"sa2":{"name":"${name}","code":"${code}"}`);
  });

  it('are refused for a code page that is none', async () => {
    const files: Files = new Map<string, Buffer | string>([
      ['boundaries/aus_mb_2026.dbf', meshBlockDbf(COLUMNS_2026, allocationRows(2026))],
      ['boundaries/aus_mb_2026.cpg', 'strange'],
    ]);
    await expect(build(merged(TABLES, files))).rejects.toThrow(/aus_mb_2026\.dbf: unknown code page "strange"/);
  });
});

describe('verify', () => {
  const faults = (index: AddressIndex) => findFaults(index, CROSS_REFERENCE_STAGES);

  it('finds a stored edition of which the sources have no table, or another allocation', async () => {
    const { index } = await build(NEWEST);
    const stored = (asgs: string): AddressIndex => ({
      ...index,
      manifest: { ...index.manifest, options: { ...index.manifest.options, asgs } },
    });
    expect(faults(stored('2026'))).toEqual([]);
    for (const [asgs, message] of [
      ['2031', /^asgs 2031, expected one of 2016, 2021, 2026: its sources have no MB_2031$/],
      ['2021', /^asgs 2021, expected 2026, of which its sources have the allocation$/],
      ['none', /^asgs none, expected the edition of its \d+ blocks$/],
      ['soon', /^asgs soon, expected the year of an edition/],
    ] as const)
      expect(faults(stored(asgs))).toEqual([{ section: 'manifest', message: expect.stringMatching(message) }]);
  });

  it('finds sets of one mesh block that lie in two SA2s', async () => {
    const { index } = await build(NEWEST);
    const boundarySet = index.columns.boundarySet.slice();
    const last = boundarySet.length - SET_WORDS;
    const [block, other] = [SET_WORDS, last].map((set) => boundarySet[set + SET.sa2AndBlock]);
    expect(sa2In(other)).not.toBe(sa2In(block));
    boundarySet.copyWithin(last + SET.blockText, SET_WORDS + SET.blockText, 2 * SET_WORDS);
    boundarySet[last + SET.sa2AndBlock] = block - sa2In(block) + sa2In(other);
    expect(faults({ ...index, columns: { ...index.columns, boundarySet } })).toEqual([
      {
        section: 'boundarySet',
        message: expect.stringMatching(/^set \d+: mesh block \d{11} in SA2 \d+, expected \d+/),
      },
    ]);
  });

  it('finds sets of one mesh block that differ in its category', async () => {
    const { index } = await build(NEWEST);
    const boundarySet = index.columns.boundarySet.slice();
    const last = boundarySet.length - SET_WORDS;
    boundarySet.copyWithin(last + SET.sa2AndBlock, SET_WORDS + SET.sa2AndBlock, 2 * SET_WORDS);
    const category = categoryIn(boundarySet[last + SET.sa2AndBlock]);
    boundarySet[last + SET.sa2AndBlock] += (category === 1 ? 1 : -1) << 16;
    expect(faults({ ...index, columns: { ...index.columns, boundarySet } })).toEqual([
      {
        section: 'boundarySet',
        message: expect.stringMatching(/^set \d+: mesh block \d{11} of category \d+ in SA1 \d+, expected \d+ and \d+/),
      },
    ]);
  });

  it.each([
    ['a quote', (bytes: Uint8Array, at: number) => bytes.fill(0x22, at, at + 1)],
    ['half a character', (bytes: Uint8Array, at: number) => bytes.fill(0xc3, at, at + 1)],
    ['bytes behind the codes', (bytes: Uint8Array, at: number) => bytes.fill(0x30, at, at + 24)],
    ['codes longer than there is room for', (bytes: Uint8Array, at: number) => bytes.fill(0xff, at - 1, at)],
    ['an SA1 without a mesh block', (bytes: Uint8Array, at: number) => bytes.fill(0xb0, at - 1, at)],
  ])('finds codes of a mesh block that answers could not copy: %s', async (_, damage) => {
    const { index } = await build(NEWEST);
    const boundarySet = index.columns.boundarySet.slice();
    const last = boundarySet.length - SET_WORDS;
    expect(codeBytesIn(boundarySet[last + SET.sa2AndBlock])).toBe(11);
    damage(new Uint8Array(boundarySet.buffer), (last + SET.blockText) * 4);
    const [fault] = faults({ ...index, columns: { ...index.columns, boundarySet } });
    expect(fault).toEqual({ section: 'boundarySet', message: expect.stringMatching(/^at \d+: .*, expected /) });
  });

  it('finds a category that answers would write otherwise', async () => {
    const { index } = await build(NEWEST);
    const meshBlockEnd = index.columns.meshBlockEnd.slice();
    meshBlockEnd[meshBlockEnd.length - 3] ^= 1;
    expect(faults({ ...index, columns: { ...index.columns, meshBlockEnd } })).toEqual([
      { section: 'meshBlockEnd', message: expect.stringMatching(/^at \d+: .*, expected category \w+/) },
    ]);
  });

  it('compares with the files where they are given', async () => {
    const { path, folder } = await build(NEWEST);
    const given = async (year: number, change: (line: string, i: number) => string) => {
      const abs = newFolder();
      const lines = String(BOTH.get(`abs/MB_${year}_AUST.csv`))
        .trimEnd()
        .split('\r\n');
      const changed = lines.map(change).filter((line) => line !== '');
      writeFiles(abs, new Map([[`MB_${year}_AUST.csv`, `${changed.join('\r\n')}\r\n`]]));
      const { code, stderr } = await runProgram('verify', [path, '--abs', abs]);
      return { code, said: stderr.replaceAll(`${path}: `, '').trimEnd().split('\n') };
    };
    const { code, stdout } = await runProgram('verify', [path, '--abs', join(folder, 'abs')]);
    expect([code, stdout]).toEqual([0, expect.stringContaining('nothing is wrong')]);
    expect(await given(2021, (line) => line)).toEqual({
      code: 1,
      said: ['manifest: asgs 2026, but files of 2021 below the given folders'],
    });
    const block = codesOf('MB', 2026)[0];
    const other = await given(2026, (line) => (line.startsWith(block) ? line.replace(/,[^,]+/, ',Elsewhere') : line));
    expect(other).toEqual({
      code: 1,
      said: [
        expect.stringMatching(
          new RegExp(
            `^section boundarySet: mesh block ${block} has category "\\w+" and SA1 \\d+, expected category "Elsewhere"`,
          ),
        ),
      ],
    });
    const halved = await given(2026, (line, i) => (i % 2 === 1 ? '' : line));
    expect(halved.code).toBe(1);
    expect(halved.said.at(-1)).toMatch(
      /^manifest: \d+ of 400 addresses lie in a mesh block of the files, expected 99 %$/,
    );
    expect(halved.said.some((line) => line.includes(' lies in ') && line.includes(', expected none, none'))).toBe(true);
  });
});
