import { Random } from '../../../build-index/generate/random.ts';
import { COSTS } from '../../../src/service/admission/costs.ts';
import type { Fleet } from './fleet.ts';
import type { SimulatedMachine } from './machine.ts';

/** How a customer's calls are distributed over the machines. */
export interface Traffic {
  readonly name: string;
  /** Calls arriving at each machine in a step of 10 ms, at a time in ms. */
  readonly calls: (random: Random, at: number, machines: number) => readonly number[];
}

/** Simulated milliseconds of one step. */
const STEP = 10;

/** The results for the last third of a plan. */
export interface LastThird {
  readonly calls: number;
  /**
   * Calls refused although they were within rate and burst and the account had credits for them.
   */
  readonly refused: number;
  /**
   * Those of them that were refused again when retried after a second, as `Retry-After` says, with
   * credits left.
   */
  readonly refusedAgain: number;
  /**
   * Calls answered `QUOTA_EXCEEDED` while the account had credits for them, and credits sold beyond
   * the cap. Both have to be 0.
   */
  readonly wronglyEnded: number;
  readonly oversold: number;
  /** Simulated seconds. */
  readonly seconds: number;
  /** Rounds of the sidecars, per machine and second. */
  readonly roundsPerSecond: number;
}

/** The burst limit of the plan, and how long a customer continues at most, ms. */
const BURST = { perSecond: 50, size: 100 } as const;
const LONGEST = 600_000;

/** Uses up a plan to its last credit, and counts what happens in the last third. */
export async function lastThird(fleet: Fleet, traffic: Traffic, credits: number, seed: number): Promise<LastThird> {
  const { machines } = fleet;
  const customer = await fleet.customer(credits, BURST);
  await fleet.settleDown();
  const random = new Random(seed, traffic.name);
  const tally = { calls: 0, refused: 0, refusedAgain: 0, wronglyEnded: 0 };
  const again: { readonly at: number; readonly machine: SimulatedMachine; readonly operation: number }[] = [];
  let used = 0;
  let began = 0;
  let roundsBefore = 0;
  let at = 0;
  for (; at < LONGEST && used < credits; at += STEP) {
    const last = used >= (credits * 2) / 3;
    if (last && began === 0) {
      began = at;
      roundsBefore = rounds(machines);
    }
    while (again.length > 0 && again[0].at <= at) {
      const { machine, operation } = again.shift()!;
      const outcome = machine.gate.admit(customer.key, operation);
      if (outcome.admitted) used += COSTS[operation];
      else if (outcome.cause === 'lease' && used + COSTS[operation] <= credits) tally.refusedAgain++;
    }
    const calls = traffic.calls(random, at, machines.length);
    for (const [i, count] of calls.entries()) {
      for (let n = 0; n < count; n++) {
        const operation = random.below(COSTS.length);
        const fits = used + COSTS[operation] <= credits;
        const outcome = machines[i].gate.admit(customer.key, operation);
        if (outcome.admitted) used += COSTS[operation];
        if (!outcome.admitted && outcome.cause === 'quota' && fits) tally.wronglyEnded++;
        if (!last || !fits || (!outcome.admitted && outcome.cause === 'burst')) continue;
        tally.calls++;
        if (outcome.admitted) continue;
        tally.refused++;
        again.push({ at: at + 1000, machine: machines[i], operation });
      }
    }
    await fleet.step(STEP);
  }
  const seconds = (at - began) / 1000;
  return {
    ...tally,
    oversold: Math.max(0, used - credits),
    seconds,
    roundsPerSecond: (rounds(machines) - roundsBefore) / machines.length / seconds,
  };
}

function rounds(machines: readonly SimulatedMachine[]): number {
  return machines.reduce((sum, machine) => sum + machine.rounds, 0);
}

/** A Poisson-distributed number with mean `mean`, by Knuth's algorithm. */
function arrivals(random: Random, mean: number): number {
  const limit = Math.exp(-mean);
  let count = 0;
  for (let product = random.fraction(); product > limit; product *= random.fraction()) count++;
  return count;
}

/** `perSecond` calls per second in all, spread over the machines by weights. */
function spread(perSecond: number, weights: (at: number, machines: number) => readonly number[]): Traffic['calls'] {
  return (random, at, machines) => {
    const shares = weights(at, machines);
    const sum = shares.reduce((a, b) => a + b, 0);
    return shares.map((share) => arrivals(random, (perSecond * STEP * share) / sum / 1000));
  };
}

/**
 * The distributions of calls: evenly, to one machine more than to others, to one after the other,
 * and in bursts.
 */
export const TRAFFIC: readonly Traffic[] = [
  { name: 'evenly', calls: spread(60, (_, machines) => Array(machines).fill(1)) },
  {
    name: 'nine in ten at one machine',
    calls: spread(50, (_, machines) => Array.from({ length: machines }, (_, i) => (i === 0 ? 9 : 1 / (machines - 1)))),
  },
  {
    name: 'at one machine after the other, 5 s each',
    calls: spread(40, (at, machines) =>
      Array.from({ length: machines }, (_, i) => (i === Math.floor(at / 5000) % machines ? 1 : 0)),
    ),
  },
  {
    name: 'in bursts of 60 at one of them',
    calls: (random, at, machines) => {
      const calls = Array<number>(machines).fill(0);
      if (at % 1500 === 0) calls[random.below(machines)] = 60;
      return calls;
    },
  },
];
