import type { Headers } from './admit.ts';
import { CreditHeaders } from './credit-headers.ts';

/** A plan of 1,000 credits a month, and 5 requests a second of which 10 may come at once: the Free plan of the example catalogue. */
const CREDITS = 1000;
const BURST = 10;
const BURST_SECONDS = 2;

/**
 * The credit headers that the key of a development service sends with every answer: those that the first request of a month has under a capped plan. Nothing is
 * counted. The answer is valid until the next call.
 */
export function demoCredits(product: string, now: () => number = Date.now): () => Headers {
  const headers = new CreditHeaders(product);
  let reset = 0;
  const state = {
    resetsAt: '',
    resetsIn: 0,
    limit: CREDITS,
    remaining: CREDITS,
    burst: BURST,
    burstSeconds: BURST_SECONDS,
    burstLeft: { requests: BURST - 1, oneMoreIn: 1 },
  };
  return () => {
    const time = now();
    if (time >= reset) {
      reset = startOfNextMonth(time);
      state.resetsAt = new Date(reset).toISOString();
    }
    state.resetsIn = Math.ceil((reset - time) / 1000);
    return headers.of(state);
  };
}

function startOfNextMonth(time: number): number {
  const date = new Date(time);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1);
}
