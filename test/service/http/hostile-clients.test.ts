import { connect, type Socket } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bytesOf } from '../../../src/address/index/bytes.ts';
import { assertDescribed, operations } from './support/description.ts';
import { fakeOperations } from './support/fake-operations.ts';
import { type FakeServer, KEYS, startFakeServer } from './support/fake-server.ts';
import { head, RawConnection, request, requestBytes } from './support/raw-http.ts';

/** More than the system keeps of what is sent and not read. */
const LARGE = 24_000_000;

let server: FakeServer;
beforeAll(async () => {
  server = await startFakeServer({
    operations: {
      ...fakeOperations,
      enrich(parameters, out) {
        if (parameters.id !== 'LARGE') return fakeOperations.enrich(parameters, out);
        const text = Buffer.alloc(LARGE, 'a line that tells where a byte has gone\n');
        out.raw(bytesOf(text.buffer as ArrayBuffer), text.byteOffset, LARGE);
        return true;
      },
    },
  });
});
afterAll(() => server.close());

/** Megabytes of memory in use, with what uWebSockets.js holds. */
const resident = () => process.memoryUsage.rss() / 1e6;

const key = { 'X-Api-Key': KEYS.good };

describe('a client that sends requests and reads no answers', () => {
  it.each([
    ['a document', head('/openapi.json')],
    ['a document, by HEAD', head('/openapi.json', {}, 'HEAD')],
    ['a refusal', head('/v1/address/validate?q=a')],
    ['an answer', head('/v1/address/validate?q=a', key)],
    ['no such path', head('/nowhere')],
  ])('is disconnected before its pending answers fill the memory (%s)', async (_what, one) => {
    const before = resident();
    const socket = connect(server.port, '127.0.0.1').pause();
    const many = Buffer.from(one.repeat(2000), 'latin1');
    const closed = new Promise<'closed'>((resolve) => {
      socket.on('error', () => resolve('closed'));
      socket.on('close', () => resolve('closed'));
    });
    const sent = (async () => {
      for (let i = 0; i < 400; i++) {
        if (!socket.write(many)) await Promise.race([new Promise((drained) => socket.once('drain', drained)), closed]);
        if (socket.destroyed) break;
      }
      return 'all was taken';
    })();
    expect(await Promise.race([closed, sent.then(() => closed)])).toBe('closed');
    expect(resident() - before).toBeLessThan(150);
    socket.destroy();
    expect((await request(server.port, '/healthz')).status).toBe(200);
  });
});

describe('a client that reads slowly', () => {
  it('gets a long answer completely', async () => {
    const expected = Buffer.alloc(LARGE, 'a line that tells where a byte has gone\n');
    const socket = connect(server.port, '127.0.0.1');
    socket.write(head('/v1/address/enrich?id=LARGE', key));
    const chunks: Buffer[] = [];
    let pauses = 0;
    let length = 0;
    const received = new Promise<Buffer>((resolve) => {
      socket.on('close', () => resolve(Buffer.concat(chunks)));
      socket.on('data', (chunk: Buffer) => {
        chunks.push(chunk);
        length += chunk.length;
        if (chunks.length % 100 === 1 && pauses++ < 5) {
          socket.pause();
          void setTimeout(60).then(() => socket.resume());
        }
        if (length > LARGE) resolve(Buffer.concat(chunks));
      });
    });
    const answer = await received;
    const end = answer.indexOf('\r\n\r\n') + 4;
    expect(answer.toString('latin1', 0, end)).toContain(`Content-Length: ${LARGE}\r\n`);
    expect(answer.subarray(end).equals(expected)).toBe(true);
    socket.write(head('/healthz'));
    const [next] = await new Promise<[Buffer]>((resolve) => socket.once('data', (chunk) => resolve([chunk])));
    expect(next.toString()).toContain('200 OK');
    socket.destroy();
  });
});

/** Opens a connection and tells how many seconds it lived, and what came. */
function lifeOf(work: (socket: Socket) => void): Promise<{ seconds: number; received: string }> {
  return new Promise((resolve) => {
    const began = performance.now();
    let received = '';
    const socket = connect({ port: server.port, host: '127.0.0.1', allowHalfOpen: true }, () => work(socket));
    socket.on('data', (data) => {
      received += data.toString('latin1');
    });
    socket.on('error', () => {});
    socket.on('end', () => socket.destroy());
    socket.on('close', () => resolve({ seconds: (performance.now() - began) / 1000, received }));
  });
}

/** Sends a text byte by byte. */
function dribble(socket: Socket, text: string, pause: number): void {
  let sent = 0;
  const timer = setInterval(() => {
    if (socket.destroyed || sent === text.length) clearInterval(timer);
    else socket.write(text[sent++]);
  }, pause);
}

describe('a connection without a whole request', () => {
  it('is closed after about ten seconds, however it is kept busy', async () => {
    const long = head('/healthz', { 'X-Long': 'a'.repeat(10_000) });
    const lives = await Promise.all([
      lifeOf(() => {}),
      lifeOf((socket) => void socket.write('GET /healthz HT')),
      lifeOf((socket) => void socket.write(long.slice(0, 5000))),
      lifeOf((socket) => dribble(socket, long, 50)),
      lifeOf((socket) => dribble(socket, long, 3000)),
    ]);
    for (const { seconds, received } of lives) {
      expect(seconds).toBeGreaterThan(5);
      expect(seconds).toBeLessThan(20);
      expect(received).toBe('');
    }
  });

  it('is answered if the client half-closes it after the request', async () => {
    const { received } = await lifeOf((socket) => void socket.end(head('/healthz')));
    expect(received).toContain('200 OK');
  });
});

describe('request heads', () => {
  it('may have 98 headers', async () => {
    const headers = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, i) => [`X-${i}`, 'a']));
    expect((await request(server.port, '/healthz', headers(97))).status).toBe(200);
    expect((await request(server.port, '/healthz', headers(120))).status).toBe(431);
  });

  it('are refused by the first limit that they exceed, in one packet or in many', async () => {
    const long = head('/healthz', { 'X-Long': 'a'.repeat(20_000) });
    expect((await requestBytes(server.port, long)).status).toBe(431);
    const connection = new RawConnection(server.port);
    for (let at = 0; at < long.length && !connection.closed; at += 1000) {
      connection.send(long.slice(at, at + 1000));
      await setTimeout(1);
    }
    expect((await connection.next())?.status).toBe(431);
    connection.end();
  });
});

describe('bytes that are not UTF-8, and control characters', () => {
  const data = Object.entries(operations).filter(([path]) => path.startsWith('/v1/'));
  const cases = data.flatMap(([path, { parameters }]) =>
    (parameters ?? []).filter((each) => each.in === 'query').map((parameter) => [path, parameter] as const),
  );

  it.each(cases.map(([path, parameter]) => [path, parameter.name, parameter] as const))(
    'are refused by %s in %s',
    async (path, name, { example }) => {
      const others = (operations[path].parameters ?? []).filter((each) => each.required && each.name !== name);
      const rest = others.map((each) => `&${each.name}=${encodeURIComponent(each.example)}`).join('');
      const good = encodeURIComponent(example);
      for (const bad of [
        '%FF',
        '%C0%AF',
        '%ED%A0%80',
        '%F5%80%80%80',
        '%E2%82',
        '%00',
        '%1F',
        '%7F',
        '%',
        '%2',
        '%GG',
        '\xff',
        '\xc3',
      ]) {
        for (const value of [bad, good + bad, `${bad}+${good}`]) {
          const response = await requestBytes(server.port, head(`${path}?${name}=${value}${rest}`, key));
          assertDescribed(path, response);
          expect(response.status, value).toBe(400);
          expect(Object.keys(JSON.parse(response.body.toString()).error.details)).toContain(name);
        }
      }
    },
  );
});
