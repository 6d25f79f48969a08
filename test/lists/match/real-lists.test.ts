import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { writeCells } from '../../../src/lists/match/format/cell-lines.ts';
import { writeWorkbook } from '../../../src/lists/match/format/workbook.ts';
import { type Input, type InputSettings, openInput } from '../../../src/lists/match/input/open-input.ts';
import { recordsIn } from '../../../src/lists/match/input/records.ts';
import { newFolder } from '../../support/shared-releases.ts';

const folder = newFolder();
const NOTHING_SAID = { format: null, encoding: null, delimiter: null, header: null, sheet: null, skip: null };

/** Opens a list, and reads all its rows as text. */
async function opened(name: string, list: string | Buffer | null, said: Partial<InputSettings> = {}) {
  const path = join(folder, name);
  if (list !== null) writeFileSync(path, list);
  const input = await openInput({ ...NOTHING_SAID, path, ...said }, () => false);
  const records: string[] = [];
  const lines: number[] = [];
  for await (const batch of recordsIn(input)) {
    batch.ends.forEach((end, i) => {
      const text = Buffer.from(batch.bytes.subarray(i === 0 ? 0 : batch.ends[i - 1], end)).toString();
      records.push(text.replace(/[\r\n]+$/, ''));
      lines.push(batch.lines[i]);
    });
  }
  return { input, records, lines };
}
const shapeOf = ({ format, encoding, columns, titles }: Input) => ({
  delimiter: format.kind === 'csv' ? format.delimiter : null,
  encoding,
  columns,
  titles,
});

const HEADER = ['No', 'Suburb', 'Street address'];
const ROWS = Array.from({ length: 12 }, (_, i) => [String(i), 'PERTH', `${i} HIGH ST`]);
const csv = (rows: readonly (readonly string[])[], delimiter = ',', lineEnd = '\n') =>
  rows.map((row) => row.join(delimiter) + lineEnd).join('');

describe('a list as people have it', () => {
  it.each([
    ['padded titles', 'Customers,,\nPrinted,1/3/2026,\n,,\n', ',', '\n', 3],
    ['bare titles', 'Customers of 2026\n\n', ',', '\n', 1],
    ["Excel's word on the delimiter", 'sep=;\r\n', ';', '\r\n', 1],
    ['no titles', '', '\t', '\n', 0],
  ])('may have %s above its header', async (_, above, delimiter, lineEnd, titles) => {
    const list = above + csv([HEADER, ...ROWS], delimiter, lineEnd);
    const { input, records, lines } = await opened('titles.csv', list);
    expect(shapeOf(input)).toEqual({ delimiter, encoding: 'utf-8', columns: HEADER, titles });
    expect(records).toEqual(ROWS.map((row) => row.join(delimiter)));
    expect(lines[0]).toBe(above.split('\n').length + 1);
  });

  it('is read from the line that --skip says', async () => {
    const list = `A,B,Suburb\nx,y,z\n${csv(ROWS)}`;
    const { input, records, lines } = await opened('skip.csv', list, { skip: 2, header: false });
    expect(shapeOf(input)).toMatchObject({ columns: ['column_1', 'column_2', 'column_3'], titles: 2 });
    expect([records.length, records[0], lines[0]]).toEqual([12, ROWS[0].join(), 3]);
  });

  it('keeps its columns where a third of its rows have others', async () => {
    const ragged = ROWS.map((row, i) => (i % 3 === 0 ? [...row, 'more'] : row));
    const { input, records } = await opened('ragged.csv', csv([HEADER, ...ragged]));
    expect(shapeOf(input)).toMatchObject({ delimiter: ',', columns: HEADER });
    expect(records).toHaveLength(12);
  });

  it('may have a header alone', async () => {
    const { input, records } = await opened('header.csv', 'No,Address');
    expect(input.columns).toEqual(['No', 'Address']);
    expect(records).toEqual([]);
  });

  it.each(['utf-16le', 'utf-16be'] as const)('may be in %s without a mark', async (encoding) => {
    const bytes = Buffer.from(csv([HEADER, ...ROWS, ['é', 'ü', '']]), 'utf16le');
    const { input, records } = await opened('utf16.csv', encoding === 'utf-16le' ? bytes : bytes.swap16());
    expect(shapeOf(input)).toMatchObject({ encoding, columns: HEADER });
    expect(records.at(-1)).toBe('é,ü,');
  });

  it('may have lines that end with carriage returns alone, and newlines in quotes', async () => {
    const { input, records } = await opened('mac.csv', csv([HEADER, ...ROWS, ['"a\nb"', '', '']], ',', '\r'));
    expect(input.columns).toEqual(HEADER);
    expect(records).toHaveLength(13);
    expect(records.at(-1)).toBe('"a\nb",,');
  });

  it('may have a cell of two megabytes, NUL bytes, and three hundred columns', async () => {
    const wide = new Array(297).fill('\0');
    const long = [...ROWS, ['9', 'x'.repeat(2_000_000), 'y'], ...ROWS].map((row) => [...row, ...wide]);
    const { input, records } = await opened('long.csv', csv([[...HEADER, ...wide.map((_, i) => `c${i}`)], ...long]));
    expect(input.columns).toHaveLength(300);
    expect(records).toEqual(long.map((row) => row.join()));
  });

  it('may be a sheet with titles, whose rows are wider than its header', async () => {
    async function* rows(): AsyncGenerator<Buffer> {
      const table = [['Printed', new Date(0)], HEADER, ...ROWS.map((row, i) => (i === 3 ? [...row, 'a note'] : row))];
      for (const [i, row] of table.entries()) yield Buffer.from(`${writeCells(i, row)}\n`);
    }
    const sheet = {
      title: 'List',
      columns: [{ name: 'Customers', type: null }],
      point: null,
      lines: rows,
      onCut: () => {},
    };
    await writeWorkbook(sheet, join(folder, 'titles.xlsx'));
    const { input, records } = await opened('titles.xlsx', null);
    expect(shapeOf(input)).toMatchObject({ columns: [...HEADER, 'column_4'], titles: 2 });
    expect(records).toHaveLength(12);
    await expect(opened('titles.xlsx', null, { sheet: 'Lost' })).rejects.toThrow('no such sheet; there are "List"');
  });
});
