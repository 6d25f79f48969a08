import { connect, type Socket } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { Histogram } from '../../address/search/histogram.ts';

/** A load on a fixed schedule. */
export interface Schedule {
  readonly port: number;
  readonly key: string;
  readonly targets: readonly string[];
  /** Requests per second, at equal intervals. */
  readonly rate: number;
  readonly seconds: number;
  readonly connections: number;
}

/** The results. */
export interface OpenLoop {
  /** From the time a request was to be sent until its whole answer was read. */
  readonly latency: Histogram;
  /**
   * How long after their time requests were sent: the delay of the load generator itself, and waits
   * for a free connection.
   */
  readonly sending: Histogram;
  readonly failures: number;
}

interface Connection {
  readonly socket: Socket;
  /** When the pending request was to be sent; NaN if the connection is free. */
  due: number;
  /** Its text. */
  request: string;
  /** Bytes of its answer still to come; -1 until its head has been read. */
  left: number;
  head: string;
}

/**
 * Sends requests at the times of a schedule, whether or not earlier ones were answered, and
 * measures each from the time at which it *was to be* sent. So a service that stalls for 100 ms
 * delays every request of those 100 ms, as it would delay those of independent callers; a client
 * that waits for an answer before its next request would leave them out ("coordinated omission"). A
 * request whose time has come takes a free connection, or the first that becomes free. A connection
 * that the service closes is reopened, and its unanswered request sent again. The generator polls
 * the clock, and so needs a core of its own.
 */
export async function openLoop({ port, key, targets, rate, seconds, connections }: Schedule): Promise<OpenLoop> {
  const latency = new Histogram();
  const sending = new Histogram();
  let failures = 0;
  let done = 0;
  const free: Connection[] = [];
  const finish = (connection: Connection) => {
    latency.record((performance.now() - connection.due) * 1e6);
    connection.due = Number.NaN;
    done++;
    free.push(connection);
  };
  const send = (connection: Connection, due: number, request: string) => {
    Object.assign(connection, { due, request, left: -1, head: '' });
    connection.socket.write(request);
  };
  let ended = false;
  const opened = async (): Promise<Connection> => {
    const connection = await open(port);
    connection.socket.on('error', () => {});
    connection.socket.once('close', async () => {
      if (ended) return;
      const place = free.indexOf(connection);
      if (place >= 0) free.splice(place, 1);
      // If none can be opened, the missing answers are noticed at the end.
      const next = await opened().catch(() => null);
      if (next === null) return;
      if (Number.isNaN(connection.due)) free.push(next);
      else send(next, connection.due, connection.request);
    });
    connection.socket.on('data', (chunk) => {
      if (connection.left < 0) {
        connection.head += chunk.toString('latin1');
        const end = connection.head.indexOf('\r\n\r\n');
        if (end < 0) return;
        if (!connection.head.startsWith('HTTP/1.1 200')) failures++;
        const length = Number(/\r\ncontent-length: (\d+)/i.exec(connection.head)?.[1] ?? 0);
        connection.left = length - (connection.head.length - end - 4);
      } else connection.left -= chunk.length;
      if (connection.left === 0) finish(connection);
    });
    return connection;
  };
  free.push(...(await Promise.all(Array.from({ length: connections }, opened))));
  const heads = targets.map((target) => `GET ${target} HTTP/1.1\r\nHost: localhost\r\nX-Api-Key: ${key}\r\n\r\n`);
  const count = Math.floor(rate * seconds);
  const begin = performance.now() + 20;
  const limit = begin + seconds * 1000 + 30_000;
  for (let next = 0; done < count; ) {
    const now = performance.now();
    if (now > limit) throw new Error(`${count - done} of ${count} requests were not answered 30 s after the end`);
    while (next < count && free.length > 0) {
      const due = begin + (1000 * next) / rate;
      if (due > now) break;
      // The one that has been free longest, so that the service closes none for being idle.
      send(free.shift()!, due, heads[next % heads.length]);
      sending.record((performance.now() - due) * 1e6);
      next++;
    }
    await setImmediate();
  }
  ended = true;
  for (const { socket } of free) socket.destroy();
  return { latency, sending, failures };
}

function open(port: number): Promise<Connection> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true }, () =>
      resolve({ socket, due: Number.NaN, request: '', left: -1, head: '' }),
    );
    socket.once('error', reject);
  });
}
