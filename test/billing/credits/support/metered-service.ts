import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { onTestFinished } from 'vitest';
import type { Plan } from '../../../../src/billing/accounts/plans/plan.ts';
import { type Ledger, openLedger } from '../../../../src/billing/ledger/ledger.ts';
import { usageByWindow } from '../../../../src/billing/ledger/usage.ts';
import { systemClock } from '../../../../src/service/admission/clock.ts';
import { temporaryFolder } from '../../../service/admission/customer.ts';
import { type Letterbox, logged, runLetterbox, stopLetterbox } from '../../../service/http/support/letterbox.ts';
import { newCustomer } from './machine.ts';

/** A service with a data folder, which a test may kill and start again. */
export interface MeteredService {
  readonly env: Readonly<Record<string, string>>;
  readonly dataDir: string;
  readonly counters: string;
  letterbox(): Letterbox;
  port(): number;
  /** The process of the sidecar that runs now. */
  sidecarPid(): number;
  start(): Promise<void>;
  stop(): Promise<void>;
  /** Kills processes by SIGKILL, and waits until the server has ended if it is one of them. */
  kill(what: 'server' | 'sidecar' | 'both'): Promise<void>;
  /** Works on the ledger, as the admin program would. */
  withLedger<T>(work: (ledger: Ledger) => Promise<T>): Promise<T>;
  /** Opens an account on a plan, and makes a key. */
  customer(plan: Plan): Promise<{ readonly id: string; readonly key: string; readonly keyId: string }>;
  /** Credits in the ledger, by window. */
  usage(account: string): Promise<Record<number, number>>;
}

/** Kills the sidecar that runs now; one that is just being started again is waited for. */
async function killSidecar(service: MeteredService): Promise<void> {
  for (;;) {
    try {
      process.kill(service.sidecarPid(), 'SIGKILL');
      return;
    } catch {
      await setTimeout(10);
    }
  }
}

/** Prepares a service on a data folder; `start` starts it. It is killed with the test, or as `atEnd` says. */
export function meteredService(
  index: string,
  workers: number,
  more: Readonly<Record<string, string>> = {},
  dataDir = join(temporaryFolder(), 'data'),
  atEnd: (kill: () => void) => void = onTestFinished,
): MeteredService {
  const env: Readonly<Record<string, string>> = {
    LETTERBOX_DATA_DIR: dataDir,
    LETTERBOX_DRAIN_INTERVAL: '200',
    ...more,
  };
  let running: Letterbox | null = null;
  const letterbox = () => {
    if (running === null) throw new Error('the service was not started');
    return running;
  };
  atEnd(() => void running?.process.kill('SIGKILL'));
  const service: MeteredService = {
    env,
    dataDir,
    counters: join(dataDir, 'counters'),
    letterbox,
    port: () => running?.port ?? 0,
    sidecarPid: () => Number(logged(letterbox(), 'sidecar started').at(-1)?.pid),
    async start() {
      running = await runLetterbox(['--index', index, '--workers', String(workers), '--slow-ms', '0'], env);
      if (running.port === 0) throw new Error(`the service did not start: ${running.stderr()}`);
    },
    async stop() {
      await stopLetterbox(letterbox());
    },
    async kill(what) {
      if (what !== 'server') await killSidecar(service);
      if (what === 'sidecar') return;
      letterbox().process.kill('SIGKILL');
      await letterbox().ended;
    },
    async withLedger(work) {
      const place = { file: join(dataDir, 'ledger.db'), databaseUrl: env.LETTERBOX_DATABASE_URL ?? null };
      const ledger = await openLedger(place);
      try {
        return await work(ledger);
      } finally {
        await ledger.close();
      }
    },
    customer: (plan) => service.withLedger((ledger) => newCustomer(ledger, plan, systemClock)),
    usage: (account) => service.withLedger(async (ledger) => Object.fromEntries(await usageByWindow(ledger, account))),
  };
  return service;
}
