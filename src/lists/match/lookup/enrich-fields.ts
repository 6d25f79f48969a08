import type { AddressIndex } from '../../../address/index/open.ts';
import { enrich } from '../../../address/operations/enrich.ts';
import { JsonBytes } from '../../../address/operations/json-bytes.ts';
import { DOCUMENT_FIELDS, fieldValue, pathsNamed } from '../../../address/operations/table/document-fields.ts';
import type { Cell } from '../format/cell.ts';

/** Fields that other columns have already. */
const COLUMNS = ['id', 'state', 'postcode', 'geocode.latitude', 'geocode.longitude', 'location.lat', 'location.lon'];

/** The fields of the enriched address document that a column may have (§3.5), by their paths. */
const FIELD_PATHS: readonly string[] = DOCUMENT_FIELDS.map(({ path }) => path).filter(
  (path) => !COLUMNS.includes(path),
);

/** The paths that a name stands for (`pathsNamed`). */
export function fieldPaths(name: string): readonly string[] {
  return pathsNamed(name, FIELD_PATHS);
}

/** The name of a field's column: `boundaries.meshBlock.code` is `mesh_block_code`. */
export function fieldColumn(path: string): string {
  return path
    .replace(/^(?:boundaries|components)\./, '')
    .replaceAll('.', '_')
    .replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

const out = new JsonBytes();
const decoder = new TextDecoder();

/** The values of fields of an address's document, as `GET /v1/address/enrich` answers it. */
export function fieldValues(index: AddressIndex, id: string, paths: readonly string[]): Cell[] {
  out.reset();
  if (!enrich(index, { id, debug: false }, out)) return paths.map(() => null);
  const document: unknown = JSON.parse(decoder.decode(out.view()));
  return paths.map((path) => fieldValue(document, path) as Cell);
}
