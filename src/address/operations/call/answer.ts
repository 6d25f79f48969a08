import type { EndedDetails } from '../absence.ts';
import type { JsonBytes } from '../json-bytes.ts';
import type { AnyOperation } from '../table/table.ts';
import type { Operations } from './bind-operations.ts';
import { InvalidParameters } from './invalid-parameters.ts';

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
