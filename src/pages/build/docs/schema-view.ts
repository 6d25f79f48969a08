import { pointedTo, type Schema } from './description.ts';
import { type Html, html } from './html.ts';
import { inline } from './markdown.ts';

/** A schema with its reference resolved, and whether it may be null. */
interface Read {
  readonly name: string | null;
  readonly schema: Schema;
  readonly isNullable: boolean;
}

function read(schema: Schema): Read {
  if (schema.$ref !== undefined) {
    const name = schema.$ref.slice(schema.$ref.lastIndexOf('/') + 1);
    const target = pointedTo<Schema>(schema.$ref);
    return {
      name,
      schema: { ...target, description: schema.description ?? target.description ?? '' },
      isNullable: false,
    };
  }
  const alternatives = schema.anyOf?.filter(({ type }) => type !== 'null') ?? [];
  if (schema.anyOf !== undefined && alternatives.length === 1 && alternatives.length < schema.anyOf.length) {
    const { name, schema: only } = read(alternatives[0]);
    return { name, schema: { ...only, description: schema.description ?? only.description ?? '' }, isNullable: true };
  }
  if (Array.isArray(schema.type)) {
    const [type] = schema.type as readonly string[];
    return { name: null, schema: { ...schema, type }, isNullable: true };
  }
  return { name: null, schema, isNullable: false };
}

/**
 * The type of a value in words, with its bounds: `integer, 1 to 20`, `list of Suggestion`, `text or
 * null`.
 */
export function typeText(schema: Schema): string {
  const { name, schema: known, isNullable } = read(schema);
  return `${kindText(known, name)}${isNullable ? ' or null' : ''}`;
}

function kindText(schema: Schema, name: string | null): string {
  const { type, items, anyOf, minimum, maximum, minLength, maxLength, format } = schema;
  if (schema.enum !== undefined) return `one of ${schema.enum.map((each) => `\`${each}\``).join(', ')}`;
  if (schema.const !== undefined) return `\`${schema.const}\``;
  if (type === 'array') return `list of ${typeText(items ?? {})}`;
  if (type === 'object') return name ?? 'object';
  if (anyOf !== undefined) return anyOf.map(typeText).join(' or ');
  if (type === 'string') {
    if (format !== undefined) return format;
    return minLength === undefined ? 'text' : `text, ${minLength} to ${maxLength} characters`;
  }
  const range = minimum !== undefined && maximum !== undefined ? `, ${minimum} to ${maximum}` : '';
  return `${type ?? 'value'}${range}`;
}

/** The fields of an answer, with those of nested objects folded below them. */
export function fieldsOf(schema: Schema, seen: readonly string[] = []): Html {
  const { properties = {}, required = [] } = read(schema).schema;
  const entries = Object.entries(properties);
  return html`<ul class="fields">${entries.map(([name, field]) => fieldRow(name, field, required.includes(name), seen))}</ul>`;
}

function fieldRow(name: string, field: Schema, always: boolean, seen: readonly string[]): Html {
  const inner = innerOf(field, seen);
  return html`<li><p><code>${name}</code> <span class="type">${inline(typeText(field))}</span>${!always && html` <span class="type">not always there</span>`}</p>
<p>${inline(read(field).schema.description ?? '')}</p>${inner}</li>`;
}

/** The fields inside a field, or inside the items of a list. */
function innerOf(field: Schema, seen: readonly string[]): Html | false {
  const { name, schema } = read(field);
  if (schema.type === 'array' && schema.items !== undefined) return innerOf(schema.items, seen);
  const alternatives = schema.anyOf ?? [];
  if (alternatives.length > 1) {
    const shown = alternatives.map((each) => innerOf(each, seen));
    return shown.some((each) => each !== false) && html`${shown}`;
  }
  if (schema.properties === undefined || (name !== null && seen.includes(name))) return false;
  const label = name ?? 'its fields';
  return html`<details><summary>${label}</summary>${fieldsOf(field, name === null ? seen : [...seen, name])}</details>`;
}
