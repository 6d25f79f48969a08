import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { Bench } from 'tinybench';
import { createKey } from '../../../src/service/admission/api-key.ts';
import {
  type CounterFile,
  createCounterFile,
  openCounterFile,
} from '../../../src/service/admission/counters/counter-file.ts';
import {
  addAccount,
  publishAccount,
  publishKey,
  type RecordView,
  recordAt,
  setCurrentMeter,
} from '../../../src/service/admission/counters/directory.ts';
import { MODE, UNLIMITED } from '../../../src/service/admission/counters/layout.ts';
import { type Limit, takeMeter } from '../../../src/service/admission/counters/meter-upkeep.ts';
import { openGate } from '../../../src/service/admission/gate.ts';
import { withUnit } from '../../equipment/figures.ts';
import { benchmark, runBenchmark } from '../../equipment/run-benchmark.ts';

const ACCOUNTS = 10_000;
const MANY = 'one of 10 000 keys in turn';
const LOOPS = 2_000_000;
const BURST = { perSecond: 1e9, size: 1e6 };

await runBenchmark(
  benchmark('bench:gate', 'Nanoseconds per request at the gate: 10 000 accounts with a key each, every plan shape.'),
  async (_, { folder }) => {
    const path = join(folder, 'counters');
    createCounterFile(path);
    const file = openCounterFile(path);
    const add = (name: string, mode: number, burst: typeof BURST | null) => addCustomer(file, name, mode, burst);
    const many = Array.from({ length: ACCOUNTS }, (_, i) => fresh(add(`org_${i}`, i % 3, BURST)));
    const hard = add('hard cap', MODE.HARD_CAP, BURST);
    const soft = add('soft overage', MODE.SOFT_OVERAGE, BURST);
    const uncapped = add('uncapped, no burst limit', MODE.UNCAPPED, null);
    const unknown = createKey();
    const gate = openGate(file, 'address');
    for (const key of many) gate.admit(key, 0);
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
    const rows = bench.tasks.flatMap(({ name, result }) => {
      if (result.state !== 'completed') return [];
      const { p50, mean, p99 } = result.latency;
      return [{ name, cells: [p50, mean, p99].map((milliseconds) => withUnit(milliseconds * 1e6, 'ns')), p50 }];
    });
    const before = process.memoryUsage().heapUsed;
    const started = process.hrtime.bigint();
    for (let i = 0; i < LOOPS; i++) gate.admit(hard, 2);
    const elapsed = Number(process.hrtime.bigint() - started) / LOOPS;
    const grown = (process.memoryUsage().heapUsed - before) / LOOPS;
    return {
      figures: [
        { what: 'deciding on a request: p50', value: rows.find(({ name }) => name === MANY)!.p50 * 1e6, unit: 'ns' },
        { what: 'the same for a hard cap, in a loop: mean', value: elapsed, unit: 'ns' },
      ],
      tables: [
        {
          title: 'Deciding on a request',
          rows: [['request', 'p50', 'mean', 'p99'], ...rows.map(({ name, cells }) => [name, ...cells])],
        },
      ],
      notes: [`The heap grew by ${withUnit(grown, 'bytes')} a request in the loop, which has ${LOOPS} of them.`],
    };
  },
);

/** A new string, as a header is: one whose hash is already computed would flatter the look-up. */
function fresh(key: string): string {
  return Buffer.from(key, 'latin1').toString('latin1');
}

/** Adds an account of that name with a key, and returns the key. */
function addCustomer(file: CounterFile, name: string, mode: number, burst: typeof BURST | null): string {
  const account = addAccount(file, name);
  publishAccount(file, account, { overdue: false, disabled: false, products: ['address'], burst });
  const view = recordAt(file, 'accounts', account);
  const limits = [{ credits: 1e12, elsewhere: 0, resetsAt: Date.UTC(2030, 0, 1) }];
  setCurrentMeter('account', view, meterOf(file, 'account', account, mode, limits));
  const key = createKey();
  const sha256 = createHash('sha256').update(key).digest();
  const prepare = (view: RecordView) =>
    setCurrentMeter('key', view, meterOf(file, 'key', view.record, MODE.UNCAPPED, []));
  publishKey(file, { sha256, account, revoked: false, expiresAt: null, prepare });
  return key;
}

/** Makes a meter without end, and returns its record. */
function meterOf(
  file: CounterFile,
  kind: 'account' | 'key',
  record: number,
  mode: number,
  limits: readonly Limit[],
): number {
  const terms = { lease: record, window: 1, mode, allowance: UNLIMITED, limits, beyond: null };
  return takeMeter(file, { ...terms, owner: { kind, record } }, undefined).record;
}
