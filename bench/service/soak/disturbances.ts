import { setTimeout } from 'node:timers/promises';
import type { Postgres } from '../../equipment/postgres-server.ts';
import { type Customer, replaceKey, UNLIMITED } from './customer.ts';
import type { Releases } from './releases.ts';
import type { Service } from './service.ts';

/** What is to be disturbed, and until when (performance.now). */
export interface Disturbances {
  readonly service: Service;
  readonly releases: Releases;
  readonly customers: readonly Customer[];
  readonly postgres: Postgres | null;
  readonly until: number;
}

const PLANS = [
  ['--credits', '1000000000000', '--mode', 'soft'],
  ['--mode', 'uncapped'],
];

/** Keys of each customer: an organization may make 100 within a day. */
const MOST_KEYS = 90;

/**
 * Swaps releases every few seconds, makes and revokes keys, changes plans, kills the sidecar each
 * minute (twice in a short run), and restarts PostgreSQL, all concurrently until the end. Returns
 * what went wrong, as sentences.
 */
export async function disturb(what: Disturbances): Promise<string[]> {
  const { service, releases, customers, postgres, until } = what;
  const faults: string[] = [];
  const length = until - performance.now();
  const minute = Math.min(60_000, length / 3);
  /**
   * Commands that are using the ledger; none begins while it is down, which the service has to
   * survive, not the commands.
   */
  let commands = 0;
  let ledgerAway = false;
  const every = async (ms: number, name: string, work: () => Promise<void>) => {
    for (let next = performance.now() + ms / 2; next < until; next = Math.max(next + ms, performance.now())) {
      await setTimeout(Math.max(0, next - performance.now()));
      try {
        await work();
      } catch (error) {
        faults.push(`${new Date().toISOString()} ${name}: ${error instanceof Error ? error.message : error}`);
      }
    }
  };
  const calmly = async (work: () => Promise<unknown>) => {
    while (ledgerAway) await setTimeout(100);
    commands++;
    await work().finally(() => commands--);
  };
  let plan = 0;
  await Promise.all([
    every(minute / 12, 'release', () => releases.swap()),
    every(Math.max(minute / 4, length / MOST_KEYS), 'key', async () => {
      for (const who of customers) await calmly(() => replaceKey(service, who));
    }),
    every(minute / 3, 'plan', async () => {
      for (const { id } of customers)
        await calmly(() => service.admin('accounts', 'plan', id, ...PLANS[plan++ % PLANS.length], ...UNLIMITED));
    }),
    every(minute, 'sidecar', async () => {
      const { sidecar } = service.pids();
      process.kill(sidecar, 'SIGKILL');
      const begun = service.logged('ledger open').length;
      // However long that takes: a sidecar has to work before the next kill.
      while (service.logged('ledger open').length === begun) await setTimeout(100);
    }),
    postgres === null
      ? Promise.resolve()
      : every(minute * 1.3, 'PostgreSQL', async () => {
          ledgerAway = true;
          while (commands > 0) await setTimeout(50);
          await postgres.kill();
          await setTimeout(Math.min(5000, minute / 10));
          await postgres.start();
          ledgerAway = false;
        }),
  ]);
  return faults;
}
