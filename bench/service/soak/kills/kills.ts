import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { Postgres } from '../../../equipment/postgres-server.ts';
import { Client } from '../client.ts';
import { UNLIMITED } from '../customer.ts';
import type { ExpectedAnswers } from '../expected-answers.ts';
import { type Service, startService } from '../service.ts';
import { emptyKillTally, type KillTally, loadThroughKills } from './load.ts';
import { victims } from './victims.ts';

/** What is killed, and how often. */
export interface KillSoakOptions {
  /** The folder for all files. */
  readonly folder: string;
  readonly indexes: readonly string[];
  readonly expected: readonly ExpectedAnswers[];
  readonly kills: number;
  readonly workers: number;
  readonly postgres: Postgres | null;
}

/** An account in use while processes are killed. */
interface Account {
  readonly name: string;
  readonly id: string;
  readonly key: string;
  readonly cap: number;
  readonly tally: KillTally;
}

/** Credits of the account that runs out, and of the one that does not. */
const SMALL = 30_000;
const LARGE = 1_000_000_000;
/** The longest pause between two kills, ms. */
const MOST_PAUSE_MS = 400;
/** How long usage may take to reach the ledger after the last kill, ms. */
const QUIET_MS = 60_000;
const REPORTED_KILLS = 50;

/**
 * Kills the processes of a service under a load of single calls and batches, while releases are
 * activated and services replaced; prints its progress and returns what was wrong, as sentences: an
 * answer that no release gives, a cap that is exceeded, a credit too many or too few.
 */
export async function soakKills(options: KillSoakOptions): Promise<string[]> {
  const { folder, indexes, expected, kills, workers, postgres } = options;
  const dataDir = join(folder, 'data');
  const databaseUrl = await postgres?.database();
  let count = 0;
  const startAt = (port: number): Promise<Service> =>
    startService(
      {
        LETTERBOX_INDEX: indexes[0],
        LETTERBOX_DATA_DIR: dataDir,
        LETTERBOX_WORKERS: String(workers),
        LETTERBOX_PORT: String(port),
        LETTERBOX_TAKEN_PORT: 'share',
        LETTERBOX_DRAIN_INTERVAL: '200',
        ...(databaseUrl === undefined ? {} : { LETTERBOX_DATABASE_URL: databaseUrl }),
      },
      join(folder, `service-${++count}.log`),
    );
  const first = await startAt(0);
  const { port } = first;
  const random = () => Math.random();
  const running = victims({ first, dataDir, indexes, follow: () => startAt(port), random });
  try {
    const accounts = [await openAccount('large', LARGE, first), await openAccount('small', SMALL, first)];
    let over = false;
    const loads = accounts.map(({ key, tally, cap }) =>
      loadThroughKills(
        {
          port,
          key,
          expected,
          clients: cap === SMALL ? 1 : 6,
          batchClients: cap === SMALL ? 1 : 2,
          enough: () => over,
        },
        tally,
      ),
    );
    for (let reported = 0; running.kills < kills; ) {
      // Often before it is back.
      if (random() < 0.7) await untilReady(port);
      await setTimeout(random() * MOST_PAUSE_MS);
      await running.next();
      if (running.kills < reported + REPORTED_KILLS) continue;
      reported = running.kills;
      say(`${running.kills} kills, ${accounts.map(({ name, tally }) => `${name}: ${tellOf(tally)}`).join('; ')}`);
    }
    over = true;
    await Promise.all(loads);
    await untilReady(port);
    const faults: string[] = [];
    for (const account of accounts) faults.push(...(await faultsOf(account, running.service())));
    await running.service().stop();
    const done = [...running.done].map(([name, times]) => `${name} ${times}`).join(', ');
    say(`${running.kills} kills (${done}) on ${postgres === null ? 'SQLite' : 'PostgreSQL'}`);
    return faults;
  } finally {
    running.service().kill();
  }
}

async function openAccount(name: string, cap: number, service: Service): Promise<Account> {
  const terms = ['--credits', String(cap), '--mode', 'hard', ...UNLIMITED];
  const { id } = await service.admin<{ id: string }>('accounts', 'create', '--name', name, ...terms);
  const { key } = await service.admin<{ key: string }>('keys', 'create', id);
  const tally = emptyKillTally();
  const client = new Client(service.port);
  // A key is known once the sidecar has published it; an answer without parameters is charged.
  for (;;) {
    const answer = await client.get('/v1/address/lookup/postcode', key);
    if (answer === null) throw new Error('the connection was closed before anything was killed');
    if (answer.status !== 401) break;
    await setTimeout(50);
  }
  client.close();
  tally.credits++;
  return { name, id, key, cap, tally };
}

async function untilReady(port: number): Promise<void> {
  for (const until = performance.now() + QUIET_MS; performance.now() < until; await setTimeout(20)) {
    const response = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => null);
    if (response?.status === 200) return;
  }
  throw new Error(`the service is not ready ${QUIET_MS / 1000} s after a kill`);
}

async function faultsOf({ name, id, cap, tally }: Account, service: Service): Promise<string[]> {
  const faults = tally.failures.map((each) => `${name}: ${each}`);
  const written = async () => {
    const rows = await service.admin<{ credits: number }[]>('usage', id);
    return rows.reduce((sum, { credits }) => sum + credits, 0);
  };
  let inLedger = await written();
  for (const until = performance.now() + QUIET_MS; inLedger < tally.credits && performance.now() < until; ) {
    await setTimeout(500);
    inLedger = await written();
  }
  await setTimeout(1000);
  inLedger = await written();
  say(`${name}: ${tellOf(tally)}; ${inLedger} credits in the ledger`);
  if (inLedger < tally.credits) faults.push(`${name}: ${tally.credits - inLedger} credits are lost`);
  if (inLedger > tally.credits + tally.uncertain)
    faults.push(`${name}: ${inLedger - tally.credits - tally.uncertain} credits too many in the ledger`);
  if (inLedger > cap) faults.push(`${name}: ${inLedger} credits used of ${cap}`);
  if (tally.refused > 0 && cap === LARGE) faults.push(`${name}: ${tally.refused} false QUOTA_EXCEEDED`);
  return faults;
}

function tellOf({ answers, batches, unanswered, credits, uncertain, limited, refused }: KillTally): string {
  return (
    `${answers} answers, ${batches} batches, ${credits} credits; ${unanswered} unanswered of ${uncertain} credits at most; ` +
    `${limited} limited, ${refused} refused`
  );
}

function say(text: string): void {
  process.stdout.write(`${new Date().toISOString().slice(11, 19)} ${text}\n`);
}
