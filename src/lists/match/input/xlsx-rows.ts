import type { Cell } from '../format/cell.ts';
import { writeCells } from '../format/cell-lines.ts';
import { LONGEST_TEXT } from '../format/workbook.ts';
import { InputError } from './source.ts';

/** Characters of all cells that are too long, of which a small file may have any number: its cells share their texts. */
const MOST_LONG = 1 << 28;

/** Lines of JSON are handed on in chunks of about this many characters. */
const CHUNK = 1 << 18;

/** The first bytes of a zip archive, which a workbook is. */
export function isWorkbook(head: Uint8Array): boolean {
  return head[0] === 0x50 && head[1] === 0x4b && head[2] === 0x03 && head[3] === 0x04;
}

/**
 * The rows of a sheet of a workbook (its first one, where `sheet` is null) as lines of JSON, each as `writeCells` has it; rows without a value are left out, and texts
 * longer than a workbook may have are cut. The packed file is held in memory, its rows are not. Throws an InputError where it cannot be read, or
 * has very many texts that are longer.
 */
export async function* workbookLines(file: Buffer, sheet: string | null, name: string): AsyncGenerator<Buffer> {
  // Loaded here: most lists are not workbooks.
  const { streamXlsxRows } = await import('hucre/xlsx');
  let text = '';
  let read = 0;
  let row = 0;
  try {
    for await (const { index, values } of streamXlsxRows(file, { sheet: sheet ?? 0 })) {
      if (values.every((value) => value === null || value === '')) continue;
      const cells = trimmed(values);
      const long = cells.findIndex(isLong);
      if (long !== -1) read += cells.reduce<number>((sum, cell) => sum + (isLong(cell) ? cell.length : 0), 0);
      row = index + 1;
      if (read > MOST_LONG) break;
      const cut = long === -1 ? cells : cells.map((cell) => (isLong(cell) ? cell.slice(0, LONGEST_TEXT) : cell));
      text += `${writeCells(index + 1, cut, long === -1 ? null : tooLong(cells, long))}\n`;
      if (text.length < CHUNK) continue;
      yield Buffer.from(text);
      text = '';
    }
  } catch (error) {
    throw new InputError(`${name} is not readable as a workbook (XLSX): ${(error as Error).message}`);
  }
  if (read > MOST_LONG)
    throw new InputError(
      `${name}: up to row ${row}, cells of over ${LONGEST_TEXT} characters, the most that a workbook's may have, add up to ${Math.round(read / 1e6)} million: shorten them, or save the list as CSV`,
    );
  if (text !== '') yield Buffer.from(text);
}

function isLong(cell: Cell): cell is string {
  return typeof cell === 'string' && cell.length > LONGEST_TEXT;
}

function tooLong(cells: readonly Cell[], at: number): string {
  const length = String(cells[at]).length;
  return `its cell ${at + 1} has ${length} characters, cut to the ${LONGEST_TEXT} that a workbook's may have`;
}

/** Without the empty cells at the end, which only have a format. */
function trimmed(values: readonly Cell[]): readonly Cell[] {
  let end = values.length;
  while (end > 0 && (values[end - 1] === null || values[end - 1] === '')) end--;
  return values.slice(0, end);
}
