import type { Overload } from '../overload/overload.ts';

/**
 * Work that is done in pieces: does some of it, until `isOver`, and returns whether there is more.
 * It may overrun by one step.
 */
export type Work = (isOver: () => boolean) => boolean;

/**
 * How long a slice may take, ms, which other requests have to wait for. Each turn costs a few
 * microseconds besides.
 */
const SLICE_MS = 0.1;

/**
 * Does work between a server's requests: one slice of it in each turn of the event loop. The
 * accounts that it is for take turns, and the work of one account is done in order of arrival. In
 * the long turns of an overloaded worker, a slice is as long as `load` says.
 */
export function sliced(load: Pick<Overload, 'sliceOf' | 'charge'> | null = null): (whose: string, work: Work) => void {
  /** In order of their turns. */
  const works = new Map<string, Work[]>();
  let end = 0;
  const isOver = () => performance.now() >= end;
  const turn = () => {
    const [whose, queue] = works.entries().next().value!;
    const began = performance.now();
    end = began + Math.max(SLICE_MS, load?.sliceOf(whose) ?? 0);
    const more = queue[0]!(isOver);
    load?.charge(whose, performance.now() - began);
    if (!more) queue.shift();
    works.delete(whose);
    if (queue.length > 0) works.set(whose, queue);
    if (works.size > 0) setImmediate(turn);
  };
  return (whose, work) => {
    const queue = works.get(whose);
    if (queue !== undefined) queue.push(work);
    else works.set(whose, [work]);
    if (works.size === 1 && queue === undefined) setImmediate(turn);
  };
}
