import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { CsvError, type Info, parse } from 'csv-parse';
import { ReleaseError } from '../release/release-error.ts';
import type { TableReader } from './table-reader.ts';

interface CsvRecord {
  readonly record: readonly string[];
  readonly info: Info;
}

/** Reads a CSV file (RFC 4180, UTF-8 with or without BOM, CRLF or LF) as a stream. A row of another width than the header is an error. */
export async function readCsvTable(path: string, reader: TableReader): Promise<void> {
  let width = -1;
  let wanted: readonly number[] = [];
  let fields: string[] = [];
  const onRecord = ({ record, info }: CsvRecord): null => {
    if (width === -1) {
      width = record.length;
      wanted = reader.select(record);
      fields = new Array<string>(wanted.length).fill('');
      return null;
    }
    if (record.length !== width)
      throw new ReleaseError(`${path}, line ${info.lines}: ${record.length} fields where the header has ${width}`);
    for (let i = 0; i < wanted.length; i++) fields[i] = record[wanted[i]];
    reader.row(fields, info.lines);
    return null;
  };
  const parser = parse({
    bom: true,
    info: true,
    trim: true,
    relax_column_count: true,
    skip_empty_lines: true,
    on_record: onRecord as never,
  });
  try {
    await pipeline(createReadStream(path, { highWaterMark: 1 << 18 }), parser, async (records) => {
      for await (const _ of records);
    });
  } catch (error) {
    if (error instanceof CsvError) throw new ReleaseError(`${path}: not readable as CSV: ${error.message}`);
    throw error;
  }
  if (width === -1) throw new ReleaseError(`${path}: empty file, expected a header row`);
}
