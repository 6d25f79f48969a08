import { distance } from 'fastest-levenshtein';

/**
 * Words of a list within two edits of `word` (one for words of up to five letters), nearest first,
 * at most `most`. Numbers are not corrected. O(candidates).
 */
export function nearestWords(word: string, candidates: Iterable<string>, most: number): string[] {
  const edits = word.length > 5 ? 2 : 1;
  return [...candidates]
    .filter((candidate) => Math.abs(candidate.length - word.length) <= edits)
    .map((candidate) => ({ candidate, edits: distance(word, candidate) }))
    .filter((it) => it.edits <= edits)
    .sort((a, b) => a.edits - b.edits)
    .slice(0, most)
    .map(({ candidate }) => candidate);
}

/** True for a word that may be misspelled: letters alone, four or more. */
export function isCorrectable(word: string): boolean {
  return /^[A-Z]{4,}$/.test(word);
}
