import type { ParameterTable } from '../table/parameters.ts';
import { checkedText, Problem, type Rule } from '../table/rules.ts';
import { InvalidParameters, isMissing, refuseAlone, refuseBeside, saysSomething } from './invalid-parameters.ts';

/** Parameters in JSON: the text of an operation's first one, or a flat object of them. */
export type JsonQuery = string | Readonly<Record<string, unknown>>;

/**
 * Reads parameters from JSON, by the rules of a query string: any value may be a text, those that
 * are not text may be a number, a boolean or a list, and null means not given. Unknown names are
 * ignored; all problems are reported together.
 */
export function parseJsonParameters<P>(table: ParameterTable<P>, query: JsonQuery): P | InvalidParameters {
  const given = typeof query === 'string' ? { [table.names[0]!]: query } : query;
  const jsonOf = (name: string) => (Object.hasOwn(given, name) ? (given[name] ?? undefined) : undefined);
  const values: Record<string, unknown> = { ...table.absent };
  const problems = new InvalidParameters();
  for (const name of table.names) {
    const value = jsonOf(name);
    if (value === undefined) continue;
    const read = readValue(table.rules[name]!, value);
    if (read instanceof Problem) problems.add(name, read.message);
    else values[name] = read;
  }
  const isGiven = (name: string) => jsonOf(name) !== undefined && saysSomething(values, problems, name);
  for (const name of table.names)
    if (jsonOf(name) === undefined && isMissing(table, name, isGiven)) problems.add(name, 'is required');
  refuseAlone(table, (name) => jsonOf(name) !== undefined, problems);
  refuseBeside(table, isGiven, problems);
  return problems.isEmpty ? table.assemble(values) : problems;
}

function readValue(rule: Rule<unknown>, value: unknown): unknown {
  if (typeof value === 'string') {
    const text = checkedText(value, rule.breakable === true);
    return text instanceof Problem ? text : rule.read(text);
  }
  return rule.schema.type === 'string' ? new Problem('must be a text') : rule.read(String(value));
}
