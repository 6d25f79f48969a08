import { type AddressIndex, indexOver, type MappedIndex } from '../../address/index/open.ts';

import type { Operations } from '../../address/operations/call/bind-operations.ts';
import type { Explain } from './pages/explain.ts';
import type { Pages } from './pages/page.ts';

/** An index that the server has opened, with its number among all that this server opens. */
export interface NumberedRelease {
  readonly number: number;
  readonly index: MappedIndex;
}

/**
 * Orders of the server to a worker about releases: prepare one, serve it, or drop it without
 * serving it.
 */
export type ReleaseOrder =
  | { readonly kind: 'open'; readonly release: NumberedRelease }
  | { readonly kind: 'serve'; readonly number: number }
  | { readonly kind: 'drop'; readonly number: number };

/**
 * A worker's reports. After `released` nothing in it refers to the mapping, which may be unmapped.
 */
export type ReleaseReport =
  | { readonly kind: 'opened' | 'serving' | 'released'; readonly number: number }
  | { readonly kind: 'not opened'; readonly number: number; readonly reason: string };

/**
 * When the garbage collector is asked to look for a release that is no longer served, ms after the
 * switch; it also does so by itself.
 */
const LOOKS_MS = [100, 1000, 5000];

/** The releases of a worker: the one that is served, and sometimes one that is ready. */
export interface ReleaseSwitch {
  readonly current: CurrentRelease;
  obey(order: ReleaseOrder): void;
}

/**
 * Serves a release, and switches to others as the server orders. Throws what opening the first one
 * throws.
 */
export function switchReleases(
  first: NumberedRelease,
  serveIndex: (index: AddressIndex) => ServedRelease,
  report: (report: ReleaseReport) => void,
): ReleaseSwitch {
  let serving = first.number;
  const current: CurrentRelease = { served: open(first) };
  const ready = new Map<number, ServedRelease>();

  function open({ number, index: { manifest, mapping } }: NumberedRelease): ServedRelease {
    return serveIndex(indexOver(manifest, mapping, () => report({ kind: 'released', number })));
  }

  function obey(order: ReleaseOrder): void {
    if (order.kind === 'open') {
      const { number } = order.release;
      try {
        ready.set(number, open(order.release));
        report({ kind: 'opened', number });
      } catch (failure) {
        report({ kind: 'not opened', number, reason: failure instanceof Error ? failure.message : String(failure) });
      }
      return;
    }
    const { kind, number } = order;
    const release = ready.get(number);
    ready.delete(number);
    if (kind === 'serve' && release !== undefined) {
      serving = number;
      current.served = { ...release, since: Date.now() };
    }
    if (kind === 'serve' && serving === number) report({ kind: 'serving', number });
    for (const after of LOOKS_MS) setTimeout(() => globalThis.gc?.(), after).unref();
  }

  return { current, obey };
}

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
