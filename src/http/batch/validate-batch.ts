import { ADDRESS, type Admit, type Headers, NO_HEADERS, type Refused } from '../../admission/admit.ts';
import type { Caller } from '../../admission/caller.ts';
import { COSTS, OPERATIONS } from '../../admission/costs.ts';
import { JsonBytes } from '../../operations/json-bytes.ts';
import { type ErrorAnswer, errorBody, invalidParameters, OVERLOADED } from '../errors.ts';
import { InvalidParameters } from '../parameters.ts';
import type { Operations } from '../routes.ts';
import type { Text, UwsRequest, UwsResponse } from '../uws.ts';
import { MOST_QUERIES, type Queries, readQueries } from './queries.ts';
import { bodyLength, MOST_BODY_BYTES, readBody } from './read-body.ts';
import { sliced } from './slices.ts';

/** `POST` alone. */
export const BATCH_PATH = '/v1/address/validate/batch';

/** Bytes of bodies that a worker reads at the same time at most. */
const MOST_READING = 64 << 20;

/** Room that is made for an answer to one query, and buffers that are kept. */
const BYTES_OF_ANSWER = 1024;
const MOST_SPARE = 2;

const VALIDATE = OPERATIONS.indexOf('validate');

/** What a batch is answered from and by. */
export interface BatchService {
  /** Those of the release that is served now. */
  readonly operations: () => Operations;
  readonly admit: Admit;
}

/** An answer to a batch. */
export interface BatchAnswer {
  readonly status: number;
  readonly kind: 'json' | 'ndjson';
  readonly headers: Headers;
  readonly body: Text;
  readonly account: string | null;
  /** Credits that it cost. */
  readonly credits: number;
  /** The code of an error; null where every query has an answer of its own. */
  readonly code: ErrorAnswer['code'] | null;
}

/** A request for a batch, as far as it is needed when its handler has returned. */
export interface BatchRequest {
  readonly apiKey: string | null;
  /** Valid until the handler returns. */
  readonly caller: Caller;
  readonly requestId: string;
  /**
   * Sends the answer and closes the connection; to be called once, after the handler has returned. The body may be overwritten as soon as it returns. Does
   * nothing when the connection is gone.
   */
  readonly send: (answer: BatchAnswer) => void;
  /** Notes that something failed, and answers what to say of it. */
  readonly fail: (failure: unknown) => ErrorAnswer;
  /** Whether the connection is gone, and what is to be done when it goes. */
  readonly isGone: () => boolean;
  readonly onGone: (then: () => void) => void;
}

/** Answers batches of validate, in slices beside other requests. Every connection is closed after its answer: it had a body. */
export function validateBatches({ operations, admit }: BatchService) {
  const begin = sliced();
  let reading = 0;
  /** Buffers of answers that were sent, for others: growing new ones makes work for the garbage collector. */
  const spare: JsonBytes[] = [];

  return (response: UwsResponse, request: UwsRequest, batch: BatchRequest): void => {
    const length = bodyLength(request);
    const { apiKey, requestId } = batch;
    const caller = keptCaller(batch.caller);
    const known = admit(apiKey, ADDRESS, VALIDATE, batch.caller, 0);
    const account = known.admitted ? known.account : null;
    const credits = known.admitted ? copied(known.settle(400)) : NO_HEADERS;
    const refuse = (answer: ErrorAnswer | Refused) =>
      batch.send({
        status: answer.status,
        kind: 'json',
        headers: 'headers' in answer ? answer.headers : answer === OVERLOADED ? [...credits, RETRY_SOON] : credits,
        body: errorBody(answer, requestId),
        account,
        credits: 0,
        code: answer.code,
      });
    const refusal = known.admitted ? faultOf(length, reading) : known;
    if (length < 0 || length > MOST_BODY_BYTES) {
      // What is no body, or too much of one, is not read.
      setImmediate(() => refuse(refusal ?? BODY_LENGTH));
      return;
    }
    const kept = refusal === null ? length : 0;
    reading += kept;
    let isReading = true;
    const endReading = () => {
      if (isReading) reading -= kept;
      isReading = false;
    };
    batch.onGone(endReading);
    const read = (body: Buffer | null) => {
      endReading();
      if (refusal !== null || body === null) return refuse(refusal ?? BODY_LENGTH);
      const queries = readQueries(body);
      if (queries instanceof InvalidParameters) return refuse(invalidParameters(queries.details));
      const admission = admit(apiKey, ADDRESS, VALIDATE, caller, queries.count);
      if (!admission.admitted) return refuse(admission);
      const refund = admission.refund?.() ?? (() => undefined);
      const headers = copied(admission.settle(200));
      answer(queries, batch, refund, (body, answered) =>
        batch.send({
          status: 200,
          kind: queries.lines ? 'ndjson' : 'json',
          headers,
          body,
          account: admission.account,
          credits: answered * COSTS[VALIDATE],
          code: null,
        }),
      );
    };
    readBody(response, length, refusal === null, (body) => setImmediate(() => read(body)));
  };

  /** Answers every query in its order, all of them from one release, and then calls `done` with all of it. */
  function answer(
    { lines, count, at }: Queries,
    batch: BatchRequest,
    refund: (count: number) => void,
    done: (out: Uint8Array, answered: number) => void,
  ): void {
    const out = spare.pop() ?? new JsonBytes(BYTES_OF_ANSWER * MOST_QUERIES);
    out.reset();
    const giveBack = () => {
      if (spare.length < MOST_SPARE) spare.push(out);
      return false;
    };
    const released = operations();
    let next = 0;
    let failed = 0;
    if (!lines) out.ascii('{"results":[');
    begin(() => {
      if (batch.isGone()) return giveBack();
      if (!answerQuery(released, at(next), batch, out)) failed++;
      next++;
      if (lines) out.ascii('\n');
      else if (next < count) out.ascii(',');
      if (next < count) return true;
      if (!lines) {
        out.ascii('],"total":');
        out.uint(count);
        out.ascii('}');
      }
      refund(failed);
      done(out.view(), count - failed);
      return giveBack();
    });
  }

  /** Writes the answer to one query; false where it failed. */
  function answerQuery(
    released: Operations,
    query: ReturnType<Queries['at']>,
    { requestId, fail }: BatchRequest,
    out: JsonBytes,
  ): boolean {
    const start = out.length;
    try {
      if (query instanceof InvalidParameters) {
        writeError(out, invalidParameters(query.details), requestId);
        return true;
      }
      out.ascii('{"status":200,"result":');
      released.validate(query, out);
      out.ascii('}');
      return true;
    } catch (failure) {
      out.length = start;
      writeError(out, fail(failure), requestId);
      return false;
    }
  }
}

/** Writes what one query is refused with: the error as it would be by itself. */
function writeError(out: JsonBytes, error: ErrorAnswer, requestId: string): void {
  out.ascii(`{"status":${error.status},`);
  // The error's own object, without its first brace.
  out.utf8(errorBody(error, requestId).slice(1));
}

/** Why a body is not read; null where it may be. */
function faultOf(length: number, reading: number): ErrorAnswer | Refused | null {
  if (length < 0 || length > MOST_BODY_BYTES) return BODY_LENGTH;
  if (length === 0) return NO_QUERIES;
  return reading + length > MOST_READING ? OVERLOADED : null;
}

const bodyFault = (message: string): ErrorAnswer => invalidParameters({ body: [message] });
const BODY_LENGTH = bodyFault(
  `must have a single Content-Length of at most ${MOST_BODY_BYTES}, and no Transfer-Encoding`,
);
const NO_QUERIES = bodyFault(`must have 1 to ${MOST_QUERIES} queries, not 0`);
const RETRY_SOON = ['Retry-After', '1'] as const;

/** The caller as admission may ask for it after the handler has returned. */
function keptCaller(caller: Caller): Caller {
  const address = caller.address();
  return { header: () => '', address: () => address };
}

/** Headers that the next admission does not overwrite. */
function copied(headers: Headers): Headers {
  const copy = (text: Text) => (typeof text === 'string' ? text : text.slice());
  return headers.map(([name, value]) => [copy(name), copy(value)] as const);
}
