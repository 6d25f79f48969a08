import type { Operation, Returns } from './operation.ts';
import type { ParameterTable } from './parameters.ts';
import { AUTOCOMPLETE } from './rows/autocomplete.ts';
import { CHANGES } from './rows/changes.ts';
import { ENRICH } from './rows/enrich.ts';
import { LOOKUP_LOCALITY } from './rows/lookup-locality.ts';
import { LOOKUP_POSTCODE } from './rows/lookup-postcode.ts';
import { LOOKUP_STREET } from './rows/lookup-street.ts';
import { LOOKUP_SUBURB } from './rows/lookup-suburb.ts';
import { REVERSE } from './rows/reverse.ts';
import { VALIDATE } from './rows/validate.ts';

const ROWS = [
  AUTOCOMPLETE,
  VALIDATE,
  ENRICH,
  REVERSE,
  LOOKUP_POSTCODE,
  LOOKUP_SUBURB,
  LOOKUP_LOCALITY,
  LOOKUP_STREET,
  CHANGES,
] as const;

type RowOf<N> = Extract<(typeof ROWS)[number], { readonly name: N }>;

/** The name of an operation. */
export type OperationName = (typeof ROWS)[number]['name'];

/** The checked parameters of an operation. */
export type ParametersOf<N extends OperationName> = RowOf<N>['parameters'] extends ParameterTable<infer P> ? P : never;

/** What an operation's handler returns. */
export type ReturnsOf<N extends OperationName> = RowOf<N>['returns'];

/** A row whose types are not known. */
export interface AnyOperation extends Omit<Operation<OperationName, unknown, Returns>, 'notFound'> {
  readonly notFound?: (parameters: never) => string;
}

/**
 * The operations, one row each. Routes, credits, counters, metrics, the interface description, the client, the tools and the
 * tables of the documents derive from it. The order is that of the counts in the counter file.
 */
export const TABLE: readonly AnyOperation[] = ROWS;
