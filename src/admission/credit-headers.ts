import type { Headers } from './admit.ts';

const bytesOf = (ascii: string): Uint8Array => new TextEncoder().encode(ascii);
const PRODUCT_NAME = bytesOf('X-RateLimit-Product');
/** Digits of the largest safe integer. */
const MOST_DIGITS = 16;

/**
 * The headers of an account's credits, written into the same bytes for every answer: product, when the window resets and, unless the plan is uncapped,
 * limit and remaining. Valid until the next call.
 */
export class CreditHeaders {
  readonly #product: string;
  #resetsAt = '';
  #limit = -1;
  #bytes: Uint8Array = new Uint8Array(0);
  /** Where the digits of what remains begin. */
  #digits = 0;

  constructor(product: string) {
    this.#product = product;
  }

  /** `limit` is -1 for uncapped plans. */
  of(resetsAt: string, limit: number, remaining: number): Headers {
    if (resetsAt !== this.#resetsAt || limit !== this.#limit) this.#begin(resetsAt, limit);
    if (limit < 0) return [[PRODUCT_NAME, this.#bytes]];
    return [[PRODUCT_NAME, this.#bytes.subarray(0, this.#writeDigits(remaining))]];
  }

  #begin(resetsAt: string, limit: number): void {
    this.#resetsAt = resetsAt;
    this.#limit = limit;
    const always = `${this.#product}\r\nX-RateLimit-Reset: ${resetsAt}`;
    const fixed = limit < 0 ? always : `${always}\r\nX-RateLimit-Limit: ${limit}\r\nX-RateLimit-Remaining: `;
    this.#digits = fixed.length;
    this.#bytes = bytesOf(limit < 0 ? fixed : fixed + ' '.repeat(MOST_DIGITS));
  }

  /** Writes a whole number, and returns where it ends. */
  #writeDigits(value: number): number {
    let end = this.#digits + 1;
    for (let rest = value; rest >= 10; rest = Math.floor(rest / 10)) end++;
    let rest = value;
    for (let at = end - 1; at >= this.#digits; at--) {
      const next = Math.floor(rest / 10);
      this.#bytes[at] = 48 + (rest - next * 10);
      rest = next;
    }
    return end;
  }
}
