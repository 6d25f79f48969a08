import { isCaseless, isSmall } from '../search/text/plain-text.ts';
import { type AutocompleteParameters, INCLUDE, MOST_SUGGESTIONS } from './table/rows/autocomplete.ts';
import { STATES } from './table/rules.ts';

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

/** A parameter of few values: how many there are, and which of them, from 0, is given. */
interface Digit {
  readonly values: number;
  readonly of: (parameters: AutocompleteParameters) => number;
}

/**
 * A digit for each parameter besides `q`, and `debug`, whose answers are not kept: together one number, the first unit of a key. A
 * parameter without a row does not compile: its answers would be taken for those of others.
 */
const DIGITS: Readonly<Record<Exclude<keyof AutocompleteParameters, 'q' | 'debug'>, Digit>> = {
  limit: { values: MOST_SUGGESTIONS + 1, of: ({ limit }) => limit },
  state: { values: STATES.length + 1, of: ({ state }) => (state === null ? 0 : STATES.indexOf(state) + 1) },
  // Whether there is one: its coordinates follow.
  near: { values: 2, of: ({ near }) => (near === null ? 0 : 1) },
  include: { values: 2 ** INCLUDE.length, of: ({ include }) => (include === undefined ? 0 : bitsOf(include)) },
};
const IN_ORDER = Object.values(DIGITS);

if (IN_ORDER.reduce((all, { values }) => all * values, 1) > 2 ** 16)
  throw new Error('the parameters of autocomplete have more values than a unit of the key of its answers');

/** The names of `include`, a bit each. */
function bitsOf(include: readonly (typeof INCLUDE)[number][]): number {
  let bits = 0;
  for (let i = 0; i < include.length; i++) bits |= 1 << INCLUDE.indexOf(include[i]);
  return bits;
}

/**
 * All that an answer of autocomplete depends on, as 16-bit units in a reused buffer: one for the
 * parameters of few values, the bits of both coordinates of a point, and `q`, in capitals and with
 * single spaces where that reads the same (`isCaseless`), otherwise as sent. `debug` is left out.
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
  set(parameters: AutocompleteParameters): boolean {
    const { q, near } = parameters;
    if (q.length > LONGEST_QUERY) return false;
    const { units } = this;
    let first = 0;
    for (let i = 0; i < IN_ORDER.length; i++) first = first * IN_ORDER[i].values + IN_ORDER[i].of(parameters);
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
