import type { Headers } from './admit.ts';
import type { CreditState } from './decision.ts';

const bytesOf = (ascii: string): Uint8Array => new TextEncoder().encode(ascii);
const PRODUCT_NAME = bytesOf('X-RateLimit-Product');

/** A whole number in the header lines: where it ends, and the least and the most that have as many digits. */
interface NumberInLines {
  end: number;
  value: number;
  least: number;
  most: number;
}

const newNumber = (): NumberInLines => ({ end: 0, value: -1, least: 0, most: -1 });

/**
 * The headers of an account's credits: those of §8.5, and `RateLimit-Policy` and `RateLimit` of
 * draft-ietf-httpapi-ratelimit-headers-10, with the burst limit and the credits as two policies. A
 * part that does not apply is left out. From one answer to the next, only the digits are written
 * that have changed.
 */
export class CreditHeaders {
  readonly #product: string;
  #resetsAt = '';
  #limit = -1;
  #burst = 0;
  #burstSeconds = 0;
  #bytes: Uint8Array = new Uint8Array(0);
  #headers: Headers | null = null;
  readonly #remaining = newNumber();
  readonly #remainingAgain = newNumber();
  readonly #resetsIn = newNumber();
  readonly #requests = newNumber();
  readonly #oneMoreIn = newNumber();

  constructor(product: string) {
    this.#product = product;
  }

  /** The headers; valid until the next call. */
  of(state: CreditState): Headers {
    const { limit, burst, resetsAt, burstSeconds } = state;
    const same =
      limit === this.#limit &&
      burst === this.#burst &&
      burstSeconds === this.#burstSeconds &&
      resetsAt === this.#resetsAt;
    if (same && this.#headers !== null && this.#rewrite(state)) return this.#headers;
    this.#resetsAt = resetsAt;
    this.#limit = limit;
    this.#burst = burst;
    this.#burstSeconds = burstSeconds;
    this.#bytes = bytesOf(this.#lines(state));
    this.#headers = [[PRODUCT_NAME, this.#bytes]];
    return this.#headers;
  }

  /** Writes the numbers into the lines that are there; false if one of them has more digits, or fewer. */
  #rewrite({ limit, burst, remaining, resetsIn, burstLeft }: CreditState): boolean {
    const bytes = this.#bytes;
    return (
      (limit < 0 ||
        (rewrite(bytes, this.#remaining, remaining) &&
          rewrite(bytes, this.#remainingAgain, remaining) &&
          rewrite(bytes, this.#resetsIn, resetsIn))) &&
      (burst === 0 ||
        (rewrite(bytes, this.#requests, burstLeft.requests) && rewrite(bytes, this.#oneMoreIn, burstLeft.oneMoreIn)))
    );
  }

  #lines({ resetsAt, resetsIn, limit, remaining, burst, burstSeconds, burstLeft }: CreditState): string {
    let text = `${this.#product}\r\nX-RateLimit-Reset: ${resetsAt}`;
    const add = (more: string, number: NumberInLines, value: number): void => {
      text += `${more}${value}`;
      note(number, value, text.length);
    };
    const policies = [];
    if (burst > 0) policies.push(`"burst";q=${burst};w=${burstSeconds}`);
    if (limit >= 0) {
      policies.push(`"credits";q=${limit};qu="credits"`);
      text += `\r\nX-RateLimit-Limit: ${limit}`;
    }
    if (policies.length > 0) text += `\r\nRateLimit-Policy: ${policies.join(', ')}`;
    if (limit >= 0) add('\r\nX-RateLimit-Remaining: ', this.#remaining, remaining);
    if (burst > 0) {
      add('\r\nRateLimit: "burst";r=', this.#requests, burstLeft.requests);
      add(';t=', this.#oneMoreIn, burstLeft.oneMoreIn);
    }
    if (limit >= 0) {
      add(burst > 0 ? ', "credits";r=' : '\r\nRateLimit: "credits";r=', this.#remainingAgain, remaining);
      add(';t=', this.#resetsIn, resetsIn);
    }
    return text;
  }
}

function note(number: NumberInLines, value: number, end: number): void {
  number.value = value;
  number.end = end;
  let tens = 10;
  while (tens <= value) tens *= 10;
  number.least = value < 10 ? 0 : tens / 10;
  number.most = tens - 1;
}

/** Writes the digits of `value` that differ; false if it has more of them, or fewer. */
function rewrite(bytes: Uint8Array, number: NumberInLines, value: number): boolean {
  if (!(value >= number.least && value <= number.most)) return false;
  let rest = value;
  let before = number.value;
  for (let at = number.end - 1; rest !== before; at--) {
    const next = Math.floor(rest / 10);
    bytes[at] = 48 + (rest - next * 10);
    rest = next;
    before = Math.floor(before / 10);
  }
  number.value = value;
  return true;
}

/** Accounts whose lines are kept at most; then all are forgotten and made again. */
const MOST_KEPT = 10_000;

/** The headers of one account's credits after another's: each has its lines, so that only digits are written. */
export function creditHeadersByAccount(product: string): (account: string, state: CreditState) => Headers {
  const kept = new Map<string, CreditHeaders>();
  let last = '';
  let headers = new CreditHeaders(product);
  return (account, state) => {
    if (account !== last) {
      let known = kept.get(account);
      if (known === undefined) {
        if (kept.size >= MOST_KEPT) kept.clear();
        known = new CreditHeaders(product);
        kept.set(account, known);
      }
      headers = known;
      last = account;
    }
    return headers.of(state);
  };
}
