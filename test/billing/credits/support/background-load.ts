import { setTimeout } from 'node:timers/promises';
import { expect } from 'vitest';
import { type Load, loadService } from './http-load.ts';
import type { MeteredService } from './metered-service.ts';
import { startSidecar } from './programs.ts';

/** Credits of all windows together. */
export function creditsIn(windows: Readonly<Record<number, number>>): number {
  return Object.values(windows).reduce((a, b) => a + b, 0);
}

/** Milliseconds between two requests of a client, so that those who kill and are killed have a processor. */
const PACE = 4;

/** Loads a service in the background until `stop` is called; `admitted` waits until so many credits more were. */
export function background(
  service: MeteredService,
  key: string,
  connections = 16,
): { stop(): Promise<Load>; admitted(more: number): Promise<void> } {
  let stopped = false;
  let admitted = 0;
  const enough = (load: Load) => {
    admitted = load.admitted;
    return stopped;
  };
  const load = loadService({ port: service.port, key, connections, pace: PACE, enough });
  return {
    async admitted(more) {
      for (const wanted = admitted + more; admitted < wanted; ) await setTimeout(5);
    },
    stop() {
      stopped = true;
      return load;
    },
  };
}

/** Lets a sidecar write down what the last one did not get to: a service that was killed at once leaves it in the counter file. */
async function catchUp(service: MeteredService): Promise<void> {
  const sidecar = startSidecar(service.env);
  await sidecar.said('ledger open');
  expect(await sidecar.end('SIGTERM')).toBe(0);
}

/** What clients saw, at least; and at most that and what was in flight. */
export async function expectCounted(
  service: MeteredService,
  account: string,
  { admitted, unanswered, strange }: Load,
): Promise<void> {
  await catchUp(service);
  const used = creditsIn(await service.usage(account));
  expect(strange).toEqual([]);
  expect(used).toBeGreaterThanOrEqual(admitted);
  expect(used).toBeLessThanOrEqual(admitted + unanswered);
}
