import { BOX, DEGREE } from './country.ts';
import type { PlannedLocality } from './plan.ts';

const ORDER = 12;

/**
 * Position of a point along a Hilbert curve over the whole country (Hilbert 1891): near on the
 * curve is near on the map.
 */
function hilbertPosition(longitude: number, latitude: number): number {
  const side = 1 << ORDER;
  let x = Math.floor(((longitude / DEGREE - BOX.west) / (BOX.east - BOX.west)) * side);
  let y = Math.floor(((latitude / DEGREE - BOX.south) / (BOX.north - BOX.south)) * side);
  let position = 0;
  for (let half = side / 2; half > 0; half = Math.floor(half / 2)) {
    const right = (x & half) > 0 ? 1 : 0;
    const up = (y & half) > 0 ? 1 : 0;
    position += half * half * ((3 * right) ^ up);
    if (up === 0) {
      if (right === 1) {
        x = half * 2 - 1 - (x & (half * 2 - 1));
        y = half * 2 - 1 - (y & (half * 2 - 1));
      }
      const kept = x;
      x = y;
      y = kept;
    }
  }
  return position;
}

/** A state's localities in map order; with `capitalFirst`, those of the greater capital before the rest. */
export function inMapOrder(localities: readonly PlannedLocality[], capitalFirst: boolean): PlannedLocality[] {
  const keyed = localities.map((locality) => ({
    locality,
    rest: capitalFirst && !locality.inGreaterCapital ? 1 : 0,
    position: hilbertPosition(locality.longitude, locality.latitude),
  }));
  keyed.sort((a, b) => a.rest - b.rest || a.position - b.position || a.locality.index - b.locality.index);
  return keyed.map(({ locality }) => locality);
}

/** Cuts an ordered list into at most `count` runs of about equal weight, none empty. */
export function cutEvenly<T>(list: readonly T[], count: number, weightOf: (item: T) => number): T[][] {
  const runs = Math.min(count, list.length);
  if (runs <= 0) return [];
  const total = list.reduce((sum, item) => sum + weightOf(item), 0);
  const result: T[][] = [[]];
  let weight = 0;
  list.forEach((item, i) => {
    const current = result[result.length - 1];
    const isDue = weight >= (total * result.length) / runs || list.length - i <= runs - result.length;
    if (current.length > 0 && result.length < runs && isDue) result.push([item]);
    else current.push(item);
    weight += weightOf(item);
  });
  return result;
}

/** `NORTH SYDNEY` as `North Sydney`, `O'CONNOR` as `O'Connor`; ASCII only. */
export function titleCase(text: string): string {
  let result = '';
  let isStart = true;
  for (let i = 0; i < text.length; i++) {
    const letter = text[i];
    result += isStart ? letter.toUpperCase() : letter.toLowerCase();
    isStart = letter === ' ' || letter === '-' || letter === '(' || (letter === "'" && i === 1);
  }
  return result;
}
