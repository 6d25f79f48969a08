import { randomFillSync } from 'node:crypto';
import { murmurHash } from './client-rates.ts';

/** Words of the table that count clients: a power of two. */
const WORDS = 16 * 1024;

/** Where the other words are, after those. */
const OPEN = WORDS;
const MOST = WORDS + 1;
const SEEDS = WORDS + 2;

/** A client with no more connections than these is let in, whoever holds most: a browser has six. */
const FEW = 8;

/** Makes the table of `HeldConnections`, 64 KiB, to be shared by all threads of a server. */
export function heldConnectionsTable(): SharedArrayBuffer {
  const table = new SharedArrayBuffer((SEEDS + 2) * Int32Array.BYTES_PER_ELEMENT);
  randomFillSync(new Uint8Array(table, SEEDS * Int32Array.BYTES_PER_ELEMENT));
  return table;
}

/**
 * How many connections each client holds, over all workers, in a shared table of fixed size: as in
 * `ClientRates` a client has two words, and the smaller counts. uWebSockets.js says whose a
 * connection is as it opens, and not as it closes: closed ones stay counted until the next
 * `recount`.
 *
 * Below a quarter of the limit nothing is counted; between a quarter and half of it everybody is
 * let in; above that, whoever holds most is not.
 */
export class HeldConnections {
  readonly #words: Int32Array;
  readonly #limit: number;

  /** `limit` is how many connections all workers together may have open. */
  constructor(table: SharedArrayBuffer, limit: number) {
    this.#words = new Int32Array(table);
    this.#limit = limit;
  }

  /** Whether so many are open that they have to be counted by client. */
  isBusy(): boolean {
    return Atomics.load(this.#words, OPEN) > this.#limit / 4;
  }

  /**
   * Counts a new connection; false if it is to be closed, since its client holds most of those that are open.
   * `isExempt` is asked only about a client that holds many.
   */
  open(client: () => string, isExempt: () => boolean): boolean {
    const open = Atomics.add(this.#words, OPEN, 1) + 1;
    if (open <= this.#limit / 4) return true;
    const name = client();
    const one = this.#place(name, 0);
    const other = this.#place(name, 1);
    const held = Math.min(Atomics.add(this.#words, one, 1), Atomics.add(this.#words, other, 1)) + 1;
    const most = Atomics.load(this.#words, MOST);
    if (held <= most || isExempt()) return true;
    if (held <= FEW || open <= this.#limit / 2) {
      Atomics.compareExchange(this.#words, MOST, most, held);
      return true;
    }
    Atomics.sub(this.#words, one, 1);
    Atomics.sub(this.#words, other, 1);
    return false;
  }

  /** Counts a connection that is closed, those that were not let in too. */
  close(): void {
    Atomics.sub(this.#words, OPEN, 1);
  }

  /** Sets the counts to `open` connections, those of each client that is not exempt in `held`. */
  recount(open: number, held: ReadonlyMap<string, number>): void {
    const counted = new Int32Array(WORDS);
    let most = 0;
    for (const [client, connections] of held) {
      counted[this.#place(client, 0)]! += connections;
      counted[this.#place(client, 1)]! += connections;
      most = Math.max(most, connections);
    }
    this.#words.set(counted);
    Atomics.store(this.#words, MOST, most);
    Atomics.store(this.#words, OPEN, open);
  }

  #place(client: string, seed: 0 | 1): number {
    return murmurHash(client, this.#words[SEEDS + seed]!) & (WORDS - 1);
  }
}
