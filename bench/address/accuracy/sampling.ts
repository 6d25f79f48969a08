import type { Random } from '../../../build-index/generate/random.ts';

/**
 * Positions below `count` in a random order, each once, without keeping a list: steps by a stride
 * that shares no factor with `count`.
 */
export function* shuffledPositions(count: number, random: Random): Generator<number> {
  if (count === 0) return;
  let stride = 1 + Math.floor(count * (0.3 + random.fraction() * 0.4));
  while (greatestCommonDivisor(stride, count) !== 1) stride++;
  let at = random.below(count);
  for (let i = 0; i < count; i++) {
    yield at;
    at = (at + stride) % count;
  }
}

function greatestCommonDivisor(a: number, b: number): number {
  return b === 0 ? a : greatestCommonDivisor(b, a % b);
}
