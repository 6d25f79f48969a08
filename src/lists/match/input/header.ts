import { readHeader } from '../header/grammar.ts';
import type { HeadRow } from './head-rows.ts';

/** Where the rows of a list begin, and what its columns are called. */
export interface Header {
  readonly columns: readonly string[];
  /** Whether the columns have the list's own names. */
  readonly named: boolean;
  /** How many of the rows that it was found by come before the list's own: titles, and the header itself. */
  readonly rowsAbove: number;
}

/** Rows that titles may take up above a header; among the first of them, the header is the row with most names. */
const MOST_TITLES = 20;
const BEST_OF = 10;

/** Dates, amounts and other numbers: not the name of a column. */
const NUMBER = /^[-+$]?[\d.,/: -]*\d[\d.,/: %-]*$/;

/** The width that most rows have; 0 without rows. */
export function commonestWidth(rows: readonly HeadRow[]): number {
  const counts = new Map<number, number>();
  for (const { cells } of rows) counts.set(cells.length, (counts.get(cells.length) ?? 0) + 1);
  return [...counts].sort(([, a], [, b]) => b - a)[0]?.[0] ?? 0;
}

/**
 * The row that names the columns, titles above it passed over: of the first ten rows, the one with most names that columns have, of
 * those further below the first; it has more texts than one. -1 for none.
 */
export function headerAt(rows: readonly HeadRow[]): number {
  let best = -1;
  let most = 0;
  for (let i = 0; i < Math.min(rows.length, MOST_TITLES); i++) {
    if (i >= BEST_OF && best !== -1) break;
    const texts = textsOf(rows[i]);
    const names = readHeader(texts, true).filter((said) => said !== null).length;
    if (texts.length < 2 || names <= most || texts.some((text) => NUMBER.test(text))) continue;
    // A row that is no longer than a title above it is a row of the list, which may have a word like a name.
    if (best === -1 && rows.slice(0, i).some((row) => textsOf(row).length >= texts.length)) continue;
    best = i;
    most = names;
  }
  return best;
}

function textsOf({ cells }: HeadRow): string[] {
  return cells.map((cell) => cell.trim()).filter((cell) => cell !== '');
}

/** Whether the first rows of a sheet are those of a table: they name columns, are three wide or more, or begin with a row of the list. */
export function isTable(rows: readonly HeadRow[], isHeader: (first: readonly string[]) => boolean): boolean {
  if (rows.length === 0) return false;
  const isWide = rows.filter((row) => textsOf(row).length >= WIDE).length * 2 > rows.length;
  const [first] = rows;
  const isNamed = textsOf(first).length === 1 && readHeader(textsOf(first), true)[0] !== null;
  return isWide || isNamed || headerAt(rows) !== -1 || !isHeader(first.cells);
}

/** Texts of a row that are more than words with their explanation. */
const WIDE = 3;

/** Between the title of a group of columns and the name of one of them. */
const OF_GROUP = ' / ';

/**
 * The names of a header, with the titles of groups of columns in the row above it: `Property address / Street`, for the columns
 * from a title to the next; a title alone where the header says nothing. A row above with one text, or with a date, is the list's own title.
 */
function withTitles(names: readonly string[], above: HeadRow | undefined): string[] {
  const titles = above === undefined ? [] : textsOf(above);
  if (above === undefined || titles.length < 2 || titles.some((text) => /^\d/.test(text))) return [...names];
  let title = '';
  return Array.from({ length: Math.max(names.length, above.cells.length) }, (_, i) => {
    const own = names[i]?.trim() ?? '';
    title = above.cells[i]?.trim() || title;
    return own === '' ? (above.cells[i]?.trim() ?? '') : title === '' ? own : `${title}${OF_GROUP}${own}`;
  });
}

/**
 * The header of a list by its first rows. `given` is whether the first row names the columns, or null to find out: then `isHeader` judges a first row that has no name that columns
 * have. A sheet is as wide as its widest row, a CSV file as its header or as most of its rows.
 */
export function findHeader(
  rows: readonly HeadRow[],
  isSheet: boolean,
  given: boolean | null,
  isHeader: (first: readonly string[]) => boolean,
): Header {
  if (rows.length === 0) return { columns: [], named: false, rowsAbove: 0 };
  const found = given === null ? headerAt(rows) : -1;
  const at = Math.max(found, 0);
  const named = found !== -1 || (given ?? isHeader(rows[at].cells));
  const names = found > 0 ? withTitles(rows[at].cells, rows[at - 1]) : rows[at].cells;
  const width = isSheet
    ? Math.max(...rows.slice(at).map(({ cells }) => cells.length))
    : named
      ? names.length
      : commonestWidth(rows);
  const columns = Array.from({ length: width }, (_, i) => (named && names[i]?.trim()) || `column_${i + 1}`);
  return { columns: distinct(columns), named, rowsAbove: named ? at + 1 : 0 };
}

/** Names of which no two are the same: the second `name` is `name_2`. */
function distinct(names: readonly string[]): string[] {
  const seen = new Set<string>();
  return names.map((name) => {
    let unused = name;
    for (let n = 2; seen.has(unused); n++) unused = `${name}_${n}`;
    seen.add(unused);
    return unused;
  });
}
