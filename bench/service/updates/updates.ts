import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { type Service, startService } from '../soak/service.ts';
import type { UpdateLoad, UpdateTally } from './load.ts';

/** Options of a run of updates. */
export interface UpdateOptions {
  readonly index: string;
  /** An empty folder for data and the logs of the services. */
  readonly folder: string;
  readonly updates: number;
  /** Worker threads of the first service, and of the following ones in turn. */
  readonly workers: readonly number[];
  /** Clients that keep their connections; as many again do not. */
  readonly clients: number;
  /** Milliseconds that a client waits between an answer and its next request. */
  readonly pause: number;
  readonly databaseUrl: string | null;
  readonly say?: (line: string) => void;
}

/** The results. */
export interface UpdateResult extends UpdateTally {
  readonly seconds: number;
  /** Credits in the ledger, to compare with `charged`. */
  readonly inLedger: number;
  /** Milliseconds from each service's signal to its end. */
  readonly drains: readonly number[];
}

const CREDITS = 100_000_000;

/**
 * Replaces a service by another on the same port and data folder, again and again, under load. Each
 * call costs one credit.
 */
export async function runUpdates(options: UpdateOptions): Promise<UpdateResult> {
  const { index, folder, updates, workers, clients, pause, databaseUrl, say = () => {} } = options;
  const drains: number[] = [];
  const startAt = (version: number, port: number): Promise<Service> =>
    startService(
      {
        LETTERBOX_INDEX: index,
        LETTERBOX_DATA_DIR: join(folder, 'data'),
        ...(databaseUrl === null ? {} : { LETTERBOX_DATABASE_URL: databaseUrl }),
        LETTERBOX_PORT: String(port),
        LETTERBOX_WORKERS: String(workers[version % workers.length]),
        LETTERBOX_TAKEN_PORT: 'share',
      },
      join(folder, `service-${version}.log`),
    );
  let service = await startAt(0, 0);
  const { port } = service;
  let load: ReturnType<typeof fork> | null = null;
  try {
    const { id } = await service.admin<{ id: string }>(
      ...['accounts', 'create', '--name', 'Updates', '--credits', String(CREDITS), '--mode', 'hard'],
      ...['--rate', '1000000', '--burst', '1000000'],
    );
    const { key } = await service.admin<{ key: string }>('keys', 'create', id);
    await setTimeout(1500);
    const told: UpdateLoad = { port, key, target: '/v1/address/lookup/postcode?postcode=4109', clients, pause };
    const began = performance.now();
    load = fork(fileURLToPath(new URL('./load.js', import.meta.url)), [JSON.stringify(told)]);
    for (let update = 1; update <= updates; update++) {
      await setTimeout(1000);
      const next = await startAt(update, port);
      const signalled = performance.now();
      await service.stop();
      drains.push(Math.round(performance.now() - signalled));
      service = next;
      say(`update ${update}: the service before ended after ${drains.at(-1)} ms`);
    }
    await setTimeout(1000);
    const ended = once(load, 'message');
    load.send('stop');
    const tally = (await ended)[0] as UpdateTally;
    const seconds = (performance.now() - began) / 1000;
    await service.stop();
    const days = await service.admin<{ credits: number }[]>('usage', id);
    const inLedger = days.reduce((sum, { credits }) => sum + credits, 0);
    return { ...tally, seconds, inLedger, drains };
  } finally {
    load?.kill('SIGKILL');
    service.kill();
  }
}
