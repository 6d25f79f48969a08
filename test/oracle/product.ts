import { runLetterbox, stopLetterbox } from '../http/support/letterbox.ts';

const KEY = 'oracle';

/** An answer over HTTP. */
export interface Answer {
  readonly status: number;
  readonly body: unknown;
}

/** A running service that answers from one index. */
export interface Service {
  get(path: string, parameters: Readonly<Record<string, string | number>>): Promise<Answer>;
  stop(): Promise<void>;
}

/** Serves an index on a free port of the loopback address, and waits until it is ready. */
export async function serve(index: string): Promise<Service> {
  const service = await runLetterbox(['--index', index, '--workers', '1', '--dev-key', KEY]);
  if (service.port === 0) throw new Error(`the service did not start: ${service.stderr()}`);
  return {
    async get(path, parameters) {
      const pairs = Object.entries(parameters).map(([name, value]): [string, string] => [name, String(value)]);
      const query = new URLSearchParams(pairs);
      const headers = { 'X-Api-Key': KEY };
      const url = `http://127.0.0.1:${service.port}/v1/address/${path}?${query}`;
      const response = await fetch(url, { headers }).catch((error: Error) => {
        throw new Error(`No answer to ${path}?${query}: ${error.cause}. The service said: ${service.stderr()}`);
      });
      return { status: response.status, body: await response.json() };
    },
    async stop() {
      await stopLetterbox(service);
    },
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
