import { type Cell, cellText } from '../format/cell.ts';
import { ADDRESS_PARTS, type HeaderPart, readHeader } from '../header/grammar.ts';
import type { Field } from './job.ts';

/** The value of a column or field in a row. A list of one is what it has; several values are joined. */
export function fieldCell(cells: readonly Cell[], { at, path = [] }: Field): Cell {
  const cell = cells[at];
  return path.length === 0 ? cell : valueIn(structured(cell), path);
}

/** The paths of the fields of a cell that is an object, of objects in it too; none of another cell. */
export function fieldPaths(cell: Cell): readonly (readonly string[])[] {
  const value = structured(cell);
  const one = Array.isArray(value) && value.length > 0 ? value[0] : value;
  if (!isObject(one)) return [];
  return Object.entries(one).flatMap(([key, field]) => {
    const paths = fieldPaths(field as Cell);
    return paths.length === 0 ? [[key]] : paths.map((path) => [key, ...path]);
  });
}

/**
 * A cell as text: the values of an object or a list, however deep. Those that are named as parts of an address stand in its
 * order, and without the others.
 */
export function leafText(cell: Cell | undefined): string {
  const value = structured(cell);
  if (typeof value !== 'object' || value === null || value instanceof Date) return cellText(value);
  const keys = Array.isArray(value) ? [] : inOrder(Object.keys(value));
  const values = Array.isArray(value) ? value : keys.map((key) => (value as Record<string, Cell>)[key]);
  return values
    .map((item) => leafText(item as Cell))
    .filter((text) => text !== '')
    .join(', ');
}

/** An object or a list, also where a format or a person has written it into a cell as JSON. */
function structured(cell: Cell | undefined): Cell | undefined {
  if (typeof cell !== 'string' || !JSON_TEXT.test(cell)) return cell;
  try {
    return JSON.parse(cell) as Cell;
  } catch {
    return cell;
  }
}

const JSON_TEXT = /^\s*(?:\{[\s\S]*\}|\[[\s\S]*[\]}"]\s*\])\s*$/;

function isObject(value: unknown): value is Readonly<Record<string, Cell>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Date);
}

function valueIn(value: Cell | undefined, path: readonly string[]): Cell {
  if (path.length === 0) return value ?? null;
  if (Array.isArray(value)) {
    const all = value.map((item) => valueIn(item as Cell, path));
    return all.length === 1 ? all[0] : all.map(leafText).join(', ');
  }
  return isObject(value) ? valueIn(value[path[0]], path.slice(1)) : null;
}

const orders = new Map<string, readonly string[]>();

const STREETS: readonly HeaderPart[] = ['address', 'street'];

/** Keys by the parts that they are named for; all of them where none is an address or a street. */
function inOrder(keys: readonly string[]): readonly string[] {
  const name = keys.join('\n');
  let order = orders.get(name);
  if (order === undefined) {
    const said = readHeader(keys);
    const of = ADDRESS_PARTS.flatMap((part) => keys.filter((_, i) => said[i]?.part === part));
    order = said.some((name) => name !== null && STREETS.includes(name.part)) ? of : keys;
    orders.set(name, order);
  }
  return order;
}
