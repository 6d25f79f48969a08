import type { Asked, GivenParts } from '../../../address/search/text/parts.ts';
import { type Cell, cellText } from '../format/cell.ts';
import type { AddressColumn, Wanted } from './job.ts';

/** The longest text that is looked up, in characters, as in the service. */
export const LONGEST_QUERY = 500;

/**
 * The address of a row as one text: its columns joined by commas, number, street and type by spaces; white space and
 * control characters as single spaces. A bare unit or level gets its word, and a place that the text already ends with
 * is not repeated.
 */
export function queryText(cells: readonly Cell[], { columns }: Extract<Wanted, { kind: 'match' }>): string {
  let query = '';
  let before: AddressColumn | null = null;
  for (const column of columns) {
    const text = singleSpaced(leafText(cells[column.at]));
    if (text === '' || (column.part !== 'whole' && NOTHING.test(text))) continue;
    if (isRepeated(query, column, text)) continue;
    if (
      before?.part === 'number' &&
      column.part === 'street' &&
      startsWithWord(text, cellText(cells[before.at]).trim())
    )
      query = query.slice(0, query.length - cellText(cells[before.at]).trim().length);
    else if (query !== '') query += before !== null && isOneLine(before, column) ? ' ' : ', ';
    query += partText(column, text);
    before = column;
  }
  return query;
}

/** The parts of validate that columns have; `type` follows the street. */
const PARTS = { unit: 'unit', level: 'level', number: 'number', street: 'street', type: 'street' } as const;
const PLACE_PARTS = { suburb: 'suburb', state: 'state', postcode: 'postcode' } as const;
const NO_PARTS: GivenParts = {
  building: null,
  unit: null,
  level: null,
  number: null,
  street: null,
  suburb: null,
  state: null,
  postcode: null,
};

/**
 * The address of a row as it is looked up: in parts where its columns are a street and a suburb at least, and none of
 * them may hold all of it; else as the text `query`.
 */
export function askedOf(cells: readonly Cell[], { columns }: Extract<Wanted, { kind: 'match' }>, query: string): Asked {
  const parts: Record<string, string | null> = { ...NO_PARTS };
  for (const column of columns) {
    if (column.part === 'whole') return query;
    const text = singleSpaced(leafText(cells[column.at]));
    if (text === '' || NOTHING.test(text)) continue;
    const part = { ...PARTS, ...PLACE_PARTS }[column.part];
    const given = parts[part];
    if (given !== null && part !== 'street') return query;
    const isBareUnit = part === 'unit' && column.unitType !== undefined && BARE.test(text);
    parts[part] = given === null ? (isBareUnit ? `${column.unitType} ${text}` : text) : `${given} ${text}`;
  }
  const { number, street, suburb } = parts;
  if (street === null || suburb === null) return query;
  return number !== null && startsWithWord(street, number)
    ? { ...NO_PARTS, ...parts, number: null }
    : { ...NO_PARTS, ...parts };
}

/** Number, street and type are written beside each other. */
function isOneLine(before: AddressColumn, { part }: AddressColumn): boolean {
  return (before.part === 'number' && part === 'street') || (before.part !== 'whole' && part === 'type');
}

function partText({ part, unitType }: AddressColumn, text: string): string {
  if (part === 'unit' && BARE.test(text)) return `${unitType ?? 'UNIT'} ${text}`;
  if (part === 'level' && BARE.test(text)) return `LEVEL ${text}`;
  // Spreadsheets take the zero from 0800.
  if (part === 'postcode' && THREE_DIGITS.test(text)) return `0${text}`;
  return text;
}

/** Whether the text of a whole address already ends with this part of a place. */
function isRepeated(query: string, { part }: AddressColumn, text: string): boolean {
  if (query === '' || (part !== 'suburb' && part !== 'state' && part !== 'postcode')) return false;
  let rest = query.toUpperCase();
  const wanted = text.toUpperCase();
  for (let tail = TAIL.exec(rest); tail !== null; tail = TAIL.exec(rest)) {
    if (part !== 'suburb' && tail[1] === wanted) return true;
    rest = rest.slice(0, tail.index);
  }
  return part === 'suburb' && rest.endsWith(wanted) && /[\s,]/.test(rest.charAt(rest.length - wanted.length - 1));
}

function startsWithWord(text: string, word: string): boolean {
  return text.length > word.length && text.startsWith(word) && /[\s,]/.test(text.charAt(word.length));
}

/** A cell as text; the values of an object or a list, however deep, in their order. */
function leafText(cell: Cell | undefined): string {
  if (typeof cell !== 'object' || cell === null || cell instanceof Date) return cellText(cell);
  return (Object.values(cell) as Cell[])
    .map(leafText)
    .filter((text) => text !== '')
    .join(', ');
}

/** A text with white space and control characters as single spaces, and none at its ends. Most cells are so already. */
function singleSpaced(text: string): string {
  let before = SPACE;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code < SPACE || code > LAST_OF_ASCII || (code === SPACE && before === SPACE)) return respaced(text);
    before = code;
  }
  return before === SPACE ? respaced(text) : text;
}

const SPACE = 0x20;
const LAST_OF_ASCII = 0x7e;

function respaced(text: string): string {
  return text.replace(BLANKS, ' ').trim();
}

const BLANKS = /[\s\p{Cc}]+/gu;
const THREE_DIGITS = /^\d{3}$/;
/** What people write into a cell to say that it is empty. */
const NOTHING = /^(?:[-–.]+|#?n\/?a|nil|null|none)$/i;
/** A number of a unit or level without its word: `5`, `5A`, `G`, `G04`. */
const BARE = /^(?:\d+[A-Z]?|[A-Z]\d*)$/i;
const TAIL = /[\s,]+(\d{4}|NSW|VIC|QLD|SA|WA|TAS|NT|ACT|AUSTRALIA)\.?$/;
