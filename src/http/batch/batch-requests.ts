import type { Admit } from '../../admission/admit.ts';
import { countError, OPERATION_LABELS } from '../../telemetry/worker-counts.ts';
import type { Exchange, ReportedHead } from '../handlers/exchange.ts';
import { presentedKey } from '../request-head.ts';
import { DATA, DATA_LINES, writeHead } from '../response/head.ts';
import type { UwsRequest, UwsResponse } from '../uws.ts';
import { validateBatches } from './validate-batch.ts';

/** Answers batches of validate, whose answers are sent long after their handler has returned. */
export function batchRequests(exchange: Exchange, admit: Admit): (response: UwsResponse, request: UwsRequest) => void {
  const { ids, caller, counts, operations, fail, answered } = exchange;
  const answerBatch = validateBatches({ operations, admit });
  return (response, request) => {
    const started = exchange.begin();
    const requestId = ids.text();
    const traceparent = request.getHeader('traceparent');
    const head: ReportedHead = { getHeader: () => traceparent, getQuery: () => '' };
    let gone = false;
    let whenGone = () => {};
    response.onAborted(() => {
      gone = true;
      whenGone();
    });
    caller.set(request, response);
    answerBatch(response, request, {
      ...{ apiKey: presentedKey(request), caller, requestId, isGone: () => gone },
      onGone: (then) => {
        whenGone = then;
      },
      fail: (failure) => fail(failure, 'validateBatch', head, requestId),
      send({ status, kind, headers, body, account, credits, code }) {
        if (gone) return;
        response.cork(() => {
          writeHead(response, status, requestId + (kind === 'json' ? DATA : DATA_LINES), headers);
          response.end(body, true);
        });
        if (counts !== null) {
          if (code !== null) countError(counts, code);
          counts.credits[OPERATION_LABELS.indexOf('validateBatch')] += credits;
        }
        answered(head, started, 'validateBatch', status, account, '', requestId);
      },
    });
  };
}
