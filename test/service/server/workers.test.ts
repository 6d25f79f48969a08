import { createServer } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import type { WorkerSettings } from '../../../src/service/http/serve.ts';
import { StartFailure, settleAddress } from '../../../src/service/server/address.ts';
import { startWorkers, type Workers } from '../../../src/service/server/workers.ts';
import { createLog } from '../../../src/service/telemetry/log.ts';
import { head, headerOf, RawConnection, request } from '../http/support/raw-http.ts';

const script = new URL('./dying-worker.mjs', import.meta.url);

let workers: Workers | null = null;
let lines: Record<string, unknown>[] = [];
afterEach(async () => {
  await workers?.stop();
  workers = null;
});

async function start(count: number, more: Record<string, unknown> = {}): Promise<number> {
  lines = [];
  const log = createLog('info', {}, { write: (line) => void lines.push(JSON.parse(line)) });
  const { host, port } = await settleAddress('127.0.0.1', 0);
  const settings = {
    host,
    port,
    accessLog: 'off' as const,
    slowMs: 0,
    logLevel: 'silent' as const,
    clientAddressHeader: null,
    ...more,
  };
  workers = await startWorkers<WorkerSettings>(script, count, () => settings, log);
  return port;
}

/** The thread that answers on each of so many new connections. */
async function threadsOf(port: number, connections: number): Promise<Set<number>> {
  const threads = new Set<number>();
  for (let i = 0; i < connections; i++) {
    const response = await request(port, '/v1/address/enrich?id=a');
    expect(response.status).toBe(200);
    threads.add(JSON.parse(response.body.toString()).thread);
  }
  return threads;
}

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((resolve) => setTimeout(resolve, 5));
}

const listening = () => lines.filter(({ msg }) => msg === 'worker listening').length;

describe('workers', () => {
  it('share one port', async () => {
    const port = await start(2);
    expect((await threadsOf(port, 60)).size).toBe(2);
  });

  it.each(['THROW-LATER', 'EXIT'])('are started again when they die (%s), while the others go on', async (id) => {
    const port = await start(2);
    for (let deaths = 1; deaths <= 2; deaths++) {
      await request(port, `/v1/address/enrich?id=${id}`);
      await until(() => listening() === 2 + deaths);
      expect((await threadsOf(port, 60)).size).toBe(2);
    }
    const ended = lines.filter(({ msg }) => msg === 'worker ended');
    expect(ended).toHaveLength(2);
    expect(ended[0]).toMatchObject({ level: 50, code: id === 'EXIT' ? 7 : 1, restart_in_ms: 0 });
  });

  it('are not started if they have nothing to serve, and say why', async () => {
    await expect(start(2, { refuse: true })).rejects.toThrow(new StartFailure('There is nothing to open.'));
  });

  it('accept request heads of 16 KiB', async () => {
    const port = await start(1);
    const response = await request(port, `/v1/address/enrich?id=a&x=${'x'.repeat(16_000)}`);
    expect(response.status).toBe(200);
    expect((await request(port, `/v1/address/enrich?id=a&x=${'x'.repeat(17_000)}`)).status).toBe(431);
  });
});

describe('a stop', () => {
  it('answers the requests in flight, closing each connection after its answer', async () => {
    const port = await start(2);
    const connections = Array.from({ length: 40 }, () => new RawConnection(port));
    for (const connection of connections) {
      connection.send(head('/v1/address/enrich?id=a'));
      expect(headerOf((await connection.next())!, 'connection')).toBeUndefined();
    }
    for (const connection of connections) connection.send(head('/v1/address/enrich?id=BUSY-20'));
    const stopped = workers!.stop();
    for (const connection of connections) {
      const response = await connection.next();
      expect(response?.status).toBe(200);
      expect(await connection.next()).toBeNull();
    }
    await stopped;
    await expect(request(port, '/healthz')).rejects.toThrow();
  });

  it('loses no request of clients that keep asking until they are told to close', async () => {
    const port = await start(2);
    let asked = 0;
    let answered = 0;
    const ask = async () => {
      const connection = new RawConnection(port);
      for (;;) {
        connection.send(head('/v1/address/enrich?id=a'));
        asked++;
        const response = await connection.next();
        if (response === null) return;
        answered++;
        if (headerOf(response, 'connection') === 'close') return;
      }
    };
    const clients = Array.from({ length: 32 }, ask);
    await until(() => answered > 2000);
    await workers!.stop();
    await Promise.all(clients);
    expect(asked).toBe(answered);
  });

  it('answers that it is not ready on connections that are still open, to HEAD as well', async () => {
    const port = await start(1);
    const [busy, asking, heading] = [0, 1, 2].map(() => new RawConnection(port));
    for (const connection of [busy, asking, heading]) {
      connection.send(head('/readyz'));
      expect((await connection.next())?.status).toBe(200);
    }
    const stopped = workers!.stop();
    await new Promise((resolve) => setTimeout(resolve, 100));
    asking.send(head('/readyz'));
    heading.send(head('/readyz', {}, 'HEAD'));
    const response = await asking.next();
    expect(response?.status).toBe(503);
    expect(JSON.parse(response!.body.toString())).toEqual({ status: 'stopping' });
    const bare = await heading.next(true);
    expect(bare?.status).toBe(503);
    expect(headerOf(bare!, 'connection')).toBe('close');
    await stopped;
    expect(await busy.next()).toBeNull();
  });
});

describe('an address', () => {
  it('on which another program listens is refused, even if that program would share it', async () => {
    const port = await start(1);
    await expect(settleAddress('127.0.0.1', port)).rejects.toThrow(
      `Port ${port} on 127.0.0.1 is in use; stop the program that holds it, or give another with --port.`,
    );
    const stranger = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => stranger.once('listening', resolve));
    const taken = (stranger.address() as { port: number }).port;
    await expect(settleAddress('127.0.0.1', taken)).rejects.toThrow(StartFailure);
    stranger.close();
  });

  it('of another machine is refused', async () => {
    await expect(settleAddress('192.0.2.1', 0)).rejects.toThrow('192.0.2.1 is not an address of this machine');
    await expect(settleAddress('no-such-host.invalid', 0)).rejects.toThrow(/is not an address of this machine/);
  });
});
