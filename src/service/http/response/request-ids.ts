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
export const ID_LENGTH = PREFIX.length + 2 * RANDOM_BYTES;

/**
 * Generates request ids: `req_` and 32 lower-case hexadecimal digits, 128 random bits (§2.2). The
 * random bits for 4096 ids are drawn at once.
 */
export class RequestIds {
  readonly #pool = new Uint8Array(POOL);
  readonly #bytes = new TextEncoder().encode(PREFIX.padEnd(ID_LENGTH));
  #at = POOL - RANDOM_BYTES;

  /** Moves on to a new id. */
  next(): void {
    this.#at += RANDOM_BYTES;
    if (this.#at < POOL) return;
    randomFillSync(this.#pool);
    this.#at = 0;
  }

  /** Whether the current request is one of eight, at random: nobody can tell before it is answered. */
  isOneOfEight(): boolean {
    return (this.#pool[this.#at]! & 7) === 0;
  }

  /** Writes the digits of the current id, which follow `req_`, into `bytes`, where `req_` begins at `start`. */
  write(bytes: Uint8Array, start: number): void {
    const pool = this.#pool;
    const end = this.#at + RANDOM_BYTES;
    let to = start + PREFIX.length;
    for (let from = this.#at; from < end; from++) {
      const digits = HEX[pool[from]!]!;
      bytes[to++] = digits >> 8;
      bytes[to++] = digits & 0xff;
    }
  }

  /** The current id as bytes; the next call overwrites them. */
  bytes(): Uint8Array {
    this.write(this.#bytes, 0);
    return this.#bytes;
  }

  /** The current id as a string: for errors and logs. */
  text(): string {
    return String.fromCharCode(...this.bytes());
  }
}
