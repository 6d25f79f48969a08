import { NO_RELIABILITY } from '../../src/address/index/sections.ts';
import type { CodeTables } from './code-table.ts';
import type { Texts } from './texts.ts';

/** Distinct pairs of geocode type and reliability, numbered from 0. */
export class GeocodeKinds {
  /** By pair: its number, -1 where it has none yet. */
  readonly #numbers = new Int16Array(1 << 16).fill(-1);
  /** The pairs in the order of their numbers. */
  readonly #keys: number[] = [];

  /** The number of a pair: a number in GEOCODE_TYPE_AUT, and a reliability, -1 for null. */
  of(type: number, reliability: number): number {
    const key = type * 256 + (reliability < 0 ? NO_RELIABILITY : reliability);
    const known = this.#numbers[key];
    if (known >= 0) return known;
    const number = this.#keys.push(key) - 1;
    if (number > 255) throw new Error('more than 256 different pairs of geocode type and reliability');
    this.#numbers[key] = number;
    return number;
  }

  sections(
    codes: CodeTables,
    texts: Texts,
  ): { readonly geocodeKindText: Uint32Array; readonly geocodeKindReliability: Uint8Array } {
    const keys = this.#keys;
    return {
      geocodeKindText: Uint32Array.from(keys, (key) =>
        texts.of(codes.geocodeType.label(Math.floor(key / 256)) || null),
      ),
      geocodeKindReliability: Uint8Array.from(keys, (key) => key % 256),
    };
  }
}
