import type { Operations } from '../../address/operations/call/bind-operations.ts';
import type { Explain } from './pages/explain.ts';
import type { Pages } from './pages/page.ts';

/** A release as a worker serves it: everything that is made from its index. */
export interface ServedRelease {
  /** `2026.02`: the value of `sourceDataRelease`. */
  readonly release: string;
  /** The edition of the ASGS that mesh blocks and SA1 to SA4 are of, like `2026`; null without mesh blocks. */
  readonly asgs: string | null;
  /** Records in the index, aliases included. */
  readonly addresses: number;
  /** The attribution that its licences require. */
  readonly attribution: string;
  /** Since when this worker serves it, milliseconds since 1970. */
  readonly since: number;
  /** They count the qualities of their answers if there are metrics. */
  readonly operations: Operations;
  /** Files that are served as they are. */
  readonly pages: Pages;
  /** Explains queries to developers; null if nobody may ask. */
  readonly explain: Explain | null;
}

/**
 * The release that a worker answers from. It is replaced between two events of the worker's thread,
 * so a handler that reads `served` once answers from one release; one that answers over several
 * events keeps what it read. The index stays mapped until nothing refers to it.
 */
export interface CurrentRelease {
  served: ServedRelease;
}
