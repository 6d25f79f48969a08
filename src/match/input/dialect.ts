import { RecordScanner, withoutLineEnd } from '../format/csv-scan.ts';
import { parseRecord } from '../format/csv-text.ts';
import { type CsvFormat, syntaxOf } from '../format/format.ts';

/** What may stand between fields, the likeliest first. */
const DELIMITERS = [',', ';', '\t', '|'];

/** Records that are looked at, and the share of them that a delimiter must give the same number of fields. */
const RECORDS = 200;
const AGREEMENT = 0.8;

/**
 * The dialect of a CSV file by its beginning, in UTF-8: the delimiter by which most records have the same number of fields, and the most of them. Without one, a line
 * is one field. `given` delimiter, or null to find it.
 */
export function findDialect(head: Buffer, given: string | null, mark: boolean): CsvFormat {
  const lineEnd = lineEndOf(head);
  const dialect = (delimiter: string): CsvFormat => ({ kind: 'csv', delimiter, lineEnd, mark });
  if (given !== null) return dialect(given);
  let best = dialect('');
  let most = 0;
  for (const delimiter of DELIMITERS) {
    const widths = recordsOf(head, dialect(delimiter), RECORDS).map((fields) => fields.length);
    const width = commonest(widths);
    const share = widths.filter((each) => each === width).length / widths.length;
    // A further column is worth less than that the records agree.
    if (width < 2 || share < AGREEMENT || share * (1 - 1 / (width + 2)) <= most) continue;
    best = dialect(delimiter);
    most = share * (1 - 1 / (width + 2));
  }
  return best;
}

function lineEndOf(head: Buffer): CsvFormat['lineEnd'] {
  const newline = head.indexOf(0x0a);
  if (newline === -1) return head.includes(0x0d) ? '\r' : '\n';
  return newline > 0 && head[newline - 1] === 0x0d ? '\r\n' : '\n';
}

/** The first records of a file's beginning, each as its fields: those that are whole, or all of a single one. */
export function recordsOf(head: Buffer, dialect: CsvFormat, most: number): string[][] {
  const syntax = syntaxOf(dialect);
  const scanner = new RecordScanner(syntax, 1);
  const records: string[][] = [];
  const add = (from: number, end: number) => {
    const fields = parseRecord(
      head.toString('utf8', from, withoutLineEnd(head, from, end, syntax.terminator)),
      dialect.delimiter,
    );
    if (fields !== null && (fields.length > 1 || fields[0] !== '')) records.push(fields);
  };
  let from = 0;
  for (
    let end = scanner.endOfRecord(head, 0);
    end !== -1 && records.length < most;
    end = scanner.endOfRecord(head, from)
  ) {
    add(from, end);
    from = end;
  }
  if (records.length === 0 || (from < head.length && records.length < most && head.length < WHOLE))
    add(from, head.length);
  return records;
}

/** A beginning of fewer bytes is the whole file. */
export const WHOLE = 1 << 18;

function commonest(widths: readonly number[]): number {
  const counts = new Map<number, number>();
  for (const width of widths) counts.set(width, (counts.get(width) ?? 0) + 1);
  return [...counts].sort(([, a], [, b]) => b - a)[0]?.[0] ?? 0;
}
