import { streetOf } from '../../../address/index/address.ts';
import type { AddressIndex } from '../../../address/index/open.ts';
import { STATE_ORDER } from '../../../address/index/sections.ts';
import { localityOf } from '../../../address/index/street-answer.ts';
import { CAPS } from '../../../address/search/query/grades.ts';
import { type Answer, OUTCOMES, type Outcome, ROW_CAPS } from '../lookup/job.ts';
import { classOf, LINE_CLASSES, type LineClass } from './line-class.ts';

/**
 * 32-bit words that a row's answer takes: the address's position plus 1; outcome, state, caps and class; which of the columns are blank; and
 * how many cells look like formulas.
 */
export const TALLY_WORDS = 4;

const CAP_NAMES: readonly string[] = [...Object.keys(CAPS), ...Object.keys(ROW_CAPS)];
const OUTCOME_MASK = 15;
const STATE_SHIFT = 4;
const STATE_MASK = 15;
const CAP_SHIFT = 8;
const CAP_BITS = 20;
const CAP_MASK = 2 ** CAP_BITS - 1;
const CLASS_SHIFT = CAP_SHIFT + CAP_BITS;

/** The most columns whose blank cells are counted. */
export const MOST_COLUMNS = 32;

/** What the summary needs of a row besides its answer. */
interface RowFacts {
  /** A bit for each column of the address that says nothing. */
  readonly blank: number;
  /** Cells that are passed on, and that a spreadsheet takes for formulas. */
  readonly formulas: number;
}

/** Writes what the summary needs of a row. */
export function writeTally(
  index: AddressIndex,
  answer: Answer,
  { blank, formulas }: RowFacts,
  words: Uint32Array,
  at: number,
): void {
  const { ordinal, outcome, caps } = answer;
  words[at] = ordinal + 1;
  let word = OUTCOMES.indexOf(outcome);
  if (ordinal >= 0) {
    const { localityState } = index.columns;
    word |= (1 + localityState[localityOf(index, streetOf(index, ordinal))]) << STATE_SHIFT;
  }
  for (const cap of caps) word |= 1 << (CAP_SHIFT + CAP_NAMES.indexOf(cap));
  words[at + 1] = word | (LINE_CLASSES.indexOf(classOf(index, answer)) << CLASS_SHIFT);
  words[at + 2] = blank;
  words[at + 3] = formulas;
}

/** What a list came to. */
export interface Summary {
  readonly lines: number;
  readonly outcomes: Readonly<Record<Outcome, number>>;
  /** By state of the matched address: all of them, and the `high`, decided and found ones. */
  readonly states: Readonly<Record<string, { readonly lines: number; readonly sure: number }>>;
  /** How many lines each cap held down. */
  readonly caps: Readonly<Record<string, number>>;
  /** The lines of each class, by outcome. */
  readonly classes: Readonly<Record<LineClass, Readonly<Partial<Record<Outcome, number>>>>>;
  /** Lines in which each column of the address is blank, in the order in which they are looked up. */
  readonly blanks: readonly number[];
  /** Cells of the list that stand in the results, and that a spreadsheet takes for formulas. */
  readonly formulas: number;
  /** Addresses that were found, how many of them by several lines, and the lines beyond the first of each. */
  readonly addresses: number;
  readonly repeated: number;
  readonly repeats: number;
  /** The addresses that the most lines found, by position in the index. */
  readonly mostRepeated: readonly { readonly ordinal: number; readonly lines: number }[];
}

const MOST_REPEATED = 10;
/** The bit that says that a line of the address is in doubt; the others count its lines. */
const DOUBTED = 0x8000;
const MOST_COUNTED = 0x7fff;
/** Other Territories, whose `state` is null. */
const OTHER = 'other';

/** Where each kind of count begins among all. */
const [LINES, FORMULAS, ADDRESSES, REPEATED, REPEATS, BY_OUTCOME] = [0, 1, 2, 3, 4, 5];
const BY_STATE = BY_OUTCOME + OUTCOMES.length;
const BY_CAP = BY_STATE + 2 * (STATE_MASK + 1);
const BY_CLASS = BY_CAP + CAP_NAMES.length;
const BY_COLUMN = BY_CLASS + LINE_CLASSES.length * OUTCOMES.length;
const COUNTS = BY_COLUMN + MOST_COLUMNS;

/** Memory for what threads together see of the addresses of an index: two bytes each, whatever the number of lines. */
export function tallyMemory(addresses: number): SharedArrayBuffer {
  return new SharedArrayBuffer(4 * Math.ceil(addresses / 2));
}

/**
 * Adds up the answers of a list. Several threads may do so, each with a tally of its own on the same memory: their
 * counts come to those of the list.
 */
export class Tally {
  readonly #counts = new Float64Array(COUNTS);
  /** Lines of each address, up to MOST_COUNTED, and DOUBTED. */
  readonly #seen: Uint16Array;
  /** The same, of two addresses each: most addresses of the index are in no list. */
  readonly #pairs: Uint32Array;

  constructor(memory: SharedArrayBuffer) {
    this.#pairs = new Uint32Array(memory);
    this.#seen = new Uint16Array(memory);
  }

  get lines(): number {
    return this.#counts[LINES];
  }

  /** Adds what `writeTally` wrote. */
  add(words: Uint32Array): void {
    for (let at = 0; at < words.length; at += TALLY_WORDS) {
      this.#addRow(words[at] - 1, words[at + 1], words[at + 2]);
      this.#counts[FORMULAS] += words[at + 3];
    }
  }

  /** What was counted since this was last asked. */
  takeCounts(): Float64Array<ArrayBuffer> {
    const counts = this.#counts.slice();
    this.#counts.fill(0);
    return counts;
  }

  /** Adds what another tally counted on the same memory. */
  addCounts(counts: Float64Array): void {
    for (let i = 0; i < COUNTS; i++) this.#counts[i] += counts[i];
  }

  #addRow(ordinal: number, word: number, blank: number): void {
    const counts = this.#counts;
    const outcome = word & OUTCOME_MASK;
    counts[LINES]++;
    counts[BY_OUTCOME + outcome]++;
    counts[BY_CLASS + (word >>> CLASS_SHIFT) * OUTCOMES.length + outcome]++;
    for (let rest = blank, i = 0; rest !== 0; rest >>>= 1, i++) if ((rest & 1) !== 0) counts[BY_COLUMN + i]++;
    if (ordinal < 0) return;
    const state = BY_STATE + 2 * ((word >> STATE_SHIFT) & STATE_MASK);
    counts[state]++;
    const isSure = SURE.has(OUTCOMES[outcome]);
    if (isSure) counts[state + 1]++;
    for (let caps = (word >>> CAP_SHIFT) & CAP_MASK, i = 0; caps !== 0; caps >>>= 1, i++)
      if ((caps & 1) !== 0) counts[BY_CAP + i]++;
    const before = this.#see(ordinal, isSure) & MOST_COUNTED;
    counts[before === 0 ? ADDRESSES : REPEATS]++;
    if (before === 1) counts[REPEATED]++;
  }

  /** Counts a line of an address, and answers what was there before. */
  #see(ordinal: number, isSure: boolean): number {
    const seen = this.#seen;
    for (let before = seen[ordinal]; ; ) {
      const more = (before & MOST_COUNTED) === MOST_COUNTED ? before : before + 1;
      const there = Atomics.compareExchange(seen, ordinal, before, isSure ? more : more | DOUBTED);
      if (there === before) return before;
      before = there;
    }
  }

  summary(): Summary {
    const counts = this.#counts;
    const stateNames = STATE_ORDER.map((name) => (name === 'OT' ? OTHER : name));
    const stateOf = (i: number) => ({
      lines: counts[BY_STATE + 2 * (i + 1)],
      sure: counts[BY_STATE + 2 * (i + 1) + 1],
    });
    const blanks = Array.from(counts.subarray(BY_COLUMN, COUNTS));
    return {
      lines: this.lines,
      outcomes: Object.fromEntries(OUTCOMES.map((name, i) => [name, counts[BY_OUTCOME + i]])) as Record<
        Outcome,
        number
      >,
      states: Object.fromEntries(stateNames.map((name, i) => [name, stateOf(i)])),
      caps: Object.fromEntries(CAP_NAMES.map((name, i) => [name, counts[BY_CAP + i]])),
      classes: this.#byClass(),
      blanks: blanks.slice(0, 1 + blanks.findLastIndex((n) => n > 0)),
      formulas: counts[FORMULAS],
      addresses: counts[ADDRESSES],
      repeated: counts[REPEATED],
      repeats: counts[REPEATS],
      mostRepeated: this.#mostRepeated(),
    };
  }

  /** Calls back with each address that was found, how many lines found it, and whether one of them is in doubt; in the order of the index. */
  forEachAddress(each: (ordinal: number, lines: number, isDoubted: boolean) => void): void {
    for (let pair = 0; pair < this.#pairs.length; pair++) {
      if (this.#pairs[pair] === 0) continue;
      for (let ordinal = 2 * pair; ordinal < 2 * pair + 2; ordinal++) {
        const seen = this.#seen[ordinal];
        if (seen !== 0) each(ordinal, seen & MOST_COUNTED, (seen & DOUBTED) !== 0);
      }
    }
  }

  #byClass(): Summary['classes'] {
    const of = (place: number) =>
      Object.fromEntries(
        OUTCOMES.map((name, i) => [name, this.#counts[BY_CLASS + place * OUTCOMES.length + i]] as const).filter(
          ([, n]) => n > 0,
        ),
      );
    return Object.fromEntries(LINE_CLASSES.map((name, i) => [name, of(i)])) as unknown as Summary['classes'];
  }

  #mostRepeated(): { ordinal: number; lines: number }[] {
    const most: { ordinal: number; lines: number }[] = [];
    this.forEachAddress((ordinal, lines) => {
      if (lines < 2 || (most.length === MOST_REPEATED && lines <= most[MOST_REPEATED - 1].lines)) return;
      most.push({ ordinal, lines });
      most.sort((a, b) => b.lines - a.lines);
      most.length = Math.min(most.length, MOST_REPEATED);
    });
    return most;
  }
}

const SURE: ReadonlySet<Outcome> = new Set(['high', 'decided', 'found']);
