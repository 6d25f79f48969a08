import { randomFillSync } from 'node:crypto';
import { murmurHash } from './client-rates.ts';

/** Words of the table that count clients: a power of two. */
const WORDS = 16 * 1024;

/** Where the other words are, after those: the connections of each worker are the last. */
const MOST = WORDS;
const SEEDS = WORDS + 1;
const OPEN = WORDS + 3;

/** Clients are counted above this part of the limit. */
export const COUNTED = 1 / 4;

/** A client with no more connections than these is let in, whoever holds most: a browser has six. */
const FEW = 8;

/** Makes the table of `HeldConnections`, 64 KiB, to be shared by all threads of a server. */
export function heldConnectionsTable(workers: number): SharedArrayBuffer {
  const table = new SharedArrayBuffer((OPEN + workers) * Int32Array.BYTES_PER_ELEMENT);
  randomFillSync(new Uint8Array(table, SEEDS * Int32Array.BYTES_PER_ELEMENT, 2 * Int32Array.BYTES_PER_ELEMENT));
  return table;
}

/**
 * How many connections all workers have open, exactly, and how many of them each client holds, in a
 * shared table of fixed size: as in `ClientRates` a client has two words, and the smaller counts.
 * uWebSockets.js says whose a connection is as it opens, and not as it closes: closed ones stay
 * counted for their client until the next `recount`.
 *
 * Below a quarter of the limit no client is counted; between a quarter and half of it everybody is
 * let in; above that, whoever holds most is not.
 */
export class HeldConnections {
  readonly #words: Int32Array;
  /** How many connections all workers together may have open. */
  readonly limit: number;
  readonly #own: number;

  /** `worker` counts from 1. */
  constructor(table: SharedArrayBuffer, limit: number, worker: number) {
    this.#words = new Int32Array(table);
    this.limit = limit;
    this.#own = OPEN + worker - 1;
  }

  /** Forgets the connections of this worker: one that has taken the place of another begins with none. */
  begin(): void {
    Atomics.store(this.#words, this.#own, 0);
  }

  /** Whether more are open than this part of the limit; above `COUNTED` they have to be recounted by client. */
  isAbove(part: number): boolean {
    return this.#all() > part * this.limit;
  }

  /**
   * Counts a new connection; false if it is to be closed, since its client holds most of those that are open.
   * `isExempt` is asked only about a client that holds many.
   */
  open(client: () => string, isExempt: () => boolean): boolean {
    Atomics.add(this.#words, this.#own, 1);
    const open = this.#all();
    if (open <= COUNTED * this.limit) return true;
    const name = client();
    const one = this.#place(name, 0);
    const other = this.#place(name, 1);
    const held = Math.min(Atomics.load(this.#words, one), Atomics.load(this.#words, other)) + 1;
    const most = Atomics.load(this.#words, MOST);
    if (held > most && !isExempt()) {
      // Nothing is counted of who is refused: a recount would find it half done, and let in one more each time.
      if (held > FEW && open > this.limit / 2) return false;
      Atomics.compareExchange(this.#words, MOST, most, held);
    }
    Atomics.add(this.#words, one, 1);
    Atomics.add(this.#words, other, 1);
    return true;
  }

  /** Counts a connection that is closed, those that were not let in too. */
  close(): void {
    Atomics.sub(this.#words, this.#own, 1);
  }

  /**
   * Sets the counts to what `count` finds: the open connections of each client that is not exempt. What is opened
   * meanwhile stays counted, at most once too often until the next time.
   */
  recount(count: () => ReadonlyMap<string, number>): void {
    const before = this.#words.slice(0, SEEDS);
    const counted = new Int32Array(WORDS);
    let most = 0;
    for (const [client, connections] of count()) {
      counted[this.#place(client, 0)]! += connections;
      counted[this.#place(client, 1)]! += connections;
      most = Math.max(most, connections);
    }
    // What somebody may hold is never above what the words can say: it falls before them, and rises after.
    Atomics.store(this.#words, MOST, Math.min(most, before[MOST]!));
    for (let word = 0; word < WORDS; word++) {
      const more = counted[word]! - before[word]!;
      if (more !== 0) Atomics.add(this.#words, word, more);
    }
    Atomics.store(this.#words, MOST, most);
  }

  #all(): number {
    let all = 0;
    for (let at = OPEN; at < this.#words.length; at++) all += Atomics.load(this.#words, at);
    return all;
  }

  #place(client: string, seed: 0 | 1): number {
    return murmurHash(client, this.#words[SEEDS + seed]!) & (WORDS - 1);
  }
}
