import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Random } from '../../../build-index/generate/random.ts';
import type { Admit } from '../../../src/service/admission/admit.ts';
import { holdWaiting } from '../../../src/service/http/overload/overload.ts';
import { followTurns } from '../../../src/service/http/overload/turns.ts';
import { createLog } from '../../../src/service/telemetry/log.ts';
import {
  newWorkerCounts,
  SHED_REASONS,
  type WorkerCounts,
  workerCountsIn,
} from '../../../src/service/telemetry/worker-counts.ts';
import { fakeOperations } from './support/fake-operations.ts';
import { type FakeServer, startFakeServer } from './support/fake-server.ts';
import { head, headerOf, RawConnection, type RawResponse } from './support/raw-http.ts';

const TARGET = 20;
/** What the answers take, by a clock that nothing else moves. */
const VALIDATE_MS = 4;
const LOOKUP_MS = 0.1;

let clock = 1000;
let computed = 0;
const settled: number[] = [];
const counts: WorkerCounts = workerCountsIn(newWorkerCounts());
let server: FakeServer;

const admit: Admit = (apiKey) => {
  if (apiKey === null || !apiKey.startsWith('of-'))
    return {
      admitted: false,
      status: 401,
      code: 'INVALID_API_KEY',
      message: 'Invalid API key',
      details: null,
      headers: [],
    };
  const settle = (status: number) => {
    settled.push(status);
    return [['X-RateLimit-Product', 'address']] as const;
  };
  return { admitted: true, account: apiKey.slice(3), settle };
};

beforeAll(async () => {
  server = await startFakeServer({
    mostTurn: TARGET,
    clock: () => clock,
    counts,
    admit,
    operations: {
      ...fakeOperations,
      validate(parameters, out) {
        computed++;
        clock += parameters.q === 'stall' ? 500 : VALIDATE_MS;
        return fakeOperations.validate(parameters, out);
      },
      lookupPostcode(parameters, out) {
        clock += LOOKUP_MS;
        return fakeOperations.lookupPostcode(parameters, out);
      },
    },
  });
});
afterAll(() => server.close());
beforeEach(() => {
  // A rest.
  clock += 50;
  settled.length = 0;
  counts.shed.fill(0);
  counts.overloaded.fill(0);
});

const VALIDATE = '/v1/address/validate?q=a';
const LOOKUP = '/v1/address/lookup/postcode?postcode=3000';
const shed = () => Object.fromEntries(SHED_REASONS.map((reason, i) => [reason, counts.shed[i]]));

/** Connections that are open, and were asked for something. */
async function connected(count: number): Promise<RawConnection[]> {
  const connections = Array.from({ length: count }, () => new RawConnection(server.port));
  for (const connection of connections) connection.send(head('/healthz'));
  for (const connection of connections) expect((await connection.next())?.status).toBe(200);
  return connections;
}

/** What connections are answered that ask in one turn, in this order. */
async function ask(
  connections: readonly RawConnection[],
  target: string,
  key = 'of-acme',
  also: readonly (readonly [RawConnection, string, string])[] = [],
): Promise<RawResponse[]> {
  for (const connection of connections) connection.send(head(target, { 'X-Api-Key': key }));
  for (const [connection, target, key] of also) connection.send(head(target, { 'X-Api-Key': key }));
  const answers = await Promise.all([...connections, ...also.map(([each]) => each)].map((each) => each.next()));
  expect(answers).not.toContain(null);
  return answers as RawResponse[];
}

const statusesOf = (answers: readonly RawResponse[]) => answers.map(({ status }) => status);
const countOf = (answers: readonly RawResponse[], status: number) =>
  answers.filter((answer) => answer.status === status).length;

/** Lets the turn end in which the last answer was sent, and then some idle time pass. */
async function rest(): Promise<void> {
  for (let i = 0; i < 2; i++) await new Promise((resolve) => setImmediate(resolve));
  clock += 6;
}

async function withConnections(count: number, act: (connections: RawConnection[]) => Promise<void>): Promise<void> {
  const connections = await connected(count);
  try {
    await act(connections);
  } finally {
    for (const connection of connections) connection.end();
  }
}

describe('an overloaded worker', () => {
  it('answers a burst, refuses what would have waited longer, free of charge, and logs so once', () =>
    withConnections(100, async (connections) => {
      const answers = await ask(connections, VALIDATE);
      const refused = answers.filter(({ status }) => status !== 200);
      // 100 ms are a burst; then it answers for another turn or two.
      expect((answers.length - refused.length) * VALIDATE_MS).toBeGreaterThanOrEqual(5 * TARGET);
      expect((answers.length - refused.length) * VALIDATE_MS).toBeLessThanOrEqual(7 * TARGET + VALIDATE_MS);
      for (const answer of refused) {
        expect(answer.status).toBe(429);
        expect(headerOf(answer, 'retry-after')).toBe('1');
        expect(headerOf(answer, 'x-ratelimit-product')).toBe('address');
        expect(JSON.parse(answer.body.toString())).toEqual({
          error: {
            code: 'RATE_LIMITED',
            message: 'Rate limit exceeded',
            status: 429,
            request_id: headerOf(answer, 'x-request-id'),
          },
        });
      }
      expect(settled.filter((status) => status === 429)).toHaveLength(refused.length);
      expect(shed()).toEqual({ account: refused.length, turn: 0, gone: 0 });
      expect(counts.overloaded[0]).toBeGreaterThan(0.1);
      expect(server.logged.filter(({ msg }) => msg === 'overloaded: requests are refused')).toHaveLength(1);
    }));

  it('while that lasts, answers as much as the target allows in each turn, and a burst again after a rest', () =>
    withConnections(100, async (connections) => {
      await ask(connections, VALIDATE);
      for (let turn = 0; turn < 5; turn++) {
        const answered = countOf(await ask(connections, VALIDATE), 200) * VALIDATE_MS;
        expect(answered).toBeGreaterThanOrEqual(TARGET / 2 - VALIDATE_MS);
        expect(answered).toBeLessThanOrEqual(2 * TARGET + VALIDATE_MS);
      }
      await rest();
      expect(countOf(await ask(connections, VALIDATE), 200) * VALIDATE_MS).toBeGreaterThanOrEqual(5 * TARGET);
      await rest();
      expect(statusesOf(await ask(connections.slice(0, 20), VALIDATE))).toEqual(Array(20).fill(200));
    }));

  it('answers another account, and cheap requests of the same one, however late in the turn they are read', () =>
    withConnections(110, async (connections) => {
      const flood = connections.slice(0, 100);
      const others = connections.slice(100, 108);
      const also = others.map((each, i) =>
        i < 1 ? ([each, VALIDATE, 'of-small'] as const) : ([each, LOOKUP, 'of-acme'] as const),
      );
      await ask(flood, VALIDATE, 'of-acme', also);
      for (let turn = 0; turn < 5; turn++) {
        const answers = await ask(flood, VALIDATE, 'of-acme', also.slice(turn % 2));
        expect(countOf(answers.slice(0, 100), 429)).toBeGreaterThan(80);
        expect(answers.slice(100).every(({ status }) => status === 200)).toBe(true);
      }
    }));

  it('still answers status routes and refuses invalid keys', () =>
    withConnections(100, async (connections) => {
      await ask(connections, VALIDATE);
      const other = (target: string, key: string) =>
        connections.slice(0, 3).map((each) => [each, target, key] as const);
      expect(countOf(await ask(connections.slice(3), VALIDATE, 'of-acme', other('/readyz', '')), 429)).toBeGreaterThan(
        80,
      );
      for (const [target, key, status] of [
        ['/readyz', '', 200],
        ['/healthz', '', 200],
        [VALIDATE, 'bad', 401],
      ] as const) {
        const answers = await ask(connections.slice(3), VALIDATE, 'of-acme', other(target, key));
        expect(statusesOf(answers.slice(-3))).toEqual([status, status, status]);
      }
    }));

  it('closes connections on which requests piled up, and answers others in time', () =>
    withConnections(60, async (connections) => {
      const [heap, ...others] = connections;
      heap.send(head(VALIDATE, { 'X-Api-Key': 'of-acme' }).repeat(500));
      let answered = 0;
      for (let answer = await heap.next(); answer !== null; answer = await heap.next()) {
        expect([200, 429]).toContain(answer.status);
        answered++;
      }
      // As many as there are connections, and at first those of a burst.
      expect(answered).toBeLessThanOrEqual(62);
      expect(countOf(await ask(others.slice(0, 20), LOOKUP, 'of-small'), 200)).toBe(20);
    }));

  it('refuses nobody if there are few requests', () =>
    withConnections(20, async (connections) => {
      for (let turn = 0; turn < 5; turn++)
        expect(statusesOf(await ask(connections, VALIDATE))).toEqual(Array(20).fill(200));
      expect(shed()).toEqual({ account: 0, turn: 0, gone: 0 });
    }));

  it('computes nothing for clients that left during a stall', () =>
    withConnections(80, async (connections) => {
      const [first, ...others] = connections;
      expect(statusesOf(await ask([first], '/v1/address/validate?q=stall'))).toEqual([200]);
      computed = 0;
      const leaving = others.slice(0, 60);
      for (const each of leaving) {
        each.send(head(VALIDATE, { 'X-Api-Key': 'of-acme' }));
        each.end();
      }
      expect(statusesOf(await ask(others.slice(60), VALIDATE))).toEqual(Array(19).fill(200));
      expect(computed).toBe(19);
      expect(shed()).toEqual({ account: 0, turn: 0, gone: 60 });
    }));
});

describe('the time that requests have waited', () => {
  it('is the length of turns without a rest between them, not counting stalls', async () => {
    let now = 1;
    const turns = followTurns(
      TARGET,
      () => false,
      () => now,
    );
    const reach = (after: number) => {
      now += after;
      turns.reach();
      return turns.isStanding();
    };
    const end = () => new Promise((resolve) => setImmediate(resolve));
    // One turn, with a pause.
    expect([reach(0), reach(15), reach(5000), reach(15)]).toEqual([false, false, false, false]);
    await end();
    // Long turns, one after the other.
    for (let turn = 0; turn < 2; turn++) {
      expect([reach(0), reach(15), reach(10)]).toEqual([false, false, false]);
      await end();
    }
    expect([reach(0), reach(15), reach(10)]).toEqual([false, false, true]);
    await end();
    // A rest.
    expect([reach(6), reach(15), reach(10)]).toEqual([false, false, false]);
    await end();
    // A short turn.
    expect([reach(0), reach(15), reach(15), reach(15), reach(15)]).toEqual([false, false, false, false, false]);
    await end();
    expect(reach(0)).toBe(false);
    await end();
    expect([reach(0), reach(15), reach(15), reach(15), reach(15), reach(15)]).toEqual(Array(6).fill(false));
    await end();
  });

  it('includes batches, except those of an account that floods', async () => {
    let now = 1;
    const log = createLog('silent');
    const overload = holdWaiting({ target: TARGET, connections: () => 100, log, counts: null, now: () => now });
    const flood = async () => {
      for (let i = 0; i < 100; i++) {
        overload.begin();
        if (!overload.admits('flood', 1)) continue;
        now += 4;
        overload.answered();
      }
      await new Promise((resolve) => setImmediate(resolve));
    };
    expect(overload.sliceOf('small')).toBe(0);
    for (let turn = 0; turn < 10; turn++) {
      await flood();
      if (turn === 0) continue;
      const slice = overload.sliceOf('small');
      expect(slice).toBeGreaterThan(1);
      expect(slice).toBeLessThanOrEqual(2);
      overload.charge('small', slice);
      expect(overload.sliceOf('flood')).toBe(0);
    }
  });

  it('is bounded for any mix of requests, and an account below its share is answered', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer(), fc.integer({ min: 1, max: 6 }), async (seed, floods) => {
        const random = new Random(seed, 'flood');
        let now = 1;
        const log = createLog('silent');
        const overload = holdWaiting({ target: TARGET, connections: () => 100, log, counts: null, now: () => now });
        const answer = (account: string, operation: number, cost: number) => {
          overload.begin();
          if (!overload.admits(account, operation)) return false;
          now += cost;
          overload.answered();
          return true;
        };
        let all = 0;
        for (let turn = 0; turn < 12; turn++) {
          const began = now;
          const place = random.below(300);
          for (let i = 0; i < 300; i++) {
            answer(`flood ${random.below(floods)}`, random.below(6), 0.05 + random.fraction() * 1.9);
            if (i !== place) continue;
            const answered = answer('small', 0, 0.2);
            if (turn > 1) expect(answered).toBe(true);
          }
          const took = now - began;
          // A burst at first. Later who asks for more than its share is answered for a target, and others for two at most.
          expect(took).toBeLessThanOrEqual((turn === 0 ? 8 : 3) * TARGET + 2);
          all += took;
          await new Promise((resolve) => setImmediate(resolve));
        }
        expect(all).toBeGreaterThanOrEqual((5 + 11 * 0.45) * TARGET);
      }),
      { numRuns: 100 },
    );
  });
});
