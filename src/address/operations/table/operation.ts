import type { Schema } from '../../../system/schema.ts';
import type { ParameterTable } from './parameters.ts';

/** An address that an index has, as a caller would write it: queries are made from it. */
export interface KnownAddress {
  readonly id: string;
  /** Number and street. */
  readonly label: string;
  readonly locality: string;
  readonly state: string;
  readonly postcode: string;
  readonly lat: number;
  readonly lon: number;
}

/**
 * What an operation's handler returns besides the answer it writes: `match` the quality of the best record, `found` whether there
 * is what was asked for, `always` nothing.
 */
export type Returns = 'match' | 'found' | 'always';

/** The most queries of a batch. */
export const MOST_QUERIES = 1000;

/** The batch form of an operation: many queries at once, by `POST`. */
export interface Batch {
  readonly summary: string;
  /** What each query is. */
  readonly query: string;
  /** Beginning of the names of its schemas and types. */
  readonly prefix: string;
  /** What a language model is told of it, where it has it as a tool; its one parameter, `input`, is the list of queries. */
  readonly tool?: Pick<ToolWords, 'name' | 'title' | 'description'> & { readonly input: string };
}

/** What a language model is told of an operation. */
interface ToolWords {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** Parameters that have another name there, or need words, by their own name; null for one that is not offered. */
  readonly inputs?: Readonly<Record<string, { readonly name?: string; readonly words?: string } | null>>;
}

/**
 * A row of the table of operations: all that the service, its descriptions and its clients know of
 * an operation, except its handler.
 */
export interface Operation<N extends string, P, R extends Returns> {
  /** How it is counted, logged, billed and bound to publishable keys. */
  readonly name: N;
  readonly path: string;
  /** Credits. */
  readonly cost: number;
  /** True where the specification does not have it. */
  readonly isBeyond?: true;
  readonly returns: R;
  /** The message of its 404, where it returns `found`. */
  readonly notFound?: (parameters: P) => string;
  readonly parameters: ParameterTable<P>;
  readonly summary: string;
  readonly description: string;
  /** Name of the schema of its answer. */
  readonly schema: string;
  /** The schemas that its answer alone has. */
  readonly schemas: Readonly<Record<string, Schema>>;
  /**
   * The sample's answer to the example parameters, all sent together except `include` and those
   * that replace another.
   */
  readonly example: unknown;
  readonly client: {
    /** Its method in the client, and its `operationId`. */
    readonly method: string;
    /** Beginning of the names of its types there. */
    readonly types: string;
  };
  readonly tool: ToolWords;
  readonly batch?: Batch;
  /** Queries about an address: the first is what a form begins with, all of them warm a worker up. */
  readonly queries: (address: KnownAddress) => readonly Readonly<Record<string, string>>[];
}

/** A row, with its name and types kept. */
export function operation<const N extends string, P, const R extends Returns>(
  row: Operation<N, P, R>,
): Operation<N, P, R> {
  return row;
}
