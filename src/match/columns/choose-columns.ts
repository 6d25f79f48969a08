import type { AddressIndex } from '../../index/open.ts';
import { cellText } from '../format/cell.ts';
import type { Row } from '../format/row.ts';
import type { Wanted } from '../lookup/job.ts';
import { matchQuery } from '../lookup/match-query.ts';
import { queryText } from '../lookup/query-text.ts';
import { type Role, roleOf } from './header-names.ts';

type MatchColumns = Extract<Wanted, { kind: 'match' }>;

/** Columns that were found to have addresses. */
export interface FoundColumns {
  readonly columns: readonly number[];
  readonly postcode: number;
  /** The mean score of `tried` rows, 0–100. */
  readonly score: number;
  readonly tried: number;
}

/** The parts of an address in the order in which they are written. */
const PARTS: readonly Role[] = ['building', 'unit', 'number', 'address', 'street', 'suburb', 'state', 'postcode'];
/** Rows that are tried with each choice of columns, and in a first round with each single column. */
const TRIED = 40;
/** A mean score below this is no column of addresses. */
const LEAST = 20;
/** A choice of more columns must score by so much more. */
const WORTH = 2;

/**
 * The columns of a list that have the addresses: of the likely ones, those whose rows score best when they are matched. Likely are every single column, those whose names
 * are of parts of an address, and all columns that have letters. Null where nothing scores. Without rows, those that the names say.
 */
export function findAddressColumns(
  index: AddressIndex,
  names: readonly string[],
  sample: readonly Row[],
  named: boolean,
): FoundColumns | null {
  const rows = spread(
    sample.filter((row) => row.usable),
    TRIED,
  );
  const postcode = named ? names.findIndex((name) => roleOf(name) === 'postcode') : -1;
  if (rows.length === 0) {
    const [columns] = choices(names, rows, named).reverse();
    if (!named || columns === undefined) return null;
    return { columns, postcode: columns.includes(postcode) ? postcode : -1, score: 0, tried: 0 };
  }
  let best: FoundColumns | null = null;
  for (const columns of choices(names, rows, named)) {
    const wanted: MatchColumns = { kind: 'match', columns, postcode: columns.includes(postcode) ? postcode : -1 };
    const score =
      rows.reduce((sum, { cells }) => sum + (matchQuery(index, queryText(cells, wanted)).answer.score ?? 0), 0) /
      rows.length;
    const more = best !== null && columns.length > best.columns.length ? WORTH : 0;
    if (score > (best?.score ?? LEAST) + more) best = { columns, postcode: wanted.postcode, score, tried: rows.length };
  }
  return best;
}

function choices(names: readonly string[], rows: readonly Row[], named: boolean): number[][] {
  const all = names.map((_, i) => i);
  const lettered = all.filter(
    (i) => rows.filter(({ cells }) => /\p{L}{2}/u.test(cellText(cells[i]))).length * 2 > rows.length,
  );
  const single = lettered.map((i) => [i]);
  const together: number[][] = [];
  if (named) {
    const roles = names.map(roleOf);
    const parts = PARTS.flatMap((part) => all.filter((i) => roles[i] === part));
    together.push(parts);
    const withoutBuilding = parts.filter((i) => roles[i] !== 'building');
    together.push(withoutBuilding);
    for (const first of withoutBuilding.filter((i) => roles[i] === 'address' || roles[i] === 'street'))
      together.push([first, ...parts.filter((i) => ['suburb', 'state', 'postcode'].includes(roles[i] ?? ''))]);
  } else {
    // Addresses that were split at their commas: a run of columns.
    for (let from = 0; from < Math.min(all.length, MOST_UNNAMED); from++)
      for (let end = from + 2; end <= Math.min(all.length, MOST_UNNAMED); end++) together.push(all.slice(from, end));
  }
  const seen = new Set<string>();
  return [...single, ...together]
    .filter((columns) => columns.length > 0 && !seen.has(columns.join()) && seen.add(columns.join()))
    .sort((a, b) => a.length - b.length);
}

/** Without names, the columns that may be parts of an address. */
const MOST_UNNAMED = 8;

/** At most `most` rows, evenly from all. */
function spread(rows: readonly Row[], most: number): Row[] {
  const step = Math.max(1, rows.length / most);
  return Array.from({ length: Math.min(most, rows.length) }, (_, i) => rows[Math.floor(i * step)]);
}

/** The column whose name says that it has something, or -1. */
export function columnOfRole(names: readonly string[], role: Role): number {
  return names.findIndex((name) => roleOf(name) === role);
}

/**
 * Whether the first row of a list has names of columns: none of its cells is a number or an address, and the rows below are of another kind, or one of its cells is a
 * name that columns have.
 */
export function isHeader(index: AddressIndex, first: readonly string[]): boolean {
  const cells = first.map((cell) => cell.trim()).filter((cell) => cell !== '');
  if (cells.length === 0) return false;
  if (cells.some((cell) => roleOf(cell) !== null)) return true;
  if (cells.some((cell) => /^[-+]?[\d.,/: -]+$/.test(cell))) return false;
  const texts = [...cells, cells.join(', ')];
  return texts.every(
    (text) => (matchQuery(index, text.replace(/\s+/g, ' ')).answer.score ?? 0) < 34 && !/^\d+\s+\p{L}/u.test(text),
  );
}
