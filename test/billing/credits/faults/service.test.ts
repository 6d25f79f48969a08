import { rmSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { beforeAll, expect, test } from 'vitest';
import { openCounterFile } from '../../../../src/service/admission/counters/counter-file.ts';
import { HEADER } from '../../../../src/service/admission/counters/layout.ts';
import { cases, LONG } from '../../../support/cases.ts';
import { sampleIndex } from '../../../support/shared-releases.ts';
import { describeOnOwnPostgres, freePlan, setPlan } from '../../ledger/ledgers.ts';
import { background, creditsIn, expectCounted } from '../support/background-load.ts';
import { type Load, loadService } from '../support/http-load.ts';
import { type MeteredService, meteredService } from '../support/metered-service.ts';

let index: string;
beforeAll(() => {
  index = sampleIndex();
});

/** What is killed, one after the other. */
const KILLS = (['sidecar', 'server', 'both', 'sidecar', 'server', 'both', 'both'] as const).slice(0, cases(3, 7));

/** Gives an account another window, as a change of plan does. */
function changePlan(service: MeteredService, account: string): Promise<void> {
  return service.withLedger((ledger) => setPlan(ledger, account, freePlan(1_000_000_000), 'carried', Date.now()));
}

test('killing the server, the sidecar or both under load counts nothing twice and loses nothing', async () => {
  const service = meteredService(index, 2);
  const { key, id } = await service.customer(freePlan(1_000_000_000));
  await service.start();
  const load = background(service, key);
  for (const what of KILLS) {
    await load.admitted(200);
    await setTimeout(Math.random() * 400);
    await service.kill(what);
    if (what !== 'sidecar') await service.start();
  }
  await load.admitted(200);
  const seen = await load.stop();
  await service.stop();
  await expectCounted(service, id, seen);
});

test('plan changes while the service is killed: every credit is counted in exactly one window', async () => {
  const service = meteredService(index, cases(1, 2));
  const { key, id } = await service.customer(freePlan(1_000_000_000));
  await service.start();
  const load = background(service, key);
  let window = 1;
  for (const what of KILLS.filter((each) => each !== 'server')) {
    const change = changePlan(service, id);
    await setTimeout(350 + Math.random() * 200);
    await service.kill(what);
    await change;
    if (what !== 'sidecar') await service.start();
    window++;
    while (!(window in (await service.usage(id)))) await setTimeout(50);
  }
  const seen = await load.stop();
  await service.stop();
  await expectCounted(service, id, seen);
});

test('deleting the counter file of a running service loses at most one drain interval', async () => {
  const service = meteredService(index, cases(1, 2));
  const { key, id } = await service.customer(freePlan(1_000_000_000));
  await service.start();
  const before = background(service, key, 4);
  await setTimeout(800);
  const { admitted } = await before.stop();
  const drained = async () => {
    while (creditsIn(await service.usage(id)) < admitted) await setTimeout(50);
  };
  await drained();
  rmSync(service.counters);
  await setTimeout(1500);
  const after = await loadService({
    port: service.port,
    key,
    connections: 1,
    enough: ({ admitted }) => admitted >= 500,
  });
  await service.stop();
  expect(creditsIn(await service.usage(id))).toBe(admitted + after.admitted);
});

describeOnOwnPostgres('on PostgreSQL', (newPlace, server) => {
  async function fleet(credits: number) {
    const { databaseUrl } = await newPlace();
    const services = [1, 2].map((n) =>
      meteredService(index, cases(1, 2), { LETTERBOX_DATABASE_URL: databaseUrl!, LETTERBOX_MACHINE: `machine-${n}` }),
    );
    const customer = await services[0].customer(freePlan(credits));
    await Promise.all(services.map((service) => service.start()));
    return { services, ...customer };
  }

  test('two servers under load for one capped account use exactly its cap', async () => {
    const CAP = cases(70_000, 200_000);
    const { services, key, id } = await fleet(CAP);
    const loads: Load[] = [];
    const admitted = () => loads.reduce((all, load) => all + load.admitted, 0);
    let last = { admitted: 0, at: performance.now() };
    await Promise.all(
      services.map((service, i) =>
        loadService({
          port: service.port,
          key,
          shared: true,
          connections: 16,
          enough: (load) => {
            loads[i] = load;
            if (admitted() > last.admitted) last = { admitted: admitted(), at: performance.now() };
            // A slow machine takes longer; one on which nothing is admitted any more is done.
            return admitted() >= CAP || performance.now() - last.at > 10_000;
          },
        }),
      ),
    );
    expect(loads.flatMap(({ strange }) => strange)).toEqual([]);
    expect(admitted()).toBeLessThanOrEqual(CAP);
    expect(admitted()).toBeGreaterThanOrEqual(CAP * 0.999);
    expect(Math.min(...loads.map((load) => load.admitted))).toBeGreaterThan(CAP / 20);
    await Promise.all(services.map((service) => service.stop()));
    expect(creditsIn(await services[0].usage(id))).toBe(admitted());
  });

  // In process, and so in every run: fleet.test.ts.
  test.runIf(LONG)('stopping the database under load loses nothing: usage is written when it is back', async () => {
    const { services, key, id } = await fleet(1_000_000_000);
    const [service] = services;
    const load = background(service, key, 8);
    await setTimeout(400);
    await server().kill();
    await setTimeout(800);
    const file = openCounterFile(service.counters);
    while (Atomics.load(file.header.i32, HEADER.LEDGER) === 1) await setTimeout(20);
    await server().start();
    while (Atomics.load(file.header.i32, HEADER.LEDGER) === 0) await setTimeout(20);
    const seen = await load.stop();
    expect(seen.unanswered).toBe(0);
    await Promise.all(services.map((each) => each.stop()));
    await expectCounted(service, id, seen);
  });
});
