import { type Bytes, bytesOf } from '../index/bytes.ts';
import type { Quality } from '../search/score/score.ts';
import type { JsonBytes } from './json-bytes.ts';
import { type AutocompleteParameters, STATES } from './parameters.ts';

/** Slots of a bucket of the table: 64 bytes, one line of the processor's cache. */
const WAYS = 8;

/** The table has a 32nd to a 16th of the memory: with answers of 1 KB, eight slots or more for each that is kept. */
const TABLE_SHARE = 16;

/** An answer that would take more of the ring than this share is not kept. */
const LARGEST_SHARE = 8;

/** Records that one insertion may move before it drops one whatever was asked for: what bounds its time. */
const MOST_CHANCES = 16;

/** The ring is counted in words of 8 bytes; so many precede the key of a record. */
const WORD = 8;
const HEAD_WORDS = 2;

/** 32-bit numbers at the beginning of a record, from its first. */
const HASH = 0;
const WORDS = 1;
const LENGTH = 2;
/** 16-bit number: units of the key. */
const KEY_UNITS = 6;
/** Bytes: place in `QUALITIES`, and whether the record was asked for since it was written or moved. */
const QUALITY = 14;
const ASKED = 15;

const QUALITIES: readonly Quality[] = ['high', 'medium', 'low', 'none'];

/** A key is one unit of `limit`, `state` and whether there is a point, four units of each coordinate, and `q`, at most 200 characters. */
const LONGEST_QUERY = 400;
const POINT_UNITS = 8;

/**
 * Answers of autocomplete by their parameters, as the bytes that were written, in a fixed amount of memory: keys, table and all.
 *
 * **Admission** is on the second request (the doorkeeper of TinyLFU; "cache on second hit" in content delivery networks): the first leaves only a hash
 * in the table, so queries that nobody repeats, which are most of the long ones, neither cost a copy nor push out what many type. **Eviction** is CLOCK,
 * also called second chance: records lie in a ring in the order in which they were written, and the oldest makes room, unless it was asked for in the
 * meantime; then it is moved to the front once more. What is evicted leaves its hash, and is admitted again by one request.
 *
 * The table is set-associative: a hash leads to a bucket of eight slots, in which a hash without a record gives way to a new one. A lookup hashes the key
 * and reads one bucket, and one record if there is one: O(length of the query). An insertion copies the answer, and moves at most 16 records. Nothing is
 * allocated after construction but the view that an insertion copies from.
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

  /** The key of the present query, its length, its hash, and the slot that has its hash without a record; -1 where none has, -2 where it is too long to keep. */
  readonly #key = new Uint16Array(1 + POINT_UNITS + LONGEST_QUERY);
  readonly #point = new Float64Array(2);
  readonly #pointUnits = new Uint16Array(this.#point.buffer);
  #keyUnits = 0;
  #hash = 0;
  #seen = -1;
  #turn = 0;

  /** Takes so many bytes, at least 4096, of which the system provides each page when it is first written to. */
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

  /** Bytes of the memory that is taken. */
  get capacity(): number {
    return this.#slots.byteLength + this.#bytes.byteLength;
  }

  /** Bytes of the records that are kept: answers with their keys. */
  get size(): number {
    return this.#kept * WORD;
  }

  /** Writes the answer that is kept for these parameters, `debug` aside, and tells its quality; null, with nothing written, where none is. */
  read(parameters: AutocompleteParameters, out: JsonBytes): Quality | null {
    this.#seen = -2;
    if (parameters.q.length > LONGEST_QUERY) return null;
    this.#setKey(parameters);
    this.#seen = -1;
    const slots = this.#slots;
    const hash = this.#hash;
    const first = (hash & this.#bucketMask) * WAYS;
    for (let slot = first; slot < first + WAYS; slot++) {
      if (slots[slot * 2] !== hash) continue;
      const record = slots[slot * 2 + 1] - 1;
      if (record < 0) this.#seen = slot;
      else if (this.#hasKey(record)) {
        const at = record * WORD;
        const answer = at + (HEAD_WORDS + wordsOfKey(this.#keyUnits)) * WORD;
        out.raw(this.#ring, answer, answer + this.#numbers[record * 2 + LENGTH]);
        this.#bytes[at + ASKED] = 1;
        return QUALITIES[this.#bytes[at + QUALITY]];
      }
    }
    return null;
  }

  /** Offers the answer to what `read` has just not found: what `out` has from `start`. */
  offer(quality: Quality, out: JsonBytes, start: number): void {
    if (this.#seen === -2) return;
    if (this.#seen === -1) {
      this.#remember();
      return;
    }
    const length = out.length - start;
    const keyWords = wordsOfKey(this.#keyUnits);
    const words = HEAD_WORDS + keyWords + Math.ceil(length / WORD);
    if (words > this.#words / LARGEST_SHARE) return;
    this.#makeRoom(words);
    const record = this.#head;
    const at = record * WORD;
    this.#numbers[record * 2 + HASH] = this.#hash;
    this.#numbers[record * 2 + WORDS] = words;
    this.#numbers[record * 2 + LENGTH] = length;
    this.#units[record * 4 + KEY_UNITS] = this.#keyUnits;
    this.#bytes[at + QUALITY] = QUALITIES.indexOf(quality);
    this.#bytes[at + ASKED] = 0;
    const units = this.#units;
    const key = this.#key;
    for (let i = 0, to = (record + HEAD_WORDS) * 4; i < this.#keyUnits; i++) units[to + i] = key[i];
    this.#bytes.set(out.view().subarray(start), at + (HEAD_WORDS + keyWords) * WORD);
    this.#slots[this.#seen * 2 + 1] = record + 1;
    this.#head += words;
    this.#kept += words;
  }

  #setKey({ q, state, limit, near }: AutocompleteParameters): void {
    const key = this.#key;
    const place = state === null ? 0 : STATES.indexOf(state) + 1;
    const first = limit + 32 * place + (near === null ? 0 : 512);
    key[0] = first;
    let hash = Math.imul(first ^ FNV_OFFSET, FNV_PRIME);
    let n = 1;
    if (near !== null) {
      this.#point[0] = near.lat;
      this.#point[1] = near.lon;
      for (let i = 0; i < POINT_UNITS; i++) {
        const unit = this.#pointUnits[i];
        key[n++] = unit;
        hash = Math.imul(hash ^ unit, FNV_PRIME);
      }
    }
    for (let i = 0; i < q.length; i++) {
      const unit = q.charCodeAt(i);
      key[n++] = unit;
      hash = Math.imul(hash ^ unit, FNV_PRIME);
    }
    hash = Math.imul(hash ^ (hash >>> 16), MIX);
    this.#hash = hash ^ (hash >>> 13);
    this.#keyUnits = n;
  }

  #hasKey(record: number): boolean {
    const units = this.#units;
    const key = this.#key;
    const length = this.#keyUnits;
    if (units[record * 4 + KEY_UNITS] !== length) return false;
    const from = (record + HEAD_WORDS) * 4;
    for (let i = 0; i < length; i++) if (units[from + i] !== key[i]) return false;
    return true;
  }

  /** Leaves the hash of the present key in its bucket, in place of one without a record, by turns; where all have one, the record of the turn is lost. */
  #remember(): void {
    const slots = this.#slots;
    const first = (this.#hash & this.#bucketMask) * WAYS;
    const turn = this.#turn++;
    let slot = first + (turn % WAYS);
    for (let i = 1; i < WAYS && slots[slot * 2 + 1] !== 0; i++) slot = first + ((turn + i) % WAYS);
    slots[slot * 2] = this.#hash;
    slots[slot * 2 + 1] = 0;
  }

  /** Makes room for so many words at the head. */
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

  /** Takes the oldest record away; where it was asked for and `mayStay`, it becomes the newest. True of one that stays. */
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

  /** The slot that leads to a record; -1 where it was given to another key. */
  #slotOf(record: number): number {
    const first = (this.#numbers[record * 2 + HASH] & this.#bucketMask) * WAYS;
    for (let slot = first; slot < first + WAYS; slot++) if (this.#slots[slot * 2 + 1] === record + 1) return slot;
    return -1;
  }
}

/** FNV-1a, with a finalizer for the low bits. */
const FNV_OFFSET = 0x811c9dc5;
const FNV_PRIME = 0x01000193;
const MIX = 0x85ebca6b;

function wordsOfKey(units: number): number {
  return (units + 3) >>> 2;
}
