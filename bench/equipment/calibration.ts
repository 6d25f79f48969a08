import { median } from './figures.ts';

/*
 * A fixed piece of JavaScript, timed in the same run as what is measured: a time as a multiple of it depends far less
 * on the machine, and on what else runs there, than one in microseconds. It does what a search does, on little memory:
 * it reads text letter by letter, hashes words, looks them up in typed arrays and a map, and compares two words.
 */

const TEXT = `${'Unit 4, 112 Old Mill Road, Upper Sampleton NSW 2999; LOT 7 The Esplanade, North Example VIC 3998; '.repeat(4)}`;
const SLOTS = 4096;
const BATCH = 50;
const BATCHES = 40;

/** Reads the text once; returns a number that depends on all of it, so that nothing can be left out. */
function work(slots: Int32Array, words: Map<number, number>, distances: Uint8Array): number {
  let sum = 0;
  let hash = 0x811c9dc5;
  let length = 0;
  for (let i = 0; i <= TEXT.length; i++) {
    const code = i === TEXT.length ? 0x20 : TEXT.charCodeAt(i) | 0x20;
    if ((code >= 0x61 && code <= 0x7a) || (code >= 0x30 && code <= 0x39)) {
      hash = Math.imul(hash ^ code, 0x01000193);
      length++;
      continue;
    }
    if (length > 0) {
      const key = (hash >>> 0) % SLOTS;
      let low = 0;
      let high = SLOTS;
      while (low < high) {
        const middle = (low + high) >>> 1;
        if (slots[middle] < key * 7) low = middle + 1;
        else high = middle;
      }
      words.set(key, (words.get(key) ?? 0) + low);
      sum += low + editsBetween(i - length, i, distances);
    }
    hash = 0x811c9dc5;
    length = 0;
  }
  return sum + words.size;
}

/** Edits between a word of the text and its beginning, by one column of distances. */
function editsBetween(from: number, end: number, distances: Uint8Array): number {
  const length = end - from;
  for (let i = 0; i <= length; i++) distances[i] = i;
  for (let j = 1; j <= 8; j++) {
    let diagonal = distances[0];
    distances[0] = j;
    for (let i = 1; i <= length; i++) {
      const above = distances[i];
      const same = TEXT.charCodeAt(from + i - 1) === TEXT.charCodeAt(j);
      distances[i] = Math.min(distances[i - 1] + 1, above + 1, diagonal + (same ? 0 : 1));
      diagonal = above;
    }
  }
  return distances[length];
}

/** Microseconds that the piece takes now: the median of some batches. */
export function calibration(): number {
  const slots = Int32Array.from({ length: SLOTS }, (_, i) => i * 7);
  const words = new Map<number, number>();
  const distances = new Uint8Array(64);
  let sum = 0;
  const batch = (): number => {
    const start = performance.now();
    for (let i = 0; i < BATCH; i++) sum += work(slots, words, distances);
    return ((performance.now() - start) * 1000) / BATCH;
  };
  for (let i = 0; i < BATCHES; i++) batch();
  const times = Array.from({ length: BATCHES }, batch);
  if (!Number.isFinite(sum)) throw new Error('the calibration came to nothing');
  return median(times);
}
