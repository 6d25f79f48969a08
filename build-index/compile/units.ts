import { lowerBound } from '../../src/address/index/address.ts';
import { MOST_DIRECT } from '../../src/address/index/sections.ts';
import { isEmpty, type Row } from '../release/fields.ts';
import { ByteInterner } from './byte-interner.ts';
import type { CodeTables } from './code-table.ts';
import { grown } from './growable.ts';
import type { Texts } from './texts.ts';

/** Columns of ADDRESS_DETAIL that make a unit and a level. */
export const UNIT_COLUMNS = [
  'FLAT_TYPE_CODE',
  'FLAT_NUMBER_PREFIX',
  'FLAT_NUMBER',
  'FLAT_NUMBER_SUFFIX',
  'LEVEL_TYPE_CODE',
  'LEVEL_NUMBER_PREFIX',
  'LEVEL_NUMBER',
  'LEVEL_NUMBER_SUFFIX',
] as const;

/** The distinct combinations of unit and level of a release. Entry 0 is "neither". */
export class Units {
  readonly #codes: CodeTables;
  readonly #texts: Texts;
  readonly #interner = new ByteInterner();
  #flatType = new Uint8Array(1 << 12);
  #flatNumber = new Uint32Array(1 << 12);
  #flatText = new Uint32Array(1 << 12);
  #levelType = new Uint8Array(1 << 12);
  #levelNumber = new Uint32Array(1 << 12);
  #levelText = new Uint32Array(1 << 12);
  #key = Buffer.alloc(512);

  constructor(codes: CodeTables, texts: Texts) {
    this.#codes = codes;
    this.#texts = texts;
    this.#interner.intern(this.#key, 0, 10);
  }

  get count(): number {
    return this.#interner.count;
  }

  /** The entry of the row's unit and level, 0 where it has neither; `at` is the column of FLAT_TYPE_CODE. */
  of(row: Row, at: number): number {
    if (row.end[at + 7] === row.start[at + 7] && allEmpty(row, at)) return 0;
    const key = this.#key;
    key[0] = this.#codes.flatType.numberOf(row, at);
    key[1] = this.#codes.levelType.numberOf(row, at + 4);
    let end = this.#append(row, at + 1, 2);
    end = this.#append(row, at + 2, end);
    end = this.#append(row, at + 3, end);
    const middle = end;
    key[end++] = 0;
    end = this.#append(row, at + 5, end);
    end = this.#append(row, at + 6, end);
    end = this.#append(row, at + 7, end);
    const before = this.#interner.count;
    const entry = this.#interner.intern(key, 0, end);
    if (entry === before) this.#add(entry, middle, end);
    return entry;
  }

  /** Entries in the order of the index: flat number, flat text, flat type, level number, level text, level type. */
  ranks(): { order: Uint32Array; rank: Uint32Array } {
    const order = Uint32Array.from({ length: this.count }, (_, entry) => entry);
    const flat = Array.from({ length: this.count }, (_, entry) => this.#texts.get(this.#flatText[entry]));
    const level = Array.from({ length: this.count }, (_, entry) => this.#texts.get(this.#levelText[entry]));
    order
      .subarray(1)
      .sort(
        (a, b) =>
          this.#flatNumber[a] - this.#flatNumber[b] ||
          compare(flat[a], flat[b]) ||
          this.#flatType[a] - this.#flatType[b] ||
          this.#levelNumber[a] - this.#levelNumber[b] ||
          compare(level[a], level[b]) ||
          this.#levelType[a] - this.#levelType[b],
      );
    const rank = new Uint32Array(this.count);
    order.forEach((entry, position) => {
      rank[entry] = position;
    });
    return { order, rank };
  }

  /** The `unit…` sections, in the given order. */
  sections(order: Uint32Array): UnitSections {
    const unitFlatNumber = Uint32Array.from(order, (entry) => this.#flatNumber[entry]);
    return {
      unitFlatType: Uint8Array.from(order, (entry) => this.#flatType[entry]),
      unitFlatNumber,
      unitNumberCode: Uint32Array.from({ length: MOST_DIRECT }, (_, number) => lowerBound(unitFlatNumber, number)),
      unitFlatText: Uint32Array.from(order, (entry) => this.#flatText[entry]),
      unitLevelType: Uint8Array.from(order, (entry) => this.#levelType[entry]),
      unitLevelNumber: Uint32Array.from(order, (entry) => this.#levelNumber[entry]),
      unitLevelText: Uint32Array.from(order, (entry) => this.#levelText[entry]),
    };
  }

  #add(entry: number, middle: number, end: number): void {
    this.#flatType = grown(this.#flatType, entry + 1);
    this.#flatNumber = grown(this.#flatNumber, entry + 1);
    this.#flatText = grown(this.#flatText, entry + 1);
    this.#levelType = grown(this.#levelType, entry + 1);
    this.#levelNumber = grown(this.#levelNumber, entry + 1);
    this.#levelText = grown(this.#levelText, entry + 1);
    this.#flatType[entry] = this.#key[0];
    this.#levelType[entry] = this.#key[1];
    this.#flatNumber[entry] = firstNumber(this.#key, 2, middle);
    this.#flatText[entry] = this.#texts.ofBytes(this.#key, 2, middle);
    this.#levelNumber[entry] = firstNumber(this.#key, middle + 1, end);
    this.#levelText[entry] = this.#texts.ofBytes(this.#key, middle + 1, end);
  }

  #append(row: Row, column: number, at: number): number {
    for (let i = row.start[column]; i < row.end[column]; i++) this.#key[at++] = row.bytes[i];
    return at;
  }
}

/** The sections that hold the unit dictionary. */
export interface UnitSections {
  readonly unitFlatType: Uint8Array;
  readonly unitFlatNumber: Uint32Array;
  readonly unitNumberCode: Uint32Array;
  readonly unitFlatText: Uint32Array;
  readonly unitLevelType: Uint8Array;
  readonly unitLevelNumber: Uint32Array;
  readonly unitLevelText: Uint32Array;
}

function allEmpty(row: Row, at: number): boolean {
  for (let i = at; i < at + 8; i++) if (!isEmpty(row, i)) return false;
  return true;
}

/** The first run of digits as a number, or 0. */
function firstNumber(bytes: Uint8Array, start: number, end: number): number {
  let p = start;
  while (p < end && (bytes[p] < 48 || bytes[p] > 57)) p++;
  let value = 0;
  for (; p < end && bytes[p] >= 48 && bytes[p] <= 57 && value < 4e8; p++) value = value * 10 + bytes[p] - 48;
  return value;
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
