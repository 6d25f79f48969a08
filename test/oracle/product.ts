import { openIndex } from '../../src/address/index/open.ts';
import { bindOperations } from '../../src/address/operations/call/bind-operations.ts';
import { KEYS, startFakeServer } from '../service/http/support/fake-server.ts';

/** An answer over HTTP. */
interface Answer {
  readonly status: number;
  readonly body: unknown;
}

/** A running service that answers from one index. */
export interface Service {
  get(path: string, parameters: Readonly<Record<string, string | number>>): Promise<Answer>;
  stop(): void;
}

/** Serves an index over HTTP as a worker does, in this process. */
export async function serve(path: string): Promise<Service> {
  const server = await startFakeServer({ operations: bindOperations(openIndex(path)) });
  return {
    async get(path, parameters) {
      const pairs = Object.entries(parameters).map(([name, value]): [string, string] => [name, String(value)]);
      const query = new URLSearchParams(pairs);
      const headers = { 'X-Api-Key': KEYS.good };
      const url = `http://127.0.0.1:${server.port}/v1/address/${path}?${query}`;
      const response = await fetch(url, { headers }).catch((error: Error) => {
        throw new Error(`No answer to ${path}?${query}: ${error.cause}`);
      });
      return { status: response.status, body: await response.json() };
    },
    stop: () => server.close(),
  };
}

/** Runs a task for every item, a few at a time. */
export async function forEach<T>(items: readonly T[], task: (item: T) => Promise<void>): Promise<void> {
  const rest = items.values();
  const worker = async () => {
    for (const item of rest) await task(item);
  };
  await Promise.all(Array.from({ length: 8 }, worker));
}
