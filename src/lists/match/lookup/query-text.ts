import type { Asked, GivenParts } from '../../../address/search/text/parts.ts';
import { PHRASES } from '../../../address/vocabulary/phrases.ts';
import { wordsIn } from '../../../address/vocabulary/words.ts';
import type { Cell } from '../format/cell.ts';
import { stateOf } from '../header/words.ts';
import { fieldCell, leafText } from './fields.ts';
import type { AddressColumn, Wanted } from './job.ts';

/** The longest text that is looked up, in characters, as in the service. */
export const LONGEST_QUERY = 500;

/** A part of a row's address, as its column has it. */
interface RowPart {
  readonly column: AddressColumn;
  readonly text: string;
}

/** What the columns of a row say, in their order: white space and control characters as single spaces, and nothing twice. */
function partsOfRow(cells: readonly Cell[], columns: readonly AddressColumn[]): readonly RowPart[] {
  const parts: RowPart[] = [];
  let lines = 0;
  for (const column of columns) {
    const text = singleSpaced(leafText(fieldCell(cells, column)));
    if (text === '' || (column.part !== 'whole' && NOTHING.test(text))) continue;
    if (text === '0' && NUMBERED.has(column.part)) continue;
    if (column.part === 'country' && isAustralia(text)) continue;
    const before = parts[parts.length - 1];
    if (column.glue !== undefined && before?.column.part === column.part) {
      const glued = column.glue === '-' && before.text === text ? before.text : `${before.text}${column.glue}${text}`;
      parts[parts.length - 1] = { column: before.column, text: glued };
      continue;
    }
    parts.push({ column, text });
    if (isLine(column)) lines++;
  }
  return lines === 0 || parts.length === 1 ? parts : withoutRepeats(parts);
}

/** Parts of which no line says another again, `12 Smith St` beside `12` and `Smith`. */
function withoutRepeats(parts: readonly RowPart[]): readonly RowPart[] {
  const isSaid = ({ column, text }: RowPart, i: number) =>
    !PLACE.has(column.part) &&
    parts.some(
      (line, j) =>
        i !== j &&
        isLine(line.column) &&
        (!isLine(column) || line.text.length > text.length || (line.text.length === text.length && j < i)) &&
        says(line.text, column, text),
    );
  const left = parts.filter((part, i) => !isSaid(part, i));
  if (left.length === parts.length) return parts;
  const isNamed = (some: readonly RowPart[]) => some.some(({ column }) => column.part === 'street');
  return isNamed(left) || !isNamed(parts) ? left : left.filter(({ column }) => column.part !== 'type');
}

/** What a column of countries says of Australia, which no address needs; any other country is part of the text. */
const AUSTRALIA: ReadonlySet<string> = new Set(
  PHRASES.filter(({ meaning }) => meaning === 'country').flatMap(({ words }) => wordsIn(words)),
);

/** Whether a cell names Australia: `AU`, `Australia (AUS)`. */
function isAustralia(text: string): boolean {
  if (AUSTRALIA.has(text)) return true;
  const words = text
    .toUpperCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
  return AUSTRALIA.has(words) || words.split(' ').every((word) => AUSTRALIA.has(word));
}

const PLACE: ReadonlySet<AddressColumn['part']> = new Set(['suburb', 'state', 'postcode', 'country']);

function isLine({ part }: AddressColumn): boolean {
  return part === 'whole' || part === 'street';
}

const NUMBERED: ReadonlySet<AddressColumn['part']> = new Set(['unit', 'level', 'number']);

/**
 * The address of a row as one text: its columns joined by commas, number, street and type by spaces. A bare unit or level
 * gets its word, and a place that the text already ends with is not repeated.
 */
export function queryText(cells: readonly Cell[], { columns }: Extract<Wanted, { kind: 'match' }>): string {
  let query = '';
  let before: AddressColumn | null = null;
  for (const { column, text } of partsOfRow(cells, columns)) {
    if (isRepeated(query, column, text)) continue;
    if (query !== '') query += before !== null && isOneLine(before, column) ? ' ' : ', ';
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
 * The address of a row as it is looked up: in parts where it has a street and a suburb at least, and no column says what may
 * be all of it; else as the text `query`.
 */
export function askedOf(cells: readonly Cell[], { columns }: Extract<Wanted, { kind: 'match' }>, query: string): Asked {
  const parts: Record<string, string | null> = { ...NO_PARTS };
  for (const { column, text } of partsOfRow(cells, columns)) {
    if (column.part === 'whole' || column.part === 'country') return query;
    const part = { ...PARTS, ...PLACE_PARTS }[column.part];
    const given = parts[part];
    if (given !== null && part !== 'street') return query;
    const isBareUnit = part === 'unit' && column.unitType !== undefined && BARE.test(text);
    parts[part] = given === null ? (isBareUnit ? `${column.unitType} ${text}` : text) : `${given} ${text}`;
  }
  const { street, suburb } = parts;
  return street === null || suburb === null ? query : { ...NO_PARTS, ...parts };
}

/** Whether a column of countries names another than Australia. */
export function isInOtherCountry(cells: readonly Cell[], columns: readonly AddressColumn[]): boolean {
  return columns.some((column) => column.part === 'country' && partsOfRow(cells, [column]).length > 0);
}

/** Whether a column that is not looked up says something that the text of the address does not. */
export function isLeftOut(cells: readonly Cell[], unused: readonly AddressColumn[], query: string): boolean {
  return unused.some((column) => partsOfRow(cells, [column]).some(({ text }) => !says(query, column, text)));
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

/** Whether a line says a part: a bare number as that of a unit, a level or a house. */
function says(line: string, { part }: AddressColumn, text: string): boolean {
  const whole = line.toUpperCase();
  const wanted = text.toUpperCase();
  if (part === 'whole' || part === 'street') return ` ${wordsOf(whole)} `.includes(` ${wordsOf(wanted)} `);
  const state = part === 'state' ? stateOf(text) : null;
  if (state !== null) return (whole.match(WORDS) ?? []).some((word) => word === state) || has(whole, wanted, part);
  return has(whole, wanted, part) || (part === 'postcode' && THREE_DIGITS.test(text) && has(whole, `0${wanted}`, part));
}

function has(line: string, text: string, part: AddressColumn['part']): boolean {
  const isBare = BARE.test(text);
  for (let at = line.indexOf(text); at !== -1; at = line.indexOf(text, at + 1)) {
    const before = line.slice(0, at);
    const after = line.slice(at + text.length);
    if (ENDS_IN_WORD.test(before) || STARTS_WITH_WORD.test(after)) continue;
    if (!isBare && part !== 'type') return true;
    if (part === 'unit' && (UNIT_BEFORE.test(before) || /^\s*\//.test(after))) return true;
    if (part === 'level' && LEVEL_BEFORE.test(before)) return true;
    if (
      part === 'number' &&
      /^(?:\s*-\s*\w+)?\s+\p{L}/u.test(after) &&
      !UNIT_BEFORE.test(before) &&
      !LEVEL_BEFORE.test(before)
    )
      return true;
    if (part === 'type' ? /^\s*(?:,|$)/.test(after) : !NUMBERED.has(part)) return true;
  }
  return false;
}

/** The words of a line but for those before the number of a unit: `1/8 High St` is `Unit 1, 8 High St`. */
function wordsOf(line: string): string {
  return line
    .replace(UNIT_WORDS, '')
    .replace(/[^\p{L}\p{N}-]+/gu, ' ')
    .trim();
}

const UNIT_WORDS = /\b(?:UNIT|FLAT|APARTMENT|APT|SHOP|SUITE|U)\.?\s*(?=\d|\p{L}\d)/gu;
const WORDS = /[A-Z]+/g;
const ENDS_IN_WORD = /[\p{L}\p{N}]$/u;
const STARTS_WITH_WORD = /^[\p{L}\p{N}]/u;
const UNIT_BEFORE =
  /(?:^|[\s,(])(?:UNIT|U|FLAT|F|APARTMENT|APT|SHOP|SUITE|SE|SHED|VILLA|TOWNHOUSE|OFFICE|#)\.?\s*(?:NO\.?\s*)?$/;
const LEVEL_BEFORE = /(?:^|[\s,(])(?:LEVEL|LVL|L|FLOOR)\.?\s*(?:NO\.?\s*)?$/;

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
