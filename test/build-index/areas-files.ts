import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { zipOf } from './zip-writer.ts';

/** A new empty folder that the test's end removes. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'letterbox-areas-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** A cell of a test workbook: text goes in as a shared or an inline string, a number as a number; null is left out. */
export type Cell = string | number | null;

/** A workbook from its parts, deflated or stored. */
export function workbook(parts: Readonly<Record<string, string>>, method: 0 | 8 = 8): Buffer {
  return zipOf(Object.entries(parts).map(([name, text]) => ({ name, content: Buffer.from(text), method })));
}

/** The parts of a workbook whose first sheet, in the workbook's order, holds the rows. */
export function workbookParts(
  rows: readonly (readonly Cell[])[],
  how: { strings: 'shared' | 'inline'; references?: boolean },
): Record<string, string> {
  const shared: string[] = [];
  const markup = (text: string) => text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');
  const cell = (value: Cell, at: string): string => {
    if (value === null) return '';
    const reference = how.references === false ? '' : ` r="${at}"`;
    if (typeof value === 'number') return `<c${reference}><v>${value}</v></c>`;
    if (how.strings === 'inline') return `<c${reference} t="inlineStr"><is><t>${markup(value)}</t></is></c>`;
    return `<c${reference} t="s"><v>${shared.push(value) - 1}</v></c>`;
  };
  const sheet = rows
    .map(
      (row, y) => `<row r="${y + 1}">${row.map((value, x) => cell(value, `${columnName(x)}${y + 1}`)).join('')}</row>`,
    )
    .join('');
  const relation = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
  const xml = '<?xml version="1.0" encoding="UTF-8"?>';
  return {
    '_rels/.rels': `${xml}<Relationships><Relationship Id="rId1" Type="${relation}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'xl/workbook.xml': `${xml}<workbook xmlns:r="${relation}"><sheets><sheet name="Table" sheetId="7" r:id="rId3"/><sheet name="Notes" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `${xml}<Relationships><Relationship Id="rId1" Type="${relation}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${relation}/sharedStrings" Target="/xl/sharedStrings.xml"/><Relationship Id="rId3" Type="${relation}/worksheet" Target="worksheets/sheet2.xml"/></Relationships>`,
    'xl/worksheets/sheet1.xml': `${xml}<worksheet><sheetData><row r="1"><c r="A1" t="inlineStr"><is><t>Notes</t></is></c></row></sheetData></worksheet>`,
    'xl/worksheets/sheet2.xml': `${xml}<worksheet><sheetData>${sheet}</sheetData></worksheet>`,
    'xl/sharedStrings.xml': `${xml}<sst>${shared.map((text) => `<si><r><t>${markup(text.slice(0, 2))}</t></r><r><t xml:space="preserve">${markup(text.slice(2))}</t></r><rPh><t>ふ</t></rPh></si>`).join('')}</sst>`,
  };
}

function columnName(column: number): string {
  const letter = String.fromCharCode(65 + (column % 26));
  return column < 26 ? letter : columnName(Math.floor(column / 26) - 1) + letter;
}

/** A vertex or a point: longitude and latitude. */
export type Point = readonly [number, number];
export type Ring = readonly Point[];

/** A .shp file of polygon records, null for a null shape. Rings are written as they come. */
export function shp(shapes: readonly (readonly Ring[] | null)[], type = 5): Buffer {
  const records = shapes.map((rings, i) => {
    const content = rings === null ? Buffer.alloc(4) : polygonRecord(rings, type);
    const header = Buffer.alloc(8);
    header.writeInt32BE(i + 1, 0);
    header.writeInt32BE(content.length / 2, 4);
    return Buffer.concat([header, content]);
  });
  const body = Buffer.concat(records);
  const header = Buffer.alloc(100);
  header.writeInt32BE(9994, 0);
  header.writeInt32BE((100 + body.length) / 2, 24);
  header.writeInt32LE(1000, 28);
  header.writeInt32LE(type, 32);
  const points = shapes.flatMap((rings) => rings?.flat() ?? []);
  if (points.length > 0) writeBox(header, 36, points);
  return Buffer.concat([header, body]);
}

function polygonRecord(rings: readonly Ring[], type: number): Buffer {
  const points = rings.flat();
  // Types 15 and 25 carry ranges and values for Z or M after the points; a reader of x and y steps over them.
  const extra = type === 5 ? 0 : 16 + points.length * 8;
  const content = Buffer.alloc(44 + rings.length * 4 + points.length * 16 + extra);
  content.writeInt32LE(type, 0);
  if (points.length > 0) writeBox(content, 4, points);
  content.writeInt32LE(rings.length, 36);
  content.writeInt32LE(points.length, 40);
  let start = 0;
  rings.forEach((ring, i) => {
    content.writeInt32LE(start, 44 + i * 4);
    start += ring.length;
  });
  points.forEach(([x, y], i) => {
    content.writeDoubleLE(x, 44 + rings.length * 4 + i * 16);
    content.writeDoubleLE(y, 44 + rings.length * 4 + i * 16 + 8);
  });
  return content;
}

function writeBox(buffer: Buffer, at: number, points: readonly Point[]): void {
  const xs = points.map((point) => point[0]);
  const ys = points.map((point) => point[1]);
  [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)].forEach((value, i) => {
    buffer.writeDoubleLE(value, at + i * 8);
  });
}

/** A .dbf file of character columns. A row whose last item is `true` carries the deletion mark. */
export function dbf(
  columns: readonly string[],
  rows: readonly (readonly (string | boolean)[])[],
  encoding: BufferEncoding = 'utf8',
  width = 40,
): Buffer {
  const header = Buffer.alloc(32 + columns.length * 32 + 1);
  header[0] = 3;
  header.writeUInt32LE(rows.length, 4);
  header.writeUInt16LE(header.length, 8);
  header.writeUInt16LE(1 + columns.length * width, 10);
  columns.forEach((name, i) => {
    header.write(name, 32 + i * 32, 10, 'latin1');
    header.write('C', 32 + i * 32 + 11, 'latin1');
    header[32 + i * 32 + 16] = width;
  });
  header[header.length - 1] = 0x0d;
  const body = rows.map((row) => {
    const record = Buffer.alloc(1 + columns.length * width, 0x20);
    if (row[columns.length] === true) record[0] = 0x2a;
    columns.forEach((_, i) => {
      record.write(String(row[i]), 1 + i * width, width, encoding);
    });
    return record;
  });
  return Buffer.concat([header, ...body, Buffer.from([0x1a])]);
}

/** A closed square ring, clockwise. */
export function square(x: number, y: number, size: number): Ring {
  return [
    [x, y],
    [x, y + size],
    [x + size, y + size],
    [x + size, y],
    [x, y],
  ];
}

/** Writes files into a folder. */
export function writeFiles(folder: string, files: Readonly<Record<string, string | Buffer>>): void {
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content);
}
