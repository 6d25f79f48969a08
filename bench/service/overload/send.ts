import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setImmediate, setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Random } from '../../../build-index/generate/random.ts';
import { Histogram } from '../../address/search/histogram.ts';

/** What a crowd is to send. */
export interface Order {
  readonly port: number;
  readonly key: string;
  /** Paths with their queries, sent in turn. */
  readonly targets: readonly string[];
  /**
   * Requests per second, at random times drawn by `seed`, whether earlier ones are answered or not:
   * each on a free connection, or else a new one. 0: each of `connections` sends its next request
   * once it is answered.
   */
  readonly rate: number;
  readonly connections: number;
  readonly seconds: number;
  /** How long a client waits before it closes its connection, ms. */
  readonly patience: number;
  readonly seed: number;
  /** Whether it runs at low priority. */
  readonly humble: boolean;
}

/** The results. */
export interface Sent {
  readonly sent: number;
  /** Answered 200 in time. */
  readonly answered: number;
  /** Those of them in the second half of the time. */
  readonly answeredLate: number;
  readonly refused: number;
  /** Clients that left before an answer came. */
  readonly left: number;
  /** Closed or refused by the service. */
  readonly closed: number;
  /** For answers with 200 and clients that left: milliseconds since the request was due. */
  readonly p50: number;
  readonly p99: number;
  readonly worst: number;
  /** How late the sender itself was, ms. */
  readonly late: number;
}

interface Client {
  readonly socket: Socket;
  /** When the pending request was due; NaN if there is none. */
  due: number;
  /** Which request of this client it is. */
  turn: number;
  status: number;
  /** Bytes still to come; -1 until the head has been read. */
  missing: number;
  head: string;
}

/** Sends what an order specifies. */
export async function send(order: Order): Promise<Sent> {
  const { port, key, rate, connections, seconds, patience } = order;
  const requests = order.targets.map((target) =>
    Buffer.from(`GET ${target} HTTP/1.1\r\nHost: localhost\r\nX-Api-Key: ${key}\r\n\r\n`),
  );
  const random = new Random(order.seed, 'moments');
  const latency = new Histogram();
  const sending = new Histogram();
  const count = { sent: 0, answered: 0, answeredLate: 0, refused: 0, left: 0, closed: 0 };
  const free: Client[] = [];
  /** Pending requests, the oldest first; those answered since stay until their time is up. */
  const waiting: { client: Client; turn: number; due: number }[] = [];
  let looked = 0;
  let open = 0;
  const began = performance.now();
  const ends = began + seconds * 1000;
  const half = began + seconds * 500;

  const next = (due: number) => {
    let client = free.pop();
    while (client?.socket.destroyed) client = free.pop();
    client ??= enter();
    client.due = due;
    client.turn++;
    client.missing = -1;
    client.head = '';
    client.socket.write(requests[count.sent % requests.length]);
    waiting.push({ client, turn: client.turn, due });
    count.sent++;
    open++;
  };
  const ended = (client: Client) => {
    client.due = Number.NaN;
    open--;
    const now = performance.now();
    if (rate === 0 && now < ends) next(now);
  };
  const answered = (client: Client) => {
    const now = performance.now();
    if (client.status === 200) {
      if (now - client.due <= patience) count.answered++;
      if (now - client.due <= patience && now > half) count.answeredLate++;
      latency.record(Math.round((now - client.due) * 1e6));
    } else count.refused++;
    if (!client.socket.destroyed) free.push(client);
    ended(client);
  };
  const enter = (): Client => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true });
    const client: Client = { socket, due: Number.NaN, turn: 0, status: 0, missing: -1, head: '' };
    socket.on('error', () => {});
    socket.on('close', () => {
      if (Number.isNaN(client.due)) return;
      count.closed++;
      ended(client);
    });
    socket.on('data', (data) => read(client, data, answered));
    return client;
  };
  const leave = (now: number) => {
    for (; looked < waiting.length && waiting[looked].due + patience < now; looked++) {
      const { client, turn } = waiting[looked];
      if (client.turn !== turn || Number.isNaN(client.due)) continue;
      count.left++;
      latency.record(Math.round((now - client.due) * 1e6));
      client.due = Number.NaN;
      open--;
      client.socket.destroy();
      if (rate === 0 && now < ends) next(now);
    }
    if (looked > 10_000) waiting.splice(0, looked);
    if (looked > 10_000) looked = 0;
  };

  if (rate === 0) for (let i = 0; i < connections; i++) next(began);
  for (let due = began; performance.now() < ends; ) {
    for (
      ;
      rate > 0 && due <= performance.now() && due < ends;
      due += (-Math.log(1 - random.fraction()) * 1000) / rate
    ) {
      sending.record(Math.round((performance.now() - due) * 1e6));
      next(due);
      // Answers have to be read, however late the sending is.
      if (count.sent % 64 === 0) await setImmediate();
    }
    leave(performance.now());
    const rest = rate > 0 ? due - performance.now() : 1;
    if (rest > 1) await setTimeout(rest);
    else await setImmediate();
  }
  while (open > 0) {
    leave(performance.now());
    await setTimeout(1);
  }
  for (const { socket } of free) socket.destroy();
  const ms = (histogram: Histogram, share: number) => histogram.quantile(share) / 1e6;
  return {
    ...count,
    p50: ms(latency, 0.5),
    p99: ms(latency, 0.99),
    worst: latency.largest / 1e6,
    late: ms(sending, 0.99),
  };
}

function read(client: Client, data: Buffer, answered: (client: Client) => void): void {
  if (Number.isNaN(client.due)) return;
  if (client.missing < 0) {
    client.head += data.toString('latin1');
    const end = client.head.indexOf('\r\n\r\n');
    if (end < 0) return;
    client.status = Number(client.head.slice(9, 12));
    const length = Number(/\r\ncontent-length: (\d+)/i.exec(client.head)?.[1] ?? 0);
    client.missing = length - (client.head.length - end - 4);
  } else client.missing -= data.length;
  if (client.missing <= 0) answered(client);
}

/** A process that is ready to send. */
interface Crowd {
  /** Lets it send, and resolves with the results. */
  readonly go: () => Promise<Sent>;
}

/** Starts a process that sends as ordered, on the processors that this process may use. */
export async function crowd(order: Order): Promise<Crowd> {
  const folder = mkdtempSync(join(tmpdir(), 'letterbox-crowd-'));
  const file = join(folder, 'order.json');
  writeFileSync(file, JSON.stringify(order));
  const program = fileURLToPath(new URL('./sender.js', import.meta.url));
  const child = spawn(process.execPath, [program, file], { stdio: ['pipe', 'pipe', 'inherit'] });
  const lines = createInterface({ input: child.stdout });
  await once(lines, 'line');
  rmSync(folder, { recursive: true });
  return {
    async go() {
      child.stdin.write('go\n');
      const [line] = (await once(lines, 'line')) as [string];
      return JSON.parse(line) as Sent;
    },
  };
}
