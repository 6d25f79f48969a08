/**
 * What threads that share work have taken of it so far: each takes the next turn when it is done with its last. Plain
 * data in shared memory.
 */
export type Turns = Int32Array;

/** No turn is taken yet. */
export function newTurns(): Turns {
  return new Int32Array(new SharedArrayBuffer(4));
}

/** What one thread did in one turn. */
export interface Done<T> {
  readonly turn: number;
  readonly result: T;
}

/** Takes turns of `size` items until all of `count` are taken, and does each. */
export function takeTurns<T>(
  turns: Turns,
  count: number,
  size: number,
  work: (from: number, to: number) => T,
): readonly Done<T>[] {
  const done: Done<T>[] = [];
  for (;;) {
    const turn = Atomics.add(turns, 0, 1);
    if (turn * size >= count) return done;
    done.push({ turn, result: work(turn * size, Math.min(count, (turn + 1) * size)) });
  }
}

/** What all threads did, in the order of the items. */
export function inOrder<T>(done: readonly (readonly Done<T>[])[]): readonly T[] {
  return done
    .flat()
    .sort((a, b) => a.turn - b.turn)
    .map(({ result }) => result);
}
