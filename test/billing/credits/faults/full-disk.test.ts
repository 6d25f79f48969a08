import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdirSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { beforeAll, expect, onTestFinished, type TestContext, test } from 'vitest';
import { HEADER } from '../../../../src/service/admission/counters/layout.ts';
import { temporaryFolder } from '../../../service/admission/customer.ts';
import { freePort } from '../../../support/free-port.ts';
import { sampleIndex } from '../../../support/shared-releases.ts';
import { freePlan } from '../../ledger/ledgers.ts';
import { background, expectCounted } from '../support/background-load.ts';
import { loadService } from '../support/http-load.ts';
import { type MeteredService, meteredService } from '../support/metered-service.ts';
import { admin, environment, program } from '../support/programs.ts';

let index: string;
beforeAll(() => {
  index = sampleIndex();
});

/** A disk of 8 MB that holds the data folder of a service. */
interface SmallDisk {
  readonly dataDir: string;
  /** Writes until the disk is full to the last page, and takes whatever is freed until there shall be room. */
  fill(): void;
  makeRoom(): void;
}

function smallDisk(context: TestContext): SmallDisk {
  const folder = join(temporaryFolder(), 'small');
  mkdirSync(folder);
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=8m', 'tmpfs', folder], { stdio: 'ignore' });
  } catch {
    context.skip('mounting a small tmpfs needs root');
  }
  onTestFinished(() => void execFileSync('umount', ['-l', folder]));
  const filler = join(folder, 'filler');
  let again: NodeJS.Timeout | undefined;
  onTestFinished(() => clearInterval(again));
  return {
    dataDir: join(folder, 'data'),
    fill() {
      fill(filler);
      again = setInterval(fill, 20, filler);
    },
    makeRoom() {
      clearInterval(again);
      rmSync(filler);
    },
  };
}

function fill(path: string): void {
  const file = openSync(path, 'a');
  try {
    for (;;) writeSync(file, Buffer.alloc(4096));
  } catch (error) {
    expect((error as NodeJS.ErrnoException).code).toBe('ENOSPC');
  } finally {
    closeSync(file);
  }
}

/** Waits until a service's log has a line with this text; not for more than a minute. */
async function said(service: MeteredService, text: string): Promise<void> {
  const until = Date.now() + 60_000;
  while (!service.letterbox().stdout.some((line) => line.includes(text))) {
    if (Date.now() > until) throw new Error(`No "${text}" in ${service.letterbox().stdout.join('\n')}`);
    await setTimeout(50);
  }
}

const ledgerOf = async (service: MeteredService) =>
  ((await (await fetch(`http://127.0.0.1:${service.port()}/readyz`)).json()) as { ledger: string }).ledger;

/** Makes a counter file one that the machine had before it was last started. */
function reboot({ counters }: MeteredService): void {
  const file = openSync(counters, 'r+');
  writeSync(file, Buffer.from('another boot'.padEnd(36)), 0, 36, HEADER.BOOT_BYTE);
  closeSync(file);
}

test('a full disk stops no request, and usage is written once there is space', async (context) => {
  const disk = smallDisk(context);
  const service = meteredService(index, 1, {}, disk.dataDir);
  const { key, id } = await service.customer(freePlan(1_000_000_000));
  await service.start();
  const load = background(service, key, 8);
  await setTimeout(500);
  disk.fill();
  await said(service, 'ledger away');
  await setTimeout(500);
  disk.makeRoom();
  await setTimeout(1000);
  const seen = await load.stop();
  await service.stop();
  expect(seen.unanswered).toBe(0);
  await expectCounted(service, id, seen);
});

const NEW_ACCOUNT = ['accounts', 'create', '--name', 'New', '--credits', '5000', '--mode', 'hard'];

/** How a service ended before it is started with the disk full. */
const ENDINGS = {
  'in order': (service: MeteredService) => service.stop(),
  'killed, with usage that is not in the ledger': (service: MeteredService) => service.kill('both'),
  'with the machine': async (service: MeteredService) => {
    await service.kill('both');
    reboot(service);
  },
};

test.for(Object.entries(ENDINGS))(
  'a service that ended %s starts with the disk full, counts, and loses nothing',
  async ([, end], context) => {
    const disk = smallDisk(context);
    const service = meteredService(index, 1, {}, disk.dataDir);
    const { key, id } = await service.customer(freePlan(1_000_000_000));
    await service.start();
    const ask = (requests: number) =>
      loadService({ port: service.port, key, connections: 4, enough: ({ admitted }) => admitted >= requests });
    const before = await ask(500);
    await end(service);
    disk.fill();

    await service.start();
    const during = await ask(500);
    await said(service, 'disk full');
    await said(service, 'ledger away');
    expect(await ledgerOf(service)).toBe('away');
    const refused = await admin(service.env, ...NEW_ACCOUNT);
    // SQLite's words for a write, and for the file beside the database that it shares memory by.
    expect(refused).toMatchObject({ code: 2, err: expect.stringMatching(/database or disk is full|disk I\/O error/) });

    disk.makeRoom();
    await said(service, 'ledger open');
    await expect.poll(() => ledgerOf(service), { timeout: 60_000 }).toBe('reachable');
    const after = await ask(500);
    expect(await admin(service.env, ...NEW_ACCOUNT)).toMatchObject({ code: 0, err: '' });
    await service.stop();
    const loads = [before, during, after];
    const total = (what: 'admitted' | 'unanswered') => loads.reduce((all, load) => all + load[what], 0);
    const strange = loads.flatMap((load) => load.strange);
    await expectCounted(service, id, {
      ...before,
      admitted: total('admitted'),
      unanswered: total('unanswered'),
      strange,
    });
  },
);

test('a service without a counter file is refused with the disk full, in words', async (context) => {
  const disk = smallDisk(context);
  mkdirSync(disk.dataDir);
  disk.fill();
  const service = meteredService(index, 1, {}, disk.dataDir);
  await expect(service.start()).rejects.toThrow(/The data folder cannot be used: ENOSPC: no space left on device/);
  expect(() => readFileSync(service.counters)).toThrow('ENOENT');
});

test('a log that cannot be written stops no request, and is written once there is room', async (context) => {
  const disk = smallDisk(context);
  mkdirSync(disk.dataDir);
  const path = join(disk.dataDir, 'letterbox.log');
  const output = openSync(path, 'w');
  disk.fill();
  const port = await freePort();
  const args = ['--index', index, '--port', String(port), '--workers', '1', '--dev-key', 'demo', '--access-log', 'all'];
  const service = spawn(process.execPath, [program('main.js'), ...args], {
    env: environment({}),
    stdio: ['ignore', output, output],
  });
  onTestFinished(() => void service.kill('SIGKILL'));
  const ask = () => fetch(`http://127.0.0.1:${port}/v1/address/autocomplete?q=a`, { headers: { 'X-Api-Key': 'demo' } });
  while ((await ask().catch(() => null)) === null) await setTimeout(50);
  for (let asked = 0; asked < 1000; asked++) expect((await ask()).status).toBe(200);
  expect(readFileSync(path, 'latin1')).toBe('');

  disk.makeRoom();
  const inLog = (text: string) => readFileSync(path, 'latin1').includes(text);
  while (!inLog('"msg":"request"')) await setTimeout(50);
  service.kill('SIGTERM');
  expect(await once(service, 'exit')).toEqual([0, null]);
  for (const text of ['"msg":"started"', '"msg":"stopped"']) expect(inLog(text)).toBe(true);
});
