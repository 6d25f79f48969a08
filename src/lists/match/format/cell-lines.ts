import { type Cell, cellText } from './cell.ts';

/** A date, as rows in lines of JSON have it. */
interface DateCell {
  readonly date: string;
}

/**
 * The cells of a row as a line of JSON, its number first, or its number and what is wrong with it: how rows of formats that are not text
 * pass through the program.
 */
export function writeCells(line: number, cells: readonly Cell[], problem: string | null = null): string {
  return JSON.stringify([problem === null ? line : [line, problem], ...cells.map(plain)]);
}

function plain(cell: Cell): string | number | boolean | null | DateCell {
  if (typeof cell !== 'object' || cell === null) return cell;
  if (!(cell instanceof Date)) return cellText(cell);
  return Number.isNaN(cell.getTime()) ? null : { date: cell.toISOString() };
}

/** A cell that `readCells` gives: objects and lists have become text. */
export type PlainCell = string | number | boolean | Date | null;

/** Reads a line that `writeCells` wrote. */
export function readCells(text: string): { line: number; problem: string | null; cells: PlainCell[] } {
  const [head, ...cells] = JSON.parse(text) as [
    number | [number, string],
    ...(string | number | boolean | null | DateCell)[],
  ];
  const [line, problem] = typeof head === 'number' ? [head, null] : head;
  return {
    line,
    problem,
    cells: cells.map((cell) => (typeof cell === 'object' && cell !== null ? new Date(cell.date) : cell)),
  };
}

/** The cells of every row of such lines, however they are cut into chunks. */
export async function* cellRows(chunks: AsyncIterable<Buffer>): AsyncGenerator<PlainCell[]> {
  let rest = '';
  const decoder = new TextDecoder();
  for await (const chunk of chunks) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) yield readCells(line).cells;
  }
  if (rest !== '') yield readCells(rest).cells;
}
