import { closeSync, openSync, readdirSync, readSync } from 'node:fs';
import { basename, join } from 'node:path';
import { StringDecoder } from 'node:string_decoder';

const CHUNK_BYTES = 4 << 20;

/**
 * Calls `onRow` for every row of a G-NAF table (`STREET_LOCALITY`, `FLAT_TYPE_AUT`) in all states'
 * files below a folder, in the order of their names, with the fields of `columns` in that order.
 * The array is reused. Retired rows are left out if the table has DATE_RETIRED. Independent of
 * build-index's reader, so that a mistake there shows here.
 *
 * @throws Error naming the folder or file if the table or one of its columns is missing
 */
export function readRows(
  folder: string,
  table: string,
  columns: readonly string[],
  onRow: (fields: readonly string[], state: string) => void,
): void {
  const name = new RegExp(`^(ACT|NSW|NT|OT|QLD|SA|TAS|VIC|WA|Authority_Code)_${table}_psv\\.psv$`, 'i');
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && name.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
  if (files.length === 0) throw new Error(`${folder}: no file of table ${table}, expected an unpacked G-NAF release`);
  for (const file of files) readFile(file, columns, (name.exec(basename(file)) as RegExpExecArray)[1], onRow);
}

function readFile(
  file: string,
  columns: readonly string[],
  state: string,
  onRow: (fields: readonly string[], state: string) => void,
): void {
  const picked: string[] = [];
  let places: number[] | null = null;
  let retired = -1;
  forEachLine(file, (line) => {
    if (line === '') return;
    const fields = line.split('|');
    if (places === null) {
      places = columns.map((column) => fields.indexOf(column));
      const missing = places.indexOf(-1);
      if (missing >= 0) throw new Error(`${file}: line 1 has no column ${columns[missing]}`);
      retired = fields.indexOf('DATE_RETIRED');
      return;
    }
    if (retired >= 0 && fields[retired] !== '') return;
    for (let i = 0; i < places.length; i++) picked[i] = fields[places[i]];
    onRow(picked, state);
  });
}

function forEachLine(file: string, onLine: (line: string) => void): void {
  const descriptor = openSync(file, 'r');
  const chunk = Buffer.allocUnsafe(CHUNK_BYTES);
  const decoder = new StringDecoder('utf8');
  let rest = '';
  try {
    for (;;) {
      const bytes = readSync(descriptor, chunk, 0, CHUNK_BYTES, null);
      const lines = (rest + (bytes > 0 ? decoder.write(chunk.subarray(0, bytes)) : decoder.end())).split(/\r?\n/);
      rest = lines.pop() ?? '';
      for (const line of lines) onLine(line);
      if (bytes === 0) break;
    }
  } finally {
    closeSync(descriptor);
  }
  onLine(rest.replace(/\r$/, ''));
}
