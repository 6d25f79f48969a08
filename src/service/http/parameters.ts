import {
  type InvalidParameters,
  isMissing,
  refuseAlone,
  refuseBeside,
  refuseOnce,
  saysSomething,
} from '../../address/operations/call/invalid-parameters.ts';
import type { ParameterTable } from '../../address/operations/table/parameters.ts';
import { Problem } from '../../address/operations/table/rules.ts';
import { decodeText } from './query-text.ts';

/**
 * Parses the raw query string of a request, in one pass. Unknown names are ignored; all problems
 * are reported together.
 */
export function parseParameters<P>(table: ParameterTable<P>, query: string): P | InvalidParameters {
  const { names, inOrder } = table;
  const values: Record<string, unknown> = { ...table.absent };
  let problems: InvalidParameters | null = null;
  let seen = 0;
  for (let start = 0, end = 0; start <= query.length; start = end + 1) {
    end = query.indexOf('&', start);
    if (end < 0) end = query.length;
    let nameEnd = start;
    while (nameEnd < end && query.charCodeAt(nameEnd) !== EQUALS) nameEnd++;
    const known = nameEnd === start ? -1 : findName(names, query, start, nameEnd);
    if (known >= 0) {
      const name = names[known]!;
      if ((seen & (1 << known)) !== 0) {
        problems = refuseOnce(problems, name, 'must be given only once');
      } else {
        seen |= 1 << known;
        const rule = inOrder[known]!;
        const text = decodeText(query, Math.min(nameEnd + 1, end), end, rule.breakable);
        const value = text instanceof Problem ? text : rule.read(text);
        if (value instanceof Problem) problems = refuseOnce(problems, name, value.message);
        else values[name] = value;
      }
    }
  }
  if (problems === null && goTogether(table, seen)) return table.assemble(values);
  return amongThem(table, seen, values, problems) ?? table.assemble(values);
}

/** Whether nothing that is required is missing, and nothing was given alone or beside what it replaces. */
function goTogether<P>({ bits: { required, pair, replaced, instead } }: ParameterTable<P>, seen: number): boolean {
  const ofPair = seen & pair;
  return (
    (seen & required) === required &&
    (ofPair === 0 || ofPair === pair) &&
    ((seen & replaced) === 0 || (seen & instead) === 0)
  );
}

/** What is wrong with the parameters that were given (`seen`, a bit for each name), and with all of them together. */
function amongThem<P>(
  table: ParameterTable<P>,
  seen: number,
  values: Readonly<Record<string, unknown>>,
  before: InvalidParameters | null,
): InvalidParameters | null {
  const { names } = table;
  let problems = before;
  const given = (name: string) => (seen & (1 << names.indexOf(name))) !== 0 && saysSomething(values, problems, name);
  for (let known = 0; known < names.length; known++) {
    const name = names[known]!;
    if ((seen & (1 << known)) === 0 && isMissing(table, name, given))
      problems = refuseOnce(problems, name, 'is required');
  }
  problems = refuseAlone(table, (name) => (seen & (1 << names.indexOf(name))) !== 0, problems);
  return refuseBeside(table, given, problems);
}

const EQUALS = 0x3d;

/** The position of the name at `query[start, end)`, or -1. A name may be percent-encoded too. */
function findName(names: readonly string[], query: string, start: number, end: number): number {
  for (let i = 0; i < names.length; i++) {
    const name = names[i]!;
    if (name.length === end - start && query.startsWith(name, start)) return i;
  }
  const decoded = decodeText(query, start, end);
  if (decoded instanceof Problem || decoded.length === end - start) return -1;
  return names.indexOf(decoded);
}
