import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Plan } from '../../../src/billing/accounts/plans/plan.ts';
import { openLedger } from '../../../src/billing/ledger/ledger.ts';
import { systemClock } from '../../../src/service/admission/clock.ts';
import { newCustomer } from '../../billing/credits/support/machine.ts';
import { freePlan, paygPlan } from '../../billing/ledger/ledgers.ts';
import { runLetterbox, stopLetterbox } from '../../service/http/support/letterbox.ts';
import { sampleIndex } from '../../support/shared-releases.ts';

/** An address of the bundled sample. */
export const SAMPLE = {
  id: 'GAQLD438583692',
  label: '2 PERTH STREET',
  line: '2 Perth Street, Sunnybank QLD 4109',
  lat: -27.57989863,
  lon: 153.06071253,
};

const PLANS = {
  /** Passes always. */
  payg: paygPlan,
  /** Five credits, then `QUOTA_EXCEEDED`. */
  five: freePlan(5),
  batched: freePlan(5),
  /** One request a second, then `RATE_LIMITED`. */
  burst: { ...paygPlan, burst: { perSecond: 1, size: 1 } },
  /** The same at one in a thousand seconds. */
  seldom: { ...paygPlan, burst: { perSecond: 0.001, size: 1 } },
  /** `PRODUCT_NOT_ALLOWED` */
  weather: { ...paygPlan, products: ['weather'] },
} satisfies Record<string, Plan>;

/** The service on the bundled sample, with a ledger and a key for each way of being admitted or refused. */
export interface SampleService {
  readonly url: string;
  readonly keys: Readonly<Record<keyof typeof PLANS, string>>;
  stop(): Promise<void>;
}

/** Starts the service as a process of its own. */
export async function startSampleService(): Promise<SampleService> {
  const dataDir = mkdtempSync(join(tmpdir(), 'letterbox-client-'));
  const ledger = await openLedger({ file: join(dataDir, 'ledger.db'), databaseUrl: null });
  const keys: Record<string, string> = {};
  for (const [name, plan] of Object.entries(PLANS)) keys[name] = (await newCustomer(ledger, plan, systemClock)).key;
  await ledger.close();
  const service = await runLetterbox([
    '--index',
    sampleIndex(),
    '--workers',
    '1',
    '--data-dir',
    dataDir,
    '--dev-key',
    'demo',
  ]);
  if (service.port === 0) throw new Error(`the service did not start: ${service.stderr()}`);
  return {
    url: `http://127.0.0.1:${service.port}`,
    keys: keys as SampleService['keys'],
    async stop() {
      await stopLetterbox(service);
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
