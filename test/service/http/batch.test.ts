import { once } from 'node:events';
import { connect } from 'node:net';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { JsonBytes } from '../../../src/address/operations/json-bytes.ts';
import type { Admit, BatchPart, Refused } from '../../../src/service/admission/admit.ts';
import {
  answersWith,
  creditsOf,
  newWorkerCounts,
  OPERATION_LABELS,
  workerCountsIn,
} from '../../../src/service/telemetry/worker-counts.ts';
import { description, problemsOf } from './support/description.ts';
import { fakeOperations } from './support/fake-operations.ts';
import { type FakeServer, KEYS, startFakeServer } from './support/fake-server.ts';
import { head, headerOf, RawConnection, type RawResponse } from './support/raw-http.ts';

const PATH = '/v1/address/validate/batch';
const FAILING = 'fail here';
/** Answered at length. */
const LONG = 'a long answer';

/** What admission was asked, and the statuses that it was told. */
let asked: (BatchPart | undefined)[] = [];
let settled: number[] = [];
/** Credits that there are, and how the lack of them is refused. */
let credits = Number.POSITIVE_INFINITY;
let lack: Refused['code'] = 'QUOTA_EXCEEDED';

const refused = (status: Refused['status'], code: Refused['code'], message: string): Refused => ({
  admitted: false,
  status,
  code,
  message,
  details: null,
  headers: status === 429 ? [['X-RateLimit-Product', 'address']] : [],
});

const admit: Admit = (apiKey, _product, operation, _caller, part) => {
  asked.push(part);
  if (apiKey !== KEYS.good) return refused(401, 'INVALID_API_KEY', 'Invalid API key');
  const cost = operation === 2 ? 3 : 1;
  if (credits < cost) return refused(429, lack, 'none left');
  if (part === 'query') credits -= cost;
  const settle = (status: number) => {
    if (part === 'query') settled.push(status);
    if (part === 'query' && status === 500) credits += cost;
    return [['X-RateLimit-Product', 'address']] as const;
  };
  return { admitted: true, account: 'acme', settle };
};

const counts = workerCountsIn(newWorkerCounts());
const counted = () => creditsOf(counts, OPERATION_LABELS.indexOf('validateBatch'));
const operations: typeof fakeOperations = {
  ...fakeOperations,
  validate(parameters, out) {
    if (parameters.q === FAILING) {
      out.ascii('{"match":');
      throw new RangeError('damaged');
    }
    if (parameters.q === LONG) {
      out.ascii(`"${'a'.repeat(30_000)}"`);
      return 'high';
    }
    return fakeOperations.validate(parameters, out);
  },
};

let server: FakeServer;
beforeAll(async () => {
  server = await startFakeServer({ admit, operations, counts });
});
afterAll(() => server.close());
beforeEach(() => {
  asked = [];
  settled = [];
  credits = Number.POSITIVE_INFINITY;
  lack = 'QUOTA_EXCEEDED';
});

function request(body: string | Buffer, headers: Record<string, string> = {}, path = PATH): Buffer {
  const bytes = Buffer.from(body);
  const lines = { 'X-Api-Key': KEYS.good, 'Content-Length': String(bytes.length), ...headers };
  return Buffer.concat([Buffer.from(head(path, lines, 'POST')), bytes]);
}

/** The answer to a batch that is sent in parts, each a turn of the event loop after the one before. */
async function answerTo(parts: readonly (string | Buffer)[], path = PATH): Promise<RawResponse> {
  const connection = new RawConnection(server.port);
  for (const part of parts) {
    connection.send(part);
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
  const answer = (await connection.next())!;
  connection.end();
  const { post } = (description.paths as unknown as Record<string, { post: Described }>)[path];
  const media = post.responses[answer.status]?.content?.[headerOf(answer, 'content-type') ?? ''];
  if (answer.status === 200) expect(media, answer.body.toString()).toBeDefined();
  if (media !== undefined && headerOf(answer, 'content-type') === 'application/json')
    expect(problemsOf(media.schema, JSON.parse(answer.body.toString()))).toBeNull();
  return answer;
}
interface Described {
  readonly responses: Readonly<Record<string, { readonly content?: Readonly<Record<string, { schema: object }>> }>>;
}

interface BatchResult {
  readonly status: number;
  readonly result?: { match: { id: string }; debug?: unknown };
  readonly error?: { code: string; request_id: string; details?: Record<string, string[]> };
}
const resultsOf = (answer: RawResponse) =>
  (JSON.parse(answer.body.toString()) as { results: BatchResult[]; total: number }).results;
const faultOf = (answer: RawResponse): string => JSON.parse(answer.body.toString()).error.details.body[0];

describe('§12.3: a batch', () => {
  it('is answered in its order, each query with the status that it would have by itself', async () => {
    const before = counted();
    const queries = [
      '1 a',
      { q: '2 b', debug: true, reference: 17, note: null },
      '',
      { q: 7 },
      'x\ny\tz',
      'bell\u0007',
      FAILING,
      { q: '3 c', debug: 'maybe' },
      { q: '4 d', debug: 'true' },
      { q: null },
      'é😀',
      '\ud800',
    ];
    const answer = await answerTo([request(JSON.stringify(queries))]);
    expect(answer.status).toBe(200);
    expect(headerOf(answer, 'x-ratelimit-product')).toBe('address');
    const results = resultsOf(answer);
    const statuses = [200, 200, 400, 400, 200, 400, 500, 400, 200, 400, 200, 400];
    expect(results.map(({ status }) => status)).toEqual(statuses);
    const found = (place: number) => results[place].result?.match.id;
    expect([0, 1, 4, 8, 10].map(found)).toEqual(['1 a', '2 b', 'x y z', '4 d', 'é😀']);
    expect([1, 8].map((place) => results[place].result?.debug)).not.toContain(undefined);
    expect(results[2].error).toMatchObject({
      code: 'INVALID_PARAMETERS',
      request_id: headerOf(answer, 'x-request-id'),
    });
    expect(results[7].error?.details).toHaveProperty('debug');
    expect(results[9].error?.details).toEqual({ q: ['is required'] });
    expect(settled).toEqual(statuses);
    expect(counted() - before).toBe(statuses.length - 1);
    expect(server.logged.at(-1)).toMatchObject({
      operation: 'validateBatch',
      request_id: headerOf(answer, 'x-request-id'),
    });
  });

  it('may also be sent and answered as JSON lines', async () => {
    const answer = await answerTo([request('\ufeff"1 a"\n\n{"q":"2 b"}\r\n  "3 c"\n')]);
    expect(headerOf(answer, 'content-type')).toBe('application/x-ndjson');
    const lines = answer.body.toString().trimEnd().split('\n');
    expect(lines.map((line) => (JSON.parse(line) as BatchResult).result?.match.id)).toEqual(['1 a', '2 b', '3 c']);
  });

  it('never fails for a sign in one of its lines: #, a quote, an emoji', async () => {
    const odd = [
      '#3/12 a',
      'no. # b',
      '12 "c" d',
      "12 d'e",
      '12 f 🏠',
      '12 \\\\ g',
      '12 <h>',
      '12 % i',
      '“k” 12',
      "'",
      '"',
    ];
    const queries = odd.flatMap((line) => ['1 a', line, { q: line }]);
    const said = queries.map((query) => (typeof query === 'string' ? query : query.q));
    const whole = await answerTo([request(JSON.stringify(queries))]);
    expect(resultsOf(whole).map(({ result }) => result?.match.id)).toEqual(said);
    const lines = await answerTo([request(queries.map((query) => JSON.stringify(query)).join('\n'))]);
    const results = lines.body.toString().trimEnd().split('\n');
    expect(results.map((line) => (JSON.parse(line) as BatchResult).result?.match.id)).toEqual(said);
  });

  it('is the same however the network splits it', async () => {
    const texts = fc.oneof(
      fc.string({ unit: 'grapheme', minLength: 1, maxLength: 30 }),
      fc.constant('\\"[]{},:\ud83d\ude00'),
    );
    const query = fc.oneof(texts, fc.record({ q: texts, debug: fc.boolean() }));
    await fc.assert(
      fc.asyncProperty(
        fc.array(query, { minLength: 1, maxLength: 6 }),
        fc.boolean(),
        fc.array(fc.nat({ max: 60 }), { maxLength: 4 }),
        async (queries, lines, cuts) => {
          const body = Buffer.from(
            lines ? queries.map((each) => JSON.stringify(each)).join('\n') : JSON.stringify(queries, null, 1),
          );
          const whole = request(body);
          const parts: Buffer[] = [];
          let from = whole.length - body.length;
          parts.push(whole.subarray(0, from));
          for (const cut of cuts) {
            parts.push(whole.subarray(from, from + cut));
            from += cut;
          }
          parts.push(whole.subarray(from));
          const answer = await answerTo(parts);
          const told = lines
            ? answer.body
                .toString()
                .trimEnd()
                .split('\n')
                .map((line) => JSON.parse(line) as BatchResult)
            : resultsOf(answer);
          const expected = queries
            .map((each) => (typeof each === 'string' ? each : each.q).replace(/[\t\n\r]/g, ' '))
            .map((q) => (/\p{Cc}/u.test(q) ? undefined : q));
          expect(told.map(({ result }) => result?.match.id)).toEqual(expected);
        },
      ),
      { numRuns: 40 },
    );
  });

  it('may have a thousand queries of 500 characters, and is answered completely', async () => {
    const queries = Array.from({ length: 1000 }, (_, i) => `${i} ${'😀'.repeat(490)}`);
    const body = request(JSON.stringify(queries));
    const answer = await answerTo([body.subarray(0, 300), body.subarray(300, 500_000), body.subarray(500_000)]);
    expect(resultsOf(answer).map(({ result }) => result?.match.id)).toEqual(queries);
  });

  it('of documents has a path of its own', async () => {
    credits = 7;
    const path = '/v1/address/enrich/batch';
    const answer = await answerTo([request('["GAVIC1",{"id":"GAVIC0"},"GAVIC2"]', {}, path)], path);
    expect(resultsOf(answer).map(({ status }) => status)).toEqual([200, 404, 429]);
    expect(credits).toBe(1);
  });

  it('§12.17: of stored ids has one too, charged as far as there are credits, an unknown id included', async () => {
    credits = 3;
    const path = '/v1/address/changes/batch';
    const body = '"GAVIC1"\n{"id":"GAVIC0","since":"2026.02"}\n{"since":"2026.02"}\n"GAVIC2"\n';
    const answer = await answerTo([request(body, {}, path)], path);
    const lines = answer.body.toString().trimEnd().split('\n');
    expect(lines.map((line) => JSON.parse(line).status)).toEqual([200, 404, 400, 429]);
    expect([credits, settled]).toEqual([0, [200, 404, 400]]);
    expect(JSON.parse(lines[0]).result).toMatchObject({ id: 'GAVIC1', status: 'unchanged' });
    credits = 0;
    asked = [];
    const [first] = [await answerTo([request(body, {}, path)], path)];
    expect([first.status, asked]).toEqual([429, ['head']]);
  });
});

describe('§12.4: a body of another shape', () => {
  it.each([
    ['an object around the queries', '{"queries":["a"]}', 'has [ as byte 12, where a text, a number'],
    ['no queries', '[]', 'not 0'],
    ['nothing', '', 'not 0'],
    ['blank lines', ' \n\n', 'not 0'],
    ['too many queries', JSON.stringify(Array(1001).fill('a')), 'not more'],
    ['too many lines', '"a"\n'.repeat(1001), 'not more'],
    ['an array that is cut off', '["a",', 'ends where a text or an object is expected (query 2)'],
    ['a text that is cut off', '["a', 'ends where the end of a text is expected (query 1)'],
    ['an array in an array', '["a",["b"]]', 'has [ as byte 6'],
    ['a number', '[12]', 'has 1 as byte 2'],
    ['an object in an object', '[{"q":{"q":"a"}}]', 'has { as byte 7'],
    ['text that is no JSON', '2 Perth Street, Sunnybank', 'has 2 as byte 1'],
    ['two texts on a line', '"a" "b"', 'where the end of the line'],
    ['an object over lines', '{\n"q":"a"}', 'has 0x0a as byte 2'],
    ['something after the array', '["a"] ["b"]', 'nothing after the array'],
    ['a line break in a text', '["a\nb"]', 'has 0x0a as byte 4'],
    ['an escape that there is not', '["\\x"]', 'must be JSON (query 1)'],
    ['a word that is no value', '[{"q":"a","debug":nul}]', 'must be JSON (query 1)'],
    ['no UTF-8', Buffer.from([0x5b, 0x22, 0xff, 0x22, 0x5d]), 'must be UTF-8 (query 1)'],
    ['half a byte order mark', Buffer.from([0xef, 0x5b, 0x22, 0x22, 0x5d]), 'has [ as byte 2'],
    ['one long text', `["${'a'.repeat(9000)}"]`, 'at most 8192 bytes for each query'],
    ['one long object', `[{"q":"a",${'"b":1,'.repeat(3000)}"c":2}]`, 'at most 8192 bytes for each query'],
  ])('is 400, costs nothing, and is shown the two: %s', async (_name, body, fault) => {
    const answer = await answerTo([request(body)]);
    expect([answer.status, faultOf(answer)]).toEqual([400, expect.stringContaining(fault)]);
    expect(faultOf(answer)).toMatch(
      /^must be a JSON array of queries, \[".*", \{"q": ".*"\}\], or a line of JSON for each/,
    );
    expect(headerOf(answer, 'x-ratelimit-product')).toBe('address');
    expect(asked).toEqual(['head']);
  });

  it('is refused at the first invalid byte, whatever was to follow', async () => {
    const megabytes = 4 << 20;
    for (const beginning of ['[[', '[{"a":[', '[1', '"a"x', `["${'a'.repeat(9000)}`, `[${'"a",'.repeat(1001)}`]) {
      const connection = new RawConnection(server.port);
      connection.send(head(PATH, { 'X-Api-Key': KEYS.good, 'Content-Length': String(megabytes) }, 'POST') + beginning);
      const answer = (await connection.next())!;
      expect([answer.status, headerOf(answer, 'connection')]).toEqual([400, 'close']);
      // It is read on, and dropped, so that a client which sends before it reads gets its answer.
      connection.send(Buffer.alloc(megabytes - beginning.length, beginning));
      connection.send(head('/healthz'));
      expect((await connection.next())?.status).toBe(200);
      connection.end();
    }
  });
});

describe('§12.5: the cost of a batch', () => {
  it('§12.4: is checked before its body is read: if it is refused then, the connection stays open', async () => {
    for (const [key, status] of [
      ['wrong', 401],
      [KEYS.good, 429],
    ] as const) {
      credits = 0;
      const connection = new RawConnection(server.port);
      const body = Buffer.alloc(4 << 20, '[');
      connection.send(head(PATH, { 'X-Api-Key': key, 'Content-Length': String(body.length) }, 'POST'));
      expect((await connection.next())?.status).toBe(status);
      connection.send(body);
      connection.send(head('/healthz'));
      expect((await connection.next())?.status).toBe(200);
      connection.end();
      const later = await fetch(`http://127.0.0.1:${server.port}${PATH}`, {
        method: 'POST',
        headers: { 'X-Api-Key': key },
        body,
      });
      expect([later.status, ((await later.json()) as { error: object }).error]).toEqual([status, expect.anything()]);
    }
    expect(new Set(asked)).toEqual(new Set(['head']));
  });

  it('is charged query by query: those for which no credits are left are answered 429', async () => {
    credits = 3;
    const before = counted();
    const results = resultsOf(await answerTo([request(JSON.stringify(Array(5).fill('a')))]));
    expect(results.map(({ status, error }) => [status, error?.code])).toEqual([
      ...Array(3).fill([200, undefined]),
      ...Array(2).fill([429, 'QUOTA_EXCEEDED']),
    ]);
    expect(counted() - before).toBe(3);
  });

  it('is waited for if other machines hold the credits', async () => {
    credits = 2;
    lack = 'RATE_LIMITED';
    const connection = new RawConnection(server.port);
    connection.send(request('["a","b","c"]'));
    while (asked.length < 5) await new Promise((resolve) => setTimeout(resolve, 5));
    credits = 1;
    const results = resultsOf((await connection.next())!);
    expect(results.map(({ status }) => status)).toEqual([200, 200, 200]);
    connection.end();
  });

  it('is that of the answers sent if a client leaves: the rest is neither charged nor counted', async () => {
    const before = counted();
    const socket = connect(server.port, '127.0.0.1');
    socket.write(request(JSON.stringify(Array(1000).fill('x'.repeat(490)))));
    await once(socket, 'data');
    socket.resetAndDestroy();
    let seen = -1;
    while (seen !== asked.length) {
      seen = asked.length;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    expect(settled.length).toBeGreaterThan(0);
    expect(settled.length).toBeLessThan(1000);
    expect(counted() - before).toBe(settled.length);
    expect(answersWith(counts, OPERATION_LABELS.indexOf('validateBatch'), 499)).toBe(1);
  });

  it('covers no more than a client reads, even if it stays connected', async () => {
    const socket = connect(server.port, '127.0.0.1');
    socket.pause();
    socket.write(request(JSON.stringify(Array(1000).fill(LONG))));
    let charged = -1;
    while (charged !== settled.length || charged === 0) {
      charged = settled.length;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    expect(charged).toBeLessThan(1000);
    let read = '';
    socket.setEncoding('latin1').on('data', (part: string) => {
      read = (read + part).slice(-100);
    });
    socket.resume();
    while (!read.endsWith('\r\n0\r\n\r\n')) await once(socket, 'data');
    expect(settled.length).toBe(1000);
    socket.destroy();
  });
});

describe('the connections of batches', () => {
  it.each([
    ['two lengths', 'Content-Length: 5\r\nContent-Length: 50\r\n', '["a"]'],
    ['two lengths, the longer first', 'Content-Length: 50\r\nContent-Length: 5\r\n', '["a"]'],
    ['chunks', 'Transfer-Encoding: chunked\r\n', '5\r\n["a"]\r\n0\r\n\r\n'],
    ['chunks and a length', 'Transfer-Encoding: chunked\r\nContent-Length: 5\r\n', '5\r\n["a"]\r\n0\r\n\r\n'],
    ['a signed length', 'Content-Length: +5\r\n', '["a"]'],
    ['a list of lengths', 'Content-Length: 5, 5\r\n', '["a"]'],
    ['no length', '', '["a"]'],
  ])('end where its length is a matter of opinion: %s', async (_name, lines, body) => {
    const start = `POST ${PATH} HTTP/1.1\r\nHost: a\r\nX-Api-Key: ${KEYS.good}\r\n${lines}\r\n${body}`;
    const next = head('/healthz');
    for (const parts of [[start], [start + next], [start, next], [start.slice(0, -1), start.slice(-1) + next]]) {
      const connection = new RawConnection(server.port);
      const answers: RawResponse[] = [];
      for (const [i, part] of parts.entries()) {
        if (i > 0) await new Promise((resolve) => setTimeout(resolve, 5));
        connection.send(part);
      }
      for (;;) {
        const answer = await connection.next().catch(() => null);
        if (answer === null) break;
        answers.push(answer);
      }
      expect(answers.length, JSON.stringify(parts)).toBeLessThanOrEqual(1);
      for (const { status } of answers) expect(status).toBeGreaterThanOrEqual(400);
    }
    expect(asked.filter((part) => part !== 'head')).toEqual([]);
  });

  it('stay open after an answer, and are closed by a request that comes before it', async () => {
    const connection = new RawConnection(server.port);
    for (let i = 0; i < 3; i++) {
      connection.send(request('["a"]'));
      expect((await connection.next())?.status).toBe(200);
      connection.send(head('/healthz'));
      expect((await connection.next())?.status).toBe(200);
    }
    connection.send(Buffer.concat([request('["a"]'), Buffer.from(head('/healthz'))]));
    expect(await connection.next().catch(() => null)).toBeNull();
  });

  it('are closed if a body is longer than any batch', async () => {
    const connection = new RawConnection(server.port);
    connection.send(head(PATH, { 'X-Api-Key': KEYS.good, 'Content-Length': '4194305' }, 'POST'));
    const answer = (await connection.next())!;
    expect([answer.status, headerOf(answer, 'connection')]).toEqual([400, 'close']);
    connection.end();
  });

  it('that send nothing cause no refusals of another account, nor of their own', async () => {
    const idle = Array.from({ length: 300 }, () => {
      const connection = new RawConnection(server.port);
      connection.send(`${head(PATH, { 'X-Api-Key': KEYS.good, 'Content-Length': '4194304' }, 'POST')}[`);
      return connection;
    });
    while (asked.length < idle.length) await new Promise((resolve) => setTimeout(resolve, 5));
    expect((await answerTo([request('["a"]')])).status).toBe(200);
    // They are dropped for sending too slowly.
    const answer = (await idle[0].next())!;
    expect([answer.status, faultOf(answer)]).toEqual([400, expect.stringContaining('bytes a second')]);
    for (const connection of idle) connection.end();
  }, 15_000);

  it('delay no other request: others are answered while a batch is processed', async () => {
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
    batch.end();
    slow.close();
  });
});

describe('the writer of answers', () => {
  it('writes text unchanged', () => {
    const out = new JsonBytes(4);
    out.ascii('a');
    out.utf8('é😀'.repeat(100));
    expect(new TextDecoder().decode(out.view())).toBe(`a${'é😀'.repeat(100)}`);
  });
});
