import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { hashOfKey } from '../../../src/service/admission/api-key.ts';
import { publishKey, recordAt, setCurrentSlot } from '../../../src/service/admission/counters/directory.ts';
import { MODE, SLOT } from '../../../src/service/admission/counters/layout.ts';
import {
  closeSlot,
  creditsOf,
  repairUsed,
  type Slot,
  slotCounts,
  takeSlot,
  usedCredits,
} from '../../../src/service/admission/counters/slot.ts';
import { takeBack, tallyAt, tallyCounts, tallyUsed } from '../../../src/service/admission/counters/tally.ts';
import { cases } from '../../support/cases.ts';
import { addCustomer, DEFAULT_SLOT, hardCap, newCounterFile, temporaryFolder } from './customer.ts';

const HAMMER = fileURLToPath(new URL('hammer.mjs', import.meta.url));

interface Hammer {
  readonly process: ChildProcessByStdio<null, Readable, null>;
  readonly ready: Promise<void>;
  /** Credits admitted and kept, by the end of the window. */
  readonly admitted: Promise<Record<string, number>>;
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
  const admitted = new Promise<Record<string, number>>((resolve) =>
    child.on('close', () => resolve(JSON.parse(output.split('\n')[1] || '{}'))),
  );
  return { process: child, ready, admitted };
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, n) => total + n, 0);
const used = (slot: Slot): number => Number(usedCredits(slot));

test('§8.4: processes under load use exactly their common hard cap', async () => {
  const file = newCounterFile();
  const { key, slot } = addCustomer(file, hardCap(200_000));
  const hammers = [1, 2, 3].map((seed) => hammer(file.path, key, seed, 1000, 20));
  const admitted = sum(
    (await Promise.all(hammers.map((h) => h.admitted))).flatMap((windows) => Object.values(windows)),
  );
  expect(admitted).toBe(200_000);
  expect(used(slot)).toBe(200_000);
  expect(creditsOf(slotCounts(slot))).toBe(200_000);
});

test("§12.9: processes under load use exactly a key's own cap, also while some of it is taken back for other machines", async () => {
  const file = newCounterFile();
  const CAP = 150_000;
  const caps = { allowance: CAP, dayCap: CAP };
  const { key, slot } = addCustomer(file, { mode: MODE.UNCAPPED, limit: -1 }, {}, caps);
  const tally = tallyAt(file, 0);
  const stop = join(temporaryFolder(), 'stop');
  const hammers = [1, 2, 3].map((seed) => hammer(file.path, key, seed, 1000, 20, stop));
  await Promise.all(hammers.map((h) => h.ready));
  const returned: number[] = [];
  for (let i = 0; i < 20; i++) {
    await setTimeout(5);
    returned.push(takeBack(tally, Math.max(0, CAP - tallyUsed(tally) - (returned.at(-1) ?? 0) - 500)));
  }
  writeFileSync(stop, '');
  const admitted = sum(
    (await Promise.all(hammers.map((h) => h.admitted))).flatMap((windows) => Object.values(windows)),
  );
  expect(admitted + returned.at(-1)!).toBe(CAP);
  expect(tallyUsed(tally)).toBe(admitted);
  expect(tallyCounts(tally)).toEqual(slotCounts(slot));
  expect(used(slot)).toBe(admitted);
});

test('while windows change under load, answers and counts agree', async () => {
  const file = newCounterFile();
  const { key, account, slot } = addCustomer(file, { ...hardCap(1e9), resetsAt: 1000 });
  const hammers = [1, 2].map((seed) => hammer(file.path, key, seed, 1, 20));
  await Promise.all(hammers.map((h) => h.ready));
  const slots = [slot];
  for (let window = 2; window <= 60; window++) {
    await setTimeout(5);
    const terms = { ...DEFAULT_SLOT, ...hardCap(1e9), account, window, resetsAt: window * 1000 };
    const next = takeSlot(file, terms, undefined);
    closeSlot(slots[slots.length - 1], next, 1);
    if (window % 3 !== 0) setCurrentSlot(recordAt(file, 'accounts', account), next.record);
    slots.push(next);
  }
  const sha256 = Buffer.from(hashOfKey(key), 'hex');
  publishKey(file, { sha256, account, revoked: true, expiresAt: null });
  const told = await Promise.all(hammers.map((h) => h.admitted));
  for (const window of slots) {
    const end = new Date(Number(window.i64[window.at64 + SLOT.RESETS])).toISOString();
    expect(used(window)).toBe(sum(told.map((windows) => windows[end] ?? 0)));
    expect(creditsOf(slotCounts(window))).toBe(used(window));
  }
  expect(slots.filter((window) => used(window) > 0).length).toBeGreaterThan(30);
});

test('leases moved under load neither lose nor create credits', async () => {
  const file = newCounterFile();
  const CAP = 300_000;
  const { key, account, slot } = addCustomer(file, hardCap(CAP));
  const stop = join(temporaryFolder(), 'stop');
  const hammers = [1, 2].map((seed) => hammer(file.path, key, seed, 1000, 0, stop));
  await Promise.all(hammers.map((h) => h.ready));
  const slots = [slot];
  let returned = 0;
  for (let i = 0; i < 20; i++) {
    await setTimeout(3);
    const last = slots[slots.length - 1];
    const next = takeSlot(file, { ...DEFAULT_SLOT, account, allowance: null, inherits: 10_000n }, undefined);
    closeSlot(last, next, 1);
    setCurrentSlot(recordAt(file, 'accounts', account), next.record);
    const allowance = (s: Slot) => Number(s.i64[s.at64 + SLOT.ALLOWANCE]);
    returned += allowance(last) - used(last) - allowance(next);
    if (i === 19) Atomics.store(next.i64, next.at64 + SLOT.ALLOWANCE, BigInt(allowance(next) + returned));
    slots.push(next);
  }
  writeFileSync(stop, '');
  const told = await Promise.all(hammers.map((h) => h.admitted));
  expect(sum(told.flatMap((windows) => Object.values(windows)))).toBe(CAP);
  expect(sum(slots.map(used))).toBe(CAP);
});

test('killing a process leaves at most one half-counted request, which is repaired', async () => {
  const file = newCounterFile();
  const { key, slot } = addCustomer(file, hardCap(1e12));
  for (let round = 0; round < cases(4, 8); round++) {
    const hammers = [1, 2].map((seed) => hammer(file.path, key, seed + round, 1, 20));
    await Promise.all(hammers.map((h) => h.ready));
    for (const enough = used(slot) + 250; used(slot) < enough; ) await setTimeout(1);
    await setTimeout(7 * round);
    for (const { process } of hammers) process.kill('SIGKILL');
    await Promise.all(hammers.map((h) => h.admitted));
    const difference = used(slot) - creditsOf(slotCounts(slot));
    expect(difference).toBeGreaterThanOrEqual(0);
    expect(difference).toBeLessThanOrEqual(6);
    repairUsed(slot);
    expect(used(slot)).toBe(creditsOf(slotCounts(slot)));
  }
});
