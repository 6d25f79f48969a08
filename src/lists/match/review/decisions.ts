import { cellText } from '../format/cell.ts';
import { fromSafe } from '../format/csv-text.ts';
import { rowReader } from '../format/row.ts';
import type { Encoding } from '../input/encoding.ts';
import { openInput } from '../input/open-input.ts';
import { recordsIn } from '../input/records.ts';
import { InputError } from '../input/source.ts';
import { CHOICES } from './candidates.ts';

/**
 * What somebody decided about an address: an id, or null for none. By line, since the same text may mean two things.
 */
export interface Decision {
  readonly line: number;
  readonly id: string | null;
}

/** Decisions by the text of the address. */
export type Decisions = ReadonlyMap<string, readonly Decision[]>;

/** Words for "none of them", the one that is offered first. */
export const NONE = ['none', 'no', 'x', '0', '-'];

/**
 * Reads the decisions of a review file, as this program wrote it and a spreadsheet saved it. Rows without one are
 * passed over. Throws an InputError that names the line and the value where a decision is not 1 to `CHOICES`, `none` or
 * an id that `exists`, or where two for one line differ.
 */
export async function readDecisions(path: string, exists: (id: string) => boolean): Promise<Decisions> {
  const settings = {
    path,
    format: null,
    encoding: null as Encoding | null,
    delimiter: null,
    header: null,
    sheet: null,
    skip: null,
  };
  const input = await openInput(settings, () => true);
  const at = (name: string) => {
    const position = input.columns.findIndex((column) => column.toLowerCase() === name);
    if (position === -1)
      throw new InputError(`${path} has no column "${name}": expected a review file of this program`);
    return position;
  };
  const [line, address, decision] = [at('line'), at('address'), at('decision')];
  const ids = Array.from({ length: CHOICES }, (_, i) => at(`candidate_${i + 1}_id`));
  const read = rowReader(input.format, input.columns, false);
  const decoder = new TextDecoder();
  const decisions = new Map<string, Decision[]>();
  for await (const { bytes, ends, lines } of recordsIn(input)) {
    for (let i = 0; i < ends.length; i++) {
      const text = decoder.decode(bytes.subarray(i === 0 ? 0 : ends[i - 1], ends[i])).replace(/(?:\r?\n|\r)$/, '');
      if (text === '') continue;
      const { cells, usable, problem, line: row } = read(text, lines[i]);
      if (!usable) throw new InputError(`${path}, line ${row}: ${problem}`);
      const word = cellText(cells[decision]).trim();
      if (word === '') continue;
      const id = decidedId(
        word,
        ids.map((column) => cellText(cells[column])),
      );
      if (id === undefined || (id !== null && !exists(id)))
        throw new InputError(
          `${path}, line ${row}: the decision "${word}" is neither 1 to ${CHOICES}, nor none, nor the id of an address`,
        );
      const query = fromSafe(cellText(cells[address]));
      const same = decisions.get(query);
      const made = { line: Number(cellText(cells[line])), id };
      if (same?.some((other) => other.line === made.line && other.id !== id))
        throw new InputError(`${path}, line ${row}: line ${made.line} of the list is decided already, otherwise`);
      if (same === undefined) decisions.set(query, [made]);
      else same.push(made);
    }
  }
  return decisions;
}

function decidedId(word: string, ids: readonly string[]): string | null | undefined {
  if (NONE.includes(word.toLowerCase())) return null;
  if (/^\d$/.test(word)) return ids[Number(word) - 1] || undefined;
  return word;
}

/**
 * What was decided about an address on a line: for that line, or else for the same text on other lines where all
 * decisions agree. Undefined where nothing was.
 */
export function decisionFor(decisions: Decisions, query: string, line: number): Decision | undefined {
  const made = decisions.get(query);
  if (made === undefined) return undefined;
  const [first] = made;
  return (
    made.find((decision) => decision.line === line) ?? (made.every(({ id }) => id === first.id) ? first : undefined)
  );
}
