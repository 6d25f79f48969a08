import type { AddressIndex } from '../../index/open.ts';
import type { Quality } from '../../search/score/score.ts';
import { autocomplete } from '../autocomplete.ts';
import type { EndedDetails } from '../changes.ts';
import { type Absence, absentChanges, absentId, changes } from '../changes.ts';
import { enrich } from '../enrich.ts';
import type { JsonBytes } from '../json-bytes.ts';
import { lookupLocality } from '../lookup-locality.ts';
import { lookupPostcode } from '../lookup-postcode.ts';
import { lookupStreet } from '../lookup-street.ts';
import { lookupSuburb } from '../lookup-suburb.ts';
import { reverse } from '../reverse.ts';
import type { AnyOperation, OperationName, ParametersOf, ReturnsOf } from '../table/table.ts';
import { validate } from '../validate.ts';
import { InvalidParameters } from './invalid-parameters.ts';

interface Returned {
  readonly match: Quality;
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

type Handlers = {
  readonly [N in OperationName]: (
    index: AddressIndex,
    ...asked: Parameters<Operations[N]>
  ) => ReturnType<Operations[N]>;
};

const HANDLERS: Handlers = {
  autocomplete,
  validate,
  enrich,
  reverse,
  lookupPostcode,
  lookupSuburb,
  lookupLocality,
  lookupStreet,
  changes,
};

/** For operations that can find nothing: the reason, if it is known. */
const ABSENCES: {
  readonly [N in OperationName]?: (index: AddressIndex, parameters: ParametersOf<N>) => Absence | null;
} = { enrich: absentId, changes: absentChanges };

/** The operations over one open index. */
export function bindOperations(index: AddressIndex): Operations {
  type Handler = (index: AddressIndex, parameters: unknown, out: JsonBytes) => unknown;
  const bound = Object.entries(HANDLERS as Readonly<Record<string, Handler>>).map(
    ([name, handler]) => [name, (parameters: unknown, out: JsonBytes) => handler(index, parameters, out)] as const,
  );
  const absence: Operations['absence'] = (name, parameters) =>
    (ABSENCES[name] as ((index: AddressIndex, parameters: unknown) => Absence | null) | undefined)?.(
      index,
      parameters,
    ) ?? null;
  return { ...Object.fromEntries(bound), absence } as unknown as Operations;
}

/** Why a call has no answer. */
export type Refusal =
  | { readonly code: 'INVALID_PARAMETERS'; readonly details: Readonly<Record<string, readonly string[]>> }
  | { readonly code: 'NOT_FOUND'; readonly message: string; readonly details: EndedDetails | null };

/** Writes the answer to a call, by the parameters that were read for it; or tells why there is none. */
export function answerTo(row: AnyOperation, operations: Operations, read: unknown, out: JsonBytes): Refusal | null {
  if (read instanceof InvalidParameters) return { code: 'INVALID_PARAMETERS', details: read.details };
  const { name, notFound } = row;
  const isFound = (operations[name] as (parameters: unknown, out: JsonBytes) => unknown)(read, out);
  if (isFound !== false || notFound === undefined) return null;
  const why = operations.absence?.(name, read) ?? null;
  if (why !== null && 'invalid' in why) return { code: 'INVALID_PARAMETERS', details: why.invalid };
  return { code: 'NOT_FOUND', message: notFound(read as never), details: why === null ? null : why.ended };
}
