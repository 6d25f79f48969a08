import type { AddressIndex } from '../../index/open.ts';
import { enrich } from '../../operations/enrich.ts';
import { JsonBytes } from '../../operations/json-bytes.ts';
import type { Cell } from '../format/cell.ts';

const NAMED_AREAS = ['lga', 'stateElectorate', 'commonwealthElectorate', 'sa2', 'sa3', 'sa4', 'gccsa'];
const COMPONENTS = [
  ...['addressSiteName', 'buildingName', 'flatType', 'flatNumber', 'levelType', 'levelNumber', 'lotNumber'],
  ...['streetNumberFirst', 'streetNumberLast', 'streetName', 'streetType', 'streetSuffix'],
];

/** The fields of the enriched address document that a column may have (§3.5), by their paths. */
const FIELD_PATHS: readonly string[] = [
  ...['addressLabel', 'localityName', 'confidence', 'sourceDataRelease', 'addressRole', 'legalParcelId'],
  ...['geocode.type', 'geocode.reliability', 'allGeocodes'],
  ...['boundaries.meshBlock.code', 'boundaries.meshBlock.category', 'boundaries.sa1'],
  ...NAMED_AREAS.flatMap((area) => [`boundaries.${area}.name`, `boundaries.${area}.code`]),
  'boundaries.ward.name',
  ...COMPONENTS.map((component) => `components.${component}`),
  ...['locality.id', 'locality.classification', 'locality.neighbours', 'locality.aliases'],
  ...['street.id', 'street.classification', 'street.aliases', 'aliases', 'secondaries'],
];

/**
 * The paths that a name stands for: a whole path, its end (`sa1`, `meshBlock.code`), or a part that has others (`lga`: its name and code), in any letter case, with
 * or without underscores. Empty where it stands for nothing, or for several paths of no common part.
 */
export function fieldPaths(name: string): readonly string[] {
  const wanted = plain(name);
  const whole = FIELD_PATHS.filter((path) => plain(path) === wanted);
  if (whole.length > 0) return whole;
  const ends = FIELD_PATHS.filter((path) => plain(path).endsWith(`.${wanted}`));
  if (ends.length > 0) return ends.length === 1 ? ends : [];
  return FIELD_PATHS.filter((path) => `.${plain(path)}`.includes(`.${wanted}.`));
}

function plain(name: string): string {
  return name.trim().replaceAll('_', '').toLowerCase();
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
  return paths.map((path) => path.split('.').reduce<unknown>(memberOf, document) as Cell);
}

function memberOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? ((value as Record<string, unknown>)[name] ?? null) : null;
}
