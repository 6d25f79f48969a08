/** One value of a row. A spreadsheet has numbers, booleans and dates; the text formats have text, NDJSON also objects and lists. */
export type Cell = string | number | boolean | null | Date | readonly unknown[] | { readonly [name: string]: unknown };

/** A cell as text: a date as `2026-02-28`, with its time where it has one; a list of texts with semicolons; an object
 * or another list as JSON; nothing as the empty text. */
export function cellText(cell: Cell | undefined): string {
  if (typeof cell === 'string') return cell;
  if (cell === null || cell === undefined) return '';
  if (cell instanceof Date) {
    if (Number.isNaN(cell.getTime())) return '';
    const [day, time] = cell.toISOString().split('T');
    return time === '00:00:00.000Z' ? day : `${day}T${time.replace(/(?:\.000)?Z$/, '')}`;
  }
  if (Array.isArray(cell) && cell.every((item) => typeof item === 'string')) return cell.join('; ');
  return typeof cell === 'object' ? JSON.stringify(cell) : String(cell);
}
