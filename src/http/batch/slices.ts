import type { Overload } from '../overload/overload.ts';

/** Work of some length: does some of it, until `isOver`, and answers whether there is more. It may go on past that by one step. */
export type Work = (isOver: () => boolean) => boolean;

/** How long a slice may take, in milliseconds: what another request may have to wait for it. Each turn costs some microseconds besides. */
const SLICE_MS = 0.1;

/**
 * Does work beside a server's requests: one slice of all of it in each turn of the event loop. Whoever it is for take turns, and the works of one
 * of them are done one after another, in the order in which they came. Where the turns of an overloaded worker are long, a slice is as long as `load` says.
 */
export function sliced(load: Pick<Overload, 'sliceOf' | 'charge'> | null = null): (whose: string, work: Work) => void {
  /** Those whose turn comes next stand first. */
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
