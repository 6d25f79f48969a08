import { open } from 'node:fs/promises';
import type { WriteSheet } from 'hucre/xlsx';
import { cellRows, type PlainCell } from './cell-lines.ts';
import type { Table, TableColumn } from './table.ts';

/** The longest text that a cell of a workbook may have. */
export const LONGEST_TEXT = 32_767;

/** Characters that XML 1.0 has no way to write. */
const UNWRITABLE =
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

/** Rows up to which a sheet of choices has them, and a filter: such a sheet is held in memory. Nobody decides on more. */
export const MOST_TO_DECIDE = 20_000;

/** The same table has the same bytes. */
const TIMELESS = { modified: new Date('1980-01-01T00:00:00Z') };

/**
 * Writes a workbook of one sheet: the names of the columns in a first row that stays in sight. Rows are written as they
 * come; those beyond the most that a sheet may have go on another sheet. A table with `choices`, of up to
 * `MOST_TO_DECIDE` rows, has a filter and lists of choices too.
 */
export async function writeWorkbook({ title, columns, lines, onCut }: Table, path: string): Promise<void> {
  const writable = (cell: PlainCell): PlainCell => {
    if (typeof cell !== 'string') return cell;
    if (cell.length > LONGEST_TEXT) onCut();
    return cell.slice(0, LONGEST_TEXT).replace(UNWRITABLE, '\ufffd');
  };
  const rows = (async function* () {
    yield columns.map(({ name }) => name);
    for await (const cells of cellRows(lines())) yield cells.map(writable);
  })();
  const held: PlainCell[][] = [];
  const most = columns.some(({ choices }) => choices !== undefined) ? 1 + MOST_TO_DECIDE : 0;
  let isWhole = false;
  while (!isWhole && held.length < 1 + most) {
    const { done, value } = await rows.next();
    if (done === true) isWhole = true;
    else held.push(value);
  }
  const all = async function* () {
    yield* held;
    yield* rows;
  };
  const sheet = {
    name: title,
    columns: columns.map(({ width }) => (width === undefined ? {} : { width })),
    freezePane: { rows: 1 },
  };
  // Loaded here: most results are not workbooks.
  const { writeXlsx, writeXlsxStream } = await import('hucre/xlsx');
  const chunks =
    isWhole && most > 0
      ? [
          await writeXlsx({
            sheets: [{ ...sheet, rows: held, ...choosing(columns, held.length) }],
            properties: TIMELESS,
          }),
        ]
      : writeXlsxStream(all(), { ...sheet, zip64: false });
  const file = await open(path, 'w');
  try {
    for await (const chunk of chunks) await file.writeFile(chunk);
    await file.datasync();
  } finally {
    await file.close();
  }
}

/** A filter over all columns, and the choices of those that have some; another value is taken too. */
function choosing(columns: readonly TableColumn[], rows: number): Pick<WriteSheet, 'autoFilter' | 'dataValidations'> {
  return {
    autoFilter: { range: `A1:${letters(columns.length)}${rows}` },
    dataValidations: columns.flatMap(({ choices }, i) =>
      choices === undefined || rows < 2
        ? []
        : [
            {
              type: 'list',
              values: [...choices],
              allowBlank: true,
              showErrorMessage: false,
              range: `${letters(i + 1)}2:${letters(i + 1)}${rows}`,
            },
          ],
    ),
  };
}

/** The name of a sheet's column, from 1: `A`, `AA`. */
function letters(column: number): string {
  const last = String.fromCharCode(0x41 + ((column - 1) % 26));
  return column <= 26 ? last : letters(Math.floor((column - 1) / 26)) + last;
}
