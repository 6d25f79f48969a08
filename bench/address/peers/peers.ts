import FlexSearch from 'flexsearch';
import MiniSearch, { type SearchOptions } from 'minisearch';
import { openLetterbox } from './letterbox.ts';
import type { Found, Material, Peer, TypedLine } from './peer.ts';
import { isCorrectable, type PeerQuery, RESULTS } from './peer.ts';
import { openPostgres } from './postgres.ts';
import { openSqlite } from './sqlite.ts';

/** The kinds of queries; `typed` are keystrokes, the others questions with one right answer. */
export const KINDS = ['typed', 'complete', 'match'] as const;
export type Kind = (typeof KINDS)[number];

/**
 * A request of the parent: answer these queries one after the other, and stop after the first one
 * that ends after `milliseconds`.
 */
export interface Round {
  readonly kind: Kind;
  readonly queries: readonly string[];
  readonly milliseconds: number;
}

/**
 * A request of the parent: type these lines letter by letter, and stop after the first one that
 * ends after `milliseconds`.
 */
export interface Typing {
  readonly kind: 'lines';
  readonly lines: readonly TypedLine[];
  readonly milliseconds: number;
}

/** Messages of the process. */
export type Message =
  | { readonly built: { readonly seconds: number; readonly diskBytes: number | null } }
  | { readonly answered: { readonly microseconds: number[]; readonly first: (Found | null)[] } }
  /** For each line, the characters until it is among the first five; null if it never is. */
  | { readonly listedAfter: readonly (number | null)[] }
  | { readonly memory: number };

/** How each peer is set up. */
export const PEERS: Readonly<Record<string, (material: Material) => Peer | Promise<Peer>>> = {
  Letterbox: openLetterbox,
  'SQLite FTS5': openSqlite,
  PostgreSQL: openPostgres,
  MiniSearch: openMiniSearch,
  FlexSearch: openFlexSearch,
};

/** The names of the peers, Letterbox first. */
export const PEER_NAMES = Object.keys(PEERS);

/**
 * FlexSearch: an index of word beginnings (`forward`), all words required; if no line has all of
 * them, its own suggestions, which is how it tolerates mistakes.
 */
function openFlexSearch({ lines, wordsOf }: Material): Peer {
  const engine = new FlexSearch.Index({ tokenize: 'forward', encode: (text: string) => text.split(' ') });
  for (let i = 0; i < lines.length; i++) engine.add(i, wordsOf(lines[i]));
  const find = ({ words }: PeerQuery): number[] => {
    const query = words.join(' ');
    const found = engine.search(query, { limit: RESULTS });
    const answer = found.length > 0 ? found : engine.search(query, { limit: RESULTS, suggest: true });
    return (answer as readonly (number | string)[]).map(Number);
  };
  return { complete: find, match: find, diskBytes: null, processes: () => [], close: () => {} };
}

/**
 * MiniSearch: all words, the last one as a prefix while it is typed, BM25; if nothing is found,
 * with fuzzy words, and then any of the words.
 */
function openMiniSearch({ lines, wordsOf }: Material): Peer {
  const engine = new MiniSearch<{ id: number; words: string }>({
    fields: ['words'],
    tokenize: (text) => text.split(' '),
    processTerm: (term) => term,
  });
  for (let i = 0; i < lines.length; i++) engine.add({ id: i, words: wordsOf(lines[i]) });
  const find = ({ words, open }: PeerQuery): number[] => {
    const query = words.join(' ');
    const prefix = (_: string, i: number, terms: readonly string[]) => open && i === terms.length - 1;
    const fuzzy = (word: string) => (isCorrectable(word) ? 0.25 : false);
    const attempts: SearchOptions[] = [
      { combineWith: 'AND', prefix },
      { combineWith: 'AND', prefix, fuzzy },
      { prefix, fuzzy },
    ];
    for (const attempt of attempts) {
      const found = engine.search(query, attempt);
      if (found.length > 0) return found.slice(0, RESULTS).map(({ id }) => id as number);
    }
    return [];
  };
  return { complete: find, match: find, diskBytes: null, processes: () => [], close: () => {} };
}
