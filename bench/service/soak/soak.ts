import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { Postgres } from '../../equipment/postgres-server.ts';
import { type Customer, openCustomer } from './customer.ts';
import { disturb } from './disturbances.ts';
import type { ExpectedAnswers } from './expected-answers.ts';
import { type LoadOptions, load } from './load.ts';
import { swapReleases } from './releases.ts';
import { type Service, startService } from './service.ts';

/** Options of a soak. */
export interface SoakOptions {
  /** The folder for all files. */
  readonly folder: string;
  readonly indexes: readonly string[];
  readonly expected: readonly ExpectedAnswers[];
  readonly minutes: number;
  /** If a number, only swap releases that many times under full load; null for everything. */
  readonly swaps: number | null;
  /** Load as a share of the service's capacity. */
  readonly share: number;
  readonly workers: number;
  readonly postgres: Postgres | null;
}

const CONNECTIONS = 24;
/** Credits of the account that runs out. */
const CAP = 20_000;
const MEASURED_MS = 5000;
/** How long a release may take to leave memory once nobody asks any more, ms. */
const QUIET_MS = 60_000;
/** How much a server's memory may grow from the first quarter to the end, bytes. */
const MOST_GROWTH = 64 * 1024 * 1024;

/** Soaks a service, prints its progress, and returns what was wrong, as sentences. */
export async function soak(options: SoakOptions): Promise<string[]> {
  const { folder, indexes, workers, postgres } = options;
  const dataDir = join(folder, 'data');
  const settings = {
    LETTERBOX_INDEX: indexes[0],
    LETTERBOX_DATA_DIR: dataDir,
    LETTERBOX_WORKERS: String(workers),
    LETTERBOX_PORT: '0',
    LETTERBOX_SLOW_MS: '0',
    LETTERBOX_DRAIN_INTERVAL: '200',
    ...(postgres === null ? {} : { LETTERBOX_DATABASE_URL: await postgres.database() }),
  };
  const service = await startService(settings, join(folder, 'service.log'));
  try {
    const faults = await run(options, service, dataDir);
    await service.stop();
    return faults;
  } finally {
    service.kill();
  }
}

async function run(options: SoakOptions, service: Service, dataDir: string): Promise<string[]> {
  const { indexes, expected, minutes, swaps, share, postgres } = options;
  const uncapped = await openCustomer(service, indexes.length, '--mode', 'uncapped');
  const capped = await openCustomer(service, indexes.length, '--credits', String(CAP), '--mode', 'hard');
  const releases = swapReleases(dataDir, indexes);
  const faults: string[] = [];
  let rate: number | null = null;
  let over = false;
  const loadOf = (who: Customer, more: Partial<LoadOptions>): Promise<void> =>
    load(
      {
        port: service.port,
        key: () => who.key,
        connections: CONNECTIONS,
        expected,
        served: releases.now,
        rate: () => rate,
        capped: false,
        enough: () => over,
        ...more,
      },
      who.tally,
    );
  const loads = [loadOf(uncapped, {})];
  await setTimeout(MEASURED_MS);
  const before = uncapped.tally.requests;
  await setTimeout(MEASURED_MS);
  const capacity = ((uncapped.tally.requests - before) * 1000) / MEASURED_MS;
  say(`${Math.round(capacity)} requests/s at full load, ${CONNECTIONS} connections, ${options.workers} workers`);
  const samples: Memory[] = [];
  const watch = async () => {
    for (let next = performance.now(); !over; await setTimeout(250)) {
      if (performance.now() < next) continue;
      next += Math.max(5000, (minutes * 60_000) / 60);
      const memory = memoryOf(service.pids().server);
      if (memory !== null) samples.push(memory);
      report(uncapped, capped, releases.swaps(), memory);
    }
  };
  const watched = watch();
  if (swaps !== null) for (let i = 0; i < swaps; i++) await releases.swap();
  else {
    rate = capacity * share;
    loads.push(loadOf(capped, { connections: 2, capped: true, rate: () => 50 }));
    const until = performance.now() + minutes * 60_000;
    faults.push(...(await disturb({ service, releases, customers: [uncapped], postgres, until })));
  }
  over = true;
  await Promise.all([...loads, watched]);
  faults.push(...(await settled(service, samples)));
  for (const [name, who] of Object.entries({ uncapped, capped })) faults.push(...(await faultsOf(name, who, service)));
  if (capped.tally.credits > CAP) faults.push(`the capped account was given ${capped.tally.credits} credits of ${CAP}`);
  for (const [release, seen] of uncapped.tally.byRelease.entries())
    if (seen === 0) faults.push(`release ${release} was never seen to answer`);
  const damaged = [
    ...service.logged('server ended'),
    ...service.logged('worker ended'),
    ...service.logged('internal error'),
  ];
  faults.push(...damaged.map((line) => `the service logged ${JSON.stringify(line)}`));
  say(`${releases.swaps()} swaps, ${uncapped.tally.requests} requests, ${uncapped.tally.failed} failed`);
  return faults;
}

/** Waits until what was begun has ended, and returns what has stayed in memory, as sentences. */
async function settled(service: Service, samples: readonly Memory[]): Promise<string[]> {
  const { server } = service.pids();
  const until = performance.now() + QUIET_MS;
  let memory = memoryOf(server);
  if (memory === null) return [];
  while (memory !== null && memory.indexes > 1 && performance.now() < until) {
    await setTimeout(500);
    memory = memoryOf(server);
  }
  const faults: string[] = [];
  if (memory !== null && memory.indexes > 1) faults.push(`${memory.indexes} mappings of indexes are left, expected 1`);
  const early = least(samples.slice(Math.floor(samples.length / 4), Math.ceil(samples.length / 2)));
  const late = least(samples.slice(Math.floor((samples.length * 3) / 4)));
  say(`server: ${megabytes(early)} anonymous in the second quarter, ${megabytes(late)} in the last`);
  if (late > early + MOST_GROWTH) faults.push(`the server has grown from ${megabytes(early)} to ${megabytes(late)}`);
  return faults;
}

/** What is wrong with the answers and the credits of an account, once all of its usage is in the ledger. */
async function faultsOf(name: string, { id, tally }: Customer, service: Service): Promise<string[]> {
  const faults = tally.failures.map((each) => `${name}: ${each}`);
  if (tally.failed > tally.failures.length) faults.push(`${name}: ${tally.failed} failures in all`);
  let written = -1;
  for (const until = performance.now() + QUIET_MS; performance.now() < until; await setTimeout(500)) {
    const rows = await service.admin<{ credits: number }[]>('usage', id);
    written = rows.reduce((sum, { credits }) => sum + credits, 0);
    if (written >= tally.credits) break;
  }
  if (written < tally.credits || written > tally.credits + tally.uncertain)
    faults.push(`${name}: ${written} credits in the ledger, clients were answered for ${tally.credits}`);
  say(`${name}: ${tally.credits} credits seen by clients, ${written} in the ledger`);
  return faults;
}

function report(uncapped: Customer, capped: Customer, swaps: number, memory: Memory | null): void {
  const sorted = [...uncapped.tally.latencies].sort((a, b) => a - b);
  const at = (share: number) => (sorted[Math.floor(sorted.length * share)] ?? 0).toFixed(1);
  say(
    `${uncapped.tally.requests} requests, p50 ${at(0.5)} ms, p99 ${at(0.99)} ms, ${uncapped.tally.failed} failed; ` +
      `capped: ${capped.tally.credits} credits, ${capped.tally.refused} refused; ${swaps} swaps; ` +
      (memory === null
        ? ''
        : `server: ${megabytes(memory.anonymous)} anonymous, ${megabytes(memory.file)} of files, ${memory.indexes} indexes, ${memory.mappings} mappings`),
  );
}

function least(samples: readonly Memory[]): number {
  return samples.length === 0 ? 0 : Math.min(...samples.map(({ anonymous }) => anonymous));
}

function megabytes(bytes: number): string {
  return `${Math.round(bytes / 1024 / 1024)} MiB`;
}

function say(text: string): void {
  process.stdout.write(`${new Date().toISOString().slice(11, 19)} ${text}\n`);
}

/** The memory of a process: bytes, and numbers of mappings. */
interface Memory {
  readonly resident: number;
  /** Of that, what no file backs, which grows if something leaks. */
  readonly anonymous: number;
  /** Of that, pages of files, which other processes may share. */
  readonly file: number;
  /** Mappings of index files. */
  readonly indexes: number;
  /** All mappings. */
  readonly mappings: number;
}

/** The memory of a process on Linux; null on other systems, or if the process is gone. */
function memoryOf(pid: number): Memory | null {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'latin1');
    const bytes = (name: string) => 1024 * Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(status)?.[1] ?? 0);
    const maps = readFileSync(`/proc/${pid}/maps`, 'latin1').trimEnd().split('\n');
    return {
      resident: bytes('VmRSS'),
      anonymous: bytes('RssAnon'),
      file: bytes('RssFile') + bytes('RssShmem'),
      indexes: maps.filter((line) => line.endsWith('.lbx') || line.endsWith('.lbx (deleted)')).length,
      mappings: maps.length,
    };
  } catch {
    return null;
  }
}
