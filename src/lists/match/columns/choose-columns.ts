import type { AddressIndex } from '../../../address/index/open.ts';
import { cellText } from '../format/cell.ts';
import type { Row } from '../format/row.ts';
import { type HeaderPart, readHeader, readWord, unitTypeOf } from '../header/grammar.ts';
import { fieldCell, leafText } from '../lookup/fields.ts';
import type { AddressColumn, Field, Part } from '../lookup/job.ts';
import { matchQuery, matchRow } from '../lookup/match-query.ts';
import { type AddressGroup, addressGroups, fieldsOf, type NamedField, type PartField } from './address-groups.ts';

/** Columns that were found to have addresses. */
export interface FoundColumns {
  readonly columns: readonly AddressColumn[];
  /** Columns that look like parts of the same address, or of none, and are not among them. */
  readonly unused: readonly AddressColumn[];
  /** The addresses that the list has by the names of its columns, the one that was taken first. */
  readonly groups: readonly string[];
  /** The mean score of `tried` rows, 0–100. */
  readonly score: number;
  readonly tried: number;
}

/** Rows that are tried with each choice of columns. */
const TRIED = 40;
/** Columns with a mean score below this do not hold addresses. */
const LEAST = 20;
/** Without names, a choice of several columns must score this much more than a single one. */
const WORTH = 2;
/** Points for each part of an address that a choice uses: a unit that few rows have is still part of the address. */
const USED = 3;
/** Without names, the columns that may be parts of an address. */
const MOST_UNNAMED = 8;

/** A choice of columns: those that are used, and those that look like parts and are not. */
type Choice = Pick<FoundColumns, 'columns' | 'unused'>;

/**
 * The columns of a list that hold the addresses. Where names of columns tell of addresses, those of the one with most parts filled, or
 * of the group `wanted`: of the likely choices the one whose rows score best, where parts that are left out hold the score down. Likely are the columns
 * named as parts, and single columns of words, with or without the place beside it. Null where nothing scores. Without rows, the columns named as parts.
 */
export function findAddressColumns(
  index: AddressIndex,
  names: readonly string[],
  sample: readonly Row[],
  named: boolean,
  wanted: string | null,
): FoundColumns | null {
  const usable = sample.filter((row) => row.usable);
  const rows = spread(usable, TRIED);
  const fields = fieldsOf(names, rows);
  const all = named ? addressGroups(fields, usable) : [{ name: '', parts: [], seeming: [] }];
  const groups = wanted === null ? all : all.filter(({ name }) => name === wanted);
  const first = (group: AddressGroup) => [group, ...all.filter((other) => other !== group)].map(({ name }) => name);
  if (rows.length === 0 && groups.length > 0 && groups[0].parts.length > 0)
    return { ...choiceOf(groups[0], groups[0].parts), groups: first(groups[0]), score: 0, tried: 0 };
  if (rows.length === 0) return null;
  for (const group of groups) {
    const best = bestOf(index, rows, named ? namedChoices(fields, rows, group) : unnamedChoices(fields, rows));
    if (best !== null) return { ...best, groups: first(group), tried: rows.length };
  }
  const called = groups.find(({ parts }) => parts.some(({ part }) => LINES.includes(part)));
  if (called === undefined) return null;
  return { ...choiceOf(called, called.parts), groups: first(called), score: 0, tried: rows.length };
}

const LINES: readonly HeaderPart[] = ['address', 'street'];

function bestOf(
  index: AddressIndex,
  rows: readonly Row[],
  choices: readonly (Choice & { readonly worth: number })[],
): (Choice & { readonly score: number }) | null {
  let best: (Choice & { readonly score: number }) | null = null;
  let bestWorth = Number.NEGATIVE_INFINITY;
  for (const { columns, unused, worth } of choices) {
    // Addresses of other countries say nothing of which columns have them.
    const wanted = { kind: 'match', columns: domestic(columns), unused: domestic(unused) } as const;
    const sum = rows.reduce((total, { cells }) => total + (matchRow(index, cells, wanted).answer.score ?? 0), 0);
    const score = sum / rows.length;
    if (score <= LEAST || score + worth <= bestWorth) continue;
    best = { columns, unused, score };
    bestWorth = score + worth;
  }
  return best;
}

function domestic(columns: readonly AddressColumn[]): readonly AddressColumn[] {
  return columns.filter(({ part }) => part !== 'country');
}

/** The columns of a group that are used, as they are looked up, and those that are not. */
function choiceOf({ parts, seeming }: AddressGroup, used: readonly NamedField[]): Choice {
  const isUsed = (field: Field) => used.some((other) => isSame(other, field));
  return {
    columns: used.map((field) =>
      asColumn(field, parts.find((part) => isSame(part, field))?.part ?? null, used as PartField[]),
    ),
    unused: [...parts, ...seeming.map((field): PartField => ({ ...field, part: 'unit' }))]
      .filter((field) => !isUsed(field))
      .map((field) => asColumn(field, field.part, [])),
  };
}

function isSame(a: Field, b: Field): boolean {
  return a.at === b.at && (a.path ?? []).join('\n') === (b.path ?? []).join('\n');
}

/** The parts of an address as they are looked up: others are `whole`. */
const LOOKED_UP: Readonly<Partial<Record<HeaderPart, Pick<AddressColumn, 'glue'> & { readonly part: Part }>>> = {
  unitType: { part: 'unit' },
  unit: { part: 'unit' },
  unitSuffix: { part: 'unit', glue: '' },
  level: { part: 'level' },
  number: { part: 'number' },
  numberSuffix: { part: 'number', glue: '' },
  numberLast: { part: 'number', glue: '-' },
  street: { part: 'street' },
  type: { part: 'type' },
  suburb: { part: 'suburb' },
  state: { part: 'state' },
  postcode: { part: 'postcode' },
  country: { part: 'country' },
};

/** A column as the part of an address that it is named for; `whole` for none, and for lines. */
export function asColumn(
  { at, path = [], name }: NamedField,
  named: HeaderPart | null,
  beside: readonly PartField[] = [],
): AddressColumn {
  const looked = named === null ? undefined : LOOKED_UP[named];
  const field = path.length === 0 ? { at } : { at, path };
  if (looked === undefined) return { ...field, part: 'whole' };
  if (named !== 'unit') return { ...field, ...looked };
  const isTyped = beside.some(({ part }) => part === 'unitType');
  return { ...field, ...looked, unitType: unitTypeOf(name), ...(isTyped ? { glue: ' ' as const } : {}) };
}

/** All parts, all but some of them, and single columns of words, each with and without the place beside it. */
function namedChoices(
  fields: readonly NamedField[],
  rows: readonly Row[],
  group: AddressGroup,
): readonly (Choice & { readonly worth: number })[] {
  const { parts } = group;
  const place = parts.filter(({ part }) => PLACE.includes(part));
  const without = (...named: HeaderPart[]) => parts.filter(({ part }) => !named.includes(part));
  const singles = fields.filter((field) => hasWords(rows, field) && !place.some((other) => isSame(other, field)));
  const choices: readonly (readonly NamedField[])[] = [
    parts,
    without('building'),
    without('address', 'line'),
    without('building', 'address', 'line'),
    without('building', 'number', 'numberSuffix', 'numberLast', 'street', 'type'),
    ...singles.map((single) => [single, ...place]),
    ...singles.map((single) => [single]),
  ];
  return distinct(choices).map((used) => ({
    ...choiceOf(group, used),
    worth: USED * used.filter((field) => parts.some((part) => isSame(part, field))).length,
  }));
}

const PLACE: readonly HeaderPart[] = ['suburb', 'place', 'state', 'postcode', 'country'];

/** Single columns of words, and runs of columns: addresses that were split at their commas. */
function unnamedChoices(
  fields: readonly NamedField[],
  rows: readonly Row[],
): readonly (Choice & { readonly worth: number })[] {
  const runs: NamedField[][] = [];
  const width = Math.min(fields.length, MOST_UNNAMED);
  for (let from = 0; from < width; from++)
    for (let end = from + 2; end <= width; end++) runs.push(fields.slice(from, end));
  const singles = fields.filter((field) => hasWords(rows, field)).map((field) => [field]);
  return distinct([...singles, ...runs]).map((used) => ({
    columns: used.map((field) => asColumn(field, null)),
    unused: [],
    worth: used.length === 1 ? 0 : -WORTH,
  }));
}

/** Whether most cells of a column have two words or more, as an address has and a code has not. */
function hasWords(rows: readonly Row[], field: Field): boolean {
  const texts = rows.map(({ cells }) => leafText(fieldCell(cells, field)).trim()).filter((text) => text !== '');
  return (
    texts.length > 0 &&
    texts.filter((text) => /\p{L}{2}/u.test(text) && /\S[\s,]+\S/.test(text)).length * 2 > texts.length
  );
}

function distinct(choices: readonly (readonly NamedField[])[]): readonly (readonly NamedField[])[] {
  const seen = new Set<string>();
  return choices.filter((fields) => {
    const key = JSON.stringify(fields.map(({ name }) => name));
    return fields.length > 0 && !seen.has(key) && seen.add(key);
  });
}

/** At most `most` rows, spread evenly over all of them. */
function spread(rows: readonly Row[], most: number): Row[] {
  const step = Math.max(1, rows.length / most);
  return Array.from({ length: Math.min(most, rows.length) }, (_, i) => rows[Math.floor(i * step)]);
}

/** Fields of a list that are named for parts of one point or thing, and which others there are. */
export interface NamedGroup {
  readonly fields: readonly NamedField[];
  readonly groups: readonly string[];
}

/**
 * The columns that are named for all of `parts`, of the group `wanted`, or else of the one that is filled in most rows. Null where none is.
 */
export function fieldsNamed(
  names: readonly string[],
  sample: readonly Row[],
  parts: readonly HeaderPart[],
  wanted: string | null,
): NamedGroup | null {
  const rows = sample.filter((row) => row.usable);
  const fields = fieldsOf(names, spread(rows, TRIED));
  const said = readHeader(fields.map(({ name }) => name));
  const groups = [...new Set(said.flatMap((name) => (name === null ? [] : [name.group])))].flatMap((group) => {
    const own = parts.flatMap((part) =>
      fields.filter((_, i) => said[i]?.part === part && said[i]?.group === group).slice(0, 1),
    );
    const filled = rows.filter(({ cells }) =>
      own.every((field) => cellText(fieldCell(cells, field)).trim() !== ''),
    ).length;
    return own.length === parts.length ? [{ name: group, fields: own, filled }] : [];
  });
  const sorted = groups.sort((a, b) => b.filled - a.filled);
  const taken = wanted === null ? sorted[0] : sorted.find(({ name }) => name === wanted);
  if (taken === undefined) return null;
  return {
    fields: taken.fields,
    groups: [taken, ...sorted.filter((group) => group !== taken)].map(({ name }) => name),
  };
}

/**
 * Whether the first row of a list has names of columns: none of its cells is a number or an address, and the rows below are of
 * another kind, or one of its cells is a name that columns have.
 */
export function isHeader(index: AddressIndex, first: readonly string[]): boolean {
  const cells = first.map((cell) => cell.trim()).filter((cell) => cell !== '');
  if (cells.length === 0) return false;
  if (cells.some((cell) => readWord(cell) !== null)) return true;
  if (cells.some((cell) => /^[-+]?[\d.,/: -]+$/.test(cell))) return false;
  const texts = [...cells, cells.join(', ')];
  return texts.every(
    (text) => (matchQuery(index, text.replace(/\s+/g, ' ')).answer.score ?? 0) < 34 && !/^\d+\s+\p{L}/u.test(text),
  );
}
