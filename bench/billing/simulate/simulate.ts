import type { Postgres } from '../../equipment/postgres-server.ts';
import { FAULTS, type FaultResult, simulateFault } from './faults.ts';
import { type Fleet, makeFleet } from './fleet.ts';
import { type LastThird, lastThird, TRAFFIC } from './last-third.ts';
import { type LoadResult, measureLoad } from './load.ts';

/** How much is simulated. */
export interface Extent {
  /** Sizes of fleets whose load on PostgreSQL is measured, and simulated seconds for each. */
  readonly loads: readonly number[];
  readonly loadSeconds: number;
  /** Accounts in use on every machine during this. */
  readonly accounts: number;
  /** Sizes of fleets that use a plan up, its credits, and seeds of the traffic. */
  readonly lastThirds: readonly number[];
  readonly credits: number;
  readonly seeds: readonly number[];
  /** The size of the fleet that faults strike, and for how many simulated seconds. */
  readonly faultMachines: number;
  readonly faultSeconds: number;
}

/** The last third of a plan for one kind of traffic, over all seeds. */
export interface LastThirdResult {
  readonly traffic: string;
  readonly machines: number;
  readonly runs: readonly LastThird[];
}

/** The results of a simulation. */
export interface Findings {
  readonly loads: readonly LoadResult[];
  readonly lastThirds: readonly LastThirdResult[];
  readonly faults: readonly FaultResult[];
}

/** What `npm run simulate` simulates, with fleets of these sizes under load. */
export function fullExtent(loads: readonly number[]): Extent {
  return {
    loads,
    loadSeconds: 2,
    accounts: 20,
    lastThirds: [2],
    credits: 5000,
    seeds: [1, 2],
    faultMachines: 12,
    faultSeconds: 10,
  };
}

/** The same in less than a minute. */
export const SHORT_EXTENT: Extent = {
  loads: [3],
  loadSeconds: 1,
  accounts: 5,
  lastThirds: [2],
  credits: 600,
  seeds: [1],
  faultMachines: 3,
  faultSeconds: 3,
};

/**
 * Runs all parts, each fleet on an empty database of the server. `tell` is called when a part
 * begins.
 */
export async function simulate(server: Postgres, extent: Extent, tell: (what: string) => void): Promise<Findings> {
  const { loads, loadSeconds: seconds, accounts, faultMachines, faultSeconds } = extent;
  const withFleet = async <T>(machines: number, task: (fleet: Fleet) => Promise<T>): Promise<T> => {
    const fleet = await makeFleet({ databaseUrl: await server.database(), machines });
    try {
      return await task(fleet);
    } finally {
      await fleet.stop();
    }
  };
  const lastThirds: LastThirdResult[] = [];
  for (const machines of extent.lastThirds) {
    for (const traffic of TRAFFIC) {
      tell(`the last third of a plan on ${machines} machines, calls ${traffic.name}`);
      const runs: LastThird[] = [];
      for (const seed of extent.seeds)
        runs.push(await withFleet(machines, (fleet) => lastThird(fleet, traffic, extent.credits, seed)));
      lastThirds.push({ traffic: traffic.name, machines, runs });
    }
  }
  const faults: FaultResult[] = [];
  for (const fault of FAULTS) {
    tell(`${faultMachines} machines: ${fault.name}`);
    faults.push(
      await withFleet(faultMachines, (fleet) =>
        simulateFault(fleet, server, fault, { seconds: faultSeconds, seed: 1 }),
      ),
    );
  }
  const loadResults: LoadResult[] = [];
  for (const machines of loads) {
    tell(`${machines} machines under load`);
    loadResults.push(await withFleet(machines, (fleet) => measureLoad(fleet, { seconds, accounts, seed: 1 })));
  }
  return { loads: loadResults, lastThirds, faults };
}

/** Everything that is wrong, as sentences; none if every credit is where it belongs. */
export function wrongIn({ loads, lastThirds, faults }: Findings): string[] {
  const runs = lastThirds.flatMap(({ traffic, machines, runs }) =>
    runs.map((run) => ({ name: `the last third on ${machines} machines, calls ${traffic}`, ...run })),
  );
  return [
    ...runs
      .filter(({ oversold }) => oversold > 0)
      .map(({ name, oversold }) => `${name}: ${oversold} credits were sold beyond the cap.`),
    ...[...runs, ...faults]
      .filter(({ wronglyEnded }) => wronglyEnded > 0)
      .map(({ name, wronglyEnded }) => `${name}: ${wronglyEnded} calls got QUOTA_EXCEEDED while credits were left.`),
    ...[...loads.map((load) => ({ name: `${load.machines} machines under load`, ...load })), ...faults]
      .filter(({ creditsAmiss }) => creditsAmiss > 0)
      .map(({ name, creditsAmiss }) => `${name}: ${creditsAmiss} credits are not where they belong.`),
  ];
}
