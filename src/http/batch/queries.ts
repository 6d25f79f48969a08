import type { ValidateParameters } from '../../operations/parameters.ts';
import { InvalidParameters, VALIDATE } from '../parameters.ts';
import { Problem } from '../query-text.ts';

/** The most queries of a batch. */
export const MOST_QUERIES = 1000;

/** The queries of a batch: what is to be validated, or why it cannot be. */
export interface Queries {
  /** One JSON value a line, and so the answers; otherwise an array. */
  readonly lines: boolean;
  readonly queries: readonly (ValidateParameters | InvalidParameters)[];
}

/** Reads the body of a batch: a JSON array of queries, or a line of JSON for each. A query is a text, or an object of validate's parameters. */
export function readQueries(body: Buffer): Queries | InvalidParameters {
  let text: string;
  try {
    text = decoder.decode(body);
  } catch {
    return refused('must be UTF-8');
  }
  const start = text.trimStart();
  if (start === '') return refused('must have 1 to 1000 queries, not 0');
  const lines = !start.startsWith('[');
  const values = lines ? linesOf(start) : arrayOf(start);
  if (values === null) return refused('must be a JSON array, or JSON lines');
  if (values.length === 0 || values.length > MOST_QUERIES)
    return refused(`must have 1 to ${MOST_QUERIES} queries, not ${values.length}`);
  return { lines, queries: values.map(queryOf) };
}

const decoder = new TextDecoder('utf-8', { fatal: true });

function refused(message: string): InvalidParameters {
  return new InvalidParameters().add('body', message);
}

function arrayOf(text: string): readonly unknown[] | null {
  try {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value) ? value : null;
  } catch {
    return null;
  }
}

/** A line that is no JSON, which is that query's fault alone. */
const NO_JSON = Symbol('no JSON');

function linesOf(text: string): readonly unknown[] {
  const values: unknown[] = [];
  for (const line of text.split('\n')) {
    if (line.trim() === '') continue;
    try {
      values.push(JSON.parse(line));
    } catch {
      values.push(NO_JSON);
    }
    if (values.length > MOST_QUERIES) return values;
  }
  return values;
}

function queryOf(value: unknown): ValidateParameters | InvalidParameters {
  if (typeof value === 'string') return parametersOf({ q: value });
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return parametersOf(value);
  return new InvalidParameters().add('q', value === NO_JSON ? 'must be JSON' : 'must be a text, or an object with q');
}

/** As validate reads them from a query string. */
function parametersOf(given: {
  readonly q?: unknown;
  readonly debug?: unknown;
}): ValidateParameters | InvalidParameters {
  const problems = new InvalidParameters();
  const q = given.q === undefined ? new Problem('is required') : textOf(given.q);
  if (q instanceof Problem) problems.add('q', q.message);
  const debug = given.debug ?? false;
  const flag = typeof debug === 'boolean' ? debug : VALIDATE.rules.debug.read(String(debug));
  if (flag instanceof Problem) problems.add('debug', flag.message);
  if (q instanceof Problem || flag instanceof Problem) return problems;
  return { q, debug: flag === true };
}

function textOf(value: unknown): string | Problem {
  if (typeof value !== 'string') return new Problem('must be a text');
  if (/\p{Cc}/u.test(value)) return new Problem('must not contain control characters');
  if (/\p{Surrogate}/u.test(value)) return new Problem('must be UTF-8');
  return VALIDATE.rules.q.read(value) as string | Problem;
}
