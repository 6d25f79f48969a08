import { connect, type Socket } from 'node:net';
import { setImmediate, setTimeout } from 'node:timers/promises';
import { Random } from '../../build-index/generate/random.ts';
import { Histogram } from '../search/histogram.ts';

/** What a crowd is told to send. */
export interface Order {
  readonly port: number;
  readonly key: string;
  /** Paths with their queries, sent in turn. */
  readonly targets: readonly string[];
  /**
   * Requests a second, at moments that a seed chooses, whether those before are answered or not:
   * each on a connection that is free, else a new one. 0: each of `connections` asks again once it
   * is answered.
   */
  readonly rate: number;
  readonly connections: number;
  readonly seconds: number;
  /** A client that has waited for so long closes its connection, ms. */
  readonly patience: number;
  readonly seed: number;
  /** Lets other processes go first. */
  readonly humble: boolean;
}

/** What came of it. */
export interface Sent {
  readonly sent: number;
  /** Answered 200 in time. */
  readonly answered: number;
  /** Of them, those in the last half of the time. */
  readonly answeredLate: number;
  readonly refused: number;
  /** Gone before an answer came. */
  readonly left: number;
  /** Closed or refused by the service. */
  readonly closed: number;
  /** Of the answers 200, and of those who left, ms from when each request was due. */
  readonly p50: number;
  readonly p99: number;
  readonly worst: number;
  /** By how much the sender itself was late, ms. */
  readonly late: number;
}

interface Client {
  readonly socket: Socket;
  /** When the request under way was due; NaN where there is none. */
  due: number;
  /** Which request of this client it is. */
  turn: number;
  status: number;
  /** Bytes that are still to come; -1 before the head was read. */
  missing: number;
  head: string;
}

/** Sends what an order says. */
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
  /** Requests under way, the oldest first; those that were answered since stay until their time has come. */
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
      // What has been answered meanwhile is to be read, however far behind this is.
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
