import type { AddressIndex } from '../../../address/index/open.ts';
import type { Cell } from '../format/cell.ts';
import type { TableColumn } from '../format/table.ts';
import { type Address, addressAt, oneLine, type Point, pointAt } from './address.ts';
import { fieldColumn, fieldValues, type WantedFields } from './enrich-fields.ts';
import { type Answer, problemsOf, type Wanted } from './job.ts';

/** What became of a row: what the cells of its columns are made of. */
interface Answered {
  readonly answer: Answer;
  /** Both are null where no address was found; the point also where the address has none. */
  readonly address: Address | null;
  readonly point: Point | null;
  /** The alias that was typed; null where the address has what was typed itself. */
  readonly alias: Address | null;
}

interface AnswerColumn {
  readonly name: string;
  readonly type: TableColumn['type'];
  readonly value: (answered: Answered) => Cell;
}

const ADDRESS: readonly AnswerColumn[] = [
  { name: 'id', type: 'text', value: ({ address }) => address?.id ?? null },
  { name: 'address', type: 'text', value: ({ address }) => (address === null ? null : oneLine(address)) },
  { name: 'suburb', type: 'text', value: ({ address }) => address?.localityName ?? null },
  { name: 'state', type: 'text', value: ({ address }) => address?.state ?? null },
  { name: 'postcode', type: 'text', value: ({ address }) => address?.postcode ?? null },
];

const SCORE: readonly AnswerColumn[] = [
  { name: 'score', type: 'integer', value: ({ answer }) => answer.score },
  { name: 'quality', type: 'text', value: ({ answer: { outcome } }) => (outcome === 'bad line' ? null : outcome) },
  { name: 'caps', type: 'text', value: ({ answer }) => answer.caps.join(' ') },
  { name: 'reason', type: 'text', value: ({ answer }) => answer.reason },
  { name: 'alias', type: 'text', value: ({ alias }) => (alias === null ? null : oneLine(alias)) },
];

const DISTANCE: AnswerColumn = { name: 'distance_m', type: 'number', value: ({ answer }) => answer.distance };

const POINT: readonly AnswerColumn[] = [
  { name: 'lat', type: 'number', value: ({ point }) => point?.lat ?? null },
  { name: 'lon', type: 'number', value: ({ point }) => point?.lon ?? null },
];

/** The columns of each kind, in their order; those of fields, keys and problems follow. */
const COLUMNS: Readonly<Record<Wanted['kind'], readonly AnswerColumn[]>> = {
  match: [...ADDRESS, ...SCORE, ...POINT],
  reverse: [...ADDRESS, DISTANCE, ...POINT],
  enrich: [...ADDRESS, ...POINT],
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
  const names = [...COLUMNS[kind].map(({ name }) => name), ...fields.map(fieldColumn), ...keys, 'problem'];
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
  const own = COLUMNS[kind].map(({ type }) => type);
  return [...own, ...fields.map(() => null), ...keys.map(() => 'text' as const), 'text'];
}

/** Which of those columns have the point. */
export function pointColumns(kind: Wanted['kind']): { lat: number; lon: number } {
  const at = COLUMNS[kind].indexOf(POINT[0]);
  return { lat: at, lon: at + 1 };
}

/** The values of those columns. `problem` is that of the row itself. */
export function answerCells(
  index: AddressIndex,
  kind: Wanted['kind'],
  fields: WantedFields,
  answer: Answer,
  keys: readonly Cell[],
  problem: string | null,
): Cell[] {
  const { ordinal, alias } = answer;
  const address = ordinal < 0 ? null : addressAt(index, ordinal, fields.parts);
  const point = ordinal < 0 ? null : pointAt(index, ordinal);
  const answered = { answer, address, point, alias: ordinal < 0 || alias < 0 ? null : addressAt(index, alias) };
  const cells = COLUMNS[kind].map(({ value }) => value(answered));
  cells.push(...fieldValues(address, fields), ...keys, problemsOf(problem, answer));
  return cells;
}
