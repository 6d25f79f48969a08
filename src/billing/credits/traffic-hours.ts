import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { durationWithin, type Traffic } from '../../service/telemetry/traffic.ts';
import type { TrafficSpan, TrafficState } from '../accounts/console/resources/service.ts';

const HOUR_MS = 3_600_000;
/** Hours that are kept: 30 days. */
const KEPT = 720;

/** What was answered in an hour, which is counted since 1970. */
type Hour = Omit<Traffic, 'server'> & { readonly hour: number };

/** What the file of a data folder holds. */
interface Kept {
  /** What was last read of a server, of which only what is new is counted. */
  readonly last: Traffic | null;
  readonly hours: readonly Hour[];
}

/** What this machine answered by the hour, for operators who have no Prometheus. */
export interface TrafficHours {
  /** Notes what a server has answered so far, at a time in ms. */
  note(traffic: Traffic, now: number): void;
  /** The last 30 days before a time in ms. */
  state(now: number): TrafficState;
}

/** The hours in the file of a data folder, which survives restarts; a damaged file begins anew. */
export function trafficHours(dataDir: string): TrafficHours {
  const path = join(dataDir, 'traffic.json');
  let kept = readKept(path);
  return {
    note(traffic, now) {
      const news = newsSince(kept.last, traffic);
      const hour = Math.floor(now / HOUR_MS);
      const hours = kept.hours.filter((each) => each.hour > hour - KEPT && each.hour < hour);
      const before = kept.hours.find((each) => each.hour === hour);
      const current = before === undefined ? news : added(before, news);
      kept = { last: traffic, hours: current.requests === 0 ? hours : [...hours, { ...current, hour }] };
      keep(path, kept);
    },
    state(now) {
      const hour = Math.floor(now / HOUR_MS);
      const since = (hours: number) => spanOf(hour - hours + 1, hours, kept.hours);
      return { hours: kept.hours.map((each) => spanOf(each.hour, 1, [each])), day: since(24), month: since(KEPT) };
    },
  };
}

/** What a server answered since it was last asked; all of it where it is another, or has begun anew. */
function newsSince(last: Traffic | null, now: Traffic): Omit<Hour, 'hour'> {
  const same = last !== null && last.server === now.server && last.requests <= now.requests;
  const { server: _, ...all } = now;
  return same ? added(all, last, -1) : all;
}

function added(a: Omit<Hour, 'hour'>, b: Omit<Hour, 'hour'>, sign = 1): Omit<Hour, 'hour'> {
  return {
    requests: a.requests + sign * b.requests,
    refused: a.refused + sign * b.refused,
    failed: a.failed + sign * b.failed,
    credits: a.credits + sign * b.credits,
    durations: a.durations.map((count, bucket) => count + sign * (b.durations[bucket] ?? 0)),
  };
}

function spanOf(from: number, length: number, hours: readonly Hour[]): TrafficSpan {
  const within = hours.filter(({ hour }) => hour >= from && hour < from + length);
  const none = { requests: 0, refused: 0, failed: 0, credits: 0, durations: within[0]?.durations.map(() => 0) ?? [] };
  const { durations, ...sums } = within.reduce<Omit<Hour, 'hour'>>((sum, each) => added(sum, each), none);
  return {
    at: new Date(from * HOUR_MS).toISOString(),
    ...sums,
    p50Ms: durationWithin(durations, 0.5),
    p99Ms: durationWithin(durations, 0.99),
  };
}

function readKept(path: string): Kept {
  try {
    const { last, hours } = JSON.parse(readFileSync(path, 'utf8')) as Kept;
    return { last, hours: hours.filter(({ hour, durations }) => Number.isInteger(hour) && Array.isArray(durations)) };
  } catch {
    return { last: null, hours: [] };
  }
}

/** Writes the file in one step. A failure, as on a full disk, is made good by the next. */
function keep(path: string, kept: Kept): void {
  try {
    writeFileSync(`${path}.new`, JSON.stringify(kept), { mode: 0o600 });
    renameSync(`${path}.new`, path);
  } catch {
    // The hours are in memory.
  }
}
