import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import { COSTS, OPERATIONS } from '../../../../src/service/admission/costs.ts';
import { Client } from '../client.ts';
import { type ExpectedAnswers, releaseOf } from '../expected-answers.ts';
import { isCharged } from '../load.ts';

/** What clients of an account have seen while the service's processes were killed. */
export interface KillTally {
  answers: number;
  batches: number;
  /** Requests that were sent and not answered. */
  unanswered: number;
  /** Credits of answered requests. */
  credits: number;
  /** Credits of requests that were sent and not answered: they may have been charged or not. */
  uncertain: number;
  /** Requests refused for want of a lease (`RATE_LIMITED`). */
  limited: number;
  /** Requests refused for want of credits (`QUOTA_EXCEEDED`). */
  refused: number;
  /** The first failures, as sentences. */
  readonly failures: string[];
}

/** How an account is used. */
export interface KillLoad {
  readonly port: number;
  readonly key: string;
  /** Clients that send single calls, and clients that send batches. */
  readonly clients: number;
  readonly batchClients: number;
  readonly expected: readonly ExpectedAnswers[];
  readonly enough: () => boolean;
}

const MOST_FAILURES = 20;
/** How long to wait after a refused connection before trying another, ms. */
const PAUSE_MS = 5;
const BATCH_QUERIES = 25;
const KEPT_CONNECTIONS = new Agent({ keepAlive: true });
const VALIDATE_COST = COSTS[OPERATIONS.indexOf('validate')];

/** An empty tally. */
export function emptyKillTally(): KillTally {
  return { answers: 0, batches: 0, unanswered: 0, credits: 0, uncertain: 0, limited: 0, refused: 0, failures: [] };
}

/**
 * Sends requests until `enough`; counts those not answered, and records wrong answers as failures.
 */
export async function loadThroughKills(load: KillLoad, tally: KillTally): Promise<void> {
  await Promise.all([
    ...Array.from({ length: load.clients }, (_, i) => ask(load, tally, i * 97)),
    ...Array.from({ length: load.batchClients }, (_, i) => askInBatches(load, tally, i * 89)),
  ]);
}

async function ask({ port, key, expected, enough }: KillLoad, tally: KillTally, first: number): Promise<void> {
  let client = new Client(port);
  for (let i = first; !enough(); i += 7919) {
    const wanted = expected[i % expected.length];
    const answer = await client.get(wanted.target, key);
    if (answer === null) {
      if (client.connected) {
        tally.unanswered++;
        tally.uncertain += COSTS[wanted.operation];
      } else await setTimeout(PAUSE_MS);
      client.close();
      client = new Client(port);
      continue;
    }
    tally.answers++;
    if (isCharged(answer)) tally.credits += COSTS[wanted.operation];
    if (answer.status === 429) noteRefusal(tally, answer.body);
    else if (releaseOf(wanted, answer.status, answer.body) < 0)
      fail(tally, `${wanted.target}: ${answer.status} ${answer.body.slice(0, 200)}, which no release answers`);
    if (!/^connection: close/im.test(answer.head)) continue;
    client.close();
    client = new Client(port);
  }
  client.close();
}

async function askInBatches(load: KillLoad, tally: KillTally, first: number): Promise<void> {
  const { port, key, expected, enough } = load;
  const wanted = expected.filter(({ target }) => target.startsWith('/v1/address/validate?'));
  const queries = wanted.map(({ target }) => Object.fromEntries(new URL(target, 'http://a').searchParams));
  for (let i = first; !enough(); i += BATCH_QUERIES) {
    const body = JSON.stringify(Array.from({ length: BATCH_QUERIES }, (_, n) => queries[(i + n) % queries.length]));
    const answer = await post(`http://127.0.0.1:${port}/v1/address/validate/batch`, key, body);
    if (answer === 'refused') await setTimeout(PAUSE_MS);
    else if (answer === null) {
      tally.unanswered++;
      tally.uncertain += BATCH_QUERIES * VALIDATE_COST;
    } else if (answer.status === 429) noteRefusal(tally, answer.text);
    else if (answer.status !== 200) fail(tally, `a batch: ${answer.status} ${answer.text.slice(0, 200)}`);
    else noteBatch(tally, (JSON.parse(answer.text) as { results: { status: number }[] }).results);
  }
}

/**
 * Null if the connection breaks before the answer is complete; `refused` if there is none. Not by
 * `fetch`, which takes an answer that breaks off behind `Connection: close` for a complete one.
 */
async function post(
  url: string,
  key: string,
  body: string,
): Promise<{ status: number; text: string } | null | 'refused'> {
  const headers = { 'X-Api-Key': key, 'Content-Type': 'application/json' };
  try {
    // An error once the answer has begun is the answer's.
    const asked = request(url, { method: 'POST', headers, agent: KEPT_CONNECTIONS }).on('error', () => {});
    asked.end(body);
    const [response] = (await once(asked, 'response')) as [IncomingMessage];
    return { status: response.statusCode ?? 0, text: await text(response) };
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ECONNREFUSED' ? 'refused' : null;
  }
}

function noteBatch(tally: KillTally, results: readonly { readonly status: number }[]): void {
  tally.batches++;
  tally.answers += results.length;
  const answered = results.filter(({ status }) => status < 429).length;
  tally.credits += answered * VALIDATE_COST;
  tally.limited += results.length - answered;
  if (results.length !== BATCH_QUERIES) fail(tally, `a batch of ${BATCH_QUERIES} has ${results.length} results`);
}

function noteRefusal(tally: KillTally, body: string): void {
  if (body.includes('"QUOTA_EXCEEDED"')) tally.refused++;
  else tally.limited++;
}

function fail({ failures }: KillTally, sentence: string): void {
  if (failures.length < MOST_FAILURES) failures.push(sentence);
}
