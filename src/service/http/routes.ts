import type { Operations } from '../../address/operations/call/bind-operations.ts';
import { answerTo, type Refusal } from '../../address/operations/call/bind-operations.ts';
import { type JsonQuery, parseJsonParameters } from '../../address/operations/call/json-parameters.ts';
import type { JsonBytes } from '../../address/operations/json-bytes.ts';
import { type AnyOperation, type OperationName, TABLE } from '../../address/operations/table/table.ts';
import { OPERATIONS } from '../admission/costs.ts';
import type { BatchLabel } from '../telemetry/worker-counts.ts';
import { OPERATION_LABELS } from '../telemetry/worker-counts.ts';
import { type ErrorAnswer, invalidParameters, notFound } from './errors.ts';
import { parseParameters } from './parameters.ts';

/** An operation that takes batches: beyond the specification, only by `POST`. */
export interface BatchOperation {
  readonly path: string;
  /** Its name in logs and metrics. */
  readonly label: BatchLabel;
  /** The operation of each query. */
  readonly route: Route;
}

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

/** The error that answers a call that was refused. */
function errorOf(refusal: Refusal): ErrorAnswer {
  if (refusal.code === 'INVALID_PARAMETERS') return invalidParameters(refusal.details);
  const { message, details } = refusal;
  return { ...notFound(message), details: details === null ? null : { ...details } };
}

function routeOf(row: AnyOperation): Route {
  const { name, path, cost, parameters } = row;
  function respond(operations: Operations, parsed: unknown, out: JsonBytes): ErrorAnswer | null {
    const refusal = answerTo(row, operations, parsed, out);
    return refusal === null ? null : errorOf(refusal);
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

/** The operations that take batches. */
export const BATCHES: readonly BatchOperation[] = ROUTES.filter(({ row }) => row.batch !== undefined).map((route) => ({
  path: `${route.path}/batch`,
  label: `${route.operation}Batch` as BatchLabel,
  route,
}));
