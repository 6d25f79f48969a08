import type { Admit } from '../../admission/admit.ts';
import type { OperationLabel } from '../../telemetry/worker-counts.ts';
import type { ErrorAnswer } from '../errors.ts';
import type { Ask } from '../routes.ts';
import type { UwsRequest } from '../uws.ts';
import type { AnswerForm } from './answer-form.ts';

/** Reads a text of many queries as its bytes come. */
export interface QueriesParser {
  /** What is wrong with the text; null while nothing is. */
  readonly fault: string | null;
  /** Reads on from a place in bytes, for some microseconds at most. Answers where to go on; not at all once there is a fault. */
  read(bytes: Uint8Array, from: number): number;
  /** Told that the text has ended. */
  end(): void;
}

/** What many queries came to. */
export interface Asked {
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
export interface Reading {
  readonly parser: QueriesParser;
  /** What was asked, once all of it was read without a fault; or what is wrong with it all the same. */
  readonly asked: () => Asked | ErrorAnswer;
}

/** A kind of requests with many queries each. */
export interface BatchKind {
  /** How requests are named that were not read. */
  readonly label: OperationLabel;
  /** The place in `OPERATIONS` of the operation of which an account must have credits for one query, before its request is read. */
  readonly metered: number;
  readonly mostBytes: number;
  readonly keyOf: (request: UwsRequest) => string | null;
  readonly admit: Admit;
  /** The lines of the head of its errors, and the name of what is wrong in them. */
  readonly lines: string;
  readonly subject: string;
  /** What a text of queries looks like: stands before a parser's fault. */
  readonly shapes: string;
  readonly begin: () => Reading;
}
