/** Work that is done in slices: each step does some of it, and answers whether there is more. */
export type Step = () => boolean;

/** How long a slice may take, in milliseconds: what another request may have to wait for it. Each turn costs some microseconds besides. */
const SLICE_MS = 0.1;

/**
 * Does work of some length beside a server's requests: one slice of all of it in each turn of the event loop, whoever it is for, the works taking turns. A step
 * that takes longer than a slice is a slice of its own.
 */
export function sliced(): (step: Step) => void {
  const works: Step[] = [];
  const turn = () => {
    const end = performance.now() + SLICE_MS;
    const [work] = works;
    let more = true;
    do more = work();
    while (more && performance.now() < end);
    works.shift();
    if (more) works.push(work);
    if (works.length > 0) setImmediate(turn);
  };
  return (step) => {
    works.push(step);
    if (works.length === 1) setImmediate(turn);
  };
}
