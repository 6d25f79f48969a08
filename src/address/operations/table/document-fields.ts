import type { Schema } from '../../../system/schema.ts';
import { ADDRESS_SCHEMAS } from './address-schemas.ts';

/** What the values of a field are: texts, numbers, lists of texts, or lists of objects. */
type FieldKind = 'text' | 'integer' | 'number' | 'texts' | 'objects';

/** A field of the enriched address document that has no fields of its own. */
export interface DocumentField {
  /** `boundaries.meshBlock.code` */
  readonly path: string;
  readonly kind: FieldKind;
  /** What it is, in words. */
  readonly description: string;
}

/** The fields of the enriched address document (§3.5), in its order; without those that are there on request alone. */
export const DOCUMENT_FIELDS: readonly DocumentField[] = fieldsOf('EnrichedAddress', '');

function fieldsOf(name: string, before: string): DocumentField[] {
  const { properties, required = [] } = ADDRESS_SCHEMAS[name] as ObjectSchema;
  return required.flatMap((member): DocumentField[] => {
    const schema = properties[member];
    const path = before + member;
    const description = String(schema.description ?? '');
    const target = targetOf(schema);
    if (target !== null && ADDRESS_SCHEMAS[target]?.properties !== undefined) return fieldsOf(target, `${path}.`);
    return [{ path, kind: kindOf(schema), description }];
  });
}

interface ObjectSchema extends Schema {
  readonly properties: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
}

/** The name of the schema that one refers to, alone or beside null. */
function targetOf({ $ref, anyOf }: Schema): string | null {
  const reference = $ref ?? (anyOf as readonly Schema[] | undefined)?.find((each) => each.$ref !== undefined)?.$ref;
  return typeof reference === 'string' ? reference.slice(reference.lastIndexOf('/') + 1) : null;
}

function kindOf({ type, items }: Schema): FieldKind {
  const types = Array.isArray(type) ? type : [type];
  if (types.includes('array')) return (items as Schema).$ref === undefined ? 'texts' : 'objects';
  if (types.includes('integer')) return 'integer';
  return types.includes('number') ? 'number' : 'text';
}

/**
 * The paths among `all` that a name stands for: a whole path, its end (`sa1`, `meshBlock.code`), or a part that has others (`lga`: its name and code), in any letter
 * case, with or without underscores. Empty where it stands for nothing, or for several paths of no common part.
 */
export function pathsNamed(name: string, all: readonly string[]): readonly string[] {
  const wanted = plain(name);
  const whole = all.filter((path) => plain(path) === wanted);
  if (whole.length > 0) return whole;
  const ends = all.filter((path) => plain(path).endsWith(`.${wanted}`));
  if (ends.length > 0) return ends.length === 1 ? ends : [];
  return all.filter((path) => `.${plain(path)}`.includes(`.${wanted}.`));
}

function plain(name: string): string {
  return name.trim().replaceAll('_', '').toLowerCase();
}

/** The value of a field in a document; null where it has none. */
export function fieldValue(document: unknown, path: string): unknown {
  return path.split('.').reduce<unknown>((value, name) => {
    return typeof value === 'object' && value !== null ? ((value as Record<string, unknown>)[name] ?? null) : null;
  }, document);
}
