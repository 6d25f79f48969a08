import { isCaseless, isSmall } from '../search/text/plain-text.ts';
import type { AutocompleteParameters } from './table/rows/autocomplete.ts';
import { STATES } from './table/states.ts';

/** UTF-16 units of `q`, which has at most 200 characters. */
const LONGEST_QUERY = 400;
const POINT_UNITS = 8;
const SPACE = 0x20;
/** From a small letter to its capital. */
const CAPITAL = 0x20;

/** FNV-1a, and the multiplier that finishes it, so that its low bits select a bucket well. */
const FNV_OFFSET = 0x811c9dc5;
const FNV_PRIME = 0x01000193;
const MIX = 0x85ebca6b;

/**
 * All that an answer of autocomplete depends on, as 16-bit units in a reused buffer: one for
 * `limit`, `state`, `include` and whether there is a point, the bits of both coordinates, and `q`,
 * in capitals and with single spaces where that reads the same (`isCaseless`), otherwise as sent.
 * `debug` is left out.
 */
export class AnswerKey {
  readonly units = new Uint16Array(1 + POINT_UNITS + LONGEST_QUERY);
  /** Units of the key. */
  length = 0;
  /** 32 bits, signed. */
  hash = 0;

  readonly #point = new Float64Array(2);
  readonly #pointUnits = new Uint16Array(this.#point.buffer);

  /** Becomes the key of these parameters; false if `q` is too long for one. O(length of `q`). */
  set({ q, state, limit, near, include }: AutocompleteParameters): boolean {
    if (q.length > LONGEST_QUERY) return false;
    const { units } = this;
    const first =
      limit + 32 * (state === null ? 0 : STATES.indexOf(state) + 1) + (near === null ? 0 : 512) + wordsOf(include);
    units[0] = first;
    let hash = Math.imul(first ^ FNV_OFFSET, FNV_PRIME);
    let length = 1;
    if (near !== null) {
      this.#point[0] = near.lat;
      this.#point[1] = near.lon;
      for (let i = 0; i < POINT_UNITS; i++) {
        const unit = this.#pointUnits[i];
        units[length++] = unit;
        hash = Math.imul(hash ^ unit, FNV_PRIME);
      }
    }
    const folds = isCaseless(q);
    let before = folds ? SPACE : 0;
    for (let i = 0; i < q.length; i++) {
      let unit = q.charCodeAt(i);
      if (folds) {
        if (unit === SPACE && before === SPACE) continue;
        if (isSmall(unit)) unit -= CAPITAL;
        before = unit;
      }
      units[length++] = unit;
      hash = Math.imul(hash ^ unit, FNV_PRIME);
    }
    hash = Math.imul(hash ^ (hash >>> 16), MIX);
    this.hash = hash ^ (hash >>> 13);
    this.length = length;
    return true;
  }
}

/** What `include` adds to the first unit. */
function wordsOf(include: AutocompleteParameters['include']): number {
  if (include === undefined) return 0;
  return include.includes('abbreviated') ? 2048 : 1024;
}
