import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { parse } from 'csv-parse/sync';
import { type CellValue, readXlsx, type WriteSheet, writeXlsx } from 'hucre/xlsx';
import { beforeAll, describe, expect, it } from 'vitest';
import { writeCells } from '../../../src/lists/match/format/cell-lines.ts';
import { MOST_TO_DECIDE, writeWorkbook } from '../../../src/lists/match/format/workbook.ts';
import { REVIEW_TABLE } from '../../../src/lists/match/review/review-row.ts';
import { type MatchProgram, matchProgram } from './match-program.ts';

let program: MatchProgram;
beforeAll(() => {
  program = matchProgram();
});

const README: CellValue[][] = [['Customers of the northern depots'], ['Prepared by', 'Zoë'], ['See the other sheet']];
const table = (): CellValue[][] => [
  ['Ref', 'Address'],
  ...program.addresses.slice(0, 12).map(({ line }, i): CellValue[] => [i, line]),
];

/** Matches a workbook, and answers what was said of it and the rows of the results. */
async function matched(sheets: WriteSheet[], args: readonly string[] = []) {
  writeFileSync(program.path('book.xlsx'), await writeXlsx({ sheets }));
  const said = await program.match(['book.xlsx', '--out', 'book.csv', '--overwrite', '--no-report', ...args]);
  const rows: Record<string, string>[] = parse(readFileSync(program.path('book.csv')), { columns: true });
  return { said, rows };
}

const warnings = (said: string) =>
  said
    .split('\n')
    .filter((line) => line.includes('"event":"warning"'))
    .map((line) => JSON.parse(line) as Record<string, unknown>);

const ids = () => program.addresses.slice(0, 12).map(({ id }) => id);

describe('of a workbook with several sheets', () => {
  it('the first that is seen and has a table is taken, and those before it are named', async () => {
    const list = { name: 'Sites', rows: table() };
    for (const [before, passed] of [
      [[{ name: 'Read me', rows: README }], ['Read me']],
      [[{ name: 'Codes', rows: table().slice(0, 4), hidden: true }], ['Codes']],
      [
        [
          { name: 'Empty', rows: [] },
          { name: 'Old', rows: README, veryHidden: true },
        ],
        ['Empty', 'Old'],
      ],
      [[], undefined],
    ] as [WriteSheet[], string[] | undefined][]) {
      const { said, rows } = await matched([...before, list, { name: 'Notes', rows: README }]);
      expect(rows.map(({ match_id }) => match_id)).toEqual(ids());
      expect((JSON.parse(said.split('\n')[0]) as { passed?: string[] }).passed).toEqual(passed);
    }
  });

  it('the program as it is built takes that sheet too', async () => {
    const sheets = [
      { name: 'Read me', rows: README },
      { name: 'Sites', rows: table() },
    ];
    writeFileSync(program.path('built.xlsx'), await writeXlsx({ sheets }));
    const { said } = await program.run(['built.xlsx', '--out', 'built.csv']);
    expect(JSON.parse(said.split('\n')[0])).toMatchObject({ passed: ['Read me'] });
  });

  it('a list without names of columns is a table too, and --sheet takes any other', async () => {
    const bare = { name: 'Bare', rows: table().slice(1) };
    const other = { name: 'Other', rows: table().slice(0, 4) };
    expect((await matched([bare, other])).rows.map(({ match_id }) => match_id)).toEqual(ids());
    const { rows } = await matched([bare, other], ['--sheet', 'Other']);
    expect(rows.map(({ match_id }) => match_id)).toEqual(ids().slice(0, 3));
  });

  it('an error names --sheet and the sheets', async () => {
    const sheets = [
      { name: 'Read me', rows: README },
      { name: 'More', rows: README },
    ];
    writeFileSync(program.path('none.xlsx'), await writeXlsx({ sheets }));
    const hint = 'Its sheets are "Read me", "More": name one with --sheet';
    for (const args of [[], ['--reverse'], ['--column', 'Where']])
      expect(await program.refusal(['none.xlsx', '--out', 'x.csv', ...args])).toContain(hint);
    const empty = [
      { name: 'One', rows: [] },
      { name: 'Two', rows: [] },
    ];
    writeFileSync(program.path('empty.xlsx'), await writeXlsx({ sheets: empty }));
    expect(await program.refusal(['empty.xlsx', '--out', 'x.csv'])).toContain('"One", "Two": name one with --sheet');
  });
});

describe('a workbook to decide on', () => {
  const FILE = 'decide.review.xlsx';
  it('has a filter, a header that stays, widths and choices, and is read back with what was decided', async () => {
    const few = program.addresses.slice(0, 4).map(({ line }) => line.replace(/\d+/, '9876'));
    writeFileSync(program.path('decide.csv'), `Address\n${few.map((line) => `"${line}"\n`).join('')}`);
    await program.match(['decide.csv', '--out', 'decide.xlsx']);
    const { sheets } = await readXlsx(readFileSync(program.path(FILE)));
    const [{ rows, autoFilter, freezePane, dataValidations, columns }] = sheets;
    const [names, ...doubtful] = rows;
    expect(doubtful).toHaveLength(4);
    expect(autoFilter?.range).toBe('A1:R5');
    expect(freezePane).toMatchObject({ rows: 1 });
    expect(columns?.every(({ width }) => (width ?? 0) > 5)).toBe(true);
    const decision = names.indexOf('decision');
    expect(dataValidations).toMatchObject([
      { type: 'list', range: `${'ABCDEFGHIJ'[decision]}2:${'ABCDEFGHIJ'[decision]}5`, values: ['1', '2', '3', 'none'] },
    ]);
    // A spreadsheet takes a choice of digits for a number; an id is no choice, and is taken too.
    expect(dataValidations?.[0].showErrorMessage ?? false).toBe(false);
    const { id } = program.addresses[9];
    for (const [i, word] of [1, 'none', id, '1'].entries()) doubtful[i][decision] = word;
    writeFileSync(program.path(FILE), await writeXlsx({ sheets: [{ name: 'Review', rows }] }));
    await program.match(['decide.csv', '--out', 'decided.csv', '--decisions', FILE]);
    const found: Record<string, string>[] = parse(readFileSync(program.path('decided.csv')), { columns: true });
    const first = names.indexOf('candidate_1_id');
    expect(found.map(({ match_id }) => match_id)).toEqual([doubtful[0][first], '', id, doubtful[3][first]]);
  });

  it('is written as it comes where nobody could decide on all of it', async () => {
    async function* lines() {
      for (let i = 0; i <= MOST_TO_DECIDE; i++) yield Buffer.from(`${writeCells(i, [i])}\n`);
    }
    const table = { title: 'Review', columns: REVIEW_TABLE, point: null, lines, onCut: () => undefined };
    await writeWorkbook(table, program.path('many.xlsx'));
    const [{ rows, autoFilter, columns }] = (await readXlsx(readFileSync(program.path('many.xlsx')))).sheets;
    expect([rows.length, rows.at(-1)?.[0], autoFilter]).toEqual([MOST_TO_DECIDE + 2, MOST_TO_DECIDE, undefined]);
    expect(columns?.[1].width).toBe(50);
  });
});

describe('cells that look like formulas', () => {
  const CELLS = ['=1+1', '@x', '-x', '+61 400 000 000', '-33.8', '-1e-7', '"\tx"', '-', '=E5', 'a=b', "'=1"];
  it('stay as they were in a CSV result, and are counted once, also in parts; in a workbook they are texts', async () => {
    const lines = Array.from(
      { length: 660 },
      (_, i) => `"${program.addresses[i % 20].line}",${CELLS[i % CELLS.length]}`,
    );
    const sheet = ['Address,Note', ...lines, ''].join('\n');
    writeFileSync(program.path('formulas.csv'), sheet);
    const args = ['formulas.csv', '--workers', '2'];
    const counted = (said: string) => warnings(said).map(({ formulas }) => formulas);
    expect(counted(await program.match([...args, '--out', 'f.csv']))).toEqual([300]);
    const result = readFileSync(program.path('f.csv'), 'utf8').split('\n').slice(1, -1);
    expect(result.every((line, i) => line.startsWith(lines[i]))).toBe(true);
    let sum = 0;
    for (const part of [1, 2, 3]) {
      const [count] = counted(await program.match([...args, '--out', 'g.csv', '--part', `${part}/3`]));
      expect(count).toBeGreaterThan(0);
      sum += Number(count);
    }
    expect([sum, ...counted(await program.match([...args, '--out', 'g.csv', '--join']))]).toEqual([300, 300]);
    expect(counted(await program.match([...args, '--out', 'f.xlsx', '--overwrite']))).toEqual([]);
  });
});

describe('a cell that is longer than a workbook may have', () => {
  it.each([
    ['is endless text', Array.from({ length: 115 }, (_, i) => [i, `${i} ${'x '.repeat(300_000)}`]), 'unpacks to 69 MB'],
    [
      'is a text that many cells share',
      Array.from({ length: 700 }, (_, i) => [i, 'x '.repeat(200_000)]),
      'add up to 269 million',
    ],
  ])('ends the run at once where a small file %s', async (_, rows, why) => {
    const file = await writeXlsx({ sheets: [{ name: 'Sites', rows: [['Ref', 'Address'], ...rows] }] });
    expect(file.length).toBeLessThan(300_000);
    writeFileSync(program.path('small.xlsx'), file);
    expect(await program.refusal(['small.xlsx', '--out', 'small.csv'])).toContain(why);
    expect(existsSync(program.path('small.csv'))).toBe(false);
  });

  it('is cut where it is written, and counted once for all', async () => {
    const long = 'x'.repeat(32_766);
    const cells = [`${long}x`, `${long}\u{1f3e0}`, `${long}xy`];
    const rows = cells.map((cell, i) => `"${program.addresses[i].line}",${cell}`);
    writeFileSync(program.path('long.csv'), `Address,Note\n${rows.join('\n')}\n`);
    const said = await program.match(['long.csv', '--out', 'long.xlsx']);
    expect(warnings(said)).toEqual([expect.objectContaining({ cut: 2 })]);
    const { sheets } = await readXlsx(readFileSync(program.path('long.xlsx')));
    expect(sheets[0].rows.slice(1).map(([, note]) => note)).toEqual([`${long}x`, `${long}\ufffd`, `${long}x`]);
  });

  it('is cut and said in its row, which is matched by the others', async () => {
    const long = 'word '.repeat(400_000);
    const [, first, second, third] = table();
    const { rows } = await matched([
      { name: 'Sites', rows: [['Ref', 'Address', 'Note'], [...first, long], [second[0], long], third] },
    ]);
    const said = `has ${long.length} characters, cut to the 32767 that a workbook's may have`;
    expect(rows.map(({ match_id }) => match_id)).toEqual([ids()[0], '', ids()[2]]);
    expect(rows.map(({ match_problem }) => match_problem)).toEqual([
      `its cell 3 ${said}`,
      `its cell 2 ${said}; longer than 500 characters`,
      '',
    ]);
    expect([rows[0].Note, rows[1].Address]).toEqual([long.slice(0, 32_767), long.slice(0, 32_767)]);
  });
});
