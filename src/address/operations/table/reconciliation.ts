import { type ParameterTable, parameters } from './parameters.ts';
import { integer, optionalText, text } from './rules.ts';
import type { OperationName } from './table.ts';

/** Parameters of a suggestion: what was typed, and how many suggestions are known already. */
export interface SuggestParameters {
  readonly prefix: string | null;
  readonly cursor: number;
}

/** §14.4 */
export const SUGGEST_PARAMETERS = parameters<SuggestParameters>({
  prefix: optionalText(0, 200, { description: 'What was typed.', example: '2 perth st sunn' }),
  cursor: integer(0, 1000, 0, { description: 'Suggestions to leave out, since they are known.', example: 0 }),
});

/** Parameters of a preview. */
export interface PreviewParameters {
  readonly id: string;
}

/** §14.4 */
export const PREVIEW_PARAMETERS = parameters<PreviewParameters>({
  id: text(1, 64, { description: 'The id of an address.', example: 'GAQLD438583692' }),
});

/** Parameters of the list of fields. */
export interface ProposeParameters {
  readonly limit: number;
}

/** §14.5 */
export const PROPOSE_PARAMETERS = parameters<ProposeParameters>({
  limit: integer(1, 100, 100, { description: 'The most fields to list.', example: 100 }),
});

/** A part of the reconciliation service, with all that is said of it anywhere. */
export interface ReconciliationPart {
  /** As logs and metrics name it, and its `operationId`. */
  readonly label: string;
  readonly method: 'get' | 'post';
  /** What follows the path of the service, which ends in the key. */
  readonly path: string;
  /** The operation whose credits it costs, for each query or id of several; null for what is free. */
  readonly costs: OperationName | null;
  /** The parameters of its query string. */
  readonly parameters?: Pick<ParameterTable<never>, 'rules'>;
  readonly summary: string;
  readonly description: string;
}

/** A part, with its names kept. */
function part<const P extends ReconciliationPart>(row: P): P {
  return row;
}

const ROWS = [
  part({
    label: 'reconcileManifest',
    method: 'get',
    path: '',
    costs: null,
    summary: 'What a reconciliation client has to know',
    description:
      'The manifest of the service. With `queries` or `extend` in the query string, it is answered as the `POST` of the same is.',
  }),
  part({
    label: 'reconcile',
    method: 'post',
    path: '',
    costs: 'validate',
    summary: 'Reconcile addresses',
    description: 'Finds the addresses that texts may mean, each with its score and whether to take it without asking.',
  }),
  part({
    label: 'reconcileExtend',
    method: 'post',
    path: '',
    costs: 'enrich',
    summary: 'Extend addresses',
    description: 'Adds fields of the enriched document to addresses, by their ids.',
  }),
  part({
    label: 'reconcileSuggestEntity',
    method: 'get',
    path: '/suggest/entity',
    parameters: SUGGEST_PARAMETERS,
    costs: 'autocomplete',
    summary: 'Suggest addresses',
    description: 'Suggests addresses for the beginning of one, to match a cell by hand.',
  }),
  part({
    label: 'reconcileSuggestProperty',
    method: 'get',
    path: '/suggest/property',
    parameters: SUGGEST_PARAMETERS,
    costs: null,
    summary: 'Suggest parts of an address',
    description:
      'Suggests the parts of an address that other columns may have, and the fields that columns may be extended by.',
  }),
  part({
    label: 'reconcileSuggestType',
    method: 'get',
    path: '/suggest/type',
    parameters: SUGGEST_PARAMETERS,
    costs: null,
    summary: 'Suggest types',
    description: 'Suggests the one type that there is.',
  }),
  part({
    label: 'reconcilePropose',
    method: 'get',
    path: '/extend/propose',
    parameters: PROPOSE_PARAMETERS,
    costs: null,
    summary: 'The fields to extend by',
    description: 'Lists the fields by which columns may be extended.',
  }),
  part({
    label: 'reconcilePreview',
    method: 'get',
    path: '/preview',
    parameters: PREVIEW_PARAMETERS,
    costs: 'validate',
    summary: 'Show an address',
    description: 'A small page that shows an address, for the frame in which a client shows candidates.',
  }),
] as const;

/** How logs and metrics name the parts of the reconciliation service. */
export type ReconciliationLabel = (typeof ROWS)[number]['label'];

/** The parts of the reconciliation service, one row each: routes, counters, metrics, the interface description and documents derive from it. */
export const RECONCILIATION: readonly (ReconciliationPart & { readonly label: ReconciliationLabel })[] = ROWS;

/** Where the service is. The key follows in the path: OpenRefine can send it in no other way. */
export const RECONCILE_PATH = '/reconcile';

/** The one type of entity that there is. */
export const ADDRESS_TYPE = { id: 'address', name: 'Address' };

/** The parts of an address that a query's other columns may have, in the order in which an address is written. */
export const ADDRESS_PARTS: readonly { readonly id: string; readonly name: string }[] = [
  { id: 'building', name: 'Building or site' },
  { id: 'unit', name: 'Unit' },
  { id: 'level', name: 'Level' },
  { id: 'number', name: 'Street number' },
  { id: 'street', name: 'Street' },
  { id: 'suburb', name: 'Suburb' },
  { id: 'state', name: 'State' },
  { id: 'postcode', name: 'Postcode' },
];
