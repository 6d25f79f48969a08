/** A JSON Schema (2020-12) of the interface description. */
export type Schema = { readonly [keyword: string]: unknown };

/** A reference to one of the named schemas; with a description, that of the place where it stands. */
export function ref(name: string, description?: string): Schema {
  return { $ref: `#/components/schemas/${name}`, ...(description && { description }) };
}

/**
 * A schema that allows null too. A reference with a description keeps it beside the alternatives.
 */
export function nullable(schema: Schema): Schema {
  if (typeof schema.type === 'string') return { ...schema, type: [schema.type, 'null'] };
  const { description, ...alternative } = schema;
  return { anyOf: [alternative, { type: 'null' }], description };
}

/** A text. */
export function string(description: string): Schema {
  return { type: 'string', description };
}

/** A text or null. */
export function text(description: string): Schema {
  return nullable(string(description));
}

/** A whole number, at least zero. */
export function count(description: string): Schema {
  return { type: 'integer', minimum: 0, description };
}

/** A list of things of one kind. */
export function array(items: Schema, description: string): Schema {
  return { type: 'array', items, description };
}

/** One of these texts. */
export function oneOf(values: readonly string[], description: string): Schema {
  return { type: 'string', enum: values, description };
}

/**
 * An object of an answer. Every property is always there but those that are named as `leftOut`. It is open: later releases may add
 * properties.
 */
export function object(
  description: string,
  properties: Readonly<Record<string, Schema>>,
  leftOut: readonly string[] = [],
): Schema {
  const required = Object.keys(properties).filter((name) => !leftOut.includes(name));
  return { type: 'object', description, properties, ...(required.length > 0 && { required }) };
}
