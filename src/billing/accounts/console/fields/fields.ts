import { excerpt, isPlain } from '../../../../system/shown-text.ts';
import type { Instant } from '../../plans/period.ts';
import { invalid } from '../answer.ts';

/**
 * A text of `min` to `max` characters without control characters; `expected` puts a pattern in
 * words.
 */
interface TextField {
  readonly kind: 'text';
  readonly required: boolean;
  readonly description: string;
  readonly min: number;
  readonly max: number;
  readonly pattern?: RegExp;
  readonly expected?: string;
}

/** A whole number. */
interface IntegerField {
  readonly kind: 'integer';
  readonly required: boolean;
  readonly description: string;
  readonly min: number;
  readonly max: number;
}

/** A list of `min` to `max` texts, of at most `longest` characters each; in bodies only. */
interface ListField {
  readonly kind: 'list';
  readonly required: boolean;
  readonly description: string;
  readonly min: number;
  readonly max: number;
  readonly longest: number;
  /** What the items are. */
  readonly items: string;
}

/** What is expected of one field of a body, or one parameter of a query. */
export type Field = TextField | IntegerField | ListField;

/** An optional text. */
export function textField(min: number, max: number, description: string): TextField {
  return { kind: 'text', required: false, min, max, description };
}

/** An optional whole number. */
export function integerField(min: number, max: number, description: string): IntegerField {
  return { kind: 'integer', required: false, min, max, description };
}

/** The same field, to be given. */
export function required(field: Field): Field {
  return { ...field, required: true };
}

/** The most characters that any id here has. */
export const LONGEST_ID = 64;

/** The fields of a body or a query, by name. */
export type FieldSet = Readonly<Record<string, Field>>;

/** The checked values of fields; those that are not required may be absent. */
export type FieldValues = Readonly<Record<string, string | number | readonly string[] | undefined>>;

/** Checks a JSON body. Throws `INVALID_PARAMETERS` with all problems, unknown fields included. */
export function checkBody(fields: FieldSet, json: unknown): FieldValues {
  if (typeof json !== 'object' || json === null || Array.isArray(json)) {
    throw invalid({ body: [`must be a JSON object with ${names(fields)}`] });
  }
  const problems = noProblems();
  const unknown = Object.keys(json).filter((name) => !Object.hasOwn(fields, name));
  for (const name of unknown.slice(0, MOST_UNKNOWN))
    problems[excerpt(name)] = [`is not a field, expected ${names(fields)}`];
  return check(fields, json as Record<string, unknown>, problems);
}

/**
 * Checks the parameters of a query. Throws `INVALID_PARAMETERS` with all problems; unknown
 * parameters are ignored.
 */
export function checkQuery(fields: FieldSet, query: URLSearchParams): FieldValues {
  const problems = noProblems();
  const values: Record<string, unknown> = {};
  for (const [name, field] of Object.entries(fields)) {
    const given = query.getAll(name);
    if (given.length > 1) problems[name] = ['must be given once'];
    if (given.length !== 1) continue;
    values[name] = field.kind === 'integer' && /^[0-9]{1,15}$/.test(given[0]!) ? Number(given[0]) : given[0];
  }
  return check(fields, values, problems);
}

/** The most unknown fields that an error names. */
const MOST_UNKNOWN = 10;

/** Problems by the names of fields. Without a prototype: a field may be called `__proto__`. */
function noProblems(): Record<string, string[]> {
  return Object.create(null);
}

/** The JSON Schema of a field. */
export function fieldSchema(field: Field): object {
  const { description } = field;
  if (field.kind === 'list') {
    const items = { type: 'string', minLength: 1, maxLength: field.longest, description: field.items };
    return { type: 'array', items, minItems: field.min, maxItems: field.max, description };
  }
  if (field.kind === 'integer') return { type: 'integer', minimum: field.min, maximum: field.max, description };
  const length = { type: 'string', minLength: field.min, maxLength: field.max, description };
  return field.pattern ? { ...length, pattern: field.pattern.source } : length;
}

function check(
  fields: FieldSet,
  given: Readonly<Record<string, unknown>>,
  problems: Record<string, string[]>,
): FieldValues {
  const values: Record<string, string | number | readonly string[]> = {};
  for (const [name, field] of Object.entries(fields)) {
    const value = Object.hasOwn(given, name) ? given[name] : undefined;
    if (value === undefined) {
      if (field.required) problems[name] ??= ['is required'];
    } else if (fits(field, value)) {
      values[name] = value;
    } else {
      problems[name] ??= [`must be ${expectation(field)}`];
    }
  }
  if (Object.keys(problems).length > 0) throw invalid(problems);
  return values;
}

function fits(field: Field, value: unknown): value is string | number | readonly string[] {
  if (field.kind === 'list') {
    const { longest } = field;
    if (!Array.isArray(value) || value.length < field.min || value.length > field.max) return false;
    return value.every((item) => typeof item === 'string' && item !== '' && item.length <= longest);
  }
  if (field.kind === 'integer')
    return Number.isInteger(value) && Number(value) >= field.min && Number(value) <= field.max;
  if (typeof value !== 'string') return false;
  const length = [...value].length;
  if (length < field.min || length > field.max || !isPlain(value)) return false;
  return field.pattern ? field.pattern.test(value) : value.trim() === value;
}

function expectation(field: Field): string {
  if (field.kind === 'integer') return `a whole number from ${field.min} to ${field.max}`;
  if (field.kind === 'list') return `a list of ${field.min} to ${field.max} texts of 1 to ${field.longest} characters`;
  return (
    field.expected ??
    `a text of ${field.min} to ${field.max} characters without space around it, control characters or changes of direction`
  );
}

function names(fields: FieldSet): string {
  const all = Object.keys(fields);
  return all.length === 0 ? 'no fields' : all.join(', ');
}

/** A parameter that is a calendar day, without its description. */
export const DAY = {
  kind: 'text',
  required: false,
  min: 10,
  max: 10,
  pattern: /^[0-9]{4}-[0-9]{2}-[0-9]{2}$/,
  expected: 'a day such as 2026-01-31',
} as const;

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
