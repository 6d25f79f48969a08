import type { Schema } from '../../../../system/schema.ts';
import { excerpt, isPlain } from '../../../../system/shown-text.ts';
import { type Check, fieldsOf, isObject, type Problem, texts, textThat, whole } from '../../checks.ts';
import type { Instant } from '../../plans/period.ts';
import { invalid } from '../answer.ts';

/** A field of a body, or a parameter of a query; optional if it has a value `otherwise`. */
export interface Field extends Check<Value | undefined> {
  readonly schema: Schema & { readonly type: 'integer' | 'string' | 'array'; readonly description: string };
}

type Value = string | number | readonly string[];

/** An optional text of `min` to `max` characters, or one of a pattern, which `expected` puts in words. */
export function textField(
  min: number,
  max: number,
  description: string,
  { pattern, expected }: { readonly pattern?: RegExp; readonly expected?: string } = {},
): Field {
  const plain = `a text of ${min} to ${max} characters without space around it, control characters or changes of direction`;
  const fits = (text: string) => {
    const length = [...text].length;
    return length >= min && length <= max && isPlain(text) && (pattern ? pattern.test(text) : text.trim() === text);
  };
  const schema = { type: 'string' as const, minLength: min, maxLength: max, description };
  return {
    schema: pattern ? { ...schema, pattern: pattern.source } : schema,
    ...textThat(fits, expected ?? plain),
    otherwise: undefined,
  };
}

/** An optional whole number. */
export function integerField(min: number, max: number, description: string): Field {
  return {
    schema: { type: 'integer', minimum: min, maximum: max, description },
    ...whole(min, max),
    otherwise: undefined,
  };
}

/** An optional list of `min` to `max` texts of at most `longest` characters, which `items` are; in bodies only. */
export function listField(
  min: number,
  max: number,
  longest: number,
  { items, description }: { readonly items: string; readonly description: string },
): Field {
  const item = { type: 'string', minLength: 1, maxLength: longest, description: items };
  const schema = { type: 'array' as const, items: item, minItems: min, maxItems: max, description };
  const words = `a list of ${min} to ${max} texts of 1 to ${longest} characters`;
  return { schema, ...texts(min, max, (text) => text !== '' && text.length <= longest, words), otherwise: undefined };
}

/** The same field, to be given. */
export function required({ schema, expected, read }: Field): Field {
  return { schema, expected, read };
}

/** The most characters that any id here has. */
export const LONGEST_ID = 64;

/** The fields of a body or a query, by name. */
export type FieldSet = Readonly<Record<string, Field>>;

/** The checked values of fields; those that are not required may be absent. */
export type FieldValues = Readonly<Record<string, string | number | readonly string[] | undefined>>;

/** Checks a JSON body. Throws `INVALID_PARAMETERS` with all problems, unknown fields included. */
export function checkBody(fields: FieldSet, json: unknown): FieldValues {
  if (!isObject(json))
    throw invalid({ body: [`must be a JSON object with ${Object.keys(fields).join(', ') || NO_FIELDS}`] });
  return check(fields, json, noProblems());
}

/**
 * Checks the parameters of a query. Throws `INVALID_PARAMETERS` with all problems; unknown
 * parameters are ignored.
 */
export function checkQuery(fields: FieldSet, query: URLSearchParams): FieldValues {
  const problems = noProblems();
  const values: Record<string, unknown> = {};
  for (const [name, { schema }] of Object.entries(fields)) {
    const given = query.getAll(name);
    if (given.length > 1) problems[name] = ['must be given once'];
    if (given.length !== 1) continue;
    values[name] = schema.type === 'integer' && /^[0-9]{1,15}$/.test(given[0]!) ? Number(given[0]) : given[0];
  }
  return check(fields, values, problems);
}

const NO_FIELDS = 'no fields';

/** The most unknown fields that an error names. */
const MOST_UNKNOWN = 10;

/** Problems by the names of fields. Without a prototype: a field may be called `__proto__`. */
function noProblems(): Record<string, string[]> {
  return Object.create(null);
}

function check(fields: FieldSet, given: object, problems: Record<string, string[]>): FieldValues {
  const found: Problem[] = [];
  const values = fieldsOf(fields).read(given, '', found) as FieldValues;
  let unknown = 0;
  for (const { path, kind, given, words } of found) {
    if (kind !== 'unknown') problems[path] ??= [given === undefined ? 'is required' : `must be ${words}`];
    else if (unknown++ < MOST_UNKNOWN) problems[excerpt(path)] = [`is not a field, expected ${words || NO_FIELDS}`];
  }
  if (Object.keys(problems).length > 0) throw invalid(problems);
  return values;
}

/** A parameter that is a calendar day. */
export function dayField(description: string): Field {
  return textField(10, 10, description, {
    pattern: /^[0-9]{4}-[0-9]{2}-[0-9]{2}$/,
    expected: 'a day such as 2026-01-31',
  });
}

/** Milliseconds in a day, UTC. */
export const DAY_MILLISECONDS = 86_400_000;

/** The first moment of a day, UTC. Throws `INVALID_PARAMETERS` if there is no such day. */
export function dayIn(given: FieldValues[string], name: string): Instant {
  const time = Date.parse(`${given}T00:00:00Z`);
  if (Number.isNaN(time) || new Date(time).toISOString().slice(0, 10) !== given)
    throw invalid({ [name]: ['must be a day of the calendar'] });
  return time;
}

const DEFAULT_ITEMS = 100;
const MAX_ITEMS = 500;

/** The parameters by which a list is read in pages: how many, and after which. */
export function pageFields(item: string): FieldSet {
  return {
    limit: integerField(1, MAX_ITEMS, `The most to answer; ${DEFAULT_ITEMS} unless given.`),
    after: textField(1, LONGEST_ID, `Only those after the ${item} of this id: \`next\` of the page before.`),
  };
}

/** The page of a list that a request asks for. */
export function pageOf(query: FieldValues): { readonly limit: number; readonly after: string | null } {
  return { limit: Number(query.limit ?? DEFAULT_ITEMS), after: query.after === undefined ? null : String(query.after) };
}
