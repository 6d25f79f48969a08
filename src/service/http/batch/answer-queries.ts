import type { Operations } from '../../../address/operations/call/bind-operations.ts';
import type { JsonBytes } from '../../../address/operations/json-bytes.ts';
import { type Admitted, type Headers, NO_HEADERS, type Refused } from '../../admission/admit.ts';
import { type ErrorAnswer, errorBody } from '../errors.ts';
import { copiesOf } from '../response/send.ts';
import type { Ask } from '../routes.ts';
import type { AnswerForm } from './batch-kind.ts';
import type { Work } from './slices.ts';

/**
 * How long a batch waits for credits of its account that are on another machine, and how often it
 * tries again, ms.
 */
const PATIENCE_MS = 3000;
const LOOK_MS = 100;

/** The size of a slice's answers at which they are sent, bytes. */
const MOST_BYTES = 64 * 1024;

/** The queries of a batch, and how they are answered. */
export interface Queries {
  readonly asks: readonly Ask[];
  readonly form: AnswerForm;
  /** The operations of one release, which answers all of them. */
  readonly operations: Operations;
  readonly requestId: string;
  /** The buffer of a slice's answers, which are sent before the slice ends. */
  readonly out: JsonBytes;
  /** Admits and charges one query. */
  readonly admit: () => Admitted | Refused;
  /** Logs that an answer failed, and returns the error to send. */
  readonly fail: (failure: unknown) => ErrorAnswer;
  /** Called with the status of each charged answer. */
  readonly charged: (status: number) => void;
  readonly isGone: () => boolean;
}

/** Where answers go. */
export interface Channel {
  /**
   * Sends what `out` holds, at the first call with the head of the answer. False if the client has
   * to read it first: then the work is queued again once it has.
   */
  readonly send: (headers: Headers, isLast: boolean) => boolean;
  /** Refuses the batch, of which nothing was sent yet. */
  readonly refuse: (refused: Refused) => void;
  /** Queues the work behind that of others. */
  readonly queue: (work: Work) => void;
}

/**
 * Creates work that answers queries in order. A query is charged, answered and sent within one
 * slice: so a client pays for exactly what was sent to it, even if it disconnects or the process
 * ends.
 */
export function answerQueries(queries: Queries, { send, refuse, queue }: Channel): Work {
  const { asks, form, operations, requestId, out, admit, fail, charged, isGone } = queries;
  let next = 0;
  let headers = NO_HEADERS;
  /** Since when credits have been waited for; 0 while they have not. */
  let waitingSince = 0;

  /** Writes the answer to a query; returns its status. */
  function answer(ask: Ask): number {
    const start = out.length;
    let error: ErrorAnswer | null;
    try {
      out.utf8(form.before(next));
      error = ask(operations, out);
    } catch (failure) {
      error = fail(failure);
    }
    if (error === null) out.ascii(form.after);
    else writeError(error, start);
    return error === null ? 200 : error.status;
  }

  function writeError(error: ErrorAnswer | Refused, start: number): void {
    out.length = start;
    out.utf8(form.error(next, error.status, errorBody(error, requestId)));
  }

  function mayWait(): boolean {
    const now = performance.now();
    if (waitingSince === 0) waitingSince = now;
    return now - waitingSince < PATIENCE_MS;
  }

  const work: Work = (isOver) => {
    if (isGone()) return false;
    out.reset();
    if (asks.length === 0) {
      out.utf8(form.open + form.close);
      return send(headers, true) && false;
    }
    for (;;) {
      const admission = admit();
      // A single query is RATE_LIMITED if the account's credits suffice but are not on this machine
      // yet.
      if (!admission.admitted && admission.code === 'RATE_LIMITED' && mayWait()) {
        if (out.length === 0 || send(headers, false)) setTimeout(() => queue(work), LOOK_MS);
        return false;
      }
      if (!admission.admitted && next === 0) {
        refuse(admission);
        return false;
      }
      if (next === 0) out.utf8(form.open);
      if (admission.admitted) {
        waitingSince = 0;
        const status = answer(asks[next]!);
        const told = admission.settle(status);
        if (next === 0) headers = copiesOf(told);
        charged(status);
      } else writeError(admission, out.length);
      next++;
      const isLast = next === asks.length;
      out.utf8(isLast ? form.close : form.between);
      if (!isLast && out.length < MOST_BYTES && !isOver()) continue;
      return send(headers, isLast) && !isLast;
    }
  };
  return work;
}
