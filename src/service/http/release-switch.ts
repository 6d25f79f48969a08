import { type AddressIndex, indexOver, type MappedIndex } from '../../address/index/open.ts';
import type { CurrentRelease, ServedRelease } from './current-release.ts';

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
