import { Random } from '../../../build-index/generate/random.ts';
import type { Postgres } from '../../equipment/postgres-server.ts';
import type { Customer, Fleet } from './fleet.ts';
import type { SimulatedMachine } from './machine.ts';
import { creditsAmiss, noSales, type Sales, sendCall } from './sales.ts';

/** Something that goes wrong in a fleet, for some simulated seconds. */
export interface Fault {
  readonly name: string;
  /** Machines that it affects. */
  readonly of: (machines: readonly SimulatedMachine[]) => readonly SimulatedMachine[];
  begin(struck: readonly SimulatedMachine[], server: Postgres): Promise<void> | void;
  /** Every simulated second. */
  again?(struck: readonly SimulatedMachine[], random: Random): void;
  end(struck: readonly SimulatedMachine[], server: Postgres): Promise<void> | void;
}

/** What a fault did. */
export interface FaultResult {
  readonly name: string;
  /** Machines, and how many of them it affected. */
  readonly machines: number;
  readonly struck: number;
  /**
   * Share of calls refused within credit while it lasted, on the machines that it affected and on
   * the others.
   */
  readonly refusedThere: number;
  readonly refusedElsewhere: number;
  /** Simulated seconds from its end until the ledger has every credit sold. */
  readonly recovery: number;
  readonly wronglyEnded: number;
  readonly creditsAmiss: number;
}

const STEP = 50;

/** Calls a second at each machine, of an account with credits for all and one that runs out. */
const CALLS_PER_SECOND = 20;
const BURST = { perSecond: 50, size: 100 } as const;

/** A third of the machines: a region of three. */
const region = (machines: readonly SimulatedMachine[]) => machines.slice(0, Math.ceil(machines.length / 3));
const cut = (machines: readonly SimulatedMachine[], value: boolean) => {
  for (const machine of machines) machine.cut = value;
};

/** The faults that are simulated. */
export const FAULTS: readonly Fault[] = [
  {
    name: 'a region of three is cut off from the database',
    of: region,
    begin: (struck) => cut(struck, true),
    end: (struck) => cut(struck, false),
  },
  {
    name: 'one sidecar in ten is killed every second',
    of: (machines) => machines,
    begin: () => {},
    again: (struck, random) => {
      for (let i = 0; i < Math.ceil(struck.length / 10); i++) random.pick(struck).kill();
    },
    end: () => {},
  },
  {
    name: 'PostgreSQL is down, and recovers from its log',
    of: (machines) => machines,
    begin: (_, server) => server.kill(),
    end: (_, server) => server.start(),
  },
];

/**
 * Injects a fault into a fleet under load for `seconds` simulated seconds, and counts every credit
 * afterwards.
 */
export async function simulateFault(
  fleet: Fleet,
  server: Postgres,
  fault: Fault,
  { seconds, seed }: { readonly seconds: number; readonly seed: number },
): Promise<FaultResult> {
  const { machines } = fleet;
  const random = new Random(seed, fault.name);
  const customers = [
    await fleet.customer(10_000_000, BURST),
    await fleet.customer(400 * machines.length, BURST),
  ] as const;
  await fleet.settleDown();
  const struck = new Set(fault.of(machines));
  // They share one count of credits: what is sold on one machine is not left on another.
  const there = noSales();
  const elsewhere: Sales = { ...noSales(), sold: there.sold };
  await fault.begin([...struck], server);
  for (let passed = 0; passed < seconds * 1000; passed += STEP) {
    send(passed);
    if (passed % 1000 === 0) fault.again?.([...struck], random);
    await fleet.step(STEP);
  }
  await fault.end([...struck], server);
  const ended = fleet.clock.now();
  const recovery = await untilKnown(fleet, customers, there.sold);
  return {
    name: fault.name,
    machines: machines.length,
    struck: struck.size,
    refusedThere: there.refused / there.calls,
    refusedElsewhere: elsewhere.refused / elsewhere.calls,
    recovery: (recovery - ended) / 1000,
    wronglyEnded: there.wronglyEnded + elsewhere.wronglyEnded,
    creditsAmiss: await creditsAmiss(fleet, there),
  };

  function send(passed: number): void {
    for (const machine of machines) {
      const to = struck.has(machine) ? there : elsewhere;
      if (passed % (1000 / CALLS_PER_SECOND) !== 0) continue;
      sendCall(to, machine, customers[random.below(2)], random);
    }
  }
}

/**
 * Steps until the ledger has everything that was sold, for at most a minute; returns the simulated
 * time then.
 */
async function untilKnown(
  fleet: Fleet,
  customers: readonly Customer[],
  sold: ReadonlyMap<Customer, number>,
): Promise<number> {
  for (let rounds = 0; rounds < 600; rounds++) {
    await fleet.step(100);
    const known = await Promise.all(customers.map((customer) => fleet.known(customer)));
    if (customers.every((customer, i) => known[i].used === (sold.get(customer) ?? 0))) break;
  }
  return fleet.clock.now();
}
