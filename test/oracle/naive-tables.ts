import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';

/** One row, by column name. An absent column reads as an empty field. */
export type Row = Readonly<Record<string, string>>;

/** Every file below a folder, in the order of their paths. */
export function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}

/**
 * The rows of a G-NAF table (`STREET_LOCALITY`, `FLAT_TYPE_AUT`) from all states' files, in source order.
 * Retired rows are among them: `current` leaves them out.
 */
export function readTable(files: readonly string[], table: string): Row[] {
  const name = new RegExp(`^([A-Z]{2,3}|Authority_Code)_${table}_psv\\.psv$`, 'i');
  return files.filter((file) => name.test(basename(file))).flatMap(readPsv);
}

/** The rows that have no DATE_RETIRED. */
export function current(rows: readonly Row[]): Row[] {
  return rows.filter((row) => !row.DATE_RETIRED);
}

/** A field's text, or null where it is empty. */
export function field(row: Row | undefined, column: string): string | null {
  return row?.[column] || null;
}

/** Rows by the text of a column; the first of several stays. */
export function firstBy(rows: readonly Row[], column: string): Map<string, Row> {
  const found = new Map<string, Row>();
  for (const row of rows) if (!found.has(row[column])) found.set(row[column], row);
  return found;
}

/** All rows of each text of a column, in source order. */
export function allBy(rows: readonly Row[], column: string): Map<string, Row[]> {
  const found = new Map<string, Row[]>();
  for (const row of rows) {
    const group = found.get(row[column]);
    if (group) group.push(row);
    else found.set(row[column], [row]);
  }
  return found;
}

/** Rows of a comma-separated file with a header, fields in double quotes where they hold commas. */
export function readCsv(file: string): Row[] {
  return readLines(file, (line) =>
    [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^",]*))/g)].map((match) =>
      match[1] === undefined ? match[2] : match[1].replaceAll('""', '"'),
    ),
  );
}

function readPsv(file: string): Row[] {
  return readLines(file, (line) => line.split('|'));
}

function readLines(file: string, split: (line: string) => string[]): Row[] {
  const [header, ...lines] = readFileSync(file, 'utf8')
    .replace(/^\uFEFF/, '')
    .split(/\r?\n/);
  const columns = split(header);
  return lines
    .filter((line) => line !== '')
    .map((line) => {
      const fields = split(line);
      const row: Record<string, string> = {};
      for (let i = 0; i < columns.length; i++) row[columns[i]] = fields[i];
      return row;
    });
}
