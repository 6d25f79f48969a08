import { open } from 'node:fs/promises';
import { type Cell, cellText } from './cell.ts';
import { readCells } from './row.ts';

/** The longest text that a cell of a workbook may have. */
const LONGEST_TEXT = 32_767;

/** Characters that XML 1.0 has no way to write. */
const UNWRITABLE =
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

/**
 * Writes a workbook of one sheet from lines as `writeCells` has them, row by row: the names of the columns in a first row that stays in sight. Rows beyond those that a sheet
 * may have go on in a further one.
 */
export async function writeWorkbook(
  lines: AsyncIterable<Buffer>,
  names: readonly string[],
  sheet: string,
  path: string,
): Promise<void> {
  async function* rows(): AsyncGenerator<(string | number | boolean | Date | null)[]> {
    yield [...names];
    for await (const line of linesOf(lines)) yield readCells(line).cells.map(writable);
  }
  // Loaded here: most results are no workbooks.
  const { writeXlsxStream } = await import('hucre/xlsx');
  const file = await open(path, 'w');
  try {
    const stream = writeXlsxStream(rows(), { name: sheet, freezePane: { rows: 1 }, zip64: false });
    for await (const chunk of stream) await file.writeFile(chunk);
    await file.datasync();
  } finally {
    await file.close();
  }
}

function writable(cell: Cell): string | number | boolean | Date | null {
  if (typeof cell === 'object' && cell !== null && !(cell instanceof Date)) return writable(cellText(cell));
  if (typeof cell !== 'string') return cell;
  const text = cell.replace(UNWRITABLE, '\ufffd');
  return text.length > LONGEST_TEXT ? text.slice(0, LONGEST_TEXT) : text;
}

async function* linesOf(chunks: AsyncIterable<Buffer>): AsyncGenerator<string> {
  let rest = '';
  const decoder = new TextDecoder();
  for await (const chunk of chunks) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
  if (rest !== '') yield rest;
}
