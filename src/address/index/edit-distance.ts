import { distance } from 'fastest-levenshtein';

/**
 * How many edits turn one text into the other, a swap of neighbouring letters being one (optimal string alignment,
 * Damerau 1964); more than `most` where they are more than `most`.
 */
export function alignmentDistance(a: string, b: string, most: number): number {
  if (distance(a, b) > 2 * most) return most + 1;
  let before: number[] = [];
  let last: number[] = [];
  let row = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    before = last;
    last = row;
    row = [i];
    for (let j = 1; j <= b.length; j++) {
      const replaced = last[j - 1] + (a[i - 1] === b[j - 1] ? 0 : 1);
      row[j] = Math.min(replaced, last[j] + 1, row[j - 1] + 1);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        row[j] = Math.min(row[j], before[j - 2] + 1);
    }
  }
  return row[b.length];
}
