import { partsWith } from '../../../address/operations/document.ts';
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

/** Fields that columns are to have. */
export interface WantedFields {
  readonly paths: readonly string[];
  /** The parts of an address's document that have them. */
  readonly parts: number;
}

/** The fields at some paths. */
export function wantedFields(paths: readonly string[]): WantedFields {
  return { paths, parts: partsWith(paths.map((path) => path.split('.', 1)[0])) };
}

/** The values of fields of an address's document, as `GET /v1/address/enrich` answers it; all null without one. */
export function fieldValues(document: object | null, { paths }: WantedFields): Cell[] {
  return paths.map((path) => fieldValue(document, path) as Cell);
}
