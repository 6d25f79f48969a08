import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Admit } from '../../src/admission/admit.ts';
import { JsonBytes } from '../../src/operations/json-bytes.ts';
import { batchOperation, problemsOf } from './support/description.ts';
import { fakeOperations } from './support/fake-operations.ts';
import { type FakeServer, KEYS, startFakeServer } from './support/fake-server.ts';
import { head, headerOf, RawConnection, type RawResponse } from './support/raw-http.ts';

const PATH = '/v1/address/validate/batch';
const FAILING = 'fail here';

/** What admission was asked, and what it gave back. */
const asked: (number | undefined)[] = [];
let refunded = 0;
/** Queries that have room. */
let room = Number.POSITIVE_INFINITY;

const admit: Admit = (apiKey, _product, _operation, _caller, count) => {
  asked.push(count);
  if (apiKey !== KEYS.good)
    return {
      ...{ admitted: false, status: 401, code: 'INVALID_API_KEY', message: 'Invalid API key' },
      details: null,
      headers: [],
    };
  if (count !== undefined && count > room) {
    const details = {
      product: 'address',
      used: 0,
      limit: room,
      required: count,
      resets_at: '2026-06-01T00:00:00.000Z',
      fits: room,
    };
    const message = `Credit quota exceeded: 0 of ${room} credits used, this request needs ${count}`;
    return { ...{ admitted: false, status: 429, code: 'QUOTA_EXCEEDED', message }, details, headers: [] };
  }
  const refund = () => (count: number) => {
    refunded += count;
  };
  return { admitted: true, account: 'acme', settle: () => [['X-RateLimit-Product', 'address']], refund };
};

let server: FakeServer;
beforeAll(async () => {
  server = await startFakeServer({
    admit,
    operations: {
      ...fakeOperations,
      validate(parameters, out) {
        if (parameters.q === FAILING) {
          out.ascii('{"match":');
          throw new RangeError('damaged');
        }
        return fakeOperations.validate(parameters, out);
      },
    },
  });
});
afterAll(() => server.close());

function request(body: string | Buffer, headers: Record<string, string> = {}): Buffer {
  const bytes = Buffer.from(body);
  const lines = { 'X-Api-Key': KEYS.good, 'Content-Length': String(bytes.length), ...headers };
  return Buffer.concat([Buffer.from(head(PATH, lines, 'POST')), bytes]);
}

/** All answers to what is sent on one connection, until it is closed. */
async function answersTo(...parts: readonly (string | Buffer)[]): Promise<RawResponse[]> {
  const connection = new RawConnection(server.port);
  const answers: RawResponse[] = [];
  for (const [i, part] of parts.entries()) {
    if (i > 0) await new Promise((resolve) => setTimeout(resolve, 5));
    connection.send(part);
  }
  for (;;) {
    const answer = await connection.next().catch(() => null);
    if (answer === null) return answers;
    answers.push(answer);
  }
}

async function answerTo(...parts: readonly (string | Buffer)[]): Promise<RawResponse> {
  const [answer, ...more] = await answersTo(...parts);
  expect(more).toEqual([]);
  const media = batchOperation.responses[answer.status].content?.[headerOf(answer, 'content-type') ?? ''];
  expect(media, `${answer.status} ${answer.body}`).toBeDefined();
  if (headerOf(answer, 'content-type') === 'application/json')
    expect(problemsOf(media!.schema, JSON.parse(answer.body.toString()))).toBeNull();
  return answer;
}

interface BatchResult {
  readonly status: number;
  readonly result?: { match: { id: string }; debug?: unknown };
  readonly error?: { code: string; request_id: string; details?: Record<string, string[]> };
}
const resultsOf = (answer: RawResponse) =>
  (JSON.parse(answer.body.toString()) as { results: BatchResult[]; total: number }).results;

describe('a batch', () => {
  it('is answered in its order, each query with the status that it would have by itself', async () => {
    refunded = 0;
    const queries = [
      '1 a',
      { q: '2 b', debug: true },
      '',
      { q: 7 },
      'x\ny',
      12,
      FAILING,
      { q: '3 c', debug: 'maybe' },
      'é😀',
    ];
    const answer = await answerTo(request(JSON.stringify(queries)));
    expect(answer.status).toBe(200);
    expect(headerOf(answer, 'x-ratelimit-product')).toBe('address');
    const results = resultsOf(answer);
    expect(results.map(({ status }) => status)).toEqual([200, 200, 400, 400, 400, 400, 500, 400, 200]);
    expect(results.map(({ result }) => result?.match.id)).toEqual(['1 a', '2 b', ...Array(6).fill(undefined), 'é😀']);
    expect(results[1].result?.debug).toBeDefined();
    expect(results[2].error).toMatchObject({
      code: 'INVALID_PARAMETERS',
      request_id: headerOf(answer, 'x-request-id'),
    });
    expect(results[7].error?.details).toHaveProperty('debug');
    expect(refunded).toBe(1);
    expect(server.logged.at(-1)).toMatchObject({
      operation: 'validateBatch',
      request_id: headerOf(answer, 'x-request-id'),
    });
  });

  it('comes and goes as lines of JSON too, in which a line that is none is that query’s fault', async () => {
    const answer = await answerTo(request('"1 a"\n\n{"q":"2 b"}\r\nnot json\n'));
    expect(headerOf(answer, 'content-type')).toBe('application/x-ndjson');
    const results = answer.body
      .toString()
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as BatchResult);
    expect(results.map(({ status }) => status)).toEqual([200, 200, 400]);
  });

  it('may have a thousand queries of 500 characters, in pieces, and is answered whole', async () => {
    const queries = Array.from({ length: 1000 }, (_, i) => `${i} ${'😀'.repeat(490)}`);
    const body = request(JSON.stringify(queries));
    const answer = await answerTo(body.subarray(0, 300), body.subarray(300, 500_000), body.subarray(500_000));
    expect(resultsOf(answer).map(({ result }) => result?.match.id)).toEqual(queries);
  });

  it('is admitted whole, after its key was looked at, or refused whole with what would fit', async () => {
    asked.length = 0;
    await answerTo(request('["a","b","c"]'));
    expect(asked).toEqual([0, 3]);
    room = 2;
    const answer = await answerTo(request('["a","b","c"]'));
    room = Number.POSITIVE_INFINITY;
    expect(answer.status).toBe(429);
    expect(JSON.parse(answer.body.toString()).error.details).toMatchObject({ required: 3, fits: 2 });
    asked.length = 0;
    expect((await answerTo(request('["a"]', { 'X-Api-Key': 'wrong' }))).status).toBe(401);
    expect(asked).toEqual([0]);
  });

  it.each([
    ['no queries', '[]'],
    ['too many', JSON.stringify(Array(1001).fill('a'))],
    ['no array', '[1,'],
    ['an empty body', ''],
    ['no UTF-8', Buffer.from([0x5b, 0x22, 0xff, 0x22, 0x5d])],
  ])('with %s is refused, uncharged', async (_name, body) => {
    asked.length = 0;
    const answer = await answerTo(request(body));
    expect(answer.status).toBe(400);
    expect(headerOf(answer, 'x-ratelimit-product')).toBe('address');
    expect(JSON.parse(answer.body.toString()).error.details).toHaveProperty('body');
    expect(asked).toEqual([0]);
  });

  it.each([
    ['two lengths', 'Content-Length: 5\r\nContent-Length: 50\r\n', '["a"]'],
    ['two lengths, the longer first', 'Content-Length: 50\r\nContent-Length: 5\r\n', '["a"]'],
    ['chunks', 'Transfer-Encoding: chunked\r\n', '5\r\n["a"]\r\n0\r\n\r\n'],
    ['chunks and a length', 'Transfer-Encoding: chunked\r\nContent-Length: 5\r\n', '5\r\n["a"]\r\n0\r\n\r\n'],
    ['a signed length', 'Content-Length: +5\r\n', '["a"]'],
    ['a list of lengths', 'Content-Length: 5, 5\r\n', '["a"]'],
    ['no length', '', '["a"]'],
    ['too long a body', 'Content-Length: 4194305\r\n', '["a"]'],
  ])('with %s is never answered, and no other request on its connection either', async (_name, lines, body) => {
    asked.length = 0;
    const start = `POST ${PATH} HTTP/1.1\r\nHost: a\r\nX-Api-Key: ${KEYS.good}\r\n${lines}\r\n${body}`;
    const next = head('/healthz');
    for (const parts of [[start], [start + next], [start, next], [start.slice(0, -1), start.slice(-1) + next]]) {
      const answers = await answersTo(...parts);
      expect(answers.length, JSON.stringify(parts)).toBeLessThanOrEqual(1);
      for (const { status } of answers) expect(status).toBeGreaterThanOrEqual(400);
    }
    expect(asked.filter((count) => count !== 0)).toEqual([]);
  });

  it('ends its connection, whatever follows it there', async () => {
    const next = head('/healthz');
    expect((await answersTo(request('["a"]'))).map(({ status }) => status)).toEqual([200]);
    for (const parts of [[Buffer.concat([request('["a"]'), Buffer.from(next)])], [request('["a"]'), next]])
      expect((await answersTo(...parts)).length).toBeLessThanOrEqual(1);
  });

  it('holds up no other request: they are answered while it is worked on', async () => {
    const slow = await startFakeServer({
      admit,
      operations: {
        ...fakeOperations,
        validate(parameters, out) {
          const end = performance.now() + 1;
          while (performance.now() < end);
          return fakeOperations.validate(parameters, out);
        },
      },
    });
    const batch = new RawConnection(slow.port);
    const other = new RawConnection(slow.port);
    let ended = false;
    batch.send(request(JSON.stringify(Array(1000).fill('a'))));
    const whole = batch.next().then((answer) => {
      ended = true;
      return answer;
    });
    for (let i = 0; i < 100; i++) {
      other.send(head('/healthz'));
      await other.next();
    }
    expect(ended).toBe(false);
    expect((await whole)?.status).toBe(200);
    other.end();
    slow.close();
  });
});

describe('the writer of answers', () => {
  it('takes text as it is', () => {
    const out = new JsonBytes(4);
    out.ascii('a');
    out.utf8('é😀'.repeat(100));
    expect(new TextDecoder().decode(out.view())).toBe(`a${'é😀'.repeat(100)}`);
  });
});
