import { execFileSync } from 'node:child_process';
import {
  closeSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  rmSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { basename, dirname } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { usageByWindow } from '../../../../src/billing/ledger/usage.ts';
import { COSTS, OPERATIONS } from '../../../../src/service/admission/costs.ts';
import { openCounterFile, recordsPerSegment } from '../../../../src/service/admission/counters/counter-file.ts';
import {
  counterVersion,
  HEADER,
  HEADER_BYTES,
  KEY,
  METER,
  meterFields,
  RECORD_BYTES,
  SEGMENT_BYTES,
} from '../../../../src/service/admission/counters/layout.ts';
import { sidecarState } from '../../../../src/service/admission/counters/sidecar-state.ts';
import { isPublished } from '../../../../src/service/admission/serve-counters.ts';
import { cases } from '../../../support/cases.ts';
import { freePlan, openTestLedger, softPlan, sqlitePlace } from '../../ledger/ledgers.ts';
import { newCustomer, newMachine, spend, TestClock } from '../support/machine.ts';

const [AUTOCOMPLETE, ENRICH] = [0, 2];
const CAP = 20_000;

/** A machine with a capped and an uncapped customer, some of whose use is in the ledger and some only in the counter file. No server runs. */
async function start() {
  const place = await sqlitePlace();
  const ledger = await openTestLedger(place);
  const clock = new TestClock();
  const customers = [await newCustomer(ledger, freePlan(CAP), clock), await newCustomer(ledger, softPlan(100), clock)];
  const machine = newMachine(place, clock, 'one');
  await machine.sidecar.tick(true);
  const spent = customers.map(({ key }) => spend(machine.gate(), key, ENRICH, 40));
  await machine.sidecar.tick(true);
  const recorded = [...spent];
  for (const [i, { key }] of customers.entries()) spent[i] += spend(machine.gate(), key, AUTOCOMPLETE, 25);
  const used = async () => Promise.all(customers.map(async ({ id }) => (await usageByWindow(ledger, id)).get(1) ?? 0));
  const rounds = async (count: number) => {
    for (let i = 0; i < count; i++) {
      clock.pass(20_000);
      await machine.sidecar.tick(true);
    }
  };
  const events = (kind: string) => machine.events.filter((event) => event.kind === kind);
  return { clock, customers, machine, spent, recorded, used, rounds, events };
}

function flip(path: string, at: number, bits: number): void {
  const file = openSync(path, 'r+');
  const byte = Buffer.alloc(1);
  readSync(file, byte, 0, 1, at);
  byte[0] ^= bits;
  writeSync(file, byte, 0, 1, at);
  closeSync(file);
}

/** Changes a file's version to that of a program which counts an operation more. */
function writeOtherVersion(path: string): void {
  const operations = [...OPERATIONS, 'locate'];
  const version = counterVersion({ operations, costs: [...COSTS, 1], fields: [meterFields(operations)] });
  const bytes = Buffer.alloc(4);
  bytes.writeInt32LE(version);
  const file = openSync(path, 'r+');
  writeSync(file, bytes, 0, 4, 4 * HEADER.VERSION);
  closeSync(file);
}

const segment = (n: number) => HEADER_BYTES + n * SEGMENT_BYTES;
/** The bytes of a new file that mean something. */
const anyByte = fc.oneof(
  fc.integer({ min: 0, max: 127 }),
  fc.integer({ min: HEADER.PRODUCT_NAMES_BYTE, max: HEADER.PRODUCT_NAMES_BYTE + 63 }),
  fc.integer({ min: HEADER.KINDS_BYTE, max: HEADER.KINDS_BYTE + 3 }),
  fc.integer({ min: 0, max: 2 * RECORD_BYTES.keys - 1 }).map((at) => segment(1) + at),
  fc.integer({ min: 0, max: 2 * RECORD_BYTES.accounts - 1 }).map((at) => segment(2) + at),
  fc.integer({ min: 0, max: 4 * RECORD_BYTES.meters - 1 }).map((at) => segment(3) + at),
);

test('damage to any byte of the counter file overbills nobody, and every account is served again', async () => {
  await fc.assert(
    fc.asyncProperty(anyByte, fc.integer({ min: 1, max: 255 }), async (at, bits) => {
      const { customers, machine, spent, recorded, used, rounds, events } = await start();
      flip(machine.counters, at, bits);
      machine.restart();
      await rounds(4);
      const after = await used();
      for (const [i, credits] of after.entries()) {
        expect(credits).toBeLessThanOrEqual(spent[i]);
        expect(credits).toBeGreaterThanOrEqual(recorded[i]);
      }
      expect(events('ledger-away').length).toBeLessThanOrEqual(1);
      machine.reopen();
      for (const { key } of customers) expect(machine.gate().admit(key, ENRICH).admitted).toBe(true);
      await rounds(1);
      expect(await used()).toEqual(after.map((credits) => credits + 3));
      const rest = spend(machine.gate(), customers[0].key, ENRICH, CAP);
      expect(after[0] + 3 + rest).toBeLessThanOrEqual(CAP);
      expect(after[0] + 3 + rest).toBeGreaterThan(CAP - 3 - spent[0]);
    }),
    {
      numRuns: cases(12, 100),
      examples: [
        [segment(3) + 8 * METER.CHARGED + 3, 0xf0],
        [segment(3) + 8 * (METER.CHARGED + ENRICH) + 7, 0x80],
        [segment(3) + 7, 0x80],
        [segment(3) + 8 * METER.ALLOWANCE + 4, 1],
        [segment(2) + 4 * 6, 0xff],
        [segment(1), 1],
        [segment(1) + 4 * 8, 1],
        [segment(1) + 4 * KEY.ACCOUNT, 1],
        [segment(1) + 4 * KEY.ACCOUNT + 2, 1],
        [4 * HEADER.ACCOUNTS, 3],
        [HEADER.KINDS_BYTE, 1],
        [9, 1],
        [11, 0x80],
      ],
    },
  );
});

test.each([
  ['truncated', (path: string) => truncateSync(path, HEADER_BYTES + SEGMENT_BYTES + 17)],
  ['emptied', (path: string) => truncateSync(path, 0)],
  ['replaced by something else', (path: string) => writeFileSync(path, 'something else altogether')],
  ['made by a program with one operation more', writeOtherVersion],
] as const)('a counter file that was %s is put aside, and one is made anew from the ledger', async (_what, damage) => {
  const { customers, machine, recorded, used, rounds, events } = await start();
  expect(isPublished(machine.counters)).toBe(true);
  damage(machine.counters);
  expect(isPublished(machine.counters)).toBe(false);
  const damaged = readFileSync(machine.counters);
  machine.restart();
  await rounds(3);
  const reason = events('counters-created')
    .map((event) => 'reason' in event && event.reason)
    .at(-1);
  expect(reason).toMatch(/not a counter file|truncated|layout version \d+, this program counts in version \d+/);
  const aside = readdirSync(dirname(machine.counters)).find((name) => name.endsWith('.lost'));
  expect(readFileSync(`${dirname(machine.counters)}/${aside}`).equals(damaged)).toBe(true);
  expect(aside?.startsWith(basename(machine.counters))).toBe(true);
  machine.reopen();
  for (const { key } of customers) expect(machine.gate().admit(key, ENRICH).admitted).toBe(true);
  await rounds(1);
  expect(await used()).toEqual(recorded.map((credits) => credits + 3));
});

test.each([
  ['pipe', (path: string) => execFileSync('mkfifo', [path])],
  ['folder', (path: string) => mkdirSync(path)],
] as const)('a %s in the place of the counter file is waited for by nobody, and put aside', async (what, make) => {
  const { machine, recorded, used, rounds, events } = await start();
  rmSync(machine.counters);
  make(machine.counters);
  expect(isPublished(machine.counters)).toBe(false);
  machine.restart();
  await rounds(3);
  const reason = events('counters-created')
    .map((event) => 'reason' in event && event.reason)
    .at(-1);
  expect(reason).toMatch(new RegExp(`not a counter file: it is a ${what}`));
  expect(isPublished(machine.counters)).toBe(true);
  expect(await used()).toEqual(recorded);
});

test('a counter file of another version is left as it is while a server counts in it', async () => {
  const { customers, machine, recorded, used, rounds, events } = await start();
  const server = openCounterFile(machine.counters);
  expect(server.lock('shared')).toBe(true);
  writeOtherVersion(machine.counters);
  const before = readFileSync(machine.counters);
  machine.restart();
  await rounds(1);
  const away = events('ledger-away').map((event) => 'reason' in event && event.reason);
  expect(away).toEqual([expect.stringMatching(/this program counts in version \d+; a server of that version counts/)]);
  expect(readFileSync(machine.counters).equals(before)).toBe(true);
  server.close();
  await rounds(3);
  expect(events('counters-created')).toHaveLength(2);
  expect(await used()).toEqual(recorded);
  machine.reopen();
  for (const { key } of customers) expect(machine.gate().admit(key, ENRICH).admitted).toBe(true);
});

test('a counter damaged while in use is quarantined, and its counts are logged', async () => {
  const { clock, customers, machine, recorded, used, rounds, events } = await start();
  const file = openCounterFile(machine.counters);
  for (const [record, word, value] of [
    [0, METER.CHARGED, 15_900_000n],
    [1, METER.CHARGED + ENRICH, -42_000_000_000n],
  ] as const) {
    const { i64 } = file.segment('meters', Math.floor(record / recordsPerSegment('meters')));
    Atomics.add(i64, (record * RECORD_BYTES.meters) / 8 + word, value);
  }
  await rounds(2);
  expect(events('counter-damaged')).toMatchObject(
    customers.map(({ id }, i) => ({ account: id, recorded: recorded[i], reason: expect.stringMatching(/counts/) })),
  );
  expect(sidecarState(file, clock.now()).quarantined).toBe(2);
  expect(await used()).toEqual(recorded);
  for (const { key } of customers) expect(machine.gate().admit(key, ENRICH).admitted).toBe(true);
  await rounds(1);
  expect(await used()).toEqual(recorded.map((credits) => credits + 3));
  expect(events('ledger-away')).toEqual([]);
  file.close();
});
