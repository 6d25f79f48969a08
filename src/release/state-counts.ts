import { type Manifest, readSection } from '../index/open.ts';
import { STATE_ORDER } from '../index/sections.ts';

/** How much an index has of one state. */
export interface StateCounts {
  /** `NSW`; `OT` for the other territories. */
  readonly state: string;
  readonly localities: number;
  /** Streets, counted once in each locality. */
  readonly streets: number;
  /** Records, aliases included. */
  readonly addresses: number;
}

/** Counts an index file by state. Reads three small columns of it: some 3 MB at national size. Throws where they are cut off. */
export function stateCounts(manifest: Manifest, descriptor: number): StateCounts[] {
  const state = readSection(manifest, descriptor, 'localityState');
  const streetStart = readSection(manifest, descriptor, 'localityStreetStart');
  const addressStart = readSection(manifest, descriptor, 'streetAddressStart');
  const counts = STATE_ORDER.map((name) => ({ state: name as string, localities: 0, streets: 0, addresses: 0 }));
  for (const [locality, at] of state.entries()) {
    const [from, to] = [streetStart[locality], streetStart[locality + 1]];
    counts[at].localities++;
    counts[at].streets += to - from;
    counts[at].addresses += addressStart[to] - addressStart[from];
  }
  return counts;
}

/**
 * Which counts of a state have fallen by more than `mostFall` percent, as a sentence; null where none has. What a release has lost by
 * an accident of its making (a file that was left out, a state that was not finished) shows here.
 */
export function fallenCounts(
  before: readonly StateCounts[],
  after: readonly StateCounts[],
  mostFall: number,
): string | null {
  const fallen = before.flatMap((old, i) =>
    (['addresses', 'streets', 'localities'] as const)
      .filter((what) => after[i][what] < old[what] * (1 - mostFall / 100))
      .map((what) => `${old.state} has ${after[i][what]} ${what} after ${old[what]}`),
  );
  if (fallen.length === 0) return null;
  return `it has lost more than ${mostFall} %: ${fallen.join(', ')}. Activate it with --force where that is right.`;
}
