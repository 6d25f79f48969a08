import { setTimeout } from 'node:timers/promises';
import { Client } from '../soak/client.ts';
import { isCharged } from '../soak/load.ts';

/*
 * Loads a port from a process of its own until told to stop: half of the clients open a connection
 * for each request, half keep theirs.
 */

/** The process's only argument, as JSON. */
export interface UpdateLoad {
  readonly port: number;
  readonly key: string;
  readonly target: string;
  /** Clients of each kind. */
  readonly clients: number;
  /** Milliseconds that a client waits between an answer and its next request. */
  readonly pause: number;
}

/** What it has seen. */
export interface UpdateTally {
  answers: number;
  connections: number;
  /** Answers that were charged. */
  charged: number;
  failed: number;
  /** Failures by message. */
  readonly failures: Record<string, number>;
}

const { port, key, target, clients, pause }: UpdateLoad = JSON.parse(process.argv[2]);
const tally: UpdateTally = { answers: 0, connections: 0, charged: 0, failed: 0, failures: {} };
let stopping = false;

const kept = (i: number): boolean => i < clients;
const running = Array.from({ length: 2 * clients }, (_, i) => run(kept(i)));
process.on('message', async () => {
  stopping = true;
  await Promise.all(running);
  process.send?.(tally, undefined, undefined, () => process.exit(0));
});
process.on('disconnect', () => process.exit(1));

async function run(keeps: boolean): Promise<void> {
  let client: Client | null = null;
  while (!stopping) {
    if (pause > 0) await setTimeout(pause);
    const fresh = client === null;
    if (client === null) {
      client = new Client(port);
      tally.connections++;
    }
    const answer = await client.get(target, key);
    if (answer !== null) tally.answers++;
    if (answer !== null && isCharged(answer)) tally.charged++;
    if (answer?.status !== 200) {
      tally.failed++;
      const what = `${answer === null ? 'no answer' : answer.status}, ${fresh ? 'new' : 'kept'} connection`;
      tally.failures[what] = (tally.failures[what] ?? 0) + 1;
    }
    if (keeps && answer !== null && !/^connection: close/im.test(answer.head)) continue;
    client.close();
    client = null;
  }
  client?.close();
}
