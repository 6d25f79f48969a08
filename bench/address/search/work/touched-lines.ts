import type { AddressIndex } from '../../../../src/address/index/open.ts';
import { autocomplete } from '../../../../src/address/operations/autocomplete.ts';
import { JsonBytes } from '../../../../src/address/operations/json-bytes.ts';
import { validate } from '../../../../src/address/operations/validate.ts';
import type { Counted } from './count-work.ts';

/** Bytes of a line of a processor's cache. */
const LINE_BYTES = 64;

/** More lines than a section has: a line's number beside its section's is one integer. */
const MOST_LINES = 2 ** 32;

/** Hears that the bytes of a section from one up to another were read. */
type Read = (from: number, end: number) => void;

type Column = Uint8Array | Uint16Array | Uint32Array | Int32Array | Float64Array;

/**
 * The same index, and the lines of 64 bytes of its sections that were read, counted from each
 * section's start. A part taken with `subarray` counts as read whole, as what is copied from one
 * does; the KD-tree is not counted. Reads are some hundred times as slow, and code that meets such
 * an index stays slower: not to be timed.
 */
function countedIndex(index: AddressIndex): { readonly index: AddressIndex; readonly touched: Set<number> } {
  const touched = new Set<number>();
  const firstLines = new Map<string, number>();
  const readerOf = (section: string): Read => {
    const first = firstLines.get(section) ?? firstLines.size * MOST_LINES;
    firstLines.set(section, first);
    return (from, end) => {
      for (let line = Math.floor(from / LINE_BYTES); line * LINE_BYTES < end; line++) touched.add(first + line);
    };
  };
  const columns = Object.fromEntries(
    Object.entries(index.columns).map(([name, column]) => [name, countedColumn(column, readerOf(name))]),
  ) as unknown as AddressIndex['columns'];
  const bytes = Object.fromEntries(
    Object.entries(index.bytes).map(([name, { view, length }]) => [
      name,
      { view: countedView(view, readerOf(name)), length },
    ]),
  ) as unknown as AddressIndex['bytes'];
  return { index: { ...index, columns, bytes }, touched };
}

function countedColumn<C extends Column>(column: C, read: Read): C {
  const size = column.BYTES_PER_ELEMENT;
  const subarray = (from = 0, end = column.length) => {
    read(from * size, end * size);
    return column.subarray(from, end);
  };
  return new Proxy(column, {
    get(target, key) {
      if (key === 'subarray') return subarray;
      const at = typeof key === 'string' ? Number(key) : Number.NaN;
      if (at >= 0 && at < target.length) read(at * size, (at + 1) * size);
      const value: unknown = Reflect.get(target, key);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}

function countedView(view: DataView, read: Read): DataView {
  return new Proxy(view, {
    get(target, key) {
      const value: unknown = Reflect.get(target, key, target);
      if (typeof value !== 'function') return value;
      const bytes = Number(/^get\D+(\d+)$/.exec(String(key))?.[1] ?? 0) / 8;
      return (at: number, ...more: unknown[]) => {
        read(at, at + bytes);
        return value.call(target, at, ...more);
      };
    },
  });
}

/** Lines touched by each query of a class, from its text to its answer's bytes. */
export function linesTouched(index: AddressIndex, { typing, queries }: Counted): number[] {
  const counted = countedIndex(index);
  const out = new JsonBytes();
  return queries.map((q) => {
    counted.touched.clear();
    out.reset();
    if (typing) autocomplete(counted.index, { q, state: null, limit: 5, near: null, debug: false }, out);
    else validate(counted.index, { q, debug: false }, out);
    return counted.touched.size;
  });
}
