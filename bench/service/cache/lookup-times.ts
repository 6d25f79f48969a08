import { bytesOf } from '../../../src/address/index/bytes.ts';
import type { Operations } from '../../../src/address/operations/call/bind-operations.ts';
import { JsonBytes } from '../../../src/address/operations/json-bytes.ts';
import { cacheAnswers } from '../../../src/service/http/cache-answers.ts';

/** Queries of a round, measured rounds, and rounds before them that fill the cache. */
const ROUND = 20_000;
const ROUNDS = 40;
const FILLING = 10;

/**
 * What a full cache takes by itself, µs: added to a new query whose answer is not kept, to one
 * whose answer is kept, and for a hit.
 */
export function lookupTimes(bytes: number): {
  readonly nothing: number;
  readonly keeping: number;
  readonly hit: number;
} {
  const source = bytesOf(new ArrayBuffer(1024));
  let read = 0;
  const nothing = {
    autocomplete: ({ q }: { readonly q: string }) => {
      for (let i = 0; i < q.length; i++) read += q.charCodeAt(i);
      return read > 0 ? 'high' : 'none';
    },
  } as unknown as Operations;
  const writing = {
    autocomplete: (_: unknown, to: JsonBytes) => {
      to.raw(source, 0, source.length);
      return 'high';
    },
  } as unknown as Operations;
  const [missing, keeping] = [cacheAnswers(nothing, bytes, null), cacheAnswers(writing, bytes, null)];
  const out = new JsonBytes();
  let queries = 0;
  const fresh = () => Array.from({ length: ROUND }, () => Buffer.from(`${queries++} smith street`).toString());
  const time = (operations: Operations, asked: readonly string[]): number => {
    const start = performance.now();
    for (const q of asked) {
      out.reset();
      operations.autocomplete({ q, state: null, limit: 5, near: null, debug: false }, out);
    }
    return ((performance.now() - start) * 1000) / asked.length;
  };
  for (let round = 0; round < FILLING; round++) {
    time(missing, fresh());
    const asked = fresh();
    time(keeping, asked);
    time(keeping, asked);
  }
  const missed: number[][] = [[], []];
  const kept: number[][] = [[], []];
  const hits: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    missed[0].push(time(nothing, fresh()));
    missed[1].push(time(missing, fresh()));
    const asked = fresh();
    time(keeping, asked);
    kept[0].push(time(writing, fresh()));
    kept[1].push(time(keeping, asked));
    hits.push(time(keeping, asked.slice(-5000)));
  }
  const least = ([without, withCache]: readonly (readonly number[])[]) => Math.min(...withCache) - Math.min(...without);
  return { nothing: least(missed), keeping: least(kept), hit: Math.min(...hits) };
}
