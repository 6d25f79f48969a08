import type { AddressIndex } from '../../../address/index/open.ts';
import { cellText } from '../format/cell.ts';
import type { Row } from '../format/row.ts';
import type { AddressColumn, Part } from '../lookup/job.ts';
import { matchQuery } from '../lookup/match-query.ts';
import { queryText } from '../lookup/query-text.ts';
import { groupOf, isNamedLikePart, type Role, roleOf, unitTypeOf } from './header-names.ts';

/** Columns that were found to have addresses. */
export interface FoundColumns {
  readonly columns: readonly AddressColumn[];
  /** The mean score of `tried` rows, 0–100. */
  readonly score: number;
  readonly tried: number;
}

/** The parts of an address in the order in which they are written. */
const PARTS: readonly Role[] = [
  ...(['building', 'unit', 'level', 'number', 'address', 'street', 'type'] as const),
  ...(['suburb', 'state', 'postcode'] as const),
];
const PLACE: readonly (Role | null)[] = ['suburb', 'state', 'postcode'];
/** Rows that are tried with each choice of columns. */
const TRIED = 40;
/** Columns with a mean score below this do not hold addresses. */
const LEAST = 20;
/** Without names, a choice of several columns must score this much more than a single one. */
const WORTH = 2;
/** Points for using all columns that are named as parts: a unit that few rows have is still part of the address. */
const NAMED = 5;
/** Without names, the columns that may be parts of an address. */
const MOST_UNNAMED = 8;

/**
 * The columns of a list that hold the addresses: of the likely choices, the one whose rows score best when they are
 * matched. Likely are single columns of words, with or without the place beside them, and columns named as parts of an
 * address. Null where nothing scores. Without rows, the columns named as parts.
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
  const all = named ? partColumns(names) : [];
  if (rows.length === 0) return all.length === 0 ? null : { columns: all, score: 0, tried: 0 };
  let best: FoundColumns | null = null;
  let bestWorth = Number.NEGATIVE_INFINITY;
  for (const parts of named ? groupsOf(names, all) : [all])
    for (const columns of named ? namedChoices(names, rows, parts) : unnamedChoices(names, rows))
      tryOut(columns, parts);
  return best ?? calledAddress(names, all, rows.length);

  function tryOut(columns: readonly AddressColumn[], parts: readonly AddressColumn[]): void {
    const score =
      rows.reduce((sum, { cells }) => {
        const query = queryText(cells, { kind: 'match', columns });
        return sum + (matchQuery(index, query).answer.score ?? 0);
      }, 0) / rows.length;
    const used = columns.filter(({ at }) => parts.some((part) => part.at === at)).length;
    const worth = score + (named ? (NAMED * used) / Math.max(1, parts.length) : -WORTH * Math.sign(columns.length - 1));
    if (score <= LEAST || worth <= bestWorth) return;
    best = { columns, score, tried: rows.length };
    bestWorth = worth;
  }
}

/** The parts of each group of columns, those in no group with them, `Property address / Street`; all together without groups. */
function groupsOf(names: readonly string[], parts: readonly AddressColumn[]): (readonly AddressColumn[])[] {
  const groups = [...new Set(parts.map(({ at }) => groupOf(names[at])))].filter((group) => group !== '');
  if (groups.length < 2) return [parts];
  return groups.map((group) => parts.filter(({ at }) => ['', group].includes(groupOf(names[at]))));
}

/** The columns by their names alone, where one says that it has addresses, although no row of it was found. */
function calledAddress(names: readonly string[], parts: readonly AddressColumn[], tried: number): FoundColumns | null {
  const [columns] = groupsOf(names, parts);
  const isCalled = columns.some(({ at }) => ['address', 'street'].includes(roleOf(names[at]) ?? ''));
  return isCalled ? { columns, score: 0, tried } : null;
}

/** The columns that are named as parts of an address, in the order in which an address is written. */
function partColumns(names: readonly string[]): readonly AddressColumn[] {
  return PARTS.flatMap((role) => names.flatMap((name, at) => (roleOf(name) === role ? [asPart(at, role, name)] : [])));
}

/**
 * The columns that look like parts of an address: named as such, or with a word such as `unit` in the name (`Unit code`) and cells
 * such as `5`, `12A` or `Flat 3`.
 */
export function seemingParts(names: readonly string[], sample: readonly Row[]): readonly number[] {
  const named = partColumns(names).map(({ at }) => at);
  const isNumbered = (at: number) => {
    const texts = sample.map(({ cells }) => cellText(cells[at]).trim()).filter((text) => text !== '');
    return texts.length > 0 && texts.filter((text) => NUMBERED.test(text)).length * 2 > texts.length;
  };
  const alike = names.flatMap((name, at) =>
    !named.includes(at) && roleOf(name) === null && isNamedLikePart(name) && isNumbered(at) ? [at] : [],
  );
  return [...named, ...alike];
}

/** A number with at most a letter at each end, after at most one word. */
const NUMBERED = /^(?:\p{L}+\.?\s*)?\p{L}?\d{1,5}\p{L}?$/u;

/** A column as the part of an address that its role stands for. */
export function asPart(at: number, role: Role | null, name: string): AddressColumn {
  const part: Part = role === null || !isPart(role) ? 'whole' : role;
  return part === 'unit' ? { at, part, unitType: unitTypeOf(name) } : { at, part };
}

function isPart(role: Role): role is Exclude<Part, 'whole'> {
  return PARTS.includes(role) && role !== 'address' && role !== 'building';
}

/** Single columns of words, each with and without the place beside it; all parts, and all but some of them. */
function namedChoices(
  names: readonly string[],
  rows: readonly Row[],
  parts: readonly AddressColumn[],
): readonly (readonly AddressColumn[])[] {
  const roleAt = ({ at }: AddressColumn) => roleOf(names[at]);
  const place = parts.filter((column) => PLACE.includes(roleAt(column)));
  const without = (...roles: Role[]) => parts.filter((column) => !roles.some((role) => role === roleAt(column)));
  const singles = names.flatMap((name, at) =>
    hasWords(rows, at) && !PLACE.includes(roleOf(name)) ? [{ at, part: 'whole' } as const] : [],
  );
  return distinct([
    parts,
    without('building'),
    without('address'),
    without('building', 'address'),
    without('building', 'number', 'street', 'type'),
    ...singles.map((single) => [single, ...place.filter(({ at }) => at !== single.at)]),
    ...singles.map((single) => [single]),
  ]);
}

/** Single columns of words, and runs of columns: addresses that were split at their commas. */
function unnamedChoices(names: readonly string[], rows: readonly Row[]): readonly (readonly AddressColumn[])[] {
  const all = names.map((_, at): AddressColumn => ({ at, part: 'whole' }));
  const runs: AddressColumn[][] = [];
  const width = Math.min(all.length, MOST_UNNAMED);
  for (let from = 0; from < width; from++)
    for (let end = from + 2; end <= width; end++) runs.push(all.slice(from, end));
  return distinct([...all.filter(({ at }) => hasWords(rows, at)).map((column) => [column]), ...runs]);
}

/** Whether most cells of a column have two words or more, as an address has and a code has not. */
function hasWords(rows: readonly Row[], at: number): boolean {
  const texts = rows.map(({ cells }) => cellText(cells[at]).trim()).filter((text) => text !== '');
  return (
    texts.length > 0 &&
    texts.filter((text) => /\p{L}{2}/u.test(text) && /\S[\s,]+\S/.test(text)).length * 2 > texts.length
  );
}

function distinct(choices: readonly (readonly AddressColumn[])[]): readonly (readonly AddressColumn[])[] {
  const seen = new Set<string>();
  return choices.filter((columns) => {
    const key = JSON.stringify(columns);
    return columns.length > 0 && !seen.has(key) && seen.add(key);
  });
}

/** At most `most` rows, spread evenly over all of them. */
function spread(rows: readonly Row[], most: number): Row[] {
  const step = Math.max(1, rows.length / most);
  return Array.from({ length: Math.min(most, rows.length) }, (_, i) => rows[Math.floor(i * step)]);
}

/** The position of the column that is named for a role, or -1. */
export function columnOfRole(names: readonly string[], role: Role): number {
  return names.findIndex((name) => roleOf(name) === role);
}

/**
 * Whether the first row of a list has names of columns: none of its cells is a number or an address, and the rows below are of
 * another kind, or one of its cells is a name that columns have.
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
