import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Holding } from '../../../../src/billing/credits/sidecar/holding.ts';
import { evenShare, fairShare } from '../../../../src/billing/credits/sidecar/leases/lease-size.ts';
import { look, newWatch } from '../../../../src/billing/credits/sidecar/leases/watch.ts';
import { noCounts } from '../../../../src/billing/ledger/counts.ts';
import { METER } from '../../../../src/service/admission/counters/layout.ts';
import { charge, hasRoom } from '../../../../src/service/admission/counters/meter.ts';
import { hardCap, newCounterFile, newMeter } from '../../../service/admission/customer.ts';
import { inWindow } from '../../ledger/leases.ts';

const SECOND = 1e9;
const LEASE_TIME = 2 * SECOND;
const MACHINES = 3;
const AUTOCOMPLETE = 0;

/** A holding of a window of so many credits, all of which it may use, and what is seen of it from look to look. */
function watched(credits: number) {
  const meter = newMeter(newCounterFile(), hardCap(credits));
  const holding: Holding = {
    lease: 1,
    of: inWindow('acme'),
    meter,
    recorded: noCounts(),
    aheadSince: null,
    worn: false,
    untold: false,
    settledAt: null,
  };
  const watch = newWatch(1);
  return {
    meter,
    use: (here: number, elsewhere: number) => {
      for (let i = 0; i < here; i++) charge(meter, AUTOCOMPLETE);
      Atomics.add(meter.i64, meter.at64 + METER.ELSEWHERE, BigInt(elsewhere));
    },
    look: (at: number) => look(holding, watch, at, LEASE_TIME, MACHINES),
  };
}

test('a share is half an even one, and half by what was used of late: each second it counts for half as much', () => {
  const step = fc.record({ after: fc.integer({ min: 1, max: 3000 }), here: fc.nat(20), elsewhere: fc.nat(20) });
  fc.assert(
    fc.property(fc.nat(20), fc.array(step, { minLength: 1, maxLength: 12 }), (before, steps) => {
      const { use, look } = watched(10_000);
      // What others used before the first look was not used of late.
      use(before, 500);
      look(0);
      let at = 0;
      const uses = [{ at, own: before, all: before }];
      for (const { after, here, elsewhere } of steps) {
        at += after * 1e6;
        uses.push({ at, own: here, all: here + elsewhere });
        use(here, elsewhere);
        const { share, even, remaining, left } = look(at);
        const ofLate = (what: 'own' | 'all') =>
          uses.reduce((sum, each) => sum + each[what] * 0.5 ** ((at - each.at) / SECOND), 0);
        const all = uses.reduce((sum, each) => sum + each.all, 0);
        const own = uses.reduce((sum, each) => sum + each.own, 0);
        expect([remaining, left]).toEqual([10_000 - 500 - all, 10_000 - own]);
        expect(even).toBe(evenShare(remaining, MACHINES));
        if (Math.abs(ofLate('all') - 1) < 1e-6) continue;
        const expected = ofLate('all') < 1 ? even : fairShare(remaining, MACHINES, ofLate('own') / ofLate('all'));
        // Sums in another order may differ in the last bit.
        expect(Math.abs(share - expected)).toBeLessThanOrEqual(1);
      }
    }),
    { numRuns: 50 },
  );
});

test('a machine is idle once nobody asked it for the lease time, and the fleet once nobody asked any', () => {
  const { use, look } = watched(100);
  const seen = (at: number) => {
    const { idle, fleetIdle } = look(at);
    return [idle, fleetIdle];
  };
  expect(seen(0)).toEqual([true, true]);
  use(1, 0);
  expect(seen(SECOND)).toEqual([false, false]);
  use(0, 1);
  expect(seen(2 * SECOND)).toEqual([false, false]);
  expect(seen(3 * SECOND - 1)).toEqual([false, false]);
  expect(seen(3 * SECOND)).toEqual([true, false]);
  expect(seen(4 * SECOND - 1)).toEqual([true, false]);
  expect(seen(4 * SECOND)).toEqual([true, true]);
});

test('a refusal is remembered until nobody asks any more', () => {
  const { meter, use, look } = watched(1);
  expect(look(0)).toMatchObject({ refused: false, left: 1 });
  use(1, 0);
  hasRoom(meter, AUTOCOMPLETE);
  expect(look(SECOND)).toMatchObject({ refused: true, idle: false, left: 0 });
  expect(look(3 * SECOND - 1)).toMatchObject({ refused: true });
  expect(look(3 * SECOND)).toMatchObject({ refused: false, idle: true });
});
