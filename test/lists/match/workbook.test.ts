import { readFileSync, writeFileSync } from 'node:fs';
import { parse } from 'csv-parse/sync';
import { type CellValue, type WriteSheet, writeXlsx } from 'hucre/xlsx';
import { beforeAll, describe, expect, it } from 'vitest';
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

describe('a cell that is longer than a workbook may have', () => {
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
