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

/** Adds up the answers of a list. Two bytes an address of the index, whatever the number of lines. */
export class Tally {
  lines = 0;
  readonly #outcomes = new Uint32Array(OUTCOMES.length);
  readonly #states = new Uint32Array(2 * (STATE_MASK + 1));
  readonly #caps = new Uint32Array(CAP_NAMES.length);
  readonly #classes = new Uint32Array(LINE_CLASSES.length * OUTCOMES.length);
  readonly #blanks = new Uint32Array(MOST_COLUMNS);
  /** Lines of each address, up to MOST_COUNTED, and DOUBTED. */
  readonly #seen: Uint16Array;
  /** The same, of two addresses each: most addresses of the index are in no list. */
  readonly #pairs: Uint32Array;
  #formulas = 0;
  #addresses = 0;
  #repeated = 0;
  #repeats = 0;

  constructor(addresses: number) {
    this.#pairs = new Uint32Array(Math.ceil(addresses / 2));
    this.#seen = new Uint16Array(this.#pairs.buffer);
  }

  /** Adds what `writeTally` wrote. */
  add(words: Uint32Array): void {
    for (let at = 0; at < words.length; at += TALLY_WORDS) {
      this.#addRow(words[at] - 1, words[at + 1], words[at + 2]);
      this.#formulas += words[at + 3];
    }
  }

  #addRow(ordinal: number, word: number, blank: number): void {
    const outcome = word & OUTCOME_MASK;
    this.lines++;
    this.#outcomes[outcome]++;
    this.#classes[(word >>> CLASS_SHIFT) * OUTCOMES.length + outcome]++;
    for (let rest = blank, i = 0; rest !== 0; rest >>>= 1, i++) if ((rest & 1) !== 0) this.#blanks[i]++;
    if (ordinal < 0) return;
    const state = (word >> STATE_SHIFT) & STATE_MASK;
    this.#states[2 * state]++;
    const isSure = SURE.has(OUTCOMES[outcome]);
    if (isSure) this.#states[2 * state + 1]++;
    for (let caps = (word >>> CAP_SHIFT) & CAP_MASK, i = 0; caps !== 0; caps >>>= 1, i++)
      if ((caps & 1) !== 0) this.#caps[i]++;
    const seen = this.#seen[ordinal] & MOST_COUNTED;
    if (seen === 0) this.#addresses++;
    else this.#repeats++;
    if (seen === 1) this.#repeated++;
    if (seen < MOST_COUNTED) this.#seen[ordinal]++;
    if (!isSure) this.#seen[ordinal] |= DOUBTED;
  }

  summary(): Summary {
    const stateNames = STATE_ORDER.map((name) => (name === 'OT' ? OTHER : name));
    return {
      lines: this.lines,
      outcomes: Object.fromEntries(OUTCOMES.map((name, i) => [name, this.#outcomes[i]])) as Record<Outcome, number>,
      states: Object.fromEntries(
        stateNames.map((name, i) => [name, { lines: this.#states[2 * (i + 1)], sure: this.#states[2 * (i + 1) + 1] }]),
      ),
      caps: Object.fromEntries(CAP_NAMES.map((name, i) => [name, this.#caps[i]])),
      classes: this.#byClass(),
      blanks: [...this.#blanks.subarray(0, 1 + this.#blanks.findLastIndex((n) => n > 0))],
      formulas: this.#formulas,
      addresses: this.#addresses,
      repeated: this.#repeated,
      repeats: this.#repeats,
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
        OUTCOMES.map((name, i) => [name, this.#classes[place * OUTCOMES.length + i]] as const).filter(([, n]) => n > 0),
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
