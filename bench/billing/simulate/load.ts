import { setTimeout } from 'node:timers/promises';
import { Random } from '../../../build-index/generate/random.ts';
import { HEADER } from '../../../src/service/admission/counters/layout.ts';
import { quantile } from '../../equipment/figures.ts';
import type { Customer, Fleet } from './fleet.ts';
import { type PostgresLoad, postgresLoad } from './postgres-load.ts';
import { creditsAmiss, noSales, sendCall } from './sales.ts';

/** The load of a fleet on its database, per simulated second. */
export interface LoadResult {
  readonly machines: number;
  readonly callsPerSecond: number;
  /** Processor seconds of PostgreSQL per simulated second: the cores that it needs. */
  readonly cores: number;
  /** The same while no calls come. */
  readonly idleCores: number;
  readonly transactionsPerSecond: number;
  readonly leasesPerSecond: number;
  readonly connections: number;
  /** MiB of each. */
  readonly connectionMemory: number;
  /** Milliseconds from a count to the ledger, at p99 of all machines and times. */
  readonly drainLag: number;
  /** Share of calls refused within credit. */
  readonly refused: number;
  readonly creditsAmiss: number;
}

/** Credits of each account, its burst limit, and calls per second at each machine. */
const CREDITS = 10_000_000;
const BURST = { perSecond: 5, size: 20 } as const;
export const CALLS_PER_SECOND = 20;

/** Milliseconds of a step. */
const STEP = 100;

/**
 * Runs a fleet for `seconds` simulated seconds without calls, then as long with calls on `accounts`
 * accounts.
 */
export async function measureLoad(
  fleet: Fleet,
  { seconds, accounts, seed }: { readonly seconds: number; readonly accounts: number; readonly seed: number },
): Promise<LoadResult> {
  const { machines, ledger } = fleet;
  const random = new Random(seed, 'load');
  const customers: Customer[] = [];
  for (let i = 0; i < accounts; i++) customers.push(await fleet.customer(CREDITS, BURST));
  await fleet.settleDown();

  const before = await loadSoFar();
  await run(0);
  const idle = await loadSoFar();
  const sales = noSales();
  const lags = await run((CALLS_PER_SECOND * STEP) / 1000);
  const busy = await loadSoFar();
  await fleet.settleDown();
  const perSecond = (of: (load: PostgresLoad) => number, from: PostgresLoad, to: PostgresLoad) =>
    (of(to) - of(from)) / (seconds + STEP / 1000);
  return {
    machines: machines.length,
    callsPerSecond: sales.calls / seconds,
    cores: perSecond(({ processor }) => processor, idle, busy),
    idleCores: perSecond(({ processor }) => processor, before, idle),
    transactionsPerSecond: perSecond(({ transactions }) => transactions, idle, busy),
    leasesPerSecond: perSecond(({ leases }) => leases, idle, busy),
    connections: busy.connections,
    connectionMemory: busy.connectionMemory,
    drainLag: quantile(
      lags.sort((a, b) => a - b),
      0.99,
    ),
    refused: sales.refused / sales.calls,
    creditsAmiss: await creditsAmiss(fleet, sales),
  };

  /**
   * PostgreSQL's processes report their statistics a second later, when they next do something:
   * hence one more step.
   */
  async function loadSoFar(): Promise<PostgresLoad> {
    await setTimeout(1100);
    fleet.clock.pass(STEP);
    await fleet.round();
    return postgresLoad(ledger);
  }

  async function run(callsInStep: number): Promise<number[]> {
    const lags: number[] = [];
    for (let passed = 0; passed < seconds * 1000; passed += STEP) {
      for (const machine of machines)
        for (let n = 0; n < callsInStep; n++) sendCall(sales, machine, random.pick(customers), random);
      for (const { sidecar } of machines) {
        const { i64 } = sidecar.counters()!.header;
        lags.push(fleet.clock.now() - Number(Atomics.load(i64, HEADER.DRAINED)));
      }
      await fleet.step(STEP);
    }
    return lags;
  }
}
