import { openFlexSearch } from './flexsearch.ts';
import { openLetterbox } from './letterbox.ts';
import { openMiniSearch } from './minisearch.ts';
import type { Found, Material, Peer, TypedLine } from './peer.ts';
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
