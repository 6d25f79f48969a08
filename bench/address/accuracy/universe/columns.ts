import { grown } from '../../../../build-index/compile/growable.ts';

/** Values, each once, in the order of their first appearance; entry 0 stands for an absent one. */
export class Interned<T> {
  readonly values: T[];
  private readonly known = new Map<string, number>();

  constructor(none: T) {
    this.values = [none];
    this.known.set('', 0);
  }

  /** The entry of `key`, made by `make` if it is new. */
  of(key: string, make: (key: string) => T): number {
    let at = this.known.get(key);
    if (at === undefined) {
      at = this.values.length;
      this.values.push(make(key));
      this.known.set(key, at);
    }
    return at;
  }
}

/** A column of 32-bit numbers that grows. */
export class GrowingColumn {
  private values = new Uint32Array(1 << 16);
  length = 0;

  push(value: number): void {
    this.values = grown(this.values, this.length + 1);
    this.values[this.length++] = value;
  }

  at(i: number): number {
    return this.values[i];
  }

  set(i: number, value: number): void {
    this.values[i] = value;
  }

  /** The values in another order: entry `i` is the one at `order[i]`. */
  ordered(order: Uint32Array): Uint32Array {
    return order.map((from) => this.values[from]);
  }
}

/**
 * Positions grouped by their key, in order within a group (counting sort): group `k` is `start[k]`
 * to `start[k + 1] - 1`.
 */
export function groupBy(keys: GrowingColumn, groups: number): { start: Uint32Array; order: Uint32Array } {
  const start = new Uint32Array(groups + 1);
  for (let i = 0; i < keys.length; i++) start[keys.at(i) + 1]++;
  for (let i = 0; i < groups; i++) start[i + 1] += start[i];
  const next = start.slice();
  const order = new Uint32Array(keys.length);
  for (let i = 0; i < keys.length; i++) order[next[keys.at(i)]++] = i;
  return { start, order };
}
