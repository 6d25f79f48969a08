import type { ParameterTable } from '../operations/table/parameters.ts';
import { Problem, type Rule } from '../operations/table/rules.ts';
import { InvalidParameters } from './parameters.ts';
import { checkedText } from './query-text.ts';

/** What parameters are given as in JSON: the text of an operation's first one, or a flat object of them. */
export type JsonQuery = string | Readonly<Record<string, unknown>>;

/**
 * Reads parameters from JSON, by the rules of a query string: a text may stand for any value, a number or a boolean for one that is no text, null for one that is not
 * given. Unknown names are ignored; all that is wrong is told at once. For tables whose parameters go each by itself.
 */
export function parseJsonParameters<P>(table: ParameterTable<P>, query: JsonQuery): P | InvalidParameters {
  const given = typeof query === 'string' ? { [table.names[0]]: query } : query;
  const values: Record<string, unknown> = { ...table.absent };
  const problems = new InvalidParameters();
  let isWhole = true;
  for (const name of table.names) {
    const rule = table.rules[name];
    const value = Object.hasOwn(given, name) ? (given[name] ?? undefined) : undefined;
    if (value === undefined && !rule.required) continue;
    const read = value === undefined ? new Problem('is required') : readValue(rule, value);
    if (read instanceof Problem) {
      problems.add(name, read.message);
      isWhole = false;
    } else values[name] = read;
  }
  return isWhole ? table.assemble(values) : problems;
}

function readValue(rule: Rule<unknown>, value: unknown): unknown {
  if (typeof value === 'string') {
    const text = checkedText(value, rule.breakable === true);
    return text instanceof Problem ? text : rule.read(text);
  }
  return rule.schema.type === 'string' ? new Problem('must be a text') : rule.read(String(value));
}
