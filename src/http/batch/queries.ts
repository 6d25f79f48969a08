import type { ValidateParameters } from '../../operations/parameters.ts';
import { InvalidParameters, VALIDATE } from '../parameters.ts';
import { Problem } from '../query-text.ts';

/** The most queries of a batch. */
export const MOST_QUERIES = 1000;

/** The queries of a batch. */
export interface Queries {
  /** One JSON value a line, and so the answers; otherwise an array. */
  readonly lines: boolean;
  readonly count: number;
  /** What the query at a place asks to be validated, or why it cannot be: read when it is asked for, so that reading takes no longer than a slice. */
  readonly at: (place: number) => ValidateParameters | InvalidParameters;
}

/** Reads the body of a batch: a JSON array of queries, or a line of JSON for each. A query is a text, or an object of validate's parameters. */
export function readQueries(body: Buffer): Queries | InvalidParameters {
  let text: string;
  try {
    text = decoder.decode(body).trimStart();
  } catch {
    return refused('must be UTF-8');
  }
  if (text === '') return wrongCount(0);
  if (!text.startsWith('[')) {
    const lines = linesOf(text);
    if (lines.length > MOST_QUERIES) return wrongCount(lines.length);
    return { lines: true, count: lines.length, at: (place) => queryOfLine(lines[place]) };
  }
  const values = arrayOf(text);
  if (values === null) return refused('must be a JSON array, or JSON lines');
  if (values.length === 0 || values.length > MOST_QUERIES) return wrongCount(values.length);
  return { lines: false, count: values.length, at: (place) => queryOf(values[place]) };
}

const decoder = new TextDecoder('utf-8', { fatal: true });

function refused(message: string): InvalidParameters {
  return new InvalidParameters().add('body', message);
}

function wrongCount(count: number): InvalidParameters {
  return refused(`must have 1 to ${MOST_QUERIES} queries, not ${count}`);
}

function arrayOf(text: string): readonly unknown[] | null {
  try {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value) ? value : null;
  } catch {
    return null;
  }
}

/** The lines that are not empty: no more than one too many. */
function linesOf(text: string): readonly string[] {
  const lines: string[] = [];
  for (const [line] of text.matchAll(/\S[^\n]*/g)) {
    lines.push(line);
    if (lines.length > MOST_QUERIES) break;
  }
  return lines;
}

/** A line that is no JSON is that query's fault alone. */
function queryOfLine(line: string): ValidateParameters | InvalidParameters {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return new InvalidParameters().add('q', 'must be JSON');
  }
  return queryOf(value);
}

function queryOf(value: unknown): ValidateParameters | InvalidParameters {
  if (typeof value === 'string') return parametersOf({ q: value });
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return parametersOf(value);
  return new InvalidParameters().add('q', 'must be a text, or an object with q');
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
