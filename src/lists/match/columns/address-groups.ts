import { type Cell, cellText } from '../format/cell.ts';
import type { Row } from '../format/row.ts';
import { ADDRESS_PARTS, type HeaderName, type HeaderPart, isNamedLikePart, readHeader } from '../header/grammar.ts';
import { stateOf } from '../header/words.ts';
import { fieldCell, fieldPaths, leafText } from '../lookup/fields.ts';
import type { Field } from '../lookup/job.ts';

/** A column of a list, or a field of one whose cells are objects, by its name. */
export interface NamedField extends Field {
  readonly name: string;
  readonly path: readonly string[];
}

/** A field that has a part of an address. */
export interface PartField extends NamedField {
  readonly part: HeaderPart;
}

/** The columns of one address: its own, and those of none where they are no address by themselves. */
export interface AddressGroup {
  /** Empty for the columns of no group. */
  readonly name: string;
  /** In the order in which an address is written. */
  readonly parts: readonly PartField[];
  /** Columns that look like a part by a word of their names alone: `Unit code`. */
  readonly seeming: readonly NamedField[];
}

/** The columns of a list; in place of one with objects that have parts of an address, their fields. */
export function fieldsOf(names: readonly string[], rows: readonly Row[]): readonly NamedField[] {
  return names.flatMap((name, at) => {
    const own: NamedField = { at, path: [], name };
    const paths = new Map<string, readonly string[]>();
    for (const { cells } of rows) for (const path of fieldPaths(cells[at])) paths.set(path.join('.'), path);
    if (paths.size === 0) return [own];
    const fields = [...paths].map(([text, path]): NamedField => ({ at, path, name: `${name}.${text}` }));
    return readHeader(fields.map((field) => field.name)).some((said) => said !== null) ? fields : [own];
  });
}

/** Whether cells are what the name of their column says: at least half of those that say something. */
const CELLS: Readonly<Partial<Record<HeaderPart, (text: string) => boolean>>> = {
  address: (text) => /\p{L}{2}/u.test(text) && /\S\s+\S/.test(text),
  unit: (text) => /\d|^\p{L}$/u.test(text),
  level: (text) => /\d|^\p{L}{1,2}$|ground/iu.test(text),
  number: (text) => /^\D{0,6}\d/.test(text),
  state: (text) => stateOf(text) !== null,
  postcode: (text) => /^\d{3,4}$/.test(text),
};
const IS_WORDS = /\p{L}{2}/u;
/** A number with at most a letter at each end, after at most one word. */
const NUMBERED = /^(?:\p{L}+\.?\s*)?\p{L}?\d{1,5}\p{L}?$/u;

/** The texts of a field in those rows in which it says something. */
function textsOf(rows: readonly Row[], field: Field): readonly string[] {
  return rows.map(({ cells }) => leafText(fieldCell(cells, field)).trim()).filter((text) => text !== '');
}

function isMostly(texts: readonly string[], test: (text: string) => boolean): boolean {
  return texts.filter(test).length * 2 >= texts.length;
}

/** What each field is named for, where its cells are that; null where its name says nothing. */
function readFields(fields: readonly NamedField[], rows: readonly Row[]): readonly (HeaderName | null)[] {
  return readHeader(fields.map(({ name }) => name)).map((said, i) => {
    const test = said === null ? undefined : (CELLS[said.part] ?? ((text: string) => IS_WORDS.test(text)));
    const isPart = said !== null && ADDRESS_PARTS.includes(said.part);
    const isOwn =
      !isPart ||
      said.part.startsWith('number') ||
      said.part.endsWith('Suffix') ||
      isMostly(textsOf(rows, fields[i]), test ?? (() => true));
    return isOwn ? said : null;
  });
}

const LINES: readonly HeaderPart[] = ['address', 'street'];
const PLACES: readonly HeaderPart[] = ['suburb', 'place', 'postcode'];

/**
 * The addresses of a list by the names of its columns, those with the most parts filled in `rows` first, then in the order of the
 * header. One group without a name where no column is named for an address.
 */
export function addressGroups(fields: readonly NamedField[], rows: readonly Row[]): readonly AddressGroup[] {
  const said = readFields(fields, rows);
  const names = [...new Set(said.flatMap((name) => (name === null ? [] : [name.group])))];
  const ofGroup = (group: string): PartField[] =>
    fields.flatMap((field, i) => {
      const name = said[i];
      return name?.group === group && ADDRESS_PARTS.includes(name.part) ? [{ ...field, part: name.part }] : [];
    });
  const none = ofGroup('');
  const isWhole = (parts: readonly PartField[]) => has(parts, LINES) && has(parts, PLACES);
  const seeming = fields.filter((field, i) => {
    const texts = said[i] === null && isNamedLikePart(field.name) ? textsOf(rows, field) : [];
    return texts.length > 0 && isMostly(texts, (text) => NUMBERED.test(text));
  });
  const groups = names.flatMap((name): AddressGroup[] => {
    const own = ofGroup(name);
    const borrowed =
      name === '' || isWhole(none) ? [] : none.filter(({ part }) => !own.some((other) => isAlike(other.part, part)));
    const parts = inOrder(withoutCounts([...own, ...borrowed], rows));
    return has(parts, LINES) && (name === '' || has(own, [...LINES, ...PLACES])) ? [{ name, parts, seeming }] : [];
  });
  if (groups.length === 0) return [{ name: '', parts: inOrder(none), seeming }];
  const filled = new Map(groups.map((group) => [group, filledParts(group, rows)]));
  // A line of none that is part of another address is no address of its own.
  const isTaken = groups.some(
    ({ name, parts }) =>
      name !== '' &&
      none.some(
        (line) => LINES.includes(line.part) && parts.some(({ at, path }) => at === line.at && path === line.path),
      ),
  );
  const own = groups.filter(({ name }) => name !== '' || !isTaken);
  return own.sort((a, b) => (filled.get(b) ?? 0) - (filled.get(a) ?? 0));
}

function has(parts: readonly PartField[], some: readonly HeaderPart[]): boolean {
  return parts.some(({ part }) => some.includes(part));
}

function isAlike(one: HeaderPart, other: HeaderPart): boolean {
  return one === other || (LINES.includes(one) && LINES.includes(other));
}

function inOrder(parts: readonly PartField[]): readonly PartField[] {
  return ADDRESS_PARTS.flatMap((part) => parts.filter((field) => field.part === part));
}

/** Without a column `No` that counts the rows, beside lines that have numbers of their own. */
function withoutCounts(parts: readonly PartField[], rows: readonly Row[]): readonly PartField[] {
  const line = parts.find(({ part }) => LINES.includes(part));
  if (line === undefined) return parts;
  return parts.filter((field) => {
    if (field.part !== 'number') return true;
    const both = rows.map(({ cells }) => [
      leafText(fieldCell(cells, field)).trim(),
      leafText(fieldCell(cells, line)).trim(),
    ]);
    const filled = both.filter(([number, text]) => number !== '' && /^\D{0,12}\d+\S*\s+\p{L}/u.test(text));
    return (
      filled.length * 2 <= both.length ||
      isMostly(
        filled.map(([number, text]) => `${number} ${text}`),
        (text) => /^(\S+) .*\1\b/.test(text),
      )
    );
  });
}

/** How many parts are filled, over all rows. */
function filledParts({ parts }: AddressGroup, rows: readonly Row[]): number {
  const kinds = [...new Set(parts.map(({ part }) => part))].filter((part) => part !== 'line');
  const isFilled = (row: Row, kind: HeaderPart) =>
    parts.some((field) => field.part === kind && cellText(fieldCell(row.cells, field) as Cell).trim() !== '');
  return rows.length === 0
    ? kinds.length
    : rows.reduce((sum, row) => sum + kinds.filter((kind) => isFilled(row, kind)).length, 0);
}
