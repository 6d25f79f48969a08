import { distance } from 'fastest-levenshtein';

/** How many letters have to be put in, left out or replaced to make one text of another (Levenshtein). */
export function editDistance(a: string, b: string): number {
  return distance(a, b);
}
