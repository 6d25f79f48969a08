import type { RowFormat } from '../format/format.ts';
import type { Grouping } from '../group/keys.ts';
import type { Piece, PieceEnd } from '../input/pieces.ts';
import type { BadLine, MatchQuality, Wanted } from '../lookup/job.ts';
import type { Decisions } from '../review/decisions.ts';

/** All that a worker needs to know of a run. */
export interface Plan {
  /** The index file: all workers map the same one. */
  readonly index: string;
  readonly descriptor: number;
  readonly input: RowFormat;
  readonly output: RowFormat;
  /** The list's columns, and those that are added. */
  readonly columns: readonly string[];
  readonly added: readonly string[];
  readonly wanted: Wanted;
  /** The least quality of a match whose address is filled in. */
  readonly minQuality: MatchQuality;
  /** Paths of the enriched document. */
  readonly fields: readonly string[];
  /** How doubtful rows are written for review; null where nobody wants them. */
  readonly review: RowFormat | null;
  readonly decisions: Decisions;
  /** What rows are grouped by; null for nothing. */
  readonly grouping: Grouping | null;
}

/** What is kept of a list, each in a file of its own. */
export type Kept = 'output' | 'review' | 'tally' | 'groups' | 'examples';

/** From which byte of its file on each is to be written; what is not named is not kept. */
export type Places = Readonly<Partial<Record<Kept, number>>>;

/** What a worker is started with. */
export interface WorkerData {
  readonly plan: Plan;
  /** The open files, and their paths for messages. */
  readonly files: Readonly<Partial<Record<Kept, { readonly descriptor: number; readonly path: string }>>>;
  /** Whether the output is handed back, as nothing is kept. */
  readonly handsBack: boolean;
  /** As `tallyMemory` makes it; null for a list whose lines are not counted. */
  readonly tally: SharedArrayBuffer | null;
  /** The name of the list. */
  readonly name: string;
}

/** What a worker is asked: to work on a piece, or to write what is kept of its first one that is not written yet. Null ends it. */
export type Asked = { readonly piece: Piece } | { readonly places: Places };

/** What a worker says. */
export type Said =
  | { readonly ready: true }
  | { readonly end: PieceEnd }
  /** Why a piece is not a part of a list. */
  | { readonly refused: string }
  | { readonly result: PieceResult | null }
  /** What could not be written; null where all is. */
  | { readonly failure: { readonly message: string; readonly code: string | undefined } | null };

/** What became of a piece. */
export interface PieceResult {
  /** Bytes of what is kept. */
  readonly lengths: Readonly<Record<Kept, number>>;
  /** The output, where it is handed back. */
  readonly output: Uint8Array<ArrayBuffer>;
  /** As a tally counts; null where the lines are not counted. */
  readonly counts: Float64Array<ArrayBuffer> | null;
  /** The first bad lines of each batch. */
  readonly bad: readonly BadLine[];
  /** The first line of it with a date for a street number; null for none. */
  readonly dated: number | null;
}

/** Bad lines that are reported of each batch. */
export const BAD_LINES = 20;
