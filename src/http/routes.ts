import { COSTS, OPERATIONS } from '../admission/costs.ts';
import type { JsonBytes } from '../operations/json-bytes.ts';
import type {
  AutocompleteParameters,
  EnrichParameters,
  PostcodeParameters,
  ReverseParameters,
  SuburbParameters,
  ValidateParameters,
} from '../operations/parameters.ts';
import type { CountedQuality } from '../telemetry/worker-counts.ts';
import { addressNotFound, type ErrorAnswer, invalidParameters } from './errors.ts';
import { type JsonQuery, parseJsonParameters } from './json-parameters.ts';
import {
  AUTOCOMPLETE,
  ENRICH,
  InvalidParameters,
  type ParameterTable,
  POSTCODE,
  parseParameters,
  REVERSE,
  SUBURB,
  VALIDATE,
} from './parameters.ts';

/** The six operations over one open index. Each writes a complete JSON body, synchronously; those that match say how well the best record does. */
export interface Operations {
  autocomplete(parameters: AutocompleteParameters, out: JsonBytes): CountedQuality;
  validate(parameters: ValidateParameters, out: JsonBytes): CountedQuality;
  /** False, with nothing written, when the id is not that of a current address. */
  enrich(parameters: EnrichParameters, out: JsonBytes): boolean;
  reverse(parameters: ReverseParameters, out: JsonBytes): void;
  lookupPostcode(parameters: PostcodeParameters, out: JsonBytes): void;
  lookupSuburb(parameters: SuburbParameters, out: JsonBytes): void;
}

/** A request that was read: writes its answer, or says why there is none. */
export type Ask = (operations: Operations, out: JsonBytes) => ErrorAnswer | null;

/** A route that takes a key and costs credits (specification, "Endpoints" and "Limits"). */
export interface Route {
  readonly path: string;
  readonly operation: keyof Operations;
  /** The operation's place in `OPERATIONS`: how it is metered. */
  readonly metered: number;
  /** Credits. */
  readonly cost: number;
  readonly parameters: ParameterTable<unknown>;
  /** Writes the answer to a raw query string, or says why there is none. */
  readonly answer: (operations: Operations, query: string, out: JsonBytes) => ErrorAnswer | null;
  /** Reads a query of a batch. */
  readonly read: (query: JsonQuery) => Ask;
}

function route<P>(
  path: string,
  operation: keyof Operations,
  parameters: ParameterTable<P>,
  write: (operations: Operations, parameters: P, out: JsonBytes) => ErrorAnswer | null,
): Route {
  const respond = (operations: Operations, parsed: P | InvalidParameters, out: JsonBytes) =>
    parsed instanceof InvalidParameters ? invalidParameters(parsed.details) : write(operations, parsed, out);
  return {
    path,
    operation,
    metered: OPERATIONS.indexOf(operation),
    cost: COSTS[OPERATIONS.indexOf(operation)],
    parameters,
    answer: (operations, query, out) => respond(operations, parseParameters(parameters, query), out),
    read(query) {
      const parsed = parseJsonParameters(parameters, query);
      return (operations, out) => respond(operations, parsed, out);
    },
  };
}

/** The six data routes. */
export const ROUTES: readonly Route[] = [
  route('/v1/address/autocomplete', 'autocomplete', AUTOCOMPLETE, (operations, parameters, out) => {
    operations.autocomplete(parameters, out);
    return null;
  }),
  route('/v1/address/validate', 'validate', VALIDATE, (operations, parameters, out) => {
    operations.validate(parameters, out);
    return null;
  }),
  route('/v1/address/enrich', 'enrich', ENRICH, (operations, parameters, out) =>
    operations.enrich(parameters, out) ? null : addressNotFound(parameters.id),
  ),
  route('/v1/address/reverse', 'reverse', REVERSE, (operations, parameters, out) => {
    operations.reverse(parameters, out);
    return null;
  }),
  route('/v1/address/lookup/postcode', 'lookupPostcode', POSTCODE, (operations, parameters, out) => {
    operations.lookupPostcode(parameters, out);
    return null;
  }),
  route('/v1/address/lookup/suburb', 'lookupSuburb', SUBURB, (operations, parameters, out) => {
    operations.lookupSuburb(parameters, out);
    return null;
  }),
];
