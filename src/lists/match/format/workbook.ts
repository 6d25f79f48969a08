import { open } from 'node:fs/promises';
import { cellRows, type PlainCell } from './cell-lines.ts';
import type { Table } from './table.ts';

/** The longest text that a cell of a workbook may have. */
export const LONGEST_TEXT = 32_767;

/** Characters that XML 1.0 has no way to write. */
const UNWRITABLE =
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

/**
 * Writes a workbook of one sheet, row by row: the names of the columns in a first row that stays in sight. Rows beyond
 * the most that a sheet may have go on another sheet.
 */
export async function writeWorkbook({ title, columns, lines }: Table, path: string): Promise<void> {
  async function* rows(): AsyncGenerator<PlainCell[]> {
    yield columns.map(({ name }) => name);
    for await (const cells of cellRows(lines())) yield cells.map(writable);
  }
  // Loaded here: most results are not workbooks.
  const { writeXlsxStream } = await import('hucre/xlsx');
  const file = await open(path, 'w');
  try {
    const stream = writeXlsxStream(rows(), { name: title, freezePane: { rows: 1 }, zip64: false });
    for await (const chunk of stream) await file.writeFile(chunk);
    await file.datasync();
  } finally {
    await file.close();
  }
}

function writable(cell: PlainCell): PlainCell {
  if (typeof cell !== 'string') return cell;
  const text = cell.replace(UNWRITABLE, '\ufffd');
  return text.length > LONGEST_TEXT ? text.slice(0, LONGEST_TEXT) : text;
}
