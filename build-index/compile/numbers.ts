import { LOT, NO_NUMBER, STREET_NUMBER } from '../../src/address/index/number-kinds.ts';
import { MOST_DIRECT } from '../../src/address/index/sections.ts';
import { isEmpty, type Row } from '../release/fields.ts';
import { ByteInterner } from './byte-interner.ts';
import { escapeJson } from './escape-json.ts';
import { grown } from './growable.ts';

/** Bytes that a part of a number, lot, unit or level may have. G-NAF allows no more than seven characters. */
export const LONGEST_PART = 40;

/**
 * Columns of ADDRESS_DETAIL that make a street number, and those of a lot, in the order
 * `NumberColumns` counts them.
 */
export const NUMBER_COLUMNS = [
  'NUMBER_FIRST_PREFIX',
  'NUMBER_FIRST',
  'NUMBER_FIRST_SUFFIX',
  'NUMBER_LAST_PREFIX',
  'NUMBER_LAST',
  'NUMBER_LAST_SUFFIX',
  'LOT_NUMBER_PREFIX',
  'LOT_NUMBER',
  'LOT_NUMBER_SUFFIX',
] as const;

/**
 * The distinct street numbers and lots of a release. Entry 0 is "neither". An entry's text is its
 * label: `12A`, `11-15`, and for a lot the number without the word.
 */
export class Numbers {
  readonly #interner = new ByteInterner();
  #kind = new Uint8Array(1 << 12);
  #first = new Uint32Array(1 << 12);
  #last = new Uint32Array(1 << 12);
  #textFirst = new Uint8Array(1 << 12);
  #key = Buffer.alloc(512);

  constructor() {
    this.#key[0] = NO_NUMBER;
    this.#interner.intern(this.#key, 0, 1);
  }

  get count(): number {
    return this.#interner.count;
  }

  kind(entry: number): number {
    return this.#kind[entry];
  }

  /**
   * The entry of the row's street number, 0 where it has none, -1 where a number does not parse or a last number stands
   * without a first; `at` is the column of NUMBER_FIRST_PREFIX. A prefix or suffix alone is a number without a value.
   */
  street(row: Row, at: number): number {
    const bare = isEmpty(row, at + 1);
    if (bare && !isEmpty(row, at + 4)) return -1;
    if (bare && isEmpty(row, at) && isEmpty(row, at + 2)) return 0;
    const first = bare ? 0 : digits(row, at + 1);
    if (first < 0) return -1;
    let end = this.#append(row, at, 1);
    end = this.#append(row, at + 1, end);
    end = this.#append(row, at + 2, end);
    const textFirst = end - 1;
    let last = first;
    if (!isEmpty(row, at + 4)) {
      last = digits(row, at + 4);
      if (last < 0) return -1;
      this.#key[end++] = 0x2d;
      end = this.#append(row, at + 3, end);
      end = this.#append(row, at + 4, end);
      end = this.#append(row, at + 5, end);
    }
    return this.#entry(STREET_NUMBER, end, first, last, textFirst);
  }

  /** The entry of the row's lot, or 0; `at` is the column of LOT_NUMBER_PREFIX. */
  lot(row: Row, at: number): number {
    if (isEmpty(row, at) && isEmpty(row, at + 1) && isEmpty(row, at + 2)) return 0;
    let end = this.#append(row, at, 1);
    const numberAt = end;
    end = this.#append(row, at + 1, end);
    let value = 0;
    for (let i = numberAt; i < end && value < 1e8; i++) {
      const digit = this.#key[i] - 48;
      if (digit < 0 || digit > 9) break;
      value = value * 10 + digit;
    }
    end = this.#append(row, at + 2, end);
    return this.#entry(LOT, end, value, value, end - 1);
  }

  /** Ranks of the entries in the order of the index: kind, first number, first text, last number, text. */
  ranks(): { order: Uint32Array; rank: Uint32Array } {
    const texts = Array.from({ length: this.count }, (_, entry) => this.#interner.text(entry).slice(1));
    const order = Uint32Array.from({ length: this.count }, (_, entry) => entry);
    order.sort(
      (a, b) =>
        this.#kind[a] - this.#kind[b] ||
        this.#first[a] - this.#first[b] ||
        compare(texts[a].slice(0, this.#textFirst[a]), texts[b].slice(0, this.#textFirst[b])) ||
        this.#last[a] - this.#last[b] ||
        compare(texts[a], texts[b]),
    );
    const rank = new Uint32Array(this.count);
    order.forEach((entry, position) => {
      rank[entry] = position;
    });
    return { order, rank };
  }

  /** The `number…` sections, in the given order. */
  sections(order: Uint32Array): NumberSections {
    const n = this.count;
    const textStart = new Uint32Array(n + 1);
    const text = Buffer.allocUnsafe(this.#interner.start(n) * 6 + 16);
    const textFirst = new Uint8Array(n);
    let at = 0;
    for (let i = 0; i < n; i++) {
      const entry = order[i];
      const from = this.#interner.start(entry) + 1;
      const middle = from + this.#textFirst[entry];
      const start = at;
      at = escapeJson(this.#interner.arena, from, middle, text, at);
      textFirst[i] = at - start;
      at = escapeJson(this.#interner.arena, middle, this.#interner.start(entry + 1), text, at);
      textStart[i + 1] = at;
    }
    const numberKind = Uint8Array.from(order, (entry) => this.#kind[entry]);
    const numberFirst = Uint32Array.from(order, (entry) => this.#first[entry]);
    return {
      numberKind,
      numberFirst,
      streetNumberCode: directCodes(numberKind, numberFirst),
      numberLast: Uint32Array.from(order, (entry) => this.#last[entry]),
      numberTextStart: textStart,
      numberText: text.subarray(0, at),
      numberTextFirst: textFirst,
    };
  }

  #entry(kind: number, end: number, first: number, last: number, textFirst: number): number {
    this.#key[0] = kind;
    const before = this.#interner.count;
    const entry = this.#interner.intern(this.#key, 0, end);
    if (entry === before) {
      this.#kind = grown(this.#kind, entry + 1);
      this.#first = grown(this.#first, entry + 1);
      this.#last = grown(this.#last, entry + 1);
      this.#textFirst = grown(this.#textFirst, entry + 1);
      this.#kind[entry] = kind;
      this.#first[entry] = first;
      this.#last[entry] = last;
      this.#textFirst[entry] = textFirst;
    }
    return entry;
  }

  #append(row: Row, column: number, at: number): number {
    for (let i = row.start[column]; i < row.end[column]; i++) this.#key[at++] = row.bytes[i];
    return at;
  }
}

/** The sections that hold the number dictionary. */
export interface NumberSections {
  readonly numberKind: Uint8Array;
  readonly numberFirst: Uint32Array;
  readonly numberLast: Uint32Array;
  readonly streetNumberCode: Uint32Array;
  readonly numberTextStart: Uint32Array;
  readonly numberText: Uint8Array;
  readonly numberTextFirst: Uint8Array;
}

/** Whether a code comes before the first code of a street number or of any higher one. */
export function comesBefore(
  { numberKind, numberFirst }: Pick<NumberSections, 'numberKind' | 'numberFirst'>,
  code: number,
  number: number,
): boolean {
  return numberKind[code] < STREET_NUMBER || (numberKind[code] === STREET_NUMBER && numberFirst[code] < number);
}

/** The section `streetNumberCode`. */
function directCodes(numberKind: Uint8Array, numberFirst: Uint32Array): Uint32Array {
  let code = 0;
  return Uint32Array.from({ length: MOST_DIRECT }, (_, number) => {
    while (code < numberKind.length && comesBefore({ numberKind, numberFirst }, code, number)) code++;
    return code;
  });
}

function digits(row: Row, column: number): number {
  const end = row.end[column];
  let p = row.start[column];
  if (p === end || end - p > 9) return -1;
  let value = 0;
  for (; p < end; p++) {
    const digit = row.bytes[p] - 48;
    if (digit < 0 || digit > 9) return -1;
    value = value * 10 + digit;
  }
  return value;
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
