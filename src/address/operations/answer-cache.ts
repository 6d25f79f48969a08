import { type Bytes, bytesOf } from '../index/bytes.ts';
import type { Quality } from '../search/score/score.ts';
import { AnswerKey } from './answer-key.ts';
import type { JsonBytes } from './json-bytes.ts';
import type { AutocompleteParameters } from './table/rows/autocomplete.ts';

/** Slots of a bucket of the table: 64 bytes, one line of the processor's cache. */
const WAYS = 8;

/**
 * The table takes a 32nd to a 16th of the memory: with answers of 1 KB, at least eight slots for
 * each one kept.
 */
const TABLE_SHARE = 16;

/** An answer that would take more of the ring than this share is not kept. */
const LARGEST_SHARE = 8;

/** Records that one insertion may move; the next is dropped even if it was asked for. Bounds the time of an insertion. */
const MOST_CHANCES = 16;

/** The ring is counted in words of 8 bytes; HEAD_WORDS of them precede the key of a record. */
const WORD = 8;
const HEAD_WORDS = 2;

/** 32-bit fields at the beginning of a record: hash of the key, words of the record, bytes of the answer. */
const HASH = 0;
const WORDS = 1;
const LENGTH = 2;
/** 16-bit field: units of the key. */
const KEY_UNITS = 6;
/** Bytes: index into `QUALITIES`, and whether the record was asked for since it was written or moved. */
const QUALITY = 14;
const ASKED = 15;

const QUALITIES: readonly Quality[] = ['high', 'medium', 'low', 'none'];

/** Values of `#seen` besides a slot: the table does not have the hash, or the query is too long to be kept. */
const NOT_SEEN = -1;
const TOO_LONG = -2;

/*
 * Admission is on the second request (TinyLFU's doorkeeper; "cache on second hit" in content
 * delivery networks). The first request leaves only a hash in the table, so queries that are never
 * repeated, as most long ones are, cost no copy and evict nothing.
 *
 * Eviction is CLOCK (second chance): records lie in a ring in the order of insertion, and the oldest
 * is dropped, unless it has been asked for since; then it is inserted again. A dropped record leaves
 * its hash, so one request brings it back. On the keystrokes of many people this has as many hits as
 * S3-FIFO, or as an LRU of four times the size.
 *
 * The table is set-associative: a hash selects a bucket of eight slots, in which new hashes replace
 * those without a record.
 */

/**
 * The bytes of autocomplete's answers by its parameters, in a fixed amount of memory that includes
 * keys and table. A lookup hashes the key and reads one bucket and at most one record: O(length of
 * the query). An insertion copies the answer and moves at most 16 records. After construction, only
 * the view that an insertion copies from is allocated.
 */
export class AnswerCache {
  /** By slot: the hash of a key, and where its record begins in the ring, plus 1; 0 where none is kept. */
  readonly #slots: Int32Array;
  readonly #bucketMask: number;
  readonly #ring: Bytes;
  readonly #bytes: Uint8Array;
  readonly #units: Uint16Array;
  readonly #numbers: Int32Array;

  /** Words of the ring. Newer records lie in [0, head), older ones in [tail, end), the oldest at `tail`; without older ones both are the end of the ring. */
  readonly #words: number;
  #head = 0;
  #tail: number;
  #end: number;
  #kept = 0;

  /** The key of the current query, and the slot that has its hash but no record, or `NOT_SEEN` or `TOO_LONG`. */
  readonly #key = new AnswerKey();
  #seen = NOT_SEEN;
  #turn = 0;

  /** Takes `bytes`, at least 4096; pages become resident as they are first written. */
  constructor(bytes: number) {
    const slots = 2 ** Math.floor(Math.log2(bytes / TABLE_SHARE / WORD));
    this.#slots = new Int32Array(slots * 2);
    this.#bucketMask = slots / WAYS - 1;
    this.#words = Math.floor(bytes / WORD) - slots;
    const ring = new ArrayBuffer(this.#words * WORD);
    this.#ring = bytesOf(ring);
    this.#bytes = new Uint8Array(ring);
    this.#units = new Uint16Array(ring);
    this.#numbers = new Int32Array(ring);
    this.#tail = this.#words;
    this.#end = this.#words;
  }

  /** Bytes taken. */
  get capacity(): number {
    return this.#slots.byteLength + this.#bytes.byteLength;
  }

  /** Bytes of the records in the ring: answers with their keys. */
  get size(): number {
    return this.#kept * WORD;
  }

  /**
   * Writes the answer cached for these parameters (`debug` is ignored) and returns its quality;
   * null, with nothing written, if there is none.
   */
  read(parameters: AutocompleteParameters, out: JsonBytes): Quality | null {
    const isKey = this.#key.set(parameters);
    this.#seen = isKey ? NOT_SEEN : TOO_LONG;
    if (!isKey) return null;
    const slots = this.#slots;
    const { hash, length } = this.#key;
    const first = (hash & this.#bucketMask) * WAYS;
    for (let slot = first; slot < first + WAYS; slot++) {
      if (slots[slot * 2] !== hash) continue;
      const record = slots[slot * 2 + 1] - 1;
      if (record < 0) this.#seen = slot;
      else if (this.#hasKey(record)) {
        const at = record * WORD;
        const answer = at + wordsBefore(length) * WORD;
        out.raw(this.#ring, answer, answer + this.#numbers[record * 2 + LENGTH]);
        this.#bytes[at + ASKED] = 1;
        return QUALITIES[this.#bytes[at + QUALITY]];
      }
    }
    return null;
  }

  /** Offers the answer to the query that `read` has just not found: the bytes of `out` from `start`. */
  offer(quality: Quality, out: JsonBytes, start: number): void {
    if (this.#seen === TOO_LONG) return;
    if (this.#seen === NOT_SEEN) {
      this.#remember();
      return;
    }
    const key = this.#key;
    const length = out.length - start;
    const before = wordsBefore(key.length);
    const words = before + Math.ceil(length / WORD);
    if (words > this.#words / LARGEST_SHARE) return;
    this.#makeRoom(words);
    const record = this.#head;
    const at = record * WORD;
    const numbers = this.#numbers;
    numbers[record * 2 + HASH] = key.hash;
    numbers[record * 2 + WORDS] = words;
    numbers[record * 2 + LENGTH] = length;
    const units = this.#units;
    units[record * 4 + KEY_UNITS] = key.length;
    for (let i = 0, to = (record + HEAD_WORDS) * 4; i < key.length; i++) units[to + i] = key.units[i];
    const bytes = this.#bytes;
    bytes[at + QUALITY] = QUALITIES.indexOf(quality);
    bytes[at + ASKED] = 0;
    bytes.set(out.view().subarray(start), at + before * WORD);
    this.#slots[this.#seen * 2 + 1] = record + 1;
    this.#head += words;
    this.#kept += words;
  }

  #hasKey(record: number): boolean {
    const units = this.#units;
    const { units: key, length } = this.#key;
    if (units[record * 4 + KEY_UNITS] !== length) return false;
    const from = (record + HEAD_WORDS) * 4;
    for (let i = 0; i < length; i++) if (units[from + i] !== key[i]) return false;
    return true;
  }

  /**
   * Puts the current hash into a slot of its bucket that has no record, each in turn. If all eight
   * have one, a record becomes unreachable.
   */
  #remember(): void {
    const slots = this.#slots;
    const first = (this.#key.hash & this.#bucketMask) * WAYS;
    const turn = this.#turn;
    this.#turn = (turn + 1) % WAYS;
    let slot = first + (turn % WAYS);
    for (let i = 1; i < WAYS && slots[slot * 2 + 1] !== 0; i++) slot = first + ((turn + i) % WAYS);
    slots[slot * 2] = this.#key.hash;
    slots[slot * 2 + 1] = 0;
  }

  /** Makes room for `words` at the head. */
  #makeRoom(words: number): void {
    let chances = MOST_CHANCES;
    while (this.#head + words > this.#tail) {
      if (this.#tail < this.#end) {
        if (this.#evict(chances > 0)) chances--;
      } else if (this.#tail < this.#words) {
        this.#tail = this.#words;
        this.#end = this.#words;
      } else {
        this.#tail = 0;
        this.#end = this.#head;
        this.#head = 0;
      }
    }
  }

  /** Drops the oldest record, or, if it was asked for and `mayStay`, makes it the newest and returns true. */
  #evict(mayStay: boolean): boolean {
    const record = this.#tail;
    const words = this.#numbers[record * 2 + WORDS];
    const slot = this.#slotOf(record);
    const stays = mayStay && slot >= 0 && this.#bytes[record * WORD + ASKED] === 1;
    this.#tail += words;
    if (stays) {
      const to = this.#head;
      this.#bytes.copyWithin(to * WORD, record * WORD, (record + words) * WORD);
      this.#bytes[to * WORD + ASKED] = 0;
      this.#slots[slot * 2 + 1] = to + 1;
      this.#head += words;
    } else {
      if (slot >= 0) this.#slots[slot * 2 + 1] = 0;
      this.#kept -= words;
    }
    return stays;
  }

  /** The slot of a record; -1 if another key has taken it. */
  #slotOf(record: number): number {
    const first = (this.#numbers[record * 2 + HASH] & this.#bucketMask) * WAYS;
    for (let slot = first; slot < first + WAYS; slot++) if (this.#slots[slot * 2 + 1] === record + 1) return slot;
    return -1;
  }
}

/** Words of a record before its answer. */
function wordsBefore(keyUnits: number): number {
  return HEAD_WORDS + ((keyUnits + 3) >>> 2);
}
