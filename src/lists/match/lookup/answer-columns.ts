import type { AddressIndex } from '../../../address/index/open.ts';
import type { Cell } from '../format/cell.ts';
import type { TableColumn } from '../format/table.ts';
import { addressAt, oneLine, pointAt } from './address.ts';
import { fieldColumn, fieldValues } from './enrich-fields.ts';
import { type Answer, problemsOf, type Wanted } from './job.ts';

const ADDRESS = ['id', 'address', 'suburb', 'state', 'postcode'];
const SCORE = ['score', 'quality', 'caps', 'reason'];
const POINT = ['lat', 'lon'];
const MORE = { match: SCORE, reverse: ['distance_m'], enrich: [] } as const;
const TYPES: Readonly<Record<string, TableColumn['type']>> = {
  score: 'integer',
  distance_m: 'number',
  lat: 'number',
  lon: 'number',
};

/**
 * The names of the columns that are added, in their order, none of them one of the list's own; those of `keys` come
 * before the last.
 */
export function answerColumns(
  kind: Wanted['kind'],
  fields: readonly string[],
  keys: readonly string[],
  own: readonly string[],
): string[] {
  const names = [...ADDRESS, ...MORE[kind], ...POINT, ...fields.map(fieldColumn), ...keys, 'problem'];
  const taken = new Set(own.map((name) => name.toLowerCase()));
  return names.map((name) => {
    let unused = `match_${name}`;
    for (let n = 2; taken.has(unused); n++) unused = `match_${name}_${n}`;
    taken.add(unused);
    return unused;
  });
}

/** The types of those columns; a field's type follows from its values. */
export function answerTypes(
  kind: Wanted['kind'],
  fields: readonly string[],
  keys: readonly string[],
): TableColumn['type'][] {
  const own = [...ADDRESS, ...MORE[kind], ...POINT].map((name) => TYPES[name] ?? 'text');
  return [...own, ...fields.map(() => null), ...keys.map(() => 'text' as const), 'text'];
}

/** Which of those columns have the point. */
export function pointColumns(kind: Wanted['kind']): { lat: number; lon: number } {
  const before = ADDRESS.length + MORE[kind].length;
  return { lat: before, lon: before + 1 };
}

/** The values of those columns. `problem` is that of the row itself. */
export function answerCells(
  index: AddressIndex,
  kind: Wanted['kind'],
  fields: readonly string[],
  answer: Answer,
  keys: readonly Cell[],
  problem: string | null,
): Cell[] {
  const { ordinal, outcome, score, caps, reason, distance } = answer;
  const address = ordinal < 0 ? null : addressAt(index, ordinal);
  const point = ordinal < 0 ? null : pointAt(index, ordinal);
  const cells: Cell[] =
    address === null
      ? [null, null, null, null, null]
      : [address.id, oneLine(address), address.localityName, address.state, address.postcode];
  if (kind === 'match') cells.push(score, outcome === 'bad line' ? null : outcome, caps.join(' '), reason);
  if (kind === 'reverse') cells.push(distance);
  cells.push(point?.lat ?? null, point?.lon ?? null);
  if (fields.length > 0)
    cells.push(...(address === null ? fields.map(() => null) : fieldValues(index, address.id, fields)));
  cells.push(...keys, problemsOf(problem, answer));
  return cells;
}
