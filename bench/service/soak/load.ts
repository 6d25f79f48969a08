import { setTimeout } from 'node:timers/promises';
import { COSTS } from '../../../src/service/admission/costs.ts';
import { type Answer, Client } from './client.ts';
import { type ExpectedAnswers, releaseOf } from './expected-answers.ts';
import type { ServedNow } from './releases.ts';

/** What the clients of one account have seen. */
export interface Tally {
  requests: number;
  /** Credits of the answers that were charged. */
  credits: number;
  /**
   * Credits of requests that may have been charged or not: their connection had been idle for so
   * long that the service closed it without an answer.
   */
  uncertain: number;
  /** Requests refused for want of credits. */
  refused: number;
  /** Answers by release, for requests that the releases answer differently. */
  readonly byRelease: number[];
  /** The first failures, as sentences. */
  readonly failures: string[];
  failed: number;
  /** Requests waiting for their answer, by key. */
  readonly waiting: Map<string, number>;
  /** Milliseconds of the latest answers. */
  latencies: number[];
}

/** How clients load a service. */
export interface LoadOptions {
  readonly port: number;
  /** The key to use now. */
  readonly key: () => string;
  readonly connections: number;
  readonly expected: readonly ExpectedAnswers[];
  readonly served: () => ServedNow;
  /** Requests per second in all; null for as many as can be answered. */
  readonly rate: () => number | null;
  /** Whether the account may run out of credits. */
  readonly capped: boolean;
  readonly enough: () => boolean;
}

/**
 * The service closes connections that are idle for 10 s, as all seem to be if the machine stalls
 * for so long.
 */
const IDLE_MS = 8000;

const MOST_FAILURES = 20;
const MOST_LATENCIES = 20_000;

/** An empty tally, for `releases` releases. */
export function emptyTally(releases: number): Tally {
  const byRelease = new Array<number>(releases).fill(0);
  return {
    requests: 0,
    credits: 0,
    uncertain: 0,
    refused: 0,
    byRelease,
    failures: [],
    failed: 0,
    waiting: new Map(),
    latencies: [],
  };
}

/**
 * Loads a service with clients of one connection each, which check every answer, until `enough`.
 */
export async function load(options: LoadOptions, tally: Tally): Promise<void> {
  const pace = pacer(options.rate);
  await Promise.all(Array.from({ length: options.connections }, (_, i) => runClient(options, tally, pace, i)));
}

async function runClient(options: LoadOptions, tally: Tally, pace: () => Promise<void>, first: number): Promise<void> {
  const { expected, served, enough } = options;
  let client = new Client(options.port);
  let active = performance.now();
  // Steps of a prime go through all requests, from another start for each client.
  for (let i = first * 97; !enough(); i += 7919) {
    await pace();
    const wanted = expected[i % expected.length];
    const before = served();
    const began = performance.now();
    const key = options.key();
    tally.waiting.set(key, (tally.waiting.get(key) ?? 0) + 1);
    const answer = await client.get(wanted.target, key);
    tally.waiting.set(key, tally.waiting.get(key)! - 1);
    tally.requests++;
    if (tally.latencies.length >= MOST_LATENCIES) tally.latencies.length = 0;
    tally.latencies.push(performance.now() - began);
    const idle = performance.now() - active;
    active = performance.now();
    if (answer === null && idle > IDLE_MS) {
      tally.uncertain += COSTS[wanted.operation];
      client.close();
      client = new Client(options.port);
      continue;
    }
    const fault = answer === null ? 'the connection was closed' : check(options, tally, wanted, answer, before);
    if (fault === null) continue;
    tally.failed++;
    if (tally.failures.length < MOST_FAILURES) {
      tally.failures.push(`${new Date().toISOString()} ${wanted.target}: ${fault}`);
      process.stdout.write(`${tally.failures.at(-1)}\n`);
    }
    if (answer !== null) continue;
    client.close();
    client = new Client(options.port);
  }
  client.close();
}

/** What is wrong with an answer; null if nothing is. */
function check(
  { served, capped }: LoadOptions,
  tally: Tally,
  wanted: ExpectedAnswers,
  answer: Answer,
  before: ServedNow,
): string | null {
  if (capped && answer.status === 429) {
    tally.refused++;
    return null;
  }
  if (isCharged(answer)) tally.credits += COSTS[wanted.operation];
  const release = releaseOf(wanted, answer.status, answer.body);
  if (release < 0) return `${answer.status} ${answer.body.slice(0, 300)}, which no release answers`;
  if (!wanted.differs) return null;
  tally.byRelease[release]++;
  const now = served();
  return before.release === null || before.since !== now.since || before.release === release
    ? null
    : `an answer of release ${release} while ${before.release} alone was served`;
}

/**
 * Whether an answer was charged: the call was admitted, and the answer is not a failure of the
 * service.
 */
export function isCharged({ status, head }: Answer): boolean {
  return status < 429 && /^x-ratelimit-product:/im.test(head);
}

/** Paces callers to `rate` calls per second. */
function pacer(rate: () => number | null): () => Promise<void> {
  let next = performance.now();
  return async () => {
    const perSecond = rate();
    if (perSecond === null) return;
    const now = performance.now();
    next = Math.max(next + 1000 / perSecond, now - 100);
    if (next > now + 1) await setTimeout(next - now);
  };
}
