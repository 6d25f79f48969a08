import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { trafficHours } from '../../../src/billing/credits/traffic-hours.ts';
import { durationWithin, type Traffic } from '../../../src/service/telemetry/traffic.ts';
import { DURATION_BOUNDS } from '../../../src/service/telemetry/worker-counts.ts';
import { temporaryFolder } from '../../service/admission/customer.ts';

const HOUR = 3_600_000;
const START = Date.parse('2026-03-01T00:00:00Z');
const BUCKETS = DURATION_BOUNDS.length + 1;

/** What a server answered between two looks at it: in how many ms, with which status, for how many credits. */
interface Step {
  readonly hoursLater: number;
  readonly bucket: number;
  readonly status: 200 | 404 | 500;
  readonly answers: number;
  /** A new server began before; or the sidecar. */
  readonly restarts: 'server' | 'sidecar' | null;
}

const steps = fc.array(
  fc.record<Step>({
    hoursLater: fc.integer({ min: 0, max: 30 }),
    bucket: fc.integer({ min: 0, max: BUCKETS - 1 }),
    status: fc.constantFrom(200, 404, 500),
    answers: fc.integer({ min: 0, max: 50 }),
    restarts: fc.constantFrom(null, null, null, 'server', 'sidecar'),
  }),
  { maxLength: 60 },
);

const none = (server: number): Traffic => ({
  server,
  requests: 0,
  refused: 0,
  failed: 0,
  credits: 0,
  durations: new Array<number>(BUCKETS).fill(0),
});

test('every answer is in its hour once, whoever is started again, and only 30 days are kept', () => {
  fc.assert(
    fc.property(steps, (walk) => {
      const folder = temporaryFolder();
      let hours = trafficHours(folder);
      let now = START;
      let server = none(1);
      const expected = new Map<number, { requests: number; refused: number; failed: number }>();
      for (const { hoursLater, bucket, status, answers, restarts } of walk) {
        now += hoursLater * HOUR;
        if (restarts === 'server') server = none(server.server + 1);
        if (restarts === 'sidecar') hours = trafficHours(folder);
        server = {
          server: server.server,
          requests: server.requests + answers,
          refused: server.refused + (status === 404 ? answers : 0),
          failed: server.failed + (status === 500 ? answers : 0),
          credits: server.credits + answers * 2,
          durations: server.durations.map((count, at) => count + (at === bucket ? answers : 0)),
        };
        hours.note(server, now);
        const hour = Math.floor(now / HOUR);
        const sum = expected.get(hour) ?? { requests: 0, refused: 0, failed: 0 };
        expected.set(hour, {
          requests: sum.requests + answers,
          refused: sum.refused + (status === 404 ? answers : 0),
          failed: sum.failed + (status === 500 ? answers : 0),
        });
      }
      const last = Math.floor(now / HOUR);
      const kept = [...expected].filter(([hour, { requests }]) => hour > last - 720 && requests > 0);
      const state = hours.state(now);
      expect(state.hours).toMatchObject(
        kept.map(([hour, sums]) => ({ at: new Date(hour * HOUR).toISOString(), ...sums, credits: sums.requests * 2 })),
      );
      const sum = (from: number) =>
        kept.filter(([hour]) => hour >= from).reduce((all, [, { requests }]) => all + requests, 0);
      expect([state.day.requests, state.month.requests]).toEqual([sum(last - 23), sum(0)]);
    }),
    { numRuns: 60 },
  );
});

test('durations are interpolated within their bucket, and null without any', () => {
  const of = (...counts: number[]) => [...counts, ...new Array<number>(BUCKETS - counts.length).fill(0)];
  expect(durationWithin(of(), 0.5)).toBeNull();
  expect(durationWithin(of(100), 0.5)).toBeCloseTo(0.0125);
  expect(durationWithin(of(50, 50), 0.99)).toBeCloseTo(0.0495);
  expect(durationWithin([...of().slice(1), 7], 0.5)).toBe(1000);
});

test('a damaged file begins anew', () => {
  const folder = temporaryFolder();
  trafficHours(folder).note({ ...none(1), requests: 5, durations: [5, ...none(1).durations.slice(1)] }, START);
  expect(trafficHours(folder).state(START).month.requests).toBe(5);
  const path = join(folder, 'traffic.json');
  const whole = readFileSync(path, 'utf8');
  for (const damaged of ['', whole.slice(0, -9), 'null', '{}', '{"last":null,"hours":[{}]}']) {
    writeFileSync(path, damaged);
    expect(trafficHours(folder).state(START).month.requests).toBe(0);
  }
});
