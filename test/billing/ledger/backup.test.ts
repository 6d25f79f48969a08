import { chmodSync, copyFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { beforeAll, expect, test } from 'vitest';
import { backUp, putBack } from '../../../src/billing/ledger/database/backup.ts';
import { listMachines, seeMachine } from '../../../src/billing/ledger/machines.ts';
import { temporaryFolder } from '../../service/admission/customer.ts';
import { request } from '../../service/http/support/raw-http.ts';
import { sampleIndex } from '../../support/shared-releases.ts';
import { meteredService } from '../credits/support/metered-service.ts';
import { adminJson, adminProcess } from '../credits/support/programs.ts';
import { freePlan, openTestLedger, sqlitePlace } from './ledgers.ts';

let index: string;
beforeAll(() => {
  index = sampleIndex();
});

const ENRICH = '/v1/address/enrich?id=unknown';
const mode = (path: string) => (statSync(path).mode & 0o777).toString(8);

test('a backup of a running service holds the whole ledger, and restores accounts, keys and usage', async () => {
  const service = meteredService(index, 1);
  const { id, key } = await service.customer(freePlan(100));
  // As an earlier program left it.
  chmodSync(join(service.dataDir, 'ledger.db'), 0o644);
  const ask = async (presented: string) => request(service.port(), ENRICH, { 'X-Api-Key': presented });
  await service.start();
  for (let i = 0; i < 5; i++) await ask(key);
  while ((await service.usage(id))[1] !== 15) await setTimeout(50);
  for (const name of readdirSync(service.dataDir))
    expect(`${name} ${mode(join(service.dataDir, name))}`).toMatch(/ 600$/);

  const copy = join(temporaryFolder(), 'ledger-backup.db');
  expect(await adminJson(service.env, 'backup', copy)).toMatchObject({ backup: copy });
  expect(mode(copy)).toBe('600');
  expect((await adminProcess(service.env, 'backup', copy)).err).toContain(
    'exists already: name a new file for the backup.',
  );

  for (let i = 0; i < 4; i++) await ask(key);
  const late = await adminJson<{ key: string }>(service.env, 'keys', 'create', id);
  const running = await adminProcess(service.env, 'restore', copy);
  expect(running).toMatchObject({ code: 1, err: expect.stringContaining('stop it first.') });
  await service.stop();

  const broken = join(temporaryFolder(), 'broken.db');
  writeFileSync(broken, 'SQLite format 3\0 and nothing of it');
  expect((await adminProcess(service.env, 'restore', broken)).code).toBe(1);
  expect((await adminProcess(service.env, 'restore', join(broken, 'none'))).err).toContain('There is no file');
  expect(await service.usage(id)).toEqual({ 1: 27 });

  await adminJson(service.env, 'restore', copy);
  expect(await service.usage(id)).toEqual({ 1: 15 });
  expect(readdirSync(service.dataDir).filter((name) => name.includes('.before-restore-')).length).toBeGreaterThan(1);
  await service.start();
  const answer = await ask(key);
  expect(answer.headers.find(([name]) => name.toLowerCase() === 'x-ratelimit-remaining')?.[1]).toBe('82');
  // A key that was made after the backup is not known any more, though the counters knew it.
  expect((await ask(late.key)).status).toBe(401);
  await service.stop();
  expect(await service.usage(id)).toEqual({ 1: 18 });
});

test('a ledger that a restore replaces is kept as one complete file, including its write-ahead log', async () => {
  const place = await sqlitePlace();
  await seeMachine(await openTestLedger(place), 'm', 'm', 1);
  // As a process that was killed leaves it.
  const file = join(temporaryFolder(), 'ledger.db');
  for (const part of ['', '-wal']) copyFileSync(place.file + part, file + part);
  const copy = join(temporaryFolder(), 'copy.db');
  backUp((await sqlitePlace()).file, copy);
  putBack(copy, file, '.before');
  const alone = join(temporaryFolder(), 'ledger.db');
  copyFileSync(`${file}.before`, alone);
  const machinesOf = async (path: string) =>
    (await listMachines(await openTestLedger({ file: path, databaseUrl: null }))).map(({ id }) => id);
  expect([await machinesOf(alone), await machinesOf(file)]).toEqual([['m'], []]);
});
