import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Command } from 'commander';
import { Bench } from 'tinybench';
import { createKey } from '../../src/admission/api-key.ts';
import { createCounterFile, openCounterFile } from '../../src/admission/counters/counter-file.ts';
import {
  addAccount,
  publishAccount,
  publishKey,
  recordAt,
  setCurrentSlot,
} from '../../src/admission/counters/directory.ts';
import { MODE, UNLIMITED } from '../../src/admission/counters/layout.ts';
import { takeSlot } from '../../src/admission/counters/slot.ts';
import { openGate } from '../../src/admission/gate.ts';
import { type Reporting, report, withUnit } from '../figures.ts';

const reporting = new Command('bench:gate')
  .description(
    'Nanoseconds per request at the gate: 10 000 accounts with a key each, every plan shape; and a first use.',
  )
  .option('--json <file>', 'write the numbers there too')
  .option('--strict', 'end with status 1 where a goal is missed')
  .parse()
  .opts<Reporting>();

const ACCOUNTS = 10_000;
const folder = mkdtempSync(join(tmpdir(), 'letterbox-bench-'));
const path = join(folder, 'counters');
createCounterFile(path);
const file = openCounterFile(path);

function addCustomer(name: string, mode: number, burst: { perSecond: number; size: number } | null): string {
  const account = addAccount(file, name);
  publishAccount(file, account, { overdue: false, disabled: false, products: ['address'], burst });
  const slot = takeSlot(
    file,
    {
      account,
      lease: account,
      window: 1,
      mode,
      allowance: UNLIMITED,
      inherits: 0n,
      limit: 1e12,
      elsewhere: 0,
      resetsAt: Date.UTC(2030, 0, 1),
    },
    undefined,
  );
  setCurrentSlot(recordAt(file, 'accounts', account), slot.record);
  const key = createKey();
  publishKey(file, { sha256: createHash('sha256').update(key).digest(), account, revoked: false, expiresAt: null });
  return key;
}

const burst = { perSecond: 1e9, size: 1e6 };
const keys = Array.from({ length: ACCOUNTS }, (_, i) => addCustomer(`org_${i}`, i % 3, burst));
const hard = addCustomer('hard cap', MODE.HARD_CAP, burst);
const soft = addCustomer('soft overage', MODE.SOFT_OVERAGE, burst);
const uncapped = addCustomer('uncapped, no burst limit', MODE.UNCAPPED, null);
const unknown = createKey();

/** A string of its own, as a header is: one that was hashed before would flatter the look-up. */
const fresh = (key: string): string => Buffer.from(key, 'latin1').toString('latin1');
const many = keys.map(fresh);
const gate = openGate(file, 'address');
for (const key of many) gate.admit(key, 0);

const MANY = 'one of 10 000 keys in turn';
let next = 0;
const bench = new Bench({ time: 1000 });
bench
  .add('nothing (the cost of measuring)', () => next++)
  .add('hard cap', () => gate.admit(hard, 2))
  .add('soft overage', () => gate.admit(soft, 0))
  .add('uncapped, no burst limit', () => gate.admit(uncapped, 0))
  .add('hard cap, header just read', () => gate.admit(fresh(hard), 2))
  .add(MANY, () => gate.admit(many[next++ % ACCOUNTS], 0))
  .add('given back', () => {
    gate.admit(hard, 2);
    gate.giveBack();
  })
  .add('unknown key (SHA-256 each time)', () => gate.admit(unknown, 0))
  .add('mistyped key', () => gate.admit(`${hard.slice(0, -1)}!`, 0));
await bench.run();

process.stdout.write(`Node ${process.version}, ${ACCOUNTS} accounts\n`);
const rows = bench.tasks.flatMap(({ name, result }) => {
  if (result.state !== 'completed') return [];
  const { latency } = result;
  return [{ name, p50: latency.p50 * 1e6, mean: latency.mean * 1e6, p99: latency.p99 * 1e6 }];
});
const ns = (nanoseconds: number) => withUnit(nanoseconds, 'ns');
for (const { name, p50, mean, p99 } of rows)
  process.stdout.write(
    `${name.padEnd(34)} p50 ${ns(p50).padStart(9)}  mean ${ns(mean).padStart(9)}  p99 ${ns(p99).padStart(9)}\n`,
  );
const [typical] = rows.filter(({ name }) => name === MANY);
report(reporting, {
  figures: [{ what: 'deciding on a request: p50', value: typical.p50, unit: 'ns' }],
  tables: [
    {
      title: 'Deciding on a request',
      rows: [
        ['request', 'p50', 'mean', 'p99'],
        ...rows.map(({ name, p50, mean, p99 }) => [name, ns(p50), ns(mean), ns(p99)]),
      ],
    },
  ],
});

const before = process.memoryUsage().heapUsed;
const started = process.hrtime.bigint();
const ROUNDS = 2_000_000;
for (let i = 0; i < ROUNDS; i++) gate.admit(hard, 2);
const elapsed = Number(process.hrtime.bigint() - started) / ROUNDS;
process.stdout.write(
  `in a loop: ${elapsed.toFixed(0)} ns; heap before ${before} and after ${process.memoryUsage().heapUsed} bytes\n`,
);
rmSync(folder, { recursive: true });
