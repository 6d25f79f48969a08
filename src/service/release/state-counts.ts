import { closeSync, openSync } from 'node:fs';
import { type Manifest, readManifest, readSection } from '../../address/index/open.ts';
import { STATE_ORDER } from '../../address/index/sections.ts';

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

/**
 * Counts an index file by state. Reads three small columns of it: some 3 MB at national size.
 * Throws where they are truncated.
 */
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

/** The percentage that a state's counts may fall by where nothing else is said. */
export const MOST_FALL = 2;

/** What any state may lose, whatever percentage that is: two addresses are a tenth of some. */
const NEVER_TOO_MANY = { addresses: 25, streets: 10, localities: 3 } as const;

const COUNTED = ['addresses', 'streets', 'localities'] as const;

/**
 * Which counts of a state have fallen by more than `mostFall` percent and by more than a few, or to
 * nothing, as a sentence; null where none has. It catches what was lost by accident as a release
 * was made (a file left out, a state left unfinished).
 */
export function fallenCounts(
  before: readonly StateCounts[],
  after: readonly StateCounts[],
  mostFall: number,
): string | null {
  const fallen = before.flatMap((old, i) =>
    COUNTED.filter((what) => hasFallen(old[what], after[i][what], mostFall, NEVER_TOO_MANY[what])).map(
      (what) => `${old.state} has ${after[i][what]} ${what} after ${old[what]}`,
    ),
  );
  if (fallen.length === 0) return null;
  return `it has lost more than ${mostFall} %: ${fallen.join(', ')}. Activate it with --force where that is right.`;
}

/**
 * Whether a service that serves one index file would activate another, as a sentence. Throws where
 * one cannot be read.
 */
export function guardSentence(before: string, after: string, mostFall: number): string {
  const fallen = fallenCounts(countsOf(before), countsOf(after), mostFall);
  if (fallen !== null) return `A service that serves the first would not activate the second: ${fallen}`;
  const { addresses, streets, localities } = NEVER_TOO_MANY;
  return (
    `A service that serves the first would activate the second: no state has lost more than ${mostFall} % ` +
    `and more than ${addresses} addresses, ${streets} streets or ${localities} localities.`
  );
}

function countsOf(path: string): StateCounts[] {
  const descriptor = openSync(path, 'r');
  try {
    return stateCounts(readManifest(path), descriptor);
  } finally {
    closeSync(descriptor);
  }
}

function hasFallen(before: number, after: number, mostFall: number, neverTooMany: number): boolean {
  if (after === 0 && before > 0) return mostFall < 100;
  return before - after > neverTooMany && after < before * (1 - mostFall / 100);
}
