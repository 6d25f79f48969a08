import { parentPort, workerData } from 'node:worker_threads';
import { editionOf } from '../../address/index/edition.ts';
import type { AddressIndex } from '../../address/index/open.ts';
import { bindOperations } from '../../address/operations/call/bind-operations.ts';
import { ADDRESS } from '../admission/admit.ts';
import { admitByEither } from '../admission/admit-by-gate.ts';
import { admitByKeys, admitWithoutKey, isKnownToKeys, type KeyEntry } from '../admission/key-file.ts';
import { ClientRates } from '../admission/limits/client-rates.ts';
import { serveCounters } from '../admission/serve-counters.ts';
import { workerCountsIn } from '../telemetry/worker-counts.ts';
import { cacheAnswers, countQualities } from './cache-answers.ts';
import { readPackages } from './pages/packages.ts';
import type { Pages } from './pages/page.ts';
import { siteOf } from './pages/playground.ts';
import type { PageSettings } from './pages/settings.ts';
import { readSiteFiles } from './pages/site-files.ts';
import type { ServedRelease } from './release-switch.ts';
import { type NumberedRelease, type ReleaseOrder, switchReleases } from './release-switch.ts';
import { serve, type WorkerSettings } from './serve.ts';
import type { ServerEnds } from './service.ts';
import { loadUws } from './uws.ts';
import { warmUp } from './warm-up.ts';

/** The settings of a worker that answers from an index. */
export interface IndexWorkerSettings extends WorkerSettings {
  /** The release to begin with. */
  readonly release: NumberedRelease;
  readonly keys: readonly KeyEntry[];
  /** The counter file; null when all keys are in `keys`. */
  readonly counters: string | null;
  /** The table of `ClientRates`, shared by the workers. */
  readonly clientRates: SharedArrayBuffer;
  readonly pages: PageSettings;
  /** The size of the cache for answers of autocomplete, in bytes; 0 for none. */
  readonly answerCache: number;
  /** Whether to warm up before the first caller asks. */
  readonly preload: boolean;
  /** How earlier servers ended; null for the first. */
  readonly ended: ServerEnds | null;
}

/** Addresses for the warm-up: about a second of work. */
const WARM_UP_ADDRESSES = 400;

const settings = (workerData ?? (await firstMessage())) as IndexWorkerSettings;

serve(settings, () => {
  const rates = new ClientRates(settings.clientRates);
  const counters = settings.counters === null ? null : serveCounters(settings.counters, ADDRESS, rates);
  const { keys } = settings;
  const isKnownToList = isKnownToKeys(keys);
  const files = readSiteFiles(settings.pages);
  const packages = settings.pages.choice === 'none' ? null : readPackages();
  const counts = settings.counts ? workerCountsIn(settings.counts) : null;
  let cold = settings.preload;
  const serveIndex = (index: AddressIndex): ServedRelease => {
    const { release, addresses, attribution } = index.manifest;
    const searching = bindOperations(index);
    if (cold) warmUp(index, searching, WARM_UP_ADDRESSES);
    cold = false;
    // Each release has its own cache, which is freed with it.
    const answering = cacheAnswers(searching, settings.answerCache, counts);
    const operations = counts === null ? answering : countQualities(answering, counts);
    const site = siteOf(index, files, settings.pages, keys);
    const pages: Pages = { get: (path) => site.pages.get(path) ?? packages?.get(path) };
    const asgs = editionOf(index.manifest);
    return { release, asgs, addresses, attribution, since: Date.now(), operations, ...site, pages };
  };
  const switching = switchReleases(settings.release, serveIndex, (message) => parentPort?.postMessage(message));
  parentPort?.on('message', (order: ReleaseOrder | { readonly kind: 'stop' }) => {
    if (order.kind !== 'stop') switching.obey(order);
  });
  return {
    current: switching.current,
    admit: counters === null ? admitByKeys(keys) : admitByEither(keys, counters.admit),
    keyless: admitWithoutKey(keys),
    isKnownOrigin: (origin) => isKnownToList(origin) || (counters?.isKnownOrigin(origin) ?? false),
    sidecar: counters === null ? null : counters.state,
    ended: settings.ended,
  };
});

/** The settings of a standby worker, which it gets when it is needed. */
function firstMessage(): Promise<unknown> {
  loadUws();
  return new Promise((resolve) => parentPort?.once('message', resolve));
}
