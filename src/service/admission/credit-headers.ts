import type { Headers } from './admit.ts';
import type { CreditState } from './decision.ts';

const bytesOf = (ascii: string): Uint8Array => new TextEncoder().encode(ascii);
const PRODUCT_NAME = bytesOf('X-RateLimit-Product');
const REMAINING = bytesOf('\r\nX-RateLimit-Remaining: ');
const BURST = bytesOf('\r\nRateLimit: "burst";r=');
const CREDITS = bytesOf('\r\nRateLimit: "credits";r=');
const AND_CREDITS = bytesOf(', "credits";r=');
const TIME = bytesOf(';t=');
/** Digits of the largest safe integer. */
const MOST_DIGITS = 16;
/** The most bytes that follow the fixed lines: the pieces above, and five numbers. */
const MOST_CHANGING =
  [REMAINING, BURST, AND_CREDITS, TIME, TIME].reduce((sum, { length }) => sum + length, 0) + 5 * MOST_DIGITS;

/**
 * The headers of an account's credits, written into the same bytes for every answer: those of §8.5,
 * and `RateLimit-Policy` and `RateLimit` of draft-ietf-httpapi-ratelimit-headers-10, with the burst
 * limit and the credits as two policies. A part that does not apply is left out.
 */
export class CreditHeaders {
  readonly #product: string;
  #resetsAt = '';
  #limit = -1;
  #burst = 0;
  #burstSeconds = 0;
  #bytes: Uint8Array = new Uint8Array(0);
  /** Where the fixed lines end, and where writing goes on. */
  #fixed = 0;
  #end = 0;

  constructor(product: string) {
    this.#product = product;
  }

  /** The headers; valid until the next call. */
  of(state: CreditState): Headers {
    const { resetsAt, limit, burst, burstSeconds } = state;
    if (
      resetsAt !== this.#resetsAt ||
      limit !== this.#limit ||
      burst !== this.#burst ||
      burstSeconds !== this.#burstSeconds
    )
      this.#begin(state);
    this.#end = this.#fixed;
    if (limit >= 0) {
      this.#append(REMAINING);
      this.#number(state.remaining);
    }
    if (burst > 0) {
      this.#append(BURST);
      this.#number(state.burstLeft.requests);
      this.#append(TIME);
      this.#number(state.burstLeft.oneMoreIn);
    }
    if (limit >= 0) {
      this.#append(burst > 0 ? AND_CREDITS : CREDITS);
      this.#number(state.remaining);
      this.#append(TIME);
      this.#number(state.resetsIn);
    }
    return [[PRODUCT_NAME, this.#bytes.subarray(0, this.#end)]];
  }

  #begin({ resetsAt, limit, burst, burstSeconds }: CreditState): void {
    this.#resetsAt = resetsAt;
    this.#limit = limit;
    this.#burst = burst;
    this.#burstSeconds = burstSeconds;
    const policies = [
      ...(burst > 0 ? [`"burst";q=${burst};w=${burstSeconds}`] : []),
      ...(limit >= 0 ? [`"credits";q=${limit};qu="credits"`] : []),
    ];
    const lines = [
      this.#product,
      `X-RateLimit-Reset: ${resetsAt}`,
      ...(limit >= 0 ? [`X-RateLimit-Limit: ${limit}`] : []),
      ...(policies.length > 0 ? [`RateLimit-Policy: ${policies.join(', ')}`] : []),
    ];
    const fixed = bytesOf(lines.join('\r\n'));
    this.#fixed = fixed.length;
    this.#bytes = new Uint8Array(fixed.length + MOST_CHANGING);
    this.#bytes.set(fixed);
  }

  #append(bytes: Uint8Array): void {
    this.#bytes.set(bytes, this.#end);
    this.#end += bytes.length;
  }

  /** Writes a whole number. */
  #number(value: number): void {
    const start = this.#end;
    let end = start + 1;
    for (let rest = value; rest >= 10; rest = Math.floor(rest / 10)) end++;
    let rest = value;
    for (let at = end - 1; at >= start; at--) {
      const next = Math.floor(rest / 10);
      this.#bytes[at] = 48 + (rest - next * 10);
      rest = next;
    }
    this.#end = end;
  }
}
