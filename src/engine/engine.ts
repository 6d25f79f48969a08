import { openIndex, UnusableIndex } from '../address/index/open.ts';
import { answerTo, bindOperations } from '../address/operations/call/bind-operations.ts';
import { parseJsonParameters } from '../address/operations/call/json-parameters.ts';
import { JsonBytes } from '../address/operations/json-bytes.ts';
import { type AnyOperation, TABLE } from '../address/operations/table/table.ts';
import type { Client } from '../clients/client/generated/calls.ts';
import type { Call } from '../clients/client/types.ts';
import { InvalidParametersError, NotFoundError, UnusableIndexError } from './errors.ts';

export type * from '../clients/client/generated/calls.ts';
export type { MatchQuality, StandardRecord, State, Suggestion } from '../clients/client/types.ts';
// biome-ignore lint/performance/noBarrelFile: what users of the library import comes through this one door.
export { EngineError, InvalidParametersError, NotFoundError, UnusableIndexError } from './errors.ts';

/** The name of a call: those of the client, without batches. */
export type CallName = Exclude<keyof Client, `${string}Batch`>;

/** The parameters of a call, which are those of the client. */
export type ParametersOf<C extends CallName> = Parameters<Client[C]>[0];

/** The answer to a call, which is the JSON of the service. */
export type AnswerOf<C extends CallName> = Client[C] extends Call<infer _, infer A> ? A : never;

/**
 * An open index, and the calls that answer from it: at once, without a service, a key or credits.
 * Each throws an {@link InvalidParametersError} or, asked for an id that there is not, a
 * {@link NotFoundError}.
 */
export type Engine = {
  readonly [C in CallName]: (parameters: ParametersOf<C>) => AnswerOf<C>;
} & {
  /** The answer to a call as the bytes that the service sends: JSON in UTF-8, the caller's to keep. */
  bytes<C extends CallName>(call: C, parameters: ParametersOf<C>): Uint8Array;
  readonly file: string;
  /** `2026.08`. */
  readonly release: string;
  /** Records in the index, aliases included. */
  readonly addresses: number;
  /** What the licences of the data want to be said wherever answers are shown. */
  readonly attribution: string;
};

const ROWS: ReadonlyMap<string, AnyOperation> = new Map(TABLE.map((row) => [row.client.method, row]));

/**
 * Opens an index file: maps it, and builds nothing. Any number may be open, in any number of
 * threads, each of which opens for itself what all of them share in memory; an engine that nothing
 * refers to any more lets go of its file.
 * @throws UnusableIndexError
 */
export function open(file: string): Engine {
  const index = indexOf(file);
  const operations = bindOperations(index);
  const out = new JsonBytes();
  /** Writes an answer, which is valid until the next. */
  function write(call: string, parameters: object): Uint8Array {
    const row = ROWS.get(call);
    if (row === undefined) throw new TypeError(`there is no call ${call}, only ${[...ROWS.keys()].join(', ')}`);
    out.reset();
    const refusal = answerTo(row, operations, parseJsonParameters(row.parameters, { ...parameters }), out);
    if (refusal === null) return out.view();
    if (refusal.code === 'NOT_FOUND') throw new NotFoundError(refusal.message, refusal.details);
    throw new InvalidParametersError(call, refusal.details);
  }
  const calls = TABLE.map(({ client: { method } }) => [
    method,
    (parameters: object) => JSON.parse(decoder.decode(write(method, parameters))) as unknown,
  ]);
  const { release, addresses, attribution } = index.manifest;
  return {
    ...(Object.fromEntries(calls) as { readonly [C in CallName]: (parameters: ParametersOf<C>) => AnswerOf<C> }),
    bytes: (call, parameters) => write(call, parameters).slice(),
    file,
    release,
    addresses,
    attribution,
  };
}

const decoder = new TextDecoder();

function indexOf(file: string) {
  try {
    return openIndex(file);
  } catch (error) {
    if (error instanceof UnusableIndex) throw new UnusableIndexError(error.message, { cause: error });
    throw error;
  }
}
