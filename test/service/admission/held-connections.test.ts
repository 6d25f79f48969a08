import fc from 'fast-check';
import { expect, test } from 'vitest';
import { clientOf } from '../../../src/service/admission/caller.ts';
import { HeldConnections, heldConnectionsTable } from '../../../src/service/admission/limits/held-connections.ts';
import { isNetwork, proxiesOf } from '../../../src/service/http/client-address.ts';
import { limitConnections } from '../../../src/service/http/connections.ts';
import type { UwsApp, UwsResponse } from '../../../src/service/http/uws.ts';
import type { Log } from '../../../src/service/telemetry/log.ts';
import { cases } from '../../support/cases.ts';

const LIMIT = 64;
const never = () => false;

test('above half of the limit only new connections of who holds most, and more than a few, are refused; two threads count as one', () => {
  const client = fc.integer({ min: 0, max: 5 }).map((i) => `10.0.0.${i * i}`);
  fc.assert(
    fc.property(fc.array(fc.tuple(client, fc.nat(4), fc.nat(3)), { maxLength: 300 }), (steps) => {
      const table = heldConnectionsTable(2);
      const threads = [new HeldConnections(table, LIMIT, 1), new HeldConnections(table, LIMIT, 2)] as const;
      const held = new Map<string, number>();
      const recount = () => threads[0].recount(() => held);
      for (const [i, [name, kind, times]] of steps.entries()) {
        const thread = threads[i % 2];
        const before = held.get(name) ?? 0;
        if (kind === 0 && before > 0) {
          thread.close();
          held.set(name, before - 1);
          recount();
          continue;
        }
        for (let time = 0; time <= times; time++) {
          const has = (held.get(name) ?? 0) + 1;
          const open = [...held.values()].reduce((sum, each) => sum + each, 1);
          // Below a quarter nothing is counted, and the first count comes soon after.
          if (open <= LIMIT / 4 + 1) recount();
          const most = Math.max(0, ...held.values());
          const expected = open <= LIMIT / 2 || has <= 8 || has <= most;
          expect(thread.open(() => name, never)).toBe(expected);
          if (expected) held.set(name, has);
          else thread.close();
          if (open <= LIMIT / 4 + 1) recount();
        }
      }
    }),
    { numRuns: cases(200, 5000) },
  );
});

test('a client of IPv6 is its first 64 bits, and who is exempt is let in whatever it holds', () => {
  const held = new HeldConnections(heldConnectionsTable(1), LIMIT, 1);
  for (let i = 0; i < LIMIT / 2; i++) held.open(() => `10.0.${i}.1`, never);
  const open = (i: number, isExempt: () => boolean) =>
    held.open(() => clientOf(`2001:db8:0:7::${i.toString(16)}`), isExempt);
  held.recount(() => new Map([['2001:db8:0:7', 20]]));
  for (let i = 0; i < 40; i++) expect(open(i, never)).toBe(false);
  for (let i = 0; i < 40; i++) expect(open(i, () => true)).toBe(true);
  expect(held.open(() => clientOf('2001:db8:0:8::1'), never)).toBe(true);
});

test('what is opened and closed while connections are counted stays counted', () => {
  const few = fc.integer({ min: 0, max: LIMIT / 2 });
  fc.assert(
    fc.property(few, few, few, (at, opened, closed) => {
      const held = new HeldConnections(heldConnectionsTable(1), LIMIT, 1);
      const hog = () => held.open(() => '10.0.0.1', never);
      for (let i = 0; i < at; i++) hog();
      held.recount(() => new Map([['10.0.0.1', at]]));
      let more = 0;
      held.recount(() => {
        for (let i = 0; i < opened; i++) {
          if (hog()) more++;
          else held.close();
        }
        for (let i = 0; i < Math.min(closed, at); i++) held.close();
        return new Map([['10.0.0.1', at]]);
      });
      let all = at + more;
      while (hog()) all++;
      expect(all).toBeLessThanOrEqual(LIMIT / 2 + Math.min(closed, at));
    }),
    { numRuns: cases(200, 5000) },
  );
});

test('it is full when all workers together hold more than the limit, whichever of them does', () => {
  const step = fc.record({ worker: fc.nat(2), kind: fc.constantFrom('open', 'close', 'begin'), times: fc.nat(LIMIT) });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
      const table = heldConnectionsTable(3);
      const workers = [1, 2, 3].map((worker) => new HeldConnections(table, LIMIT, worker));
      const open = [0, 0, 0];
      for (const { worker, kind, times } of steps) {
        if (kind === 'begin') {
          workers[worker]!.begin();
          open[worker] = 0;
        }
        for (let i = 0; kind !== 'begin' && i < times; i++) {
          if (kind === 'open') {
            workers[worker]!.open(() => `10.${worker}.0.${i}`, never);
            open[worker]!++;
          } else if (open[worker]! > 0) {
            workers[worker]!.close();
            open[worker]!--;
          }
          const all = open.reduce((sum, each) => sum + each, 0);
          for (const each of workers) {
            for (const part of [1, 1 / 2, 1 / 4]) expect(each.isAbove(part)).toBe(all > part * LIMIT);
          }
        }
      }
    }),
    { numRuns: cases(50, 1000) },
  );
});

test('the limit is logged once by each worker until the connections of all have halved, however few of them it has', () => {
  const table = heldConnectionsTable(2);
  const lines: string[] = [];
  const workers = [1, 2].map((worker) => {
    const handlers: ((response: UwsResponse, by: number) => void)[] = [];
    const app = { filter: (handler: (typeof handlers)[0]) => handlers.push(handler) } as unknown as UwsApp;
    const log = { warn: (_: object, line: string) => lines.push(`${worker} ${line}`) } as unknown as Log;
    const held = new HeldConnections(table, LIMIT, worker);
    limitConnections(app, { held, isProxy: () => true, log, counts: null, reached: () => {} });
    const change = (by: number): void => {
      const getRemoteAddressAsText = () => new TextEncoder().encode('10.0.0.1').buffer;
      handlers[0]!({ getRemoteAddressAsText, close: () => change(-1) } as unknown as UwsResponse, by);
    };
    return change;
  });
  const [first, second] = workers as [(by: number) => void, (by: number) => void];
  for (let i = 0; i < LIMIT; i++) first(1);
  for (let i = 0; i < 10; i++) second(1);
  for (let i = 0; i < 10; i++) first(1);
  const line = 'connections at the limit: new ones are closed';
  expect(lines).toEqual([`2 ${line}`, `1 ${line}`]);
  for (let i = 0; i < LIMIT / 2 + 2; i++) first(-1);
  for (let i = 0; i < LIMIT / 2 + 3; i++) second(1);
  expect(lines).toEqual([`2 ${line}`, `1 ${line}`, `2 ${line}`]);
});

test('a proxy is who is named, also mapped into IPv6; without a list this machine, or everybody where a header is named', () => {
  const isProxy = proxiesOf(['10.0.0.0/8', '2001:db8::/32', '192.0.2.7'], 'x-forwarded-for');
  const proxies = [
    '10.1.2.3',
    '0000:0000:0000:0000:0000:ffff:0a01:0203',
    '::ffff:10.9.9.9',
    '2001:db8::1',
    '192.0.2.7',
  ];
  for (const each of proxies) expect(isProxy(each), each).toBe(true);
  for (const each of ['11.0.0.1', '192.0.2.8', '2001:db9::1', '127.0.0.1', '', 'unix'])
    expect(isProxy(each), each).toBe(false);
  const own = proxiesOf(null, null);
  for (const each of ['127.0.0.1', '::1', '0000:0000:0000:0000:0000:0000:0000:0001'])
    expect(own(each), each).toBe(true);
  for (const each of ['127.0.0.2', '10.0.0.1', '::2']) expect(own(each), each).toBe(false);
  expect(proxiesOf(null, 'x-forwarded-for')('203.0.113.5')).toBe(true);
  for (const each of ['10.0.0.0/8', '::/0', '1.2.3.4', '2001:db8::1/128']) expect(isNetwork(each), each).toBe(true);
  for (const each of ['10.0.0.0/33', '10.0.0/8', 'a', '', '::/129', '1.2.3.4/', '1.2.3.4/8/8', '1.2.3.4/-1'])
    expect(isNetwork(each), each).toBe(false);
});
