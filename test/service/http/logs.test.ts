import { afterEach, describe, expect, it } from 'vitest';
import type { Operations } from '../../../src/address/operations/call/bind-operations.ts';
import type { Service } from '../../../src/service/http/service.ts';
import type { LoggedRequest, LogLevel } from '../../../src/service/telemetry/log.ts';
import { fakeOperations } from './support/fake-operations.ts';
import { type FakeServer, KEYS, startFakeServer } from './support/fake-server.ts';
import { headerOf, request } from './support/raw-http.ts';

let server: FakeServer;
afterEach(() => server.close());

const secret = 'SECRET-ADDRESS';

const slowly: Operations = {
  ...fakeOperations,
  validate(parameters, out) {
    const end = performance.now() + 300;
    while (performance.now() < end);
    return fakeOperations.validate(parameters, out);
  },
  enrich({ id }) {
    throw new TypeError(`cannot read ${id}`);
  },
};

async function start(changes: Partial<Service>, level: LogLevel = 'info'): Promise<void> {
  server = await startFakeServer({ operations: slowly, ...changes }, level);
}

const get = (target: string) => request(server.port, target, { 'X-Api-Key': KEYS.good });

describe('a slow request', () => {
  it('is logged with its id, operation, status, time and account, and without its query', async () => {
    await start({ slowMilliseconds: 250 });
    const response = await get(`/v1/address/validate?q=${secret}`);
    await get('/v1/address/autocomplete?q=a');
    expect(server.logged).toHaveLength(1);
    const [{ microseconds, ...line }] = server.logged;
    expect(line).toMatchObject({
      level: 40,
      msg: 'slow request',
      request_id: headerOf(response, 'x-request-id'),
      operation: 'validate',
      status: 200,
      account: 'acme',
    });
    expect(microseconds).toBeGreaterThanOrEqual(250_000);
    expect(JSON.stringify(line)).not.toContain(secret);
  });

  it('is not logged when the threshold is zero', async () => {
    await start({ slowMilliseconds: 0 });
    await get(`/v1/address/validate?q=${secret}`);
    expect(server.logged).toEqual([]);
  });
});

describe('at level debug', () => {
  it('queries and messages of failures are logged, but never keys', async () => {
    await start({ slowMilliseconds: 250 }, 'debug');
    await get(`/v1/address/validate?q=${secret}`);
    await get(`/v1/address/enrich?id=${secret}`);
    expect([...new Set(server.logged.map(({ query }) => query))]).toEqual([`q=${secret}`, `id=${secret}`]);
    const failure = { error: 'TypeError', message: `cannot read ${secret}` };
    expect(server.logged).toContainEqual(expect.objectContaining(failure));
    expect(JSON.stringify(server.logged)).not.toContain(KEYS.good);
  });

  it('§12.18: queries are logged without the keys in them', async () => {
    await start({ slowMilliseconds: 250 }, 'debug');
    const key = `lbx_pub_${'k'.repeat(38)}`;
    await get(`/v1/address/validate?q=a&key=${key}&debug=false`);
    await get(`/v1/address/enrich?key=${KEYS.good}&id=b&%6Bey=${key}`);
    expect([...new Set(server.logged.map(({ query }) => query))]).toEqual([
      'q=a&key=…&debug=false',
      'key=…&id=b&%6Bey=…',
    ]);
  });
});

describe('the access log', () => {
  it('holds the requests that its filter wants, with or without a key', async () => {
    const notes: LoggedRequest[] = [];
    let asked = 0;
    const accessLog = {
      wanted: () => ++asked % 2 === 0,
      note: (request: LoggedRequest) => void notes.push(request),
      flush: () => {},
    };
    await start({ accessLog });
    const ids: unknown[] = [];
    for (const target of [
      '/healthz',
      '/v1/address/validate?q=a',
      '/x',
      '/v1/address/validate',
      '/healthz',
      '/nowhere',
    ]) {
      ids.push(headerOf(await get(target), 'x-request-id'));
    }
    expect(notes.map((note) => [note.request_id, note.operation, note.status, note.account])).toEqual([
      [ids[1], 'validate', 200, 'acme'],
      [ids[3], 'validate', 400, 'acme'],
      [ids[5], 'unknown', 404, null],
    ]);
    for (const { microseconds } of notes) expect(Number.isInteger(microseconds)).toBe(true);
  });

  it('holds the trace id of a request that is part of a trace', async () => {
    const notes: LoggedRequest[] = [];
    const note = (request: LoggedRequest) => void notes.push(request);
    await start({ accessLog: { wanted: () => true, note, flush: () => {} } });
    const trace = '4bf92f3577b34da6a3ce929d0e0e4736';
    for (const traceparent of [`00-${trace}-00f067aa0ba902b7-01`, 'none'])
      await request(server.port, '/healthz', { traceparent });
    expect(notes.map(({ trace_id }) => trace_id)).toEqual([trace, undefined]);
  });
});
