import type { Random } from '../../../build-index/generate/random.ts';

/** Inputs of one operation that can be changed at random. */
export interface Mutable<T> {
  readonly name: string;
  /** A fresh input to begin with. */
  readonly seed: (random: Random) => T;
  /** A changed input; parts may be taken from `other`. */
  readonly mutate: (input: T, other: T, random: Random) => T;
  readonly label: (input: T) => string;
  readonly call: (input: T) => void;
}

/**
 * The result of a search: how many inputs were tried, and the slowest of each lineage, slowest
 * first.
 */
export interface Found {
  readonly name: string;
  readonly tried: number;
  readonly slowest: readonly { readonly label: string; readonly nanoseconds: number }[];
}

const LINES = 40;
const FRESH = 0.1;
/** Repetitions of a call while searching, and of the reported ones. */
const REPEATED = 3;
const REPEATED_AT_END = 20;

interface Line<T> {
  input: T;
  /** The fastest of the repetitions. */
  nanoseconds: number;
}

/**
 * Looks for slow inputs by hill climbing in many lineages side by side: a changed input replaces
 * its parent if it is slower. Times are the fastest of several repetitions, to exclude other work
 * on the machine. What is drawn depends on the seed; which inputs stay, on the clock too.
 */
export function searchByMutation<T>(
  { name, seed, mutate, label, call }: Mutable<T>,
  random: Random,
  seconds: number,
): Found {
  const fresh = (): Line<T> => {
    const input = seed(random);
    return { input, nanoseconds: fastest(() => call(input), REPEATED) };
  };
  const lines = Array.from({ length: LINES }, fresh);
  const end = performance.now() + seconds * 1000;
  let tried = LINES;
  for (; performance.now() < end; tried++) {
    const [slower, faster] = [random.pick(lines), random.pick(lines)].sort((a, b) => b.nanoseconds - a.nanoseconds);
    if (random.chance(FRESH)) {
      const line = fresh();
      if (line.nanoseconds > faster.nanoseconds) Object.assign(faster, line);
      continue;
    }
    const input = mutate(slower.input, random.pick(lines).input, random);
    const once = fastest(() => call(input), 1);
    if (once <= slower.nanoseconds) continue;
    const again = Math.min(
      once,
      fastest(() => call(input), REPEATED),
    );
    slower.nanoseconds = Math.min(
      slower.nanoseconds,
      fastest(() => call(slower.input), 1),
    );
    if (again > slower.nanoseconds) Object.assign(slower, { input, nanoseconds: again });
  }
  const slowest = lines
    .map(({ input }) => ({ label: label(input), nanoseconds: fastest(() => call(input), REPEATED_AT_END) }))
    .sort((a, b) => b.nanoseconds - a.nanoseconds);
  return { name, tried, slowest };
}

/** Nanoseconds of the fastest of some repetitions. */
export function fastest(call: () => void, times: number): number {
  let best = Number.POSITIVE_INFINITY;
  for (let i = 0; i < times; i++) {
    const start = performance.now();
    call();
    best = Math.min(best, (performance.now() - start) * 1e6);
  }
  return best;
}
