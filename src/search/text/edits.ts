const MOST = 64;
/** Most edits that are ever allowed. */
const MOST_EDITS = 4;
let above2 = new Int32Array(MOST + 1 + MOST_EDITS);
let above = new Int32Array(MOST + 1 + MOST_EDITS);
let row = new Int32Array(MOST + 1 + MOST_EDITS);

/**
 * Edits between two texts: insertions, deletions, substitutions and swaps of neighbours (optimal string alignment; Damerau
 * 1964), or `most + 1` where there are more than `most`. Texts of more than 64 letters count as too far. O(length × (2 most + 1)).
 */
export function editDistance(
  a: Uint8Array,
  aStart: number,
  aEnd: number,
  b: Uint8Array,
  bStart: number,
  bEnd: number,
  most: number,
): number {
  const n = aEnd - aStart;
  const m = bEnd - bStart;
  if (n > MOST || m > MOST || Math.abs(n - m) > most) return most + 1;
  for (let j = 0; j <= m; j++) above[j] = j;
  for (let i = 1; i <= n; i++) {
    const from = Math.max(1, i - most);
    const to = Math.min(m, i + most);
    row[from - 1] = from === 1 ? i : most + 1;
    let best = row[from - 1];
    const letter = a[aStart + i - 1];
    for (let j = from; j <= to; j++) {
      const other = b[bStart + j - 1];
      let value = above[j - 1] + (letter === other ? 0 : 1);
      const inserted = row[j - 1] + 1;
      const deleted = (j < i + most ? above[j] : most) + 1;
      if (inserted < value) value = inserted;
      if (deleted < value) value = deleted;
      if (i > 1 && j > 1 && letter === b[bStart + j - 2] && a[aStart + i - 2] === other && above2[j - 2] + 1 < value)
        value = above2[j - 2] + 1;
      row[j] = value;
      if (value < best) best = value;
    }
    if (best > most) return most + 1;
    const spare = above2;
    above2 = above;
    above = row;
    row = spare;
  }
  return Math.min(most + 1, above[m]);
}

/** Edits that a typed word may be away from the one meant: none below four letters, one up to seven, two from eight. */
export function editsAllowed(letters: number): number {
  return letters < 4 ? 0 : letters < 8 ? 1 : 2;
}
