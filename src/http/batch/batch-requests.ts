import { ADDRESS, type Admit, type Headers, NO_HEADERS, type Refused } from '../../admission/admit.ts';
import type { Caller } from '../../admission/caller.ts';
import { JsonBytes } from '../../operations/json-bytes.ts';
import { countError, OPERATION_LABELS } from '../../telemetry/worker-counts.ts';
import { type ErrorAnswer, errorBody, invalidParameters, OVERLOADED } from '../errors.ts';
import type { Exchange, ReportedHead } from '../handlers/exchange.ts';
import type { Overload } from '../overload/overload.ts';
import { presentedKey } from '../request-head.ts';
import { CLOSE, CONNECTION, DATA, DATA_LINES, writeHead } from '../response/head.ts';
import { copiesOf } from '../response/send.ts';
import type { Ask } from '../routes.ts';
import type { UwsRequest, UwsResponse } from '../uws.ts';
import { answerQueries } from './answer-queries.ts';
import { bodyLength, MOST_BODY_BYTES } from './body-length.ts';
import type { BatchOperation } from './operations.ts';
import { type BodyOutcome, bodyReceiver, LEAST_RATE } from './receive-bodies.ts';
import { sliced } from './slices.ts';

/** A client that left before its answer had ended, in logs and metrics: nginx's number for it. */
const LEFT = 499;

/**
 * Answers batches. What may not pass is refused by the head of its request, and its body is dropped unread. Bodies are read and queries answered in
 * slices beside other requests, long after the handler has returned.
 */
export function batchRequests(
  exchange: Exchange,
  admit: Admit,
  overload: Overload,
): (operation: BatchOperation, response: UwsResponse, request: UwsRequest) => void {
  const { ids, caller, counts, isDraining } = exchange;
  const receiver = bodyReceiver(sliced(overload));
  const out = new JsonBytes();

  return ({ label, route }, response, request) => {
    const started = exchange.begin();
    const requestId = ids.text();
    const traceparent = request.getHeader('traceparent');
    const head: ReportedHead = { getHeader: () => traceparent, getQuery: () => '' };
    const apiKey = presentedKey(request);
    const length = bodyLength(request);
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
      const admission = admit(apiKey, ADDRESS, route.metered, caller, 'head');
      if (admission.admitted) {
        account = admission.account;
        credits = copiesOf(admission.settle(400));
        if (length < 0 || length > MOST_BODY_BYTES) refusal = BODY_LENGTH;
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
      const isDropped = length >= 0 && length <= MOST_BODY_BYTES;
      const respond = length < 0 ? exchange.sendLast : exchange.send;
      const all = isDropped || isDraining() ? headers : [...headers, LAST];
      respond(response, false, answer.status, DATA, length < 0 ? headers : all, errorBody(answer, requestId));
      report(answer.status, answer.code);
    }
    if (refusal !== null || account === null) return refuseAtOnce(refusal ?? BODY_LENGTH);

    const [name] = route.row.parameters.names;
    const shapes = shapesOf(name, route.row.parameters.rules[name].example);
    const repeated = invalidParameters({ [name]: ['stands in an object with a name that is given twice'] });
    const asks: Ask[] = [];
    const take = (query: Parameters<typeof route.read>[0], isRepeated: boolean) =>
      void asks.push(isRepeated ? () => repeated : route.read(query));
    const body = receiver.receive(response, account, take, (outcome) => read(outcome));
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
        writeHead(response, answer.status, requestId + DATA, headersOf(answer));
        if (isDraining() || !body?.isComplete()) response.writeHeader(CONNECTION, CLOSE);
        response.end(errorBody(answer, requestId));
      });
      end(answer.status, answer.code);
    }

    function read(outcome: BodyOutcome): void {
      if (isOver || body === null) return;
      if (outcome !== 'done') {
        const answers = { 'no room': OVERLOADED, slow: TOO_SLOW, fault: bodyFault(`${shapes}: ${body.parser.fault}`) };
        refuse(answers[outcome]);
        return;
      }
      const { lines } = body.parser;
      let isBegun = false;
      let isBlocked = false;
      const send = (headers: Headers, isLast: boolean) => {
        response.cork(() => {
          if (!isBegun) {
            writeHead(response, 200, requestId + (lines ? DATA_LINES : DATA), headers);
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
          lines,
          operations: exchange.operations(),
          requestId,
          out,
          fail,
          admit: () => admit(apiKey, ADDRESS, route.metered, NOBODY, 'query'),
          charged(status) {
            if (counts !== null && status < 429) counts.credits[OPERATION_LABELS.indexOf(label)] += route.cost;
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

const bodyFault = (message: string): ErrorAnswer => invalidParameters({ body: [message] });
const BODY_LENGTH = bodyFault(
  `must have a single Content-Length of at most ${MOST_BODY_BYTES}, and no Transfer-Encoding`,
);
const TOO_SLOW = bodyFault(
  `must arrive at ${LEAST_RATE.bytesPerSecond} bytes a second, or within ${LEAST_RATE.afterSeconds} seconds`,
);
const RETRY_SOON = ['Retry-After', '1'] as const;
const LAST = ['Connection', 'close'] as const;

/** What the body of a batch looks like, both ways. */
function shapesOf(name: string, example: string | number): string {
  const text = JSON.stringify(example);
  return `must be a JSON array of queries, [${text}, {"${name}": ${text}}], or a line of JSON for each query`;
}

/** The caller of a query: nobody is asked who has a secret key. */
const NOBODY: Caller = { header: () => '', address: () => '' };
