import { randomFillSync } from 'node:crypto';

const RANDOM_BYTES = 16;
const POOL = 4096 * RANDOM_BYTES;
const PREFIX = 'req_';

/** The two hexadecimal digits of every byte, high digit in the high half. */
const HEX = new Uint16Array(256);
for (let byte = 0; byte < 256; byte++) {
  const digits = byte.toString(16).padStart(2, '0');
  HEX[byte] = (digits.charCodeAt(0) << 8) | digits.charCodeAt(1);
}

/** Characters of an id. */
const LENGTH = PREFIX.length + 2 * RANDOM_BYTES;

/**
 * Generates request ids: `req_` and 32 lower-case hexadecimal digits, 128 random bits (§2.2).
 * `next` writes the id into `bytes`, which stays the same array, so that it can be sent without
 * making a string. The random bits for 4096 ids are drawn at once.
 */
export class RequestIds {
  readonly bytes: Uint8Array;
  readonly #usual: string;
  readonly #withUsual: Uint8Array;
  private readonly pool = new Uint8Array(POOL);
  private at = POOL;

  /** `usual` are the header lines that follow most ids, each begun by CRLF. */
  constructor(usual = '') {
    this.#usual = usual;
    this.#withUsual = new TextEncoder().encode(PREFIX.padEnd(LENGTH) + usual);
    this.bytes = this.#withUsual.subarray(0, LENGTH);
  }

  /**
   * The id followed by header lines, each begun by CRLF: one header value for uWebSockets.js, since
   * each call has its cost.
   */
  followedBy(lines: string): string | Uint8Array {
    return lines === this.#usual ? this.#withUsual : this.text() + lines;
  }

  /** Writes a new id into `bytes`. */
  next(): void {
    if (this.at === POOL) {
      randomFillSync(this.pool);
      this.at = 0;
    }
    const { bytes, pool } = this;
    let from = this.at;
    for (let to = PREFIX.length; to < LENGTH; to += 2) {
      const digits = HEX[pool[from++]!]!;
      bytes[to] = digits >> 8;
      bytes[to + 1] = digits & 0xff;
    }
    this.at = from;
  }

  /** The current id as a string: for errors and logs. */
  text(): string {
    return String.fromCharCode(...this.bytes);
  }
}
