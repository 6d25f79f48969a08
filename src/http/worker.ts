import { workerData } from 'node:worker_threads';
import { admitByKeys, type KeyEntry } from '../admission/key-file.ts';
import { openIndex } from '../index/open.ts';
import { bindOperations } from './bind-operations.ts';
import { serve, type WorkerSettings } from './serve.ts';

/** What a worker that answers from an index is told. */
export interface IndexWorkerSettings extends WorkerSettings {
  readonly index: string;
  readonly keys: readonly KeyEntry[];
}

const settings = workerData as IndexWorkerSettings;

serve(settings, () => {
  const index = openIndex(settings.index);
  return {
    operations: bindOperations(index),
    admit: admitByKeys(settings.keys),
    release: index.manifest.release,
    addresses: index.manifest.addresses,
  };
});
