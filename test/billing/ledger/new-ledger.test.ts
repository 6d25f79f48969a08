import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../service/admission/customer.ts';
import { adminJson, adminProcess, environment } from '../credits/support/programs.ts';

const ADMIN = fileURLToPath(new URL('../../../dist/src/billing/credits/admin/main.js', import.meta.url));

test('processes that start at once without a ledger create one and share it', async () => {
  for (let round = 0; round < 2; round++) {
    const env = { LETTERBOX_DATA_DIR: join(temporaryFolder(), 'data') };
    const names = ['A', 'B', 'C', 'D'];
    const create = (name: string) => adminProcess(env, 'accounts', 'create', '--name', name, '--plan', 'free');
    for (const { code, err } of await Promise.all(names.map(create)))
      expect({ code, err }).toEqual({ code: 0, err: '' });
    const accounts = await adminJson<{ name: string }[]>(env, 'accounts', 'list');
    expect(accounts.map(({ name }) => name).sort()).toEqual(names);
  }
}, 60_000);

test('a ledger whose creation was interrupted is created by the next process', async () => {
  for (const kilobytes of [1, 60]) {
    const env = { LETTERBOX_DATA_DIR: join(temporaryFolder(), 'data') };
    // One that is done before it is killed was not cut off: then another one is.
    for (let attempt = 1; !(await cutOff(env, kilobytes)); attempt++) {
      expect(attempt).toBeLessThan(20);
      rmSync(env.LETTERBOX_DATA_DIR, { recursive: true });
    }
    await adminJson(env, 'accounts', 'create', '--name', 'A', '--plan', 'free');
    expect(await adminJson(env, 'accounts', 'list')).toHaveLength(1);
  }
}, 60_000);

/** Kills a process that makes a ledger once it has written so many kilobytes. False when it ended before. */
async function cutOff(env: { readonly LETTERBOX_DATA_DIR: string }, kilobytes: number): Promise<boolean> {
  const log = join(env.LETTERBOX_DATA_DIR, 'ledger.db-wal');
  const child = spawn(process.execPath, [ADMIN, 'migrate'], { env: environment(env), stdio: 'ignore' });
  const ended = once(child, 'close');
  const written = () => statSync(log, { throwIfNoEntry: false })?.size ?? 0;
  while (child.exitCode === null && written() < kilobytes * 1024) await setImmediate();
  child.kill('SIGKILL');
  const [, signal] = await ended;
  return signal === 'SIGKILL';
}
