import { median } from '../../../equipment/figures.ts';
import type { Asked } from './asked.ts';
import type { Ask } from './build.ts';

/** Microseconds of a call of each build, and the share that the new one takes of the other's time. */
export interface Pair {
  readonly ours: number;
  readonly theirs: number;
  readonly share: number;
}

/**
 * A series in three columns: the same query again is the work alone; 300 in turn add branches and code that the
 * processor's caches do not hold; all in turn add memory.
 */
export interface Columns {
  readonly name: string;
  readonly again: Pair;
  readonly some: Pair;
  readonly all: Pair;
}

const SAME = 40;
const IN_TURN = 300;
const ROUNDS = 7;

/** Times one series with both builds in turns. Each round begins with the other build. */
export function timeColumns({ name, operation, parameters }: Asked, ours: Ask, theirs: Ask): Columns {
  const pair = (some: readonly object[]): Pair => {
    const pass = (ask: Ask): number => {
      const start = performance.now();
      for (const each of some) ask(operation, each);
      return ((performance.now() - start) * 1000) / some.length;
    };
    pass(ours);
    pass(theirs);
    const rounds = Array.from({ length: ROUNDS }, (_, round) => {
      if (round % 2 === 0) return { ours: pass(ours), theirs: pass(theirs) };
      const first = pass(theirs);
      return { ours: pass(ours), theirs: first };
    });
    return {
      ours: median(rounds.map((each) => each.ours)),
      theirs: median(rounds.map((each) => each.theirs)),
      share: median(rounds.map((each) => each.ours / each.theirs)),
    };
  };
  const repeated = evenly(parameters, SAME).map((each) => pair(Array.from({ length: SAME }, () => each)));
  return { name, again: meanOfPairs(repeated), some: pair(evenly(parameters, IN_TURN)), all: pair(parameters) };
}

/** Geometric means: of shares, so that neither build is favoured, and of times, so that they agree with it. */
export function meanOfPairs(pairs: readonly Pair[]): Pair {
  const mean = (of: (pair: Pair) => number) =>
    Math.exp(pairs.reduce((sum, pair) => sum + Math.log(of(pair)), 0) / pairs.length);
  return { ours: mean(({ ours }) => ours), theirs: mean(({ theirs }) => theirs), share: mean(({ share }) => share) };
}

/** At most `count` of some, in their order, from everywhere among them. */
function evenly<T>(all: readonly T[], count: number): T[] {
  const step = Math.max(1, all.length / count);
  return Array.from({ length: Math.min(count, all.length) }, (_, i) => all[Math.floor(i * step)]);
}
