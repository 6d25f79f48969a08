import type { Absence } from '../../address/operations/absence.ts';
import type { JsonBytes } from '../../address/operations/json-bytes.ts';
import {
  type AnyOperation,
  type OperationName,
  type ParametersOf,
  type ReturnsOf,
  TABLE,
} from '../../address/operations/table/table.ts';
import { OPERATIONS } from '../admission/costs.ts';
import { type CountedQuality, OPERATION_LABELS } from '../telemetry/worker-counts.ts';
import { type ErrorAnswer, invalidParameters, notFound } from './errors.ts';
import { type JsonQuery, parseJsonParameters } from './json-parameters.ts';
import { InvalidParameters, parseParameters } from './parameters.ts';

interface Returned {
  readonly match: CountedQuality;
  readonly found: boolean;
  // biome-ignore lint/suspicious/noConfusingVoidType: it is what a handler returns that has nothing to say.
  readonly always: void;
}

/**
 * The operations over one open index. Each writes a complete JSON body, synchronously. Those that
 * match return the quality of the best match; those that may find nothing then return false, and
 * write nothing.
 */
export type Operations = {
  readonly [N in OperationName]: (parameters: ParametersOf<N>, out: JsonBytes) => Returned[ReturnsOf<N>];
} & {
  /** Why an operation found nothing, if known. */
  readonly absence?: (name: OperationName, parameters: unknown) => Absence | null;
};

/** A parsed request: writes its answer, or returns an error. */
export type Ask = (operations: Operations, out: JsonBytes) => ErrorAnswer | null;

/**
 * A route that needs a key and costs credits: a row of the table of operations, ready to answer
 * requests.
 */
export interface Route {
  readonly row: AnyOperation;
  readonly path: string;
  readonly operation: OperationName;
  /** The operation's place in `OPERATION_LABELS`. */
  readonly place: number;
  /** The operation's place in `OPERATIONS`: how it is metered. */
  readonly metered: number;
  /** Credits. */
  readonly cost: number;
  /** Writes the answer to a raw query string, or returns an error. */
  readonly answer: (operations: Operations, query: string, out: JsonBytes) => ErrorAnswer | null;
  /** Reads a query of a batch. */
  readonly read: (query: JsonQuery) => Ask;
}

function absent(message: string, why: Absence | null): ErrorAnswer {
  if (why === null) return notFound(message);
  return 'invalid' in why ? invalidParameters(why.invalid) : { ...notFound(message), details: { ...why.ended } };
}

function routeOf(row: AnyOperation): Route {
  const { name, path, cost, parameters } = row;
  const message = row.notFound as ((parameters: unknown) => string) | undefined;
  function respond(operations: Operations, parsed: unknown, out: JsonBytes): ErrorAnswer | null {
    if (parsed instanceof InvalidParameters) return invalidParameters(parsed.details);
    const isFound = (operations[name] as (parameters: unknown, out: JsonBytes) => unknown)(parsed, out);
    return isFound === false && message !== undefined
      ? absent(message(parsed as never), operations.absence?.(name, parsed) ?? null)
      : null;
  }
  return {
    row,
    path,
    operation: name,
    place: OPERATION_LABELS.indexOf(name),
    metered: OPERATIONS.indexOf(name),
    cost,
    answer: (operations, query, out) => respond(operations, parseParameters(parameters, query), out),
    read(query) {
      const parsed = parseJsonParameters(parameters, query);
      return (operations, out) => respond(operations, parsed, out);
    },
  };
}

/** The data routes. */
export const ROUTES: readonly Route[] = TABLE.map(routeOf);
