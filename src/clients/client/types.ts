import type { components, operations } from './generated/openapi.ts';

type Schemas = components['schemas'];

type Queried<O extends keyof operations> = operations[O] extends { parameters: { query?: infer Q } } ? Q : never;

/**
 * The parameters of an operation in the interface description; `debug` is a boolean, and optional
 * ones may be undefined.
 */
export type Query<O extends keyof operations, Q = Queried<O>> = {
  readonly [K in keyof Q]: K extends 'debug'
    ? boolean | undefined
    : Pick<Q, K> extends Required<Pick<Q, K>>
      ? Q[K]
      : Q[K] | undefined;
};

export type Suggestion = Schemas['Suggestion'];
export type StandardRecord = Schemas['StandardRecord'];
export type State = Schemas['State'];
export type MatchQuality = Schemas['ServiceMatchQuality'];

/**
 * What the headers of an answer say about the account's credits; a field is absent if its header
 * is.
 */
export interface Credits {
  /** The API family whose counter was updated, for example `address`. */
  readonly product: string;
  /** When the current credit window resets, ISO 8601. */
  readonly resetsAt: string;
  /** Included credits; absent on plans without a cap. */
  readonly limit?: number;
  /** Included credits that remain, at least 0. */
  readonly remaining?: number;
  /** The request went past the included credits. */
  readonly over: boolean;
  /** The account has an overdue bill. */
  readonly paymentOverdue: boolean;
}

/** A successful answer and what came with it. */
export interface Answer<T> {
  readonly data: T;
  /** `X-Request-Id`, to quote to support. */
  readonly requestId: string;
  /** Null if the headers do not say, as for a development key. */
  readonly credits: Credits | null;
}

/** The options of one call. */
export interface CallOptions {
  /** Aborts the call, its pauses included: it rejects with the signal's reason. */
  readonly signal?: AbortSignal;
  /** Instead of the client's. */
  readonly timeoutMs?: number;
}

/** A call of the service. */
export type Call<P, T> = (parameters: P, options?: CallOptions) => Promise<Answer<T>>;
