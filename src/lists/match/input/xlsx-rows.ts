import type { Cell } from '../format/cell.ts';
import { writeCells } from '../format/cell-lines.ts';
import { InputError } from './source.ts';

/** Lines of JSON are handed on in chunks of about this many characters. */
const CHUNK = 1 << 18;

/** The first bytes of a zip archive, which a workbook is. */
export function isWorkbook(head: Uint8Array): boolean {
  return head[0] === 0x50 && head[1] === 0x4b && head[2] === 0x03 && head[3] === 0x04;
}

/**
 * The rows of a sheet of a workbook (its first one, where `sheet` is null) as lines of JSON, each as `writeCells` has it; rows without a value are left out. The
 * packed file is held in memory, its rows are not. Throws an InputError where it cannot be read.
 */
export async function* workbookLines(file: Buffer, sheet: string | null, name: string): AsyncGenerator<Buffer> {
  // Loaded here: most lists are not workbooks.
  const { streamXlsxRows } = await import('hucre/xlsx');
  let text = '';
  try {
    for await (const { index, values } of streamXlsxRows(file, { sheet: sheet ?? 0 })) {
      if (values.every((value) => value === null || value === '')) continue;
      text += `${writeCells(index + 1, trimmed(values))}\n`;
      if (text.length < CHUNK) continue;
      yield Buffer.from(text);
      text = '';
    }
  } catch (error) {
    throw new InputError(`${name} is not readable as a workbook (XLSX): ${(error as Error).message}`);
  }
  if (text !== '') yield Buffer.from(text);
}

/** Without the empty cells at the end, which only have a format. */
function trimmed(values: readonly Cell[]): readonly Cell[] {
  let end = values.length;
  while (end > 0 && (values[end - 1] === null || values[end - 1] === '')) end--;
  return values.slice(0, end);
}
