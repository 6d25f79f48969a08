import { type ChildProcess, fork } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Histogram } from '../search/histogram.ts';
import type { Prepared } from './material.ts';
import { KINDS, type Kind, type Message, PEER_NAMES, type Round, type Typing } from './peers.ts';

/** What a peer did with one kind of queries. */
export interface Answered {
  readonly histogram: Histogram;
  /** Seconds spent on them. */
  seconds: number;
  /** By group of classes: how many questions were answered, and how many of them correctly. */
  readonly groups: Map<string, { asked: number; right: number }>;
}

/** The results of a peer; `failed` says why there are none. */
export interface Result {
  readonly name: string;
  readonly failed?: string;
  readonly buildSeconds: number;
  readonly diskBytes: number | null;
  memoryBytes: number;
  /**
   * For each line typed letter by letter, the characters until it was listed; null if it never was.
   */
  listedAfter: readonly (number | null)[];
  readonly kinds: Readonly<Record<Kind, Answered>>;
}

/** How long each peer is asked, in seconds. */
export interface Limits {
  readonly build: number;
  /** For each kind of queries, over all rounds. */
  readonly queries: number;
  readonly rounds: number;
  readonly peers: readonly string[];
}

interface Running {
  readonly result: Result;
  readonly child: ChildProcess;
  readonly next: Record<Kind, number>;
}

/** Queries sent in one message: enough that a fast peer does not wait for the parent. */
const BATCH = 2000;

/** Queries that each peer answers before anything is measured, for at most 2 s. */
const WARM_UP = 500;

/**
 * Builds the peers one after the other, then asks them in turns: in each round every peer has the
 * same time for each kind of queries, so that other work on the machine affects all alike. A peer
 * that is slow answers fewer queries of the same list.
 */
export async function measurePeers(
  prepared: Prepared,
  folder: string,
  release: string,
  limits: Limits,
  tell: (line: string) => void,
): Promise<Result[]> {
  const results: Result[] = [];
  const running: Running[] = [];
  const lists: Record<Kind, readonly string[]> = {
    typed: prepared.typed,
    complete: prepared.asked.map(({ q }) => q),
    match: prepared.asked.map(({ q }) => q),
  };
  try {
    for (const name of PEER_NAMES.filter((peer) => limits.peers.includes(peer))) {
      tell(`${name}: building`);
      const started = await start(name, folder, release, limits.build);
      results.push(started.result);
      if (started.child !== null)
        running.push({ result: started.result, child: started.child, next: { typed: 0, complete: 0, match: 0 } });
      tell(`${name}: ${started.result.failed ?? `built in ${started.result.buildSeconds.toFixed(1)} s`}`);
    }
    for (const { child } of running) {
      const warmUp: Round = { kind: 'match', queries: lists.match.slice(-WARM_UP), milliseconds: 2000 };
      child.send(warmUp);
      await next(child, 60);
    }
    const slice = (1000 * limits.queries) / limits.rounds;
    for (let round = 0; round < limits.rounds; round++) {
      tell(`round ${round + 1} of ${limits.rounds}`);
      for (const kind of KINDS) for (const each of running) await turn(each, kind, lists[kind], prepared, slice);
    }
    tell('lines, letter by letter');
    for (const { child, result } of running) {
      const milliseconds = 1000 * limits.queries;
      const typing: Typing = { kind: 'lines', lines: prepared.lettered, milliseconds };
      child.send(typing);
      const message = await next(child, limits.queries + 120);
      if ('listedAfter' in message) result.listedAfter = message.listedAfter;
    }
    for (const { child, result } of running) {
      child.send('memory');
      const message = await next(child, 60);
      if ('memory' in message) result.memoryBytes = message.memory;
    }
  } finally {
    for (const { child } of running) await close(child);
  }
  return results;
}

/** One peer's share of a round. */
async function turn(
  { child, result, next: at }: Running,
  kind: Kind,
  list: readonly string[],
  { asked }: Prepared,
  milliseconds: number,
): Promise<void> {
  const end = performance.now() + milliseconds;
  const into = result.kinds[kind];
  while (at[kind] < list.length && performance.now() < end) {
    const from = at[kind];
    const round: Round = { kind, queries: list.slice(from, from + BATCH), milliseconds: end - performance.now() };
    child.send(round);
    const message = await next(child, milliseconds / 1000 + 120);
    if (!('answered' in message)) throw new Error(`${result.name} did not answer`);
    const { microseconds, first } = message.answered;
    at[kind] += microseconds.length;
    for (let i = 0; i < microseconds.length; i++) {
      into.histogram.record(microseconds[i] * 1000);
      into.seconds += microseconds[i] / 1e6;
      if (kind === 'typed') continue;
      const { group, right } = asked[from + i];
      const counts = into.groups.get(group) ?? { asked: 0, right: 0 };
      into.groups.set(group, counts);
      counts.asked++;
      const found = first[i];
      if (found !== null && right.includes(found)) counts.right++;
    }
  }
}

async function start(
  name: string,
  folder: string,
  release: string,
  seconds: number,
): Promise<{ result: Result; child: ChildProcess | null }> {
  const own = join(folder, name.replaceAll(' ', '-'));
  mkdirSync(own);
  const answered = (): Answered => ({ histogram: new Histogram(), seconds: 0, groups: new Map() });
  const empty = {
    memoryBytes: 0,
    listedAfter: [],
    kinds: { typed: answered(), complete: answered(), match: answered() },
  };
  const child = fork(fileURLToPath(new URL('process.js', import.meta.url)), [name, folder, own, release], {
    execArgv: ['--max-old-space-size=8192', '--expose-gc'],
    detached: true,
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  try {
    const message = await next(child, seconds);
    if (!('built' in message)) throw new Error('it did not say that it was built');
    const { seconds: buildSeconds, diskBytes } = message.built;
    return { result: { name, ...empty, buildSeconds, diskBytes }, child };
  } catch (error) {
    killGroup(child);
    const failed = error instanceof Error ? error.message : String(error);
    return { result: { name, ...empty, failed, buildSeconds: Number.NaN, diskBytes: null }, child: null };
  }
}

/** The next message of a process, which has to come within `seconds`. */
function next(child: ChildProcess, seconds: number): Promise<Message> {
  return new Promise((resolve, reject) => {
    const done = (settle: () => void) => {
      clearTimeout(timer);
      child.off('message', onMessage).off('exit', onExit);
      settle();
    };
    const onMessage = (message: unknown) => done(() => resolve(message as Message));
    const onExit = (status: number | null, signal: string | null) =>
      done(() => reject(new Error(`ended with ${signal ?? `status ${status}`}`)));
    const timer = setTimeout(() => done(() => reject(new Error(`not ready after ${seconds} s`))), seconds * 1000);
    child.on('message', onMessage).on('exit', onExit);
  });
}

/** Kills a process and its descendants. */
function killGroup({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL');
  } catch {
    // All of them have ended already.
  }
}

async function close(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.send('close');
  const timer = setTimeout(() => killGroup(child), 10_000);
  await ended;
  clearTimeout(timer);
}
