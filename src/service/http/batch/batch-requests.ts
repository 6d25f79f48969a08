import { JsonBytes } from '../../../address/operations/json-bytes.ts';
import { ADDRESS, type Headers, NO_HEADERS, type Refused } from '../../admission/admit.ts';
import type { Caller } from '../../admission/caller.ts';
import { countCredits, countError, OPERATION_LABELS, type OperationLabel } from '../../telemetry/worker-counts.ts';
import { type ErrorAnswer, errorBody, invalidParameters, OVERLOADED } from '../errors.ts';
import type { Exchange, ReportedHead } from '../handlers/exchange.ts';
import { bodyLength } from '../request-head.ts';
import { CLOSE, CONNECTION, writeHead } from '../response/head.ts';
import { copiesOf } from '../response/send.ts';
import type { UwsRequest, UwsResponse } from '../uws.ts';
import { answerQueries, type Channel } from './answer-queries.ts';
import type { BatchKind, BatchQueries, BatchReading, QueriesParser } from './batch-kind.ts';
import { type Body, type BodyOutcome, type BodyReceiver, LEAST_RATE } from './receive-bodies.ts';
import type { Work } from './slices.ts';

/**
 * The status, in logs and metrics, of a client that disconnected before its answer ended: nginx's.
 */
const LEFT = 499;

/** Answers a request of a kind. `text` has the queries if they are not in its body. */
export type AnswerBatch = (
  kind: BatchKind,
  response: UwsResponse,
  request: UwsRequest,
  text?: Uint8Array | null,
) => void;

/** A request of many queries, from its head to the end of its answer. */
interface Batch {
  readonly exchange: Exchange;
  readonly receiver: BodyReceiver;
  readonly kind: BatchKind;
  readonly response: UwsResponse;
  /** The buffer for answers. */
  readonly out: JsonBytes;
  readonly started: number;
  readonly requestId: string;
  readonly head: ReportedHead;
  readonly apiKey: string | null;
  /**
   * The length of the body according to the head; 0 if there is a `text`, negative if it is
   * ambiguous.
   */
  readonly length: number;
  label: OperationLabel;
  account: string | null;
  /** Headers with the credits that the account has. */
  credits: Headers;
  /** While it is read and answered. */
  body: Body | null;
  isOver: boolean;
}

/**
 * Answers batches. Requests that are not admitted are refused by their head, and their bodies
 * dropped unread. Bodies are read and queries answered in slices between other requests, long after
 * the handler has returned.
 */
export function batchRequests(exchange: Exchange, receiver: BodyReceiver): AnswerBatch {
  const out = new JsonBytes();
  return (kind, response, request, text = null) => {
    const started = exchange.begin();
    const requestId = exchange.ids.text();
    const traceparent = request.getHeader('traceparent');
    const batch: Batch = {
      exchange,
      receiver,
      kind,
      response,
      out,
      started,
      requestId,
      head: { getHeader: () => traceparent, getQuery: () => '' },
      apiKey: kind.keyOf(request),
      length: text === null ? bodyLength(request) : 0,
      label: kind.label,
      account: null,
      credits: NO_HEADERS,
      body: null,
      isOver: false,
    };
    const refusal = admitHead(batch, request);
    const { account } = batch;
    if (refusal !== null || account === null) return refuseAtOnce(batch, refusal ?? lengthFault(kind));
    const { parser, asked } = kind.begin();
    const ended = (outcome: BodyOutcome) => answerBody(batch, outcome, parser, asked);
    batch.body =
      text === null ? receiver.receive(response, account, parser, ended) : receiver.take(account, text, parser, ended);
    if (batch.body === null) return refuseAtOnce(batch, OVERLOADED);
    response.onAborted(() => end(batch, LEFT, null));
  };
}

/**
 * Reads the head of a request: notes its account, and the credits that it has. Returns why it is
 * refused, or null.
 */
function admitHead(batch: Batch, request: UwsRequest): ErrorAnswer | Refused | null {
  const { exchange, kind, response, apiKey, length, started } = batch;
  try {
    const caller = exchange.callerOf(request, response, started);
    const admission = kind.admit(apiKey, ADDRESS, kind.metered, caller, 'head');
    if (!admission.admitted) return admission;
    batch.account = admission.account;
    batch.credits = copiesOf(admission.settle(400));
    return length < 0 || length > kind.mostBytes ? lengthFault(kind) : null;
  } catch (failure) {
    return fail(batch, failure);
  }
}

/**
 * Refuses before the body is read. The body is dropped as it arrives, so that the client reads the
 * answer instead of seeing its connection break.
 */
function refuseAtOnce(batch: Batch, answer: ErrorAnswer | Refused): void {
  const { exchange, kind, response, requestId, length } = batch;
  const headers = headersOf(batch, answer);
  const isDropped = length >= 0 && length <= kind.mostBytes;
  const respond = length < 0 ? exchange.sendLast : exchange.send;
  const all = isDropped || exchange.isDraining() ? headers : [...headers, LAST];
  respond(response, false, answer.status, kind.lines, length < 0 ? headers : all, errorBody(answer, requestId));
  report(batch, answer.status, answer.code);
}

/**
 * Refuses a batch of which nothing was sent yet. If its body is still arriving, the rest is
 * dropped.
 */
function refuse(batch: Batch, answer: ErrorAnswer | Refused): void {
  if (batch.isOver) return;
  const { exchange, kind, response, requestId, body } = batch;
  response.cork(() => {
    writeHead(response, answer.status, requestId + kind.lines, headersOf(batch, answer));
    if (exchange.isDraining() || !body?.isComplete()) response.writeHeader(CONNECTION, CLOSE);
    response.end(errorBody(answer, requestId));
  });
  end(batch, answer.status, answer.code);
}

function headersOf({ credits }: Batch, answer: ErrorAnswer | Refused): Headers {
  if ('headers' in answer) return answer.headers;
  return answer === OVERLOADED ? [...credits, RETRY_SOON] : credits;
}

/** Answers the queries of a body once it was read, or says why it was not. */
function answerBody(batch: Batch, outcome: BodyOutcome, { fault }: QueriesParser, asked: BatchReading['asked']): void {
  if (batch.isOver) return;
  if (outcome !== 'done') {
    const { kind } = batch;
    const answers = {
      'no room': OVERLOADED,
      slow: faultOf(kind, TOO_SLOW),
      fault: faultOf(kind, `${kind.shapes}: ${fault}`),
    };
    refuse(batch, answers[outcome]);
    return;
  }
  const queries = asked();
  if ('code' in queries) refuse(batch, queries);
  else answer(batch, queries);
}

function answer(batch: Batch, { asks, form, label, lines, metered, cost }: BatchQueries): void {
  const { exchange, kind, response, requestId, out, apiKey } = batch;
  const { counts } = exchange;
  batch.label = label;
  const channel = channelOf(batch, lines);
  const work = answerQueries(
    {
      asks,
      form,
      operations: exchange.current.served.operations,
      requestId,
      out,
      fail: (failure) => fail(batch, failure),
      admit: () => kind.admit(apiKey, ADDRESS, metered, NOBODY, 'query'),
      charged(status) {
        if (counts !== null && status < 429) countCredits(counts, OPERATION_LABELS.indexOf(label), cost);
      },
      isGone: () => batch.isOver,
    },
    channel,
  );
  response.onWritable(() => {
    if (channel.isBlocked) channel.queue(work);
    channel.isBlocked = false;
    return true;
  });
  channel.queue(work);
}

/** Where the answers of a batch go. `isBlocked` while its client has to read what was sent. */
function channelOf(batch: Batch, lines: string): Channel & { isBlocked: boolean } {
  const { exchange, receiver, response, requestId, out, account } = batch;
  const whose = account ?? '';
  let isBegun = false;
  const channel = {
    isBlocked: false,
    send(headers: Headers, isLast: boolean) {
      response.cork(() => {
        if (!isBegun) {
          writeHead(response, 200, requestId + lines, headers);
          if (exchange.isDraining()) response.writeHeader(CONNECTION, CLOSE);
        }
        isBegun = true;
        if (isLast) response.end(out.view());
        else channel.isBlocked = !response.write(out.view());
      });
      if (isLast) end(batch, 200, null);
      return !channel.isBlocked;
    },
    refuse: (refused: Refused) => refuse(batch, refused),
    queue(work: Work) {
      if (!batch.isOver) receiver.work(whose, work);
    },
  };
  return channel;
}

function end(batch: Batch, status: number, code: ErrorAnswer['code'] | null): void {
  if (batch.isOver) return;
  batch.isOver = true;
  batch.body?.close();
  report(batch, status, code);
}

function report(
  { exchange, head, started, label, account, requestId }: Batch,
  status: number,
  code: ErrorAnswer['code'] | null,
): void {
  if (exchange.counts !== null && code !== null) countError(exchange.counts, code);
  exchange.answered(head, started, label, status, account, '', requestId);
}

function fail({ exchange, label, head, requestId }: Batch, failure: unknown): ErrorAnswer {
  return exchange.fail(failure, label, head, requestId);
}

function faultOf({ subject }: BatchKind, message: string): ErrorAnswer {
  return invalidParameters({ [subject]: [message] });
}

function lengthFault(kind: BatchKind): ErrorAnswer {
  return faultOf(kind, `must have a single Content-Length of at most ${kind.mostBytes}, and no Transfer-Encoding`);
}

const TOO_SLOW = `must arrive at ${LEAST_RATE.bytesPerSecond} bytes a second, or within ${LEAST_RATE.afterSeconds} seconds`;
const RETRY_SOON = ['Retry-After', '1'] as const;
const LAST = ['Connection', 'close'] as const;

/** The caller of a query; with a secret key nothing of it is used. */
const NOBODY: Caller = { header: () => '', address: () => '' };
