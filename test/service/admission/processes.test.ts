import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { expect, test } from 'vitest';
import { hashOfKey } from '../../../src/service/admission/api-key.ts';
import { publishKey, recordAt, setCurrentMeter } from '../../../src/service/admission/counters/directory.ts';
import { MODE } from '../../../src/service/admission/counters/layout.ts';
import {
  creditsLeft,
  creditsOf,
  heldCredits,
  meterCounts,
  resetsOf,
  usedCredits,
} from '../../../src/service/admission/counters/meter.ts';
import {
  addAllowance,
  closeMeter,
  repairMeter,
  takeBack,
} from '../../../src/service/admission/counters/meter-upkeep.ts';
import { cases } from '../../support/cases.ts';
import { addCustomer, hardCap, newCounterFile, newMeter, temporaryFolder } from './customer.ts';

const CLOCK = new URL('../../../dist/src/service/admission/clock.js', import.meta.url).href;

/** A thread of its own says how far its steady clock is from the machine's, nanoseconds, at the reading that tells it best. */
const THREAD = fileURLToPath(new URL('clock-thread.mjs', import.meta.url));

test('the steady clocks of threads that start at once are the same', async () => {
  const threads = Array.from({ length: 4 }, () => new Worker(THREAD, { workerData: CLOCK }));
  const off = await Promise.all(threads.map(async (thread): Promise<number> => (await once(thread, 'message'))[0]));
  expect(Math.max(...off.map(Math.abs))).toBeLessThan(100_000);
});

const HAMMER = fileURLToPath(new URL('hammer.mjs', import.meta.url));

interface Hammer {
  readonly process: ChildProcessByStdio<null, Readable, null>;
  readonly ready: Promise<void>;
  /** Credits admitted and kept, by the end of the window. */
  readonly admitted: Promise<Record<string, number>>;
  /** How often the account's quota was said to be exceeded. */
  readonly exceeded: Promise<number>;
}

/** Starts a process that hammers a key until `refusals` refusals in a row, and until the file `stop` is there where one is named. */
function hammer(path: string, key: string, seed: number, refusals: number, failing: number, stop = ''): Hammer {
  const settings = [path, key, seed, refusals, failing, stop].map(String);
  const child = spawn(process.execPath, [HAMMER, ...settings], { stdio: ['ignore', 'pipe', 'inherit'] });
  let output = '';
  let markReady: () => void;
  const ready = new Promise<void>((resolve) => {
    markReady = resolve;
  });
  child.stdout.on('data', (bytes: Buffer) => {
    output += bytes.toString();
    if (output.includes('ready\n')) markReady();
  });
  const told = new Promise<{ admitted?: Record<string, number>; exceeded?: number }>((resolve) =>
    child.on('close', () => resolve(JSON.parse(output.split('\n')[1] || '{}'))),
  );
  const admitted = told.then(({ admitted = {} }) => admitted);
  return { process: child, ready, admitted, exceeded: told.then(({ exceeded = 0 }) => exceeded) };
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, n) => total + n, 0);

test('§8.4: processes under load use exactly their common hard cap', async () => {
  const file = newCounterFile();
  const { key, meter } = addCustomer(file, hardCap(200_000));
  const hammers = [1, 2, 3].map((seed) => hammer(file.path, key, seed, 1000, 20));
  const admitted = sum(
    (await Promise.all(hammers.map((h) => h.admitted))).flatMap((windows) => Object.values(windows)),
  );
  expect(admitted).toBe(200_000);
  expect(usedCredits(meter)).toBe(200_000);
  expect(creditsOf(meterCounts(meter))).toBe(200_000);
});

test("§12.9: processes under load use exactly a key's own cap, also while some of it is taken back for other machines", async () => {
  const file = newCounterFile();
  const CAP = 150_000;
  const caps = { allowance: BigInt(CAP), dayCap: CAP };
  const { key, meter, keyMeter } = addCustomer(file, { mode: MODE.UNCAPPED, limit: -1 }, {}, caps);
  takeBack(keyMeter, CAP - 10_000);
  const stop = join(temporaryFolder(), 'stop');
  const hammers = [1, 2, 3].map((seed) => hammer(file.path, key, seed, 1000, 20, stop));
  await Promise.all(hammers.map((h) => h.ready));
  for (let i = 0; i < 20; i++) {
    await setTimeout(5);
    takeBack(keyMeter, Math.max(0, creditsLeft(keyMeter) - 500));
  }
  writeFileSync(stop, '');
  const admitted = sum(
    (await Promise.all(hammers.map((h) => h.admitted))).flatMap((windows) => Object.values(windows)),
  );
  expect(heldCredits(keyMeter)).toBeLessThanOrEqual(CAP - 10_000);
  expect(admitted).toBe(heldCredits(keyMeter));
  expect(usedCredits(keyMeter)).toBe(admitted);
  expect(meterCounts(keyMeter)).toEqual(meterCounts(meter));
  expect(usedCredits(meter)).toBe(admitted);
});

test('while windows change under load, answers and counts agree', async () => {
  const file = newCounterFile();
  const { key, account, meter } = addCustomer(file, { ...hardCap(1e9), resetsAt: 1000 });
  const hammers = [1, 2].map((seed) => hammer(file.path, key, seed, 1, 20));
  await Promise.all(hammers.map((h) => h.ready));
  const meters = [meter];
  for (let window = 2; window <= 60; window++) {
    // On a busy machine the processes may not get to run in 5 ms.
    for (let waited = 0; waited < 40 && (waited === 0 || usedCredits(meters.at(-1)!) === 0); waited++)
      await setTimeout(5);
    const next = newMeter(file, { ...hardCap(1e9), account, window, resetsAt: window * 1000 });
    closeMeter(meters[meters.length - 1], next, 1);
    if (window % 3 !== 0) setCurrentMeter('account', recordAt(file, 'accounts', account), next.record);
    meters.push(next);
  }
  const sha256 = Buffer.from(hashOfKey(key), 'hex');
  publishKey(file, { sha256, account, revoked: true, expiresAt: null });
  const told = await Promise.all(hammers.map((h) => h.admitted));
  for (const window of meters) {
    const end = new Date(resetsOf(window)).toISOString();
    expect(usedCredits(window)).toBe(sum(told.map((windows) => windows[end] ?? 0)));
    expect(creditsOf(meterCounts(window))).toBe(usedCredits(window));
  }
  expect(meters.filter((window) => usedCredits(window) > 0).length).toBeGreaterThan(30);
});

test('credits that an account gives up and gets under load are neither lost nor created, and never count as used', async () => {
  const file = newCounterFile();
  const { key, meter } = addCustomer(file, { ...hardCap(1000), limit: 300_000 });
  const stop = join(temporaryFolder(), 'stop');
  const hammers = [1, 2].map((seed) => hammer(file.path, key, seed, 1000, 0, stop));
  await Promise.all(hammers.map((h) => h.ready));
  for (let i = 0; i < 60; i++) {
    addAllowance(meter, 4000);
    await setTimeout(i % 3);
    takeBack(meter, i % 2 === 0 ? 0 : 200);
  }
  writeFileSync(stop, '');
  const told = await Promise.all(hammers.map((h) => h.admitted));
  const held = heldCredits(meter);
  expect(held).toBeLessThan(300_000);
  expect(sum(told.flatMap((windows) => Object.values(windows)))).toBe(held);
  expect([usedCredits(meter), creditsOf(meterCounts(meter))]).toEqual([held, held]);
  // The account has credits left all the time: only this machine has none.
  expect(await Promise.all(hammers.map((h) => h.exceeded))).toEqual([0, 0]);
});

test('killing a process leaves at most one half-counted request, which is repaired', async () => {
  const file = newCounterFile();
  const { key, meter } = addCustomer(file, hardCap(1e12));
  for (let round = 0; round < cases(4, 8); round++) {
    const hammers = [1, 2].map((seed) => hammer(file.path, key, seed + round, 1, 20));
    await Promise.all(hammers.map((h) => h.ready));
    for (const enough = usedCredits(meter) + 250; usedCredits(meter) < enough; ) await setTimeout(1);
    await setTimeout(7 * round);
    for (const { process } of hammers) process.kill('SIGKILL');
    await Promise.all(hammers.map((h) => h.admitted));
    const difference = usedCredits(meter) - creditsOf(meterCounts(meter));
    expect(difference).toBeGreaterThanOrEqual(0);
    expect(difference).toBeLessThanOrEqual(6);
    repairMeter(meter);
    expect(usedCredits(meter)).toBe(creditsOf(meterCounts(meter)));
  }
});
