import {
  DOCUMENT_FIELDS,
  type DocumentField,
  fieldValue,
  pathsNamed,
} from '../../../address/operations/table/document-fields.ts';
import { ADDRESS_TYPE } from '../../../address/operations/table/reconciliation.ts';

/** A field of the enriched document that columns can be extended by. */
export interface ExtensionField extends DocumentField {
  /** The name of its column. */
  readonly name: string;
}

/** The lists whose objects are addresses. */
const LISTS_OF_ADDRESSES = ['aliases', 'secondaries'];

/** The fields that columns can be extended by, in the order of the document. */
export const EXTENSION_FIELDS: readonly ExtensionField[] = DOCUMENT_FIELDS.filter(
  ({ path, kind }) => kind !== 'objects' || LISTS_OF_ADDRESSES.includes(path),
).map((field) => ({ ...field, name: nameOf(field.path) }));

const PATHS = EXTENSION_FIELDS.map(({ path }) => path);

/** `boundaries.meshBlock.code` is `mesh block code`, `boundaries.lga.name` is `LGA name`. */
function nameOf(path: string): string {
  return path
    .replace(/^(?:boundaries|components|location)\./, '')
    .replaceAll('.', ' ')
    .replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
    .replace(/\b(?:lga|gccsa|sa\d)\b/g, (word) => word.toUpperCase());
}

/**
 * The field that an id stands for: a path, or the end of one; for a named area (`lga`), its name.
 * Undefined if there is none.
 */
export function fieldNamed(id: string): ExtensionField | undefined {
  const [path] = pathsNamed(id, PATHS);
  return EXTENSION_FIELDS.find((field) => field.path === path);
}

/** The metadata of a field's column. */
export function columnOf({ path, name, kind }: ExtensionField) {
  return { id: path, name, ...(kind === 'objects' && { type: ADDRESS_TYPE }) };
}

/**
 * The values of a field in a document, in the form of the protocol: an object for each, none if
 * there is no value.
 */
export function cellsOf(document: unknown, { path, kind }: ExtensionField): object[] {
  const value = fieldValue(document, path);
  if (value === null) return [];
  if (kind === 'integer') return [{ int: value }];
  if (kind === 'number') return [{ float: value }];
  if (kind === 'text') return [{ str: String(value) }];
  if (kind === 'texts') return (value as readonly string[]).map((str) => ({ str }));
  const addresses = value as readonly { readonly id: string | null; readonly addressLabel: string | null }[];
  return addresses.map(({ id, addressLabel }) => ({ id: id ?? '', name: addressLabel ?? id ?? '' }));
}
