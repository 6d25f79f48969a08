import { ADDRESS, type Headers, NO_HEADERS, type Refused } from '../../admission/admit.ts';
import type { Caller } from '../../admission/caller.ts';
import { JsonBytes } from '../../operations/json-bytes.ts';
import { countError, OPERATION_LABELS, type OperationLabel } from '../../telemetry/worker-counts.ts';
import { type ErrorAnswer, errorBody, invalidParameters, OVERLOADED } from '../errors.ts';
import type { Exchange, ReportedHead } from '../handlers/exchange.ts';
import { CLOSE, CONNECTION, writeHead } from '../response/head.ts';
import { copiesOf } from '../response/send.ts';
import type { UwsRequest, UwsResponse } from '../uws.ts';
import { answerQueries } from './answer-queries.ts';
import type { Asked, BatchKind } from './batch-kind.ts';
import { bodyLength } from './body-length.ts';
import { type BodyOutcome, type BodyReceiver, LEAST_RATE } from './receive-bodies.ts';

/** A client that left before its answer had ended, in logs and metrics: nginx's number for it. */
const LEFT = 499;

/** Answers a request of a kind. `text` has the queries where they are not its body. */
export type AnswerBatch = (
  kind: BatchKind,
  response: UwsResponse,
  request: UwsRequest,
  text?: Uint8Array | null,
) => void;

/**
 * Answers batches. What may not pass is refused by the head of its request, and its body is dropped unread. Bodies are read and queries answered in
 * slices beside other requests, long after the handler has returned.
 */
export function batchRequests(exchange: Exchange, receiver: BodyReceiver): AnswerBatch {
  const { ids, caller, counts, isDraining } = exchange;
  const out = new JsonBytes();

  return (kind, response, request, text = null) => {
    const { metered, admit, mostBytes, lines, subject, shapes } = kind;
    const started = exchange.begin();
    const requestId = ids.text();
    const traceparent = request.getHeader('traceparent');
    const head: ReportedHead = { getHeader: () => traceparent, getQuery: () => '' };
    const apiKey = kind.keyOf(request);
    const length = text === null ? bodyLength(request) : 0;
    let label: OperationLabel = kind.label;
    const fault = (message: string) => invalidParameters({ [subject]: [message] });
    const fail = (failure: unknown) => exchange.fail(failure, label, head, requestId);
    const report = (status: number, code: ErrorAnswer['code'] | null) => {
      if (counts !== null && code !== null) countError(counts, code);
      exchange.answered(head, started, label, status, account, '', requestId);
    };

    let account: string | null = null;
    let refusal: ErrorAnswer | Refused | null = null;
    let credits = NO_HEADERS;
    caller.set(request, response);
    try {
      const admission = admit(apiKey, ADDRESS, metered, caller, 'head');
      if (admission.admitted) {
        account = admission.account;
        credits = copiesOf(admission.settle(400));
        if (length < 0 || length > mostBytes) refusal = fault(bodyLengthFault(mostBytes));
      } else refusal = admission;
    } catch (failure) {
      refusal = fail(failure);
    }
    const headersOf = (answer: ErrorAnswer | Refused): Headers => {
      if ('headers' in answer) return answer.headers;
      return answer === OVERLOADED ? [...credits, RETRY_SOON] : credits;
    };

    /** Refuses before the body is read: the rest of it is dropped as it comes, so that the client reads the answer rather than that its connection broke. */
    function refuseAtOnce(answer: ErrorAnswer | Refused): void {
      const headers = headersOf(answer);
      const isDropped = length >= 0 && length <= mostBytes;
      const respond = length < 0 ? exchange.sendLast : exchange.send;
      const all = isDropped || isDraining() ? headers : [...headers, LAST];
      respond(response, false, answer.status, lines, length < 0 ? headers : all, errorBody(answer, requestId));
      report(answer.status, answer.code);
    }
    if (refusal !== null || account === null) return refuseAtOnce(refusal ?? fault(bodyLengthFault(mostBytes)));

    const { parser, asked } = kind.begin();
    const ended = (outcome: BodyOutcome) => read(outcome);
    const body =
      text === null ? receiver.receive(response, account, parser, ended) : receiver.take(account, text, parser, ended);
    if (body === null) return refuseAtOnce(OVERLOADED);
    let isOver = false;
    const end = (status: number, code: ErrorAnswer['code'] | null) => {
      if (isOver) return;
      isOver = true;
      body.close();
      report(status, code);
    };
    response.onAborted(() => end(LEFT, null));

    /** Refuses a batch of which nothing was answered yet. Of one that is still sent the rest is dropped. */
    function refuse(answer: ErrorAnswer | Refused): void {
      if (isOver) return;
      response.cork(() => {
        writeHead(response, answer.status, requestId + lines, headersOf(answer));
        if (isDraining() || !body?.isComplete()) response.writeHeader(CONNECTION, CLOSE);
        response.end(errorBody(answer, requestId));
      });
      end(answer.status, answer.code);
    }

    function read(outcome: BodyOutcome): void {
      if (isOver) return;
      if (outcome !== 'done') {
        const answers = {
          'no room': OVERLOADED,
          slow: fault(TOO_SLOW),
          fault: fault(`${shapes}: ${parser.fault}`),
        };
        refuse(answers[outcome]);
        return;
      }
      const queries = asked();
      if ('code' in queries) refuse(queries);
      else answer(queries);
    }

    function answer({ asks, form, ...asked }: Asked): void {
      label = asked.label;
      let isBegun = false;
      let isBlocked = false;
      const send = (headers: Headers, isLast: boolean) => {
        response.cork(() => {
          if (!isBegun) {
            writeHead(response, 200, requestId + asked.lines, headers);
            if (isDraining()) response.writeHeader(CONNECTION, CLOSE);
          }
          isBegun = true;
          if (isLast) response.end(out.view());
          else isBlocked = !response.write(out.view());
        });
        if (isLast) end(200, null);
        return !isBlocked;
      };
      const whose = account ?? '';
      const queue = (work: Parameters<typeof receiver.work>[1]) => {
        if (!isOver) receiver.work(whose, work);
      };
      const work = answerQueries(
        {
          asks,
          form,
          operations: exchange.operations(),
          requestId,
          out,
          fail,
          admit: () => admit(apiKey, ADDRESS, asked.metered, NOBODY, 'query'),
          charged(status) {
            if (counts !== null && status < 429) counts.credits[OPERATION_LABELS.indexOf(label)]! += asked.cost;
          },
          isGone: () => isOver,
        },
        { send, refuse, queue },
      );
      response.onWritable(() => {
        if (isBlocked) queue(work);
        isBlocked = false;
        return true;
      });
      queue(work);
    }
  };
}

const bodyLengthFault = (most: number): string =>
  `must have a single Content-Length of at most ${most}, and no Transfer-Encoding`;
const TOO_SLOW = `must arrive at ${LEAST_RATE.bytesPerSecond} bytes a second, or within ${LEAST_RATE.afterSeconds} seconds`;
const RETRY_SOON = ['Retry-After', '1'] as const;
const LAST = ['Connection', 'close'] as const;

/** The caller of a query: nobody is asked who has a secret key. */
const NOBODY: Caller = { header: () => '', address: () => '' };
