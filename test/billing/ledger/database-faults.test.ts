import { execFileSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, statSync } from 'node:fs';
import { connect, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { listAccounts } from '../../../src/billing/ledger/accounts.ts';
import { failureOf, UnusableRow } from '../../../src/billing/ledger/database/failures.ts';
import { openLedger } from '../../../src/billing/ledger/ledger.ts';
import { inTransaction, lockAccount } from '../../../src/billing/ledger/transactions.ts';
import { Unpublishable } from '../../../src/service/admission/counters/layout.ts';
import { temporaryFolder } from '../../service/admission/customer.ts';
import { newCustomer, TestClock } from '../credits/support/machine.ts';
import { describeOnOwnPostgres, freePlan, markOverdue, openTestLedger, sqlitePlace } from './ledgers.ts';

const withCode = (code: unknown) => Object.assign(new Error('failed'), { code });

test('a failure concerns a row, a lock, or the ledger as a whole, whatever was thrown', () => {
  for (const error of [new UnusableRow('no'), new Unpublishable('no')]) expect(failureOf(error)).toBe('row');
  for (const code of ['22003', '23505', 'SQLITE_CONSTRAINT', 'SQLITE_CONSTRAINT_CHECK', 'SQLITE_RANGE'])
    expect(failureOf(withCode(code)), code).toBe('row');
  for (const code of ['55P03', '40P01', '40001']) expect(failureOf(withCode(code)), code).toBe('locked');
  for (const code of ['SQLITE_BUSY', 'SQLITE_FULL', 'ECONNREFUSED', '57P01', '2200', 7, undefined])
    expect(failureOf(withCode(code)), String(code)).toBe('away');
  for (const thrown of [null, undefined, 'a text', 7, new Error('no code'), {}]) expect(failureOf(thrown)).toBe('away');
});

test('closing a ledger leaves everything in its file and an empty write-ahead log', async () => {
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

test('a full disk is named in the error', async (context) => {
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

describeOnOwnPostgres('the ledger on PostgreSQL', (newPlace, server) => {
  async function start() {
    const place = await newPlace();
    const ledger = await openTestLedger(place);
    const other = await openTestLedger(place);
    const { id } = await newCustomer(ledger, freePlan(10), new TestClock());
    return { place, ledger, other, id };
  }

  test('a connection lost within a transaction fails that transaction only', async () => {
    const { ledger, other, id } = await start();
    for (const pause of [0, 50]) {
      const cutOff = inTransaction(ledger, async (trx) => {
        const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(trx);
        await sql`select pg_terminate_backend(${rows[0].pid})`.execute(other.db);
        await setTimeout(pause);
        await lockAccount(ledger, trx, id);
      });
      await expect(cutOff).rejects.toThrow();
      await markOverdue(ledger, id);
    }
    const sleeping = inTransaction(ledger, (trx) => sql`select pg_sleep(30) as slept`.execute(trx));
    // Expected before it is cut off: it may fail before the answer that it was.
    const cutOff = expect(sleeping).rejects.toThrow();
    await setTimeout(100);
    await sql`select pg_terminate_backend(pid) from pg_stat_activity where query like '%slept%' and pid <> pg_backend_pid()`.execute(
      other.db,
    );
    await cutOff;
    await markOverdue(ledger, id);
  });

  test('a server restarted during a transaction is used again', async () => {
    const { ledger, id } = await start();
    const cutOff = inTransaction(ledger, async (trx) => {
      await lockAccount(ledger, trx, id);
      await server().kill();
      await setTimeout(50);
      await lockAccount(ledger, trx, id);
    });
    await expect(cutOff).rejects.toThrow();
    await expect(markOverdue(ledger, id)).rejects.toThrow();
    await server().start();
    await markOverdue(ledger, id);
  });

  test('a locked row is waited for one second, and the failure is of the kind locked', async () => {
    const { ledger, other, id } = await start();
    await inTransaction(other, async (trx) => {
      await lockAccount(other, trx, id);
      const started = performance.now();
      const failure = await markOverdue(ledger, id).catch((error: unknown) => error);
      expect(failureOf(failure)).toBe('locked');
      expect(performance.now() - started).toBeLessThan(5000);
    });
    await markOverdue(ledger, id);
  });

  test('the server ends transactions of machines that stopped answering', async () => {
    const { ledger } = await start();
    const { rows } = await sql<Record<string, string>>`select
      current_setting('idle_in_transaction_session_timeout') as idle, current_setting('statement_timeout') as statement,
      current_setting('tcp_keepalives_idle') as keepalive`.execute(ledger.db);
    expect(rows).toEqual([{ idle: '10s', statement: '5s', keepalive: '5' }]);
  });

  test('a cut network costs one timeout and the connections that were open', async () => {
    const { place, id } = await start();
    const { databaseUrl, cut } = await cable(place.databaseUrl!);
    const ledger = await openLedger({ file: '', databaseUrl });
    onTestFinished(() => ledger.close());
    await Promise.all([1, 2, 3].map(() => markOverdue(ledger, id)));
    cut();
    const started = performance.now();
    const lost = await Promise.allSettled([1, 2, 3].map(() => markOverdue(ledger, id)));
    expect(lost.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
    expect(performance.now() - started).toBeLessThan(12_000);
    await markOverdue(ledger, id);
  });
});
