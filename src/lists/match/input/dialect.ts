import type { CsvFormat } from '../format/format.ts';
import { headRows } from './head-rows.ts';
import { commonestWidth, headerAt } from './header.ts';

/** What may stand between fields, the likeliest first. */
const DELIMITERS = [',', ';', '\t', '|'];

/**
 * Records that are looked at, and the share of them that must have the same number of fields by a delimiter; a smaller
 * share is enough where a header has that many fields.
 */
const RECORDS = 200;
const AGREEMENT = 0.8;
const AGREEMENT_WITH_HEADER = 0.5;

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
    const rows = headRows(head, dialect(delimiter), RECORDS);
    const width = commonestWidth(rows);
    const share = rows.filter(({ cells }) => cells.length === width).length / rows.length;
    const header = rows[headerAt(rows)];
    // Agreement between the records is worth more than another column.
    const worth = share * (1 - 1 / (width + 2));
    const least = header?.cells.length === width ? AGREEMENT_WITH_HEADER : AGREEMENT;
    if (width < 2 || share < least || worth <= most) continue;
    best = dialect(delimiter);
    most = worth;
  }
  return best;
}

/** What lines end with: only line ends outside quotes count, a carriage return alone only where there is no newline. */
export function lineEndOf(head: Buffer): CsvFormat['lineEnd'] {
  const bare = head.toString('latin1').replace(/"[^"]*"/g, '');
  const newline = bare.indexOf('\n');
  if (newline === -1) return bare.includes('\r') ? '\r' : '\n';
  return newline > 0 && bare[newline - 1] === '\r' ? '\r\n' : '\n';
}
