import { distance } from 'fastest-levenshtein';

/** How many letters have to be inserted, deleted or replaced to turn one text into the other (Levenshtein). */
export function editDistance(a: string, b: string): number {
  return distance(a, b);
}
