import { setTimeout } from 'node:timers/promises';
import { expect } from 'vitest';
import { COSTS } from '../../../src/service/admission/costs.ts';
import { type Answer, Connection } from '../credits/support/http-load.ts';

/** Requests by what they cost. */
const TARGETS = [
  ['/v1/address/autocomplete?q=1+high', COSTS[0]],
  ['/v1/address/validate?q=1+high+street', COSTS[1]],
  ['/v1/address/enrich?id=unknown', COSTS[2]],
] as const;

const PAUSE = 25;
/** Answers in a row, on every connection, that show a new state before it is taken to be there. */
const STEADY = 5;
const PATIENCE = 10_000;

interface Seen {
  readonly at: number;
  readonly answer: Answer;
}

/** Clients that send data requests, one after the other on a connection each, until they are stopped. */
export class SteadyLoad {
  /** Credits of the answers after admission. */
  admitted = 0;
  /** Answers that were neither admitted nor said that the key is no key. */
  readonly strange: Answer[] = [];
  readonly #port: number;
  readonly #key: string;
  readonly #clients: Promise<void>[];
  readonly #answers: Seen[][];
  #stopped = false;

  constructor(port: number, key: string, connections: number) {
    this.#port = port;
    this.#key = key;
    this.#answers = Array.from({ length: connections }, () => []);
    this.#clients = this.#answers.map((seen, number) => this.#run(seen, number));
  }

  async #run(seen: Seen[], number: number): Promise<void> {
    const connection = await Connection.open(this.#port);
    if (connection === null) throw new Error('the service does not listen');
    for (let i = number; !this.#stopped; i++) {
      const [target, cost] = TARGETS[i % TARGETS.length];
      const answer = await connection.get(target, this.#key);
      if (answer === null) throw new Error('the service broke a connection');
      if (answer.headers['x-ratelimit-product'] !== undefined) this.admitted += cost;
      else if (answer.status !== 401) this.strange.push(answer);
      seen.push({ at: performance.now(), answer });
      await setTimeout(PAUSE);
    }
    connection.close();
  }

  /**
   * Waits until all clients are answered in a new state only. Returns the milliseconds from `since` (`performance.now()`)
   * to the last answer in another state.
   */
  async untilAll(since: number, isNew: (answer: Answer) => boolean): Promise<number> {
    for (;;) {
      const others = this.#answers.map((seen) => seen.findLastIndex(({ answer: each }) => !isNew(each)));
      const steady = this.#answers.every(
        (seen, client) => seen.slice(others[client] + 1).filter(({ at }) => at > since).length >= STEADY,
      );
      if (steady)
        return Math.max(0, ...this.#answers.map((seen, client) => (seen[others[client]]?.at ?? since) - since));
      const last = this.#answers.map((seen) => seen.at(-1)?.answer);
      if (performance.now() - since > PATIENCE) expect.fail(`still answered by ${JSON.stringify(last)}`);
      await setTimeout(PAUSE);
    }
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    await Promise.all(this.#clients);
  }
}
