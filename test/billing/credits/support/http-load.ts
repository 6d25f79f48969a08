import { connect, type Socket } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { TABLE } from '../../../../src/address/operations/table/table.ts';
import { COSTS } from '../../../../src/service/admission/costs.ts';

/** An address that no index has. */
const NOWHERE = {
  id: 'unknown',
  label: '1 HIGH STREET',
  locality: '',
  state: '',
  postcode: '4000',
  lat: -27.5,
  lon: 153,
};

/** One query of each operation that answers 200, 400 or 404, in the order of `OPERATIONS`. */
const TARGETS = TABLE.map(({ path, queries }) => `${path}?${new URLSearchParams(queries(NOWHERE)[0])}`);

/** An answer, as far as credits are concerned. */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** What clients saw of a load. */
export interface Load {
  /** Credits of answers after admission. */
  admitted: number;
  /** Credits of requests that were sent and never answered: they may have been charged or not. */
  unanswered: number;
  /** Credits of requests sent so far, answered or not. */
  sent: number;
  quotaRefusals: number;
  /** Answers that are neither admitted nor refused for want of credits. */
  readonly strange: Answer[];
  /** Sentences on answers whose `X-RateLimit-Remaining` cannot be. */
  readonly wrong: string[];
}

/** How to load a service. */
export interface LoadOptions {
  readonly port: () => number;
  readonly key: string;
  readonly connections: number;
  /** Milliseconds that a client waits between an answer and its next request; 0 without it, which takes all that the machine has. */
  readonly pace?: number;
  readonly operations?: readonly number[];
  /** Credits of the window, to hold `X-RateLimit-Remaining` against what was sent and seen; only while nobody else uses the account. */
  readonly limit?: number;
  /** Machines share the account: one whose lease is empty asks to wait a second, while others have credits. */
  readonly shared?: boolean;
  /** True once clients are to stop. */
  readonly enough: (load: Load) => boolean;
}

/** Milliseconds that a client waits where the lease of its machine is empty: the sidecar extends it in its next round. */
const EMPTY_LEASE_PAUSE = 20;

/** Loads a service by clients of one connection each; every client sends its next request once the last one is answered, or `pace` later. */
export async function loadService(options: LoadOptions): Promise<Load> {
  const load: Load = { admitted: 0, unanswered: 0, sent: 0, quotaRefusals: 0, strange: [], wrong: [] };
  await Promise.all(Array.from({ length: options.connections }, (_, i) => runClient(options, load, i)));
  return load;
}

async function runClient(options: LoadOptions, load: Load, number: number): Promise<void> {
  const operations = options.operations ?? COSTS.map((_, i) => i);
  for (let i = number; !options.enough(load); ) {
    const connection = await Connection.open(options.port());
    if (connection === null) {
      await setTimeout(20);
      continue;
    }
    for (; !options.enough(load); i++) {
      const operation = operations[i % operations.length];
      const cost = COSTS[operation];
      const seenBefore = load.admitted;
      load.sent += cost;
      const answer = await connection.get(TARGETS[operation], options.key);
      if (answer === null) {
        load.unanswered += cost;
        break;
      }
      if (options.shared === true && isLeaseEmpty(answer)) {
        await setTimeout(EMPTY_LEASE_PAUSE);
        continue;
      }
      if (options.pace !== undefined) await setTimeout(options.pace);
      note(load, answer, cost);
      const remaining = answer.headers['x-ratelimit-remaining'];
      if (options.limit === undefined || remaining === undefined || answer.status === 429) continue;
      const used = options.limit - Number(remaining);
      if (used < seenBefore + cost || used > load.sent)
        load.wrong.push(
          `${used} used, though ${seenBefore} were seen before it was sent and ${load.sent} were sent when it was seen`,
        );
    }
    connection.close();
  }
}

function isLeaseEmpty({ status, headers, body }: Answer): boolean {
  return status === 429 && headers['retry-after'] === '1' && body.includes('RATE_LIMITED');
}

function note(load: Load, answer: Answer, cost: number): void {
  const isRefused = answer.status === 429 || answer.headers['x-ratelimit-product'] === undefined;
  if (!isRefused) load.admitted += cost;
  else if (answer.status === 429 && answer.body.includes('QUOTA_EXCEEDED')) load.quotaRefusals++;
  else load.strange.push(answer);
}

/** A keep-alive connection. */
export class Connection {
  readonly #socket: Socket;
  #received = '';
  #waiting: (() => void) | null = null;
  #closed = false;

  private constructor(socket: Socket) {
    this.#socket = socket;
    socket.setEncoding('latin1').setNoDelay(true);
    socket.on('data', (text: string) => {
      this.#received += text;
      this.#waiting?.();
    });
    socket.on('error', () => {});
    socket.on('close', () => {
      this.#closed = true;
      this.#waiting?.();
    });
  }

  /** Null when nobody listens. */
  static open(port: number): Promise<Connection | null> {
    return new Promise((resolve) => {
      const socket = connect(port, '127.0.0.1');
      socket.once('connect', () => resolve(new Connection(socket)));
      socket.once('error', () => resolve(null));
    });
  }

  /** Null when the connection breaks before the answer is complete. `extra` are further header lines. */
  async get(target: string, key: string | null, extra = ''): Promise<Answer | null> {
    const keyLine = key === null ? '' : `X-Api-Key: ${key}\r\n`;
    this.#socket.write(`GET ${target} HTTP/1.1\r\nHost: a\r\n${keyLine}${extra}\r\n`, 'latin1');
    for (;;) {
      const answer = this.#take();
      if (answer !== null || this.#closed) return answer;
      await new Promise<void>((resolve) => {
        this.#waiting = resolve;
      });
      this.#waiting = null;
    }
  }

  #take(): Answer | null {
    const end = this.#received.indexOf('\r\n\r\n');
    if (end < 0) return null;
    const [first, ...lines] = this.#received.slice(0, end).split('\r\n');
    const headers = Object.fromEntries(
      lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]),
    );
    const length = Number(headers['content-length'] ?? 0);
    const bodyAt = end + 4;
    if (this.#received.length < bodyAt + length) return null;
    const body = this.#received.slice(bodyAt, bodyAt + length);
    this.#received = this.#received.slice(bodyAt + length);
    return { status: Number(first.split(' ')[1]), headers, body };
  }

  close(): void {
    this.#socket.destroy();
  }
}
