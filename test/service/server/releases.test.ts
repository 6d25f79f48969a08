import { copyFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ReleaseOrder } from '../../../src/service/http/release-switch.ts';
import type { SupervisorMessage } from '../../../src/service/http/serve.ts';
import { openReleases, type Releases } from '../../../src/service/server/releases/releases.ts';
import { createLog } from '../../../src/service/telemetry/log.ts';
import { newFolder, sampleIndex } from '../../support/shared-releases.ts';

const WORKERS = 3;

/** What a worker does with an order. */
const conduct = fc.constantFrom('obey', 'refuse', 'die', 'be away');

/** A server's workers as its releases see them, whose conduct is given order by order. */
function fakeWorkers(conducts: readonly string[]) {
  let at = 0;
  let releases: Releases;
  const away = new Set<number>();
  /** By worker, the numbers of the releases that it has open. */
  const open = new Map<number, Set<number>>();
  const report = (worker: number, kind: 'opened' | 'serving' | 'released', number: number) =>
    setImmediate(() => {
      if (away.has(worker)) return;
      if (kind === 'released') open.get(worker)!.delete(number);
      releases.report(worker, { kind, number });
    });
  const start = (worker: number) => {
    away.delete(worker);
    open.set(worker, new Set([releases.startOn(worker).number]));
  };
  const die = (worker: number) => {
    away.add(worker);
    open.get(worker)!.clear();
    setImmediate(() => {
      releases.ended(worker);
      setImmediate(() => start(worker));
    });
  };
  const tell = (worker: number, order: ReleaseOrder | SupervisorMessage): boolean => {
    if (away.has(worker)) return false;
    if (order.kind === 'drain') return true;
    if (order.kind === 'stop') {
      die(worker);
      return true;
    }
    if (order.kind === 'drop') {
      report(worker, 'released', order.number);
      return true;
    }
    const does = conducts[at++ % conducts.length];
    const number = order.kind === 'open' ? order.release.number : order.number;
    if (does === 'be away' || does === 'die') {
      die(worker);
      return does === 'die';
    }
    if (order.kind === 'open') {
      open.get(worker)!.add(number);
      if (does === 'obey') report(worker, 'opened', number);
      else setImmediate(() => releases.report(worker, { kind: 'not opened', number, reason: 'told to' }));
      return true;
    }
    report(worker, 'serving', number);
    for (const other of open.get(worker)!) if (other !== number) report(worker, 'released', other);
    return true;
  };
  return {
    tell,
    open,
    run(opened: Releases) {
      releases = opened;
      for (let worker = 1; worker <= WORKERS; worker++) start(worker);
    },
  };
}

describe('releases', () => {
  it.runIf(process.platform === 'linux')(
    'stay mapped exactly as long as a worker has them open, whatever workers do',
    async () => {
      // A file of its own: what other tests of this process have mapped comes and goes.
      const path = join(newFolder(), 'own.lbx');
      copyFileSync(sampleIndex(), path);
      const mapped = () => readFileSync('/proc/self/maps', 'latin1').split(path).length - 1;
      // Referred to until the end: the mapping of one that is garbage is undone.
      const opened: unknown[] = [];
      await fc.assert(
        fc.asyncProperty(fc.array(conduct, { minLength: 1, maxLength: 12 }), async (conducts) => {
          const workers = fakeWorkers(conducts);
          const releases = openReleases(path, WORKERS, false, null, workers.tell, createLog('silent', {}));
          workers.run(releases);
          for (let i = 0; i < 3; i++) {
            const served = releases.current();
            const next = await releases.activate(path, 0).catch((error: Error) => error);
            if (next instanceof Error) expect([next.message, releases.current()]).toEqual(['told to', served]);
            else expect(releases.current()).toBe(next);
            const holding = [...workers.open.values()].flatMap((numbers) => [...numbers]);
            expect(mapped() - opened.length).toBeGreaterThanOrEqual(new Set(holding).size);
          }
          // What is on its way arrives.
          for (let i = 0; i < 6; i++) await new Promise(setImmediate);
          opened.push(releases);
          expect(mapped()).toBe(opened.length);
          const { number } = releases.current();
          expect([...workers.open.values()].map((numbers) => [...numbers])).toEqual(Array(WORKERS).fill([number]));
        }),
        { numRuns: 10 },
      );
    },
  );
});
