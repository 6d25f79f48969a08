/** A JSON Schema (2020-12). */
export type Schema = { readonly [keyword: string]: unknown };

/** A reference to one of the named schemas. */
export function ref(name: string, description?: string): Schema {
  return { $ref: `#/components/schemas/${name}`, ...(description && { description }) };
}

/** Text. */
export const text = (description: string): Schema => ({ type: 'string', description });
/** Text, or null. */
export const textOrNull = (description: string): Schema => ({ type: ['string', 'null'], description });
/** A moment, ISO 8601. */
export const moment = (description: string): Schema => ({ type: 'string', format: 'date-time', description });
/** A moment, or null. */
export const momentOrNull = (description: string): Schema => ({
  type: ['string', 'null'],
  format: 'date-time',
  description,
});
/** A day, `2026-01-31`. */
export const day = (description: string): Schema => ({ type: 'string', format: 'date', description });
/** A whole number from 0. */
export const count = (description: string): Schema => ({ type: 'integer', minimum: 0, description });
/** A whole number from 0, or null. */
export const countOrNull = (description: string): Schema => ({ type: ['integer', 'null'], minimum: 0, description });
/** A whole number from 1. */
export const position = (description: string): Schema => ({ type: 'integer', minimum: 1, description });
/** An amount in whole cents. */
export const cents = (description: string): Schema => ({
  ...count(description),
  description: `${description} In cents.`,
});
/** True or false. */
export const yes = (description: string): Schema => ({ type: 'boolean', description });
/** One of a few texts. */
export const oneOf = (values: readonly string[], description: string): Schema => ({
  type: 'string',
  enum: values,
  description,
});
/** A list. */
export const listOf = (items: Schema, description: string): Schema => ({ type: 'array', items, description });
/** A schema, or null. */
export const orNull = ({ description, ...schema }: Schema): Schema => ({
  anyOf: [schema, { type: 'null' }],
  description,
});

/** An object with all of these properties. It is open: later releases may add more. */
export function object(description: string, properties: Readonly<Record<string, Schema>>): Schema {
  return { type: 'object', description, properties, required: Object.keys(properties) };
}

/** Where the next page of a list begins. */
export const next = textOrNull('Where the next page begins: to be given as `after`. Null on the last one.');
