import { distance } from 'fastest-levenshtein'; /** A way to search addresses, set up on the lines of one release. */
export interface Peer {
  /** The first five lines for what has been typed so far, best first. */
  readonly complete: (words: PeerQuery) => readonly Found[] | Promise<readonly Found[]>;
  /** Answers a whole address. */
  readonly match: (words: PeerQuery) => readonly Found[] | Promise<readonly Found[]>;
  /** Bytes on disk; null if everything is in memory. */
  readonly diskBytes: number | null;
  /** Processes besides this one whose memory counts. */
  readonly processes: () => readonly number[];
  readonly close: () => void | Promise<void>;
}

/** A line that was found: its position, or the line itself. */
export type Found = number | string;

/** A line as people type it, in lower case, and the two forms in which a peer may return it. */
export interface TypedLine {
  readonly text: string;
  readonly found: readonly Found[];
}

/** A query for a peer. */
export interface PeerQuery {
  /** As typed. */
  readonly text: string;
  /** Its words, normalized like those of the lines. */
  readonly words: readonly string[];
  /** True if the last word is still being typed. */
  readonly open: boolean;
}

/** What a peer is set up from. */
export interface Material {
  /** `UNIT 5, 12 SMITH STREET, RICHMOND VIC 3121`, one address per line. */
  readonly lines: readonly string[];
  /** The normalized words of a line, joined by spaces. */
  readonly wordsOf: (line: string) => string;
  /** A folder of its own, removed afterwards. */
  readonly folder: string;
  /** The release that the lines are from. */
  readonly release: string;
}

/** How many results are asked for. */
export const RESULTS = 5;

/**
 * PeerQuery of a list within two edits of `word` (one for words of up to five letters), nearest first,
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
