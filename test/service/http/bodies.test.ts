import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { assertDescribed } from './support/description.ts';
import { type FakeServer, KEYS, startFakeServer } from './support/fake-server.ts';
import { head, RawConnection } from './support/raw-http.ts';

let server: FakeServer;
beforeAll(async () => {
  server = await startFakeServer();
});
afterAll(() => server.close());

const NEXT = head('/healthz');
const TARGETS = ['/v1/address/validate?q=a', '/openapi.json', '/nowhere'];

/** Header lines and a body that two readers may end at different places. */
const BODIES: Readonly<Record<string, readonly [lines: string, body: string]>> = {
  'a length': ['Content-Length: 5\r\n', 'hello'],
  'a length of zero': ['Content-Length: 0\r\n', ''],
  'two lengths, the longer first': ['Content-Length: 43\r\nContent-Length: 0\r\n', ''],
  'two lengths, the longer last': ['Content-Length: 0\r\nContent-Length: 43\r\n', ''],
  'a length behind a header without a name': ['Content-Length: 5\r\n: b\r\n', 'hello'],
  chunks: ['Transfer-Encoding: chunked\r\n', '5\r\nhello\r\n0\r\n\r\n'],
  'chunks, in upper case': ['Transfer-Encoding: CHUNKED\r\n', '5\r\nhello\r\n0\r\n\r\n'],
  'chunks with an extension': ['Transfer-Encoding: chunked\r\n', '3;a=b\r\nabc\r\n0\r\n\r\n'],
  'chunks and a length': ['Transfer-Encoding: chunked\r\nContent-Length: 5\r\n', '5\r\nhello\r\n0\r\n\r\n'],
  'a transfer coding that there is not': ['Transfer-Encoding: identity\r\n', ''],
  'a length with a sign': ['Content-Length: +5\r\n', 'hello'],
  'a list of lengths': ['Content-Length: 5, 5\r\n', 'hello'],
  'a length that does not end': [`Content-Length: ${'9'.repeat(20)}\r\n`, 'hello'],
};

/** What a connection answers to what is sent on it, until it is closed; the answers to HEAD requests are read as such. */
async function answersTo(parts: readonly string[], toHead: boolean) {
  const connection = new RawConnection(server.port);
  const responses = [];
  for (const [i, part] of parts.entries()) {
    if (i > 0) await new Promise((resolve) => setTimeout(resolve, 10));
    connection.send(part);
  }
  for (;;) {
    const response = await connection.next(toHead).catch(() => null);
    if (response === null) return responses;
    responses.push(response);
  }
}

describe.each(Object.entries(BODIES))('a request with %s', (_name, [lines, body]) => {
  it('is answered at most once, and ends its connection, whatever follows in the same packet or the next', async () => {
    for (const target of TARGETS) {
      for (const method of ['GET', 'HEAD', 'POST']) {
        const request = `${method} ${target} HTTP/1.1\r\nHost: a\r\nX-Api-Key: ${KEYS.good}\r\n${lines}\r\n${body}`;
        for (const parts of [[request], [request + NEXT], [request, NEXT], [request.slice(0, -1), request.slice(-1)]]) {
          const responses = await answersTo(parts, method === 'HEAD');
          expect(responses.length, JSON.stringify(parts)).toBeLessThanOrEqual(1);
          for (const response of responses)
            assertDescribed(method === 'POST' ? '/elsewhere' : target.split('?')[0], response, method === 'HEAD');
        }
      }
    }
  });
});

describe('a method that may have a body', () => {
  it('ends its connection, since its length header may be hidden', async () => {
    for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS', 'PROPFIND']) {
      const request = head('/v1/address/validate?q=a', { 'X-Api-Key': KEYS.good }, method);
      const [only, ...more] = await answersTo([request], false);
      expect(only.status).toBe(404);
      expect(more).toEqual([]);
      expect(await answersTo([request + NEXT], false)).toEqual([]);
    }
  });
});

describe('a request that announces no body', () => {
  it('leaves its connection open', async () => {
    const connection = new RawConnection(server.port);
    for (const target of [...TARGETS, ...TARGETS]) {
      connection.send(head(target, { 'X-Api-Key': KEYS.good }));
      expect(await connection.next()).not.toBeNull();
    }
    expect(connection.closed).toBe(false);
    connection.end();
  });
});
