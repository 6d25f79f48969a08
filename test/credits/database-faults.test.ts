import { execFileSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, statSync } from 'node:fs';
import { connect, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { listAccounts, setOverdue } from '../../src/credits/ledger/accounts.ts';
import { failureOf } from '../../src/credits/ledger/database/failures.ts';
import { openLedger } from '../../src/credits/ledger/ledger.ts';
import { inTransaction, lockAccount } from '../../src/credits/ledger/transactions.ts';
import { temporaryFolder } from '../admission/customer.ts';
import { describeOnPostgres, freePlan, openTestLedger, sqlitePlace } from './ledgers.ts';
import { newCustomer, TestClock } from './machine.ts';

test('a ledger that was closed is in its file alone, and nothing is left in its write-ahead log', async () => {
  const place = await sqlitePlace();
  const ledger = await openLedger(place);
  const { id } = await newCustomer(ledger, freePlan(10), new TestClock());
  const log = `${place.file}-wal`;
  expect(statSync(log).size).toBeGreaterThan(0);
  await ledger.close();
  expect(existsSync(log) ? statSync(log).size : 0).toBe(0);
  const copy = join(temporaryFolder(), 'copy.db');
  copyFileSync(place.file, copy);
  const opened = await openTestLedger({ file: copy, databaseUrl: null });
  expect((await listAccounts(opened)).map(({ account }) => account.id)).toEqual([id]);
});

test('a disk that is too full for a ledger is what the error says', async (context) => {
  const folder = join(temporaryFolder(), 'full');
  mkdirSync(folder);
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=96k', 'tmpfs', folder], { stdio: 'ignore' });
  } catch {
    context.skip('mounting a small tmpfs needs root');
  }
  onTestFinished(() => void execFileSync('umount', ['-l', folder]));
  await expect(openLedger({ file: join(folder, 'ledger.db'), databaseUrl: null })).rejects.toThrow(/full|I\/O/);
});

/** A way to PostgreSQL that can be cut without either end noticing, as a cable can. */
async function cable(databaseUrl: string) {
  const url = new URL(databaseUrl);
  const { hostname, port } = url;
  const ends: Socket[] = [];
  const server = createServer((near) => {
    const far = connect(Number(port), hostname);
    for (const [from, to] of [[near, far] as const, [far, near] as const]) {
      ends.push(from);
      from.on('data', (bytes) => to.write(bytes));
      from.on('error', () => {});
      from.on('close', () => to.destroy());
    }
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    for (const end of ends) end.destroy();
    server.close();
  });
  url.port = String((server.address() as { port: number }).port);
  return {
    databaseUrl: url.href,
    /** Nothing gets through from now on; connections that are made later work. */
    cut() {
      for (const end of ends) end.removeAllListeners('data').resume();
    },
  };
}

describeOnPostgres('the ledger on PostgreSQL', (newPlace, server) => {
  async function start() {
    const place = await newPlace();
    const ledger = await openTestLedger(place);
    const other = await openTestLedger(place);
    const { id } = await newCustomer(ledger, freePlan(10), new TestClock());
    return { place, ledger, other, id, overdue: { account: id, overdue: true, actor: 'test', now: 1 } };
  }

  test('a connection that ends in the middle of a transaction fails that transaction only', async () => {
    const { ledger, other, id, overdue } = await start();
    for (const pause of [0, 50]) {
      const cutOff = inTransaction(ledger, async (trx) => {
        const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(trx);
        await sql`select pg_terminate_backend(${rows[0].pid})`.execute(other.db);
        await setTimeout(pause);
        await lockAccount(ledger, trx, id);
      });
      await expect(cutOff).rejects.toThrow();
      await setOverdue(ledger, overdue);
    }
    const sleeping = inTransaction(ledger, (trx) => sql`select pg_sleep(30) as slept`.execute(trx));
    await setTimeout(100);
    await sql`select pg_terminate_backend(pid) from pg_stat_activity where query like '%slept%' and pid <> pg_backend_pid()`.execute(
      other.db,
    );
    await expect(sleeping).rejects.toThrow();
    await setOverdue(ledger, overdue);
  });

  test('a server that stops with a transaction open, and starts again, is used again', async () => {
    const { ledger, id, overdue } = await start();
    const cutOff = inTransaction(ledger, async (trx) => {
      await lockAccount(ledger, trx, id);
      await server().kill();
      await setTimeout(50);
      await lockAccount(ledger, trx, id);
    });
    await expect(cutOff).rejects.toThrow();
    await expect(setOverdue(ledger, overdue)).rejects.toThrow();
    await server().start();
    await setOverdue(ledger, overdue);
  });

  test('a row that somebody else holds is waited for a second, and the failure says what it is', async () => {
    const { ledger, other, id, overdue } = await start();
    await inTransaction(other, async (trx) => {
      await lockAccount(other, trx, id);
      const started = performance.now();
      const failure = await setOverdue(ledger, overdue).catch((error: unknown) => error);
      expect(failureOf(failure)).toBe('locked');
      expect(performance.now() - started).toBeLessThan(5000);
    });
    await setOverdue(ledger, overdue);
  });

  test('the server ends transactions of machines that are not heard of any more', async () => {
    const { ledger } = await start();
    const { rows } = await sql<Record<string, string>>`select
      current_setting('idle_in_transaction_session_timeout') as idle, current_setting('statement_timeout') as statement,
      current_setting('tcp_keepalives_idle') as keepalive`.execute(ledger.db);
    expect(rows).toEqual([{ idle: '10s', statement: '5s', keepalive: '5' }]);
  });

  test('a cut cable costs one patience, and the connections that it took with it', async () => {
    const { place, id } = await start();
    const { databaseUrl, cut } = await cable(place.databaseUrl!);
    const ledger = await openLedger({ file: '', databaseUrl });
    onTestFinished(() => ledger.close());
    const overdue = { account: id, overdue: true, actor: 'test', now: 1 };
    await Promise.all([1, 2, 3].map(() => setOverdue(ledger, overdue)));
    cut();
    const started = performance.now();
    const lost = await Promise.allSettled([1, 2, 3].map(() => setOverdue(ledger, overdue)));
    expect(lost.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
    expect(performance.now() - started).toBeLessThan(12_000);
    await setOverdue(ledger, overdue);
  });
});
