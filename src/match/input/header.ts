import { roleOf } from '../columns/header-names.ts';
import type { HeadRow } from './head-rows.ts';

/** Where the rows of a list begin, and what its columns are called. */
export interface Header {
  readonly columns: readonly string[];
  /** Whether the columns have the list's own names. */
  readonly named: boolean;
  /** How many of the rows that it was found by come before the list's own: titles, and the header itself. */
  readonly rowsAbove: number;
}

/** Rows that titles may take up above a header. */
const MOST_TITLES = 20;

/** Dates, amounts and other numbers: not the name of a column. */
const NUMBER = /^[-+$]?[\d.,/: -]*\d[\d.,/: %-]*$/;

/** The width that most rows have; 0 without rows. */
export function commonestWidth(rows: readonly HeadRow[]): number {
  const counts = new Map<number, number>();
  for (const { cells } of rows) counts.set(cells.length, (counts.get(cells.length) ?? 0) + 1);
  return [...counts].sort(([, a], [, b]) => b - a)[0]?.[0] ?? 0;
}

/** The row that names the columns, titles above it passed over: the first with names that columns have, and with more texts than any row above. -1 for none. */
export function headerAt(rows: readonly HeadRow[]): number {
  let most = 1;
  for (let i = 0; i < Math.min(rows.length, MOST_TITLES); i++) {
    const texts = rows[i].cells.map((cell) => cell.trim()).filter((cell) => cell !== '');
    const names = texts.some((text) => roleOf(text) !== null) && !texts.some((text) => NUMBER.test(text));
    if (names && texts.length > most) return i;
    most = Math.max(most, texts.length);
  }
  return -1;
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
  const names = rows[at].cells;
  const named = found !== -1 || (given ?? isHeader(names));
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
