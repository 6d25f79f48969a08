import { workerData } from 'node:worker_threads';
import { ADDRESS } from '../admission/admit.ts';
import { admitByEither } from '../admission/admit-by-either.ts';
import { admitByKeys, type KeyEntry } from '../admission/key-file.ts';
import { ClientRates } from '../admission/limits/client-rates.ts';
import { limitUnauthorized } from '../admission/limits/unauthorized-limit.ts';
import { serveCounters } from '../admission/serve-counters.ts';
import { mapIndex } from '../index/open.ts';
import { bindOperations } from './bind-operations.ts';
import { siteOf } from './pages/playground.ts';
import type { PageSettings } from './pages/settings.ts';
import { serve, type WorkerSettings } from './serve.ts';

/** What a worker that answers from an index is told. */
export interface IndexWorkerSettings extends WorkerSettings {
  readonly index: string;
  /** The open index file: all workers map the same one, whatever has its name by then. */
  readonly descriptor: number;
  readonly keys: readonly KeyEntry[];
  /** The counter file; null when all keys are in `keys`. */
  readonly counters: string | null;
  /** The table of `ClientRates`, shared by the workers. */
  readonly clientRates: SharedArrayBuffer;
  /** Requests per second without a valid key that one client address may send; null for any number. */
  readonly unauthorizedRate: number | null;
  readonly pages: PageSettings;
}

const settings = workerData as IndexWorkerSettings;

serve(settings, () => {
  const index = mapIndex(settings.index, settings.descriptor);
  const rates = new ClientRates(settings.clientRates);
  const unauthorized = limitUnauthorized(rates, settings.unauthorizedRate);
  const counters = settings.counters === null ? null : serveCounters(settings.counters, ADDRESS, rates, unauthorized);
  const { keys } = settings;
  return {
    operations: bindOperations(index),
    admit: counters === null ? admitByKeys(keys, unauthorized) : admitByEither(keys, unauthorized, counters.admit),
    isKnownOrigin: counters === null ? () => false : counters.isKnownOrigin,
    sidecar: counters === null ? null : counters.state,
    release: index.manifest.release,
    addresses: index.manifest.addresses,
    attribution: index.manifest.attribution,
    ...siteOf(index, settings.pages, keys, unauthorized),
  };
});
