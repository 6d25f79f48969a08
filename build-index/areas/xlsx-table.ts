import { ReleaseError } from '../release/release-error.ts';
import type { TableReader } from './table-reader.ts';
import { findParts, openXlsx, parsePart, type XlsxPackage } from './xlsx-package.ts';

/** Excel's last column is XFD (ECMA-376 part 1, 18.3.1.4); a reference beyond it is damage, not a wide table. */
const MAX_COLUMNS = 16_384;

/**
 * Reads the first sheet of an XLSX workbook (ECMA-376 part 1, SpreadsheetML) as a stream: shared and inline strings,
 * numbers as the digits they stand for (an eleven-digit code never becomes 2.0E+10), sparse rows. Of the workbook only
 * the shared strings stay in memory, packed.
 */
export async function readXlsxTable(path: string, reader: TableReader): Promise<void> {
  const workbook = await openXlsx(path);
  try {
    const { sheet, sharedStrings } = await findParts(workbook);
    const strings = new PackedStrings();
    if (sharedStrings !== null) await readSharedStrings(workbook, sharedStrings, strings);
    await readSheet(workbook, sheet, strings, reader);
  } finally {
    workbook.zip.close();
  }
}

async function readSharedStrings(workbook: XlsxPackage, part: string, strings: PackedStrings): Promise<void> {
  let item = '';
  let inText = false;
  let phonetic = false;
  await parsePart(workbook, part, {
    open(name) {
      if (name === 'si') item = '';
      else if (name === 't') inText = !phonetic;
      else if (name === 'rPh') phonetic = true;
    },
    text(text) {
      if (inText) item += text;
    },
    close(name) {
      if (name === 'si') strings.push(item);
      else if (name === 't') inText = false;
      else if (name === 'rPh') phonetic = false;
    },
  });
}

async function readSheet(
  workbook: XlsxPackage,
  part: string,
  strings: PackedStrings,
  reader: TableReader,
): Promise<void> {
  const path = workbook.path;
  /** Where a column's text goes in `fields`, -1 for columns nobody asked for; null before the header was seen. */
  let slots: Int32Array | null = null;
  let fields: string[] = [];
  let row = 0;
  let column = -1;
  let slot = -1;
  let filled = false;
  let type = 'n';
  let value = '';
  let inValue = false;
  let phonetic = false;

  const openRow = (reference: string | undefined) => {
    row = reference === undefined ? row + 1 : Number(reference);
    column = -1;
    filled = false;
    if (slots === null) fields = [];
    else fields.fill('');
  };
  const openCell = (reference: string | undefined, cellType: string | undefined) => {
    column = reference === undefined ? column + 1 : columnOf(reference);
    if (!(column >= 0 && column < MAX_COLUMNS))
      throw new ReleaseError(
        `${path}, row ${row}: found the cell reference "${reference}", expected one from A to XFD and a row`,
      );
    slot = slots === null ? column : column < slots.length ? slots[column] : -1;
    type = cellType ?? 'n';
    value = '';
  };
  const closeCell = () => {
    if (slot < 0 || value === '') return;
    const text = type === 's' ? strings.at(Number(value)) : type === 'n' ? digitsOf(value) : value;
    if (text === undefined)
      throw new ReleaseError(
        `${path}, row ${row}: shared string ${value} does not exist, the workbook has ${strings.length}`,
      );
    fields[slot] = text.trim();
    filled = true;
  };
  const closeRow = () => {
    if (!filled) return;
    if (slots !== null) {
      reader.row(fields, row);
      return;
    }
    const header = Array.from(fields, (text: string | undefined) => text ?? '');
    const wanted = reader.select(header);
    slots = new Int32Array(header.length).fill(-1);
    for (let i = 0; i < wanted.length; i++) slots[wanted[i]] = i;
    fields = new Array<string>(wanted.length).fill('');
  };

  await parsePart(workbook, part, {
    open(name, attributes) {
      if (name === 'c') openCell(attributes.r, attributes.t);
      else if (name === 'v' || name === 't') inValue = slot >= 0 && !phonetic;
      else if (name === 'row') openRow(attributes.r);
      else if (name === 'rPh') phonetic = true;
    },
    text(text) {
      if (inValue) value += text;
    },
    close(name) {
      if (name === 'v' || name === 't') inValue = false;
      else if (name === 'c') closeCell();
      else if (name === 'row') closeRow();
      else if (name === 'rPh') phonetic = false;
    },
  });
  if (slots === null) throw new ReleaseError(`${path}: the first sheet is empty, expected a header row`);
}

/** The zero-based column of a cell reference: `C12` is 2. -1 when there are no letters. */
function columnOf(reference: string): number {
  let column = 0;
  for (let i = 0; i < reference.length; i++) {
    const letter = reference.charCodeAt(i) | 0x20;
    if (letter < 0x61 || letter > 0x7a) break;
    column = column * 26 + (letter - 0x60);
  }
  return column - 1;
}

/** A numeric cell as plain digits: `2.0001250000E10` is `20001250000`. */
function digitsOf(value: string): string {
  if (/^-?\d+$/.test(value)) return value;
  const number = Number(value);
  return Number.isFinite(number) ? String(number) : value;
}

/**
 * The shared strings of a workbook, packed as UTF-8 in one buffer and decoded on demand: a mesh block table has more
 * than 700 000 of them, most in columns that nobody reads.
 */
class PackedStrings {
  private bytes = Buffer.allocUnsafe(1 << 16);
  private ends = new Uint32Array(1 << 12);
  private used = 0;
  length = 0;

  push(text: string): void {
    const most = this.used + text.length * 3;
    if (most > this.bytes.length) {
      const grown = Buffer.allocUnsafe(Math.max(most, this.bytes.length * 2));
      this.bytes.copy(grown, 0, 0, this.used);
      this.bytes = grown;
    }
    if (this.length === this.ends.length) {
      const grown = new Uint32Array(this.ends.length * 2);
      grown.set(this.ends);
      this.ends = grown;
    }
    this.used += this.bytes.write(text, this.used, 'utf8');
    this.ends[this.length++] = this.used;
  }

  /** The string at a position, or undefined outside the table. */
  at(index: number): string | undefined {
    if (!(index >= 0 && index < this.length)) return undefined;
    return this.bytes.toString('utf8', index === 0 ? 0 : this.ends[index - 1], this.ends[index]);
  }
}
