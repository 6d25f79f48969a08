import { openFlexSearch } from './flexsearch.ts';
import { openLetterbox } from './letterbox.ts';
import { openMiniSearch } from './minisearch.ts';
import type { Found, Material, Peer, TypedLine } from './peer.ts';
import { openPostgres } from './postgres.ts';
import { openSqlite } from './sqlite.ts';

/** What can be asked for; `typed` are keystrokes, the others questions with one right answer. */
export const KINDS = ['typed', 'complete', 'match'] as const;
export type Kind = (typeof KINDS)[number];

/**
 * What the parent asks: answer these queries one after the other, and stop at the first one that
 * ends after so long.
 */
export interface Round {
  readonly kind: Kind;
  readonly queries: readonly string[];
  readonly milliseconds: number;
}

/** The parent asks: type these lines letter by letter, and stop after the first that ends after so long. */
export interface Typing {
  readonly kind: 'lines';
  readonly lines: readonly TypedLine[];
  readonly milliseconds: number;
}

/** What the process says. */
export type Message =
  | { readonly built: { readonly seconds: number; readonly diskBytes: number | null } }
  | { readonly answered: { readonly microseconds: number[]; readonly first: (Found | null)[] } }
  /** For each line, the characters until it is among the first five; null where it never is. */
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
