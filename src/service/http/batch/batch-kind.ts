import type { Admit } from '../../admission/admit.ts';
import type { OperationLabel } from '../../telemetry/worker-counts.ts';
import type { ErrorAnswer } from '../errors.ts';
import type { Ask } from '../routes.ts';
import type { UwsRequest } from '../uws.ts';

/** The text around the answers to many queries. None of it depends on an answer. */
export interface AnswerForm {
  /** Before the first answer, between two of them, and after the last. */
  readonly open: string;
  readonly between: string;
  readonly close: string;
  /** Before and after each answer; `place` is that of its query. */
  readonly before: (place: number) => string;
  readonly after: string;
  /** In place of an answer; `body` is that of an error answer, with its braces. */
  readonly error: (place: number, status: number, body: string) => string;
}

const batch: Pick<AnswerForm, 'before' | 'after' | 'error'> = {
  before: () => '{"status":200,"result":',
  after: '}',
  error: (_, status, body) => `{"status":${status},${body.slice(1)}`,
};

/** Each answer with its status, on a line of its own (§12.3). */
export const LINES: AnswerForm = { ...batch, open: '', between: '\n', close: '\n' };

/** Each answer with its status, in an object with `total` (§12.3). */
export function resultsOf(total: number): AnswerForm {
  return { ...batch, open: '{"results":[', between: ',', close: `],"total":${total}}` };
}

/** Parses a text of many queries as its bytes arrive. */
export interface QueriesParser {
  /** What is wrong with the text; null while nothing is. */
  readonly fault: string | null;
  /**
   * Reads on from a position in `bytes`, for a few microseconds at most. Returns the position to go
   * on from; meaningless once there is a fault.
   */
  read(bytes: Uint8Array, from: number): number;
  /** To be called when the text has ended. */
  end(): void;
}

/** The queries of a request, parsed. */
export interface BatchQueries {
  readonly label: OperationLabel;
  /** The place in `OPERATIONS` of the operation that each query is charged as, and its credits. */
  readonly metered: number;
  readonly cost: number;
  readonly asks: readonly Ask[];
  readonly form: AnswerForm;
  /** The lines of the answer's head (`response/head.ts`). */
  readonly lines: string;
}

/** The text of one request, while it is read. */
export interface BatchReading {
  readonly parser: QueriesParser;
  /** The queries, once all was read without a fault; or what is wrong with them all the same. */
  readonly asked: () => BatchQueries | ErrorAnswer;
}

/** A kind of requests with many queries each. */
export interface BatchKind {
  /** The label of requests that were not read. */
  readonly label: OperationLabel;
  /**
   * The place in `OPERATIONS` of the operation whose cost an account must have before its request
   * is read.
   */
  readonly metered: number;
  readonly mostBytes: number;
  readonly keyOf: (request: UwsRequest) => string | null;
  readonly admit: Admit;
  /** The header lines of its errors, and the name of the offending part in them. */
  readonly lines: string;
  readonly subject: string;
  /** The expected form of the text, which precedes a parser's fault. */
  readonly shapes: string;
  readonly begin: () => BatchReading;
}
