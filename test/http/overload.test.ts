import { afterAll, beforeAll, expect, it } from 'vitest';
import { limitTurns } from '../../src/http/turn-limit.ts';
import { fakeOperations } from './support/fake-operations.ts';
import { type FakeServer, startFakeServer } from './support/fake-server.ts';
import { head, headerOf, RawConnection, type RawResponse } from './support/raw-http.ts';

const MOST_TURN = 40;
const ANSWER_MS = 4;
const settled: number[] = [];

let server: FakeServer;
beforeAll(async () => {
  const settle = (status: number) => {
    settled.push(status);
    return [['X-RateLimit-Product', 'address']] as const;
  };
  server = await startFakeServer({
    mostTurn: MOST_TURN,
    admit: (apiKey) =>
      apiKey === 'good'
        ? { admitted: true, account: 'acme', settle }
        : {
            ...{ admitted: false, status: 401, code: 'INVALID_API_KEY', message: 'Invalid API key' },
            ...{ details: null, headers: [] },
          },
    operations: {
      ...fakeOperations,
      validate(parameters, out) {
        for (const end = performance.now() + ANSWER_MS; performance.now() < end; );
        return fakeOperations.validate(parameters, out);
      },
    },
  });
});
afterAll(() => server.close());

/** What so many connections are answered that ask at the same moment. */
async function ask(count: number, key = 'good'): Promise<RawResponse[]> {
  const connections = Array.from({ length: count }, () => new RawConnection(server.port));
  const hello = head('/healthz');
  const request = head('/v1/address/validate?q=a', { 'X-Api-Key': key });
  try {
    for (const connection of connections) connection.send(hello);
    for (const connection of connections) expect((await connection.next())?.status).toBe(200);
    for (const connection of connections) connection.send(request);
    const answers = await Promise.all(connections.map((connection) => connection.next()));
    return answers.filter((answer) => answer !== null);
  } finally {
    for (const connection of connections) connection.end();
  }
}

it('refuses what has waited for long, without charge, and answers the rest', async () => {
  settled.length = 0;
  const answers = await ask(100);
  expect(answers).toHaveLength(100);
  const refused = answers.filter(({ status }) => status !== 200);
  expect(answers.length - refused.length).toBeGreaterThan(0);
  expect(refused.length).toBeGreaterThan(0);
  for (const answer of refused) {
    expect(answer.status).toBe(429);
    expect(headerOf(answer, 'retry-after')).toBe('1');
    expect(headerOf(answer, 'x-ratelimit-product')).toBe('address');
    expect(JSON.parse(answer.body.toString())).toMatchObject({
      error: { code: 'RATE_LIMITED', message: 'Rate limit exceeded', status: 429 },
    });
  }
  expect(settled.filter((status) => status === 429)).toHaveLength(refused.length);
  expect(server.logged.filter(({ msg }) => msg === 'overloaded: requests are refused')).toHaveLength(1);
  expect((await ask(1))[0].status).toBe(200);
});

it('refuses nobody where few ask, and says first what is wrong with a key', async () => {
  expect(new Set((await ask(20)).map(({ status }) => status))).toEqual(new Set([200]));
  expect(new Set((await ask(100, 'bad')).map(({ status }) => status))).toEqual(new Set([401]));
});

it('refuses nobody for a pause, in a turn that answers for no longer than it may', () => {
  let clock = 1;
  const isOver = limitTurns(MOST_TURN, () => clock);
  const after = (ms: number) => {
    clock += ms;
    return isOver();
  };
  expect(after(0)).toBe(false);
  expect(after(10)).toBe(false);
  expect(after(5000)).toBe(false);
  expect(after(10)).toBe(false);
  expect([after(19), after(2)]).toEqual([false, true]);
});
