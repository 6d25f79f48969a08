import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { COSTS } from '../../../../src/service/admission/costs.ts';
import { openCounterFile } from '../../../../src/service/admission/counters/counter-file.ts';
import { HEADER } from '../../../../src/service/admission/counters/layout.ts';
import { type Gate, openGate } from '../../../../src/service/admission/gate.ts';
import { temporaryFolder } from '../../../service/admission/customer.ts';
import { cases } from '../../../support/cases.ts';
import { adminJson, adminProcess, startSidecar } from '../support/programs.ts';

interface Row {
  readonly credits: number;
  readonly window: number;
}

/** A data folder with an account, and a sidecar that has published it. */
async function start() {
  const dataDir = join(temporaryFolder(), 'data');
  const env = { LETTERBOX_DATA_DIR: dataDir, LETTERBOX_DRAIN_INTERVAL: '50' };
  const terms = ['--credits', '1000000', '--rate', '1000000000', '--burst', '1000000000'];
  const { id } = await adminJson<{ id: string }>(env, 'accounts', 'create', '--name', 'Acme', ...terms);
  const { key } = await adminJson<{ key: string }>(env, 'keys', 'create', id);
  const usage = async () => (await adminJson<Row[]>(env, 'usage', id)).reduce((sum, row) => sum + row.credits, 0);
  return { dataDir, env, id, key, usage, counters: join(dataDir, 'counters') };
}

async function published(path: string): Promise<Gate> {
  while (!existsSync(path)) await setTimeout(20);
  const file = openCounterFile(path);
  file.lock('shared');
  while (Atomics.load(file.header.i32, HEADER.PUBLISHED) === 0) await setTimeout(20);
  return openGate(file, 'address');
}

test('a sidecar killed at random under load and plan changes counts every credit once', async () => {
  const { env, id, key, usage, counters } = await start();
  let sidecar = startSidecar(env);
  const gate = await published(counters);
  let credits = 0;
  for (let round = 0; round < cases(4, 16); round++) {
    const until = performance.now() + 40 + 53 * (round % 7);
    if (round % 4 === 1) {
      const change = adminProcess(
        env,
        'accounts',
        'plan',
        id,
        '--credits',
        '1000000',
        '--rate',
        '1000000000',
        '--burst',
        '1000000000',
      );
      credits += await load(gate, key, until);
      expect((await change).err).toBe('');
    } else credits += await load(gate, key, until);
    await sidecar.end('SIGKILL');
    credits += await load(gate, key, performance.now() + 10);
    sidecar = startSidecar(env);
    if (round % 3 !== 0) await sidecar.said('ledger open');
  }
  await sidecar.said('ledger open');
  expect(await sidecar.end('SIGTERM')).toBe(0);
  expect(await usage()).toBe(credits);
});

/** Admits requests until a time, fifty at least. */
async function load(gate: Gate, key: string, until: number): Promise<number> {
  let credits = 0;
  for (let i = 0; i === 0 || performance.now() < until; i++) {
    for (let n = 0; n < 50; n++)
      if (gate.admit(key, (i + n) % COSTS.length).admitted) credits += COSTS[(i + n) % COSTS.length];
    await setTimeout(1);
  }
  return credits;
}

test('a second sidecar on a data folder waits, and takes over when the first ends', async () => {
  const { env, key, usage, counters } = await start();
  const first = startSidecar(env);
  const gate = await published(counters);
  const second = startSidecar(env);
  await second.said('another sidecar works on this data folder; waiting for it to stop');
  gate.admit(key, 2);
  await first.end('SIGKILL');
  await second.said('ledger open');
  gate.admit(key, 2);
  expect(await second.end('SIGTERM')).toBe(0);
  expect(await usage()).toBe(6);
});

test('a sidecar without its database keeps running and logs when it is away and back', async () => {
  const { dataDir } = await start();
  const sidecar = startSidecar({
    LETTERBOX_DATA_DIR: dataDir,
    LETTERBOX_DATABASE_URL: 'postgres://u:secret@127.0.0.1:1/x',
  });
  await sidecar.said('ledger away: usage waits in the counter file');
  expect(sidecar.log()).not.toContain('secret');
  expect(await sidecar.end('SIGTERM')).toBe(0);
});

test('an invalid setting stops the start with one sentence', async () => {
  const refuse = async (env: Record<string, string>, ...args: string[]) => {
    const sidecar = startSidecar(env, ...args);
    await new Promise((resolve) => sidecar.child.once('close', resolve));
    expect(sidecar.child.exitCode).not.toBe(0);
    return sidecar.log();
  };
  expect(await refuse({})).toContain('no data folder is named');
  expect(await refuse({ LETTERBOX_DATA_DIR: '/tmp/x', LETTERBOX_DRAIN_INTERVAL: 'often' })).toContain(
    'Expected a whole number from 50 to 60000',
  );
  expect(await refuse({ LETTERBOX_DATA_DIR: '/tmp/x' }, '--lease-time', '1')).toContain(
    'Expected a whole number from 200',
  );
  const plans = join(temporaryFolder(), 'plans.json');
  writeFileSync(plans, '{"currency": "dollars"}');
  expect(await refuse({ LETTERBOX_DATA_DIR: '/tmp/x' }, '--plans', plans)).toContain(
    'a currency code of three capitals such as AUD',
  );
});

test('the sidecar holds the console when it is given a port', async () => {
  const { env } = await start();
  const sidecar = startSidecar(env, '--console-port', '0');
  await sidecar.said('console listening');
  const port = /"port":(\d+),"msg":"console listening"/.exec(sidecar.log())?.[1];
  const response = await fetch(`http://127.0.0.1:${port}/console/v1/organizations/acme`);
  expect(response.status).toBe(401);
  await response.body?.cancel();
  expect(await sidecar.end('SIGTERM')).toBe(0);
});
