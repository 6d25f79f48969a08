import type { RowFormat } from '../format/format.ts';
import type { Grouping } from '../group/keys.ts';
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

/** What became of a batch. */
export interface BatchResult {
  readonly output: Uint8Array<ArrayBuffer>;
  readonly review: Uint8Array<ArrayBuffer>;
  /** As `writeTally` writes them. */
  readonly tally: Uint32Array<ArrayBuffer>;
  /** As `writeRecord` writes them, of the rows that are certain. */
  readonly groups: Uint32Array<ArrayBuffer>;
  /** Lines that may be among the examples of the report: JSON, each on a line. */
  readonly examples: Uint8Array<ArrayBuffer>;
  /** The first bad lines of it. */
  readonly bad: readonly BadLine[];
  /** The first line of it with a date for a street number; null for none. */
  readonly dated: number | null;
}

/** Bad lines that are reported of each batch. */
export const BAD_LINES = 20;
