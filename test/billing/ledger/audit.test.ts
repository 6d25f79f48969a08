import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { verifyAudit, writeAudit } from '../../../src/billing/ledger/audit.ts';
import { auditHash } from '../../../src/billing/ledger/audit-hash.ts';
import { type Ledger, openLedger } from '../../../src/billing/ledger/ledger.ts';
import { inTransaction } from '../../../src/billing/ledger/transactions.ts';
import { temporaryFolder } from '../../service/admission/customer.ts';
import { admin, adminJson } from '../credits/support/programs.ts';
import { describeOnBoth, openTestLedger } from './ledgers.ts';
import { onTables, writeOld } from './old-ledger.ts';

/** Writes entries of two accounts and of none, in turn. */
async function fill(ledger: Ledger, entries: number, actor = 'user:ann'): Promise<void> {
  for (let i = 0; i < entries; i++)
    await inTransaction(ledger, (trx) =>
      writeAudit(trx, {
        at: 1_700_000_000_000 + i,
        actor,
        origin: i % 2 === 0 ? '203.0.113.7' : null,
        account: [null, 'acme', 'bravo'][i % 3],
        action: 'create-key',
        details: { key: `key_${i}` },
      }),
    );
}

/** Does what the database refuses to whoever does not take its triggers away first. */
async function pastTriggers({ db, kind }: Ledger, work: () => Promise<unknown>): Promise<void> {
  for (const name of kind === 'sqlite' ? ['audit_no_update', 'audit_no_delete'] : ['audit_no_change'])
    await sql.raw(`drop trigger ${name}${kind === 'sqlite' ? '' : ' on audit'}`).execute(db);
  await work();
}

const entryAt = ({ db }: Ledger, account: string, position: number) =>
  db
    .selectFrom('audit')
    .selectAll()
    .where('account_id', '=', account)
    .where('position', '=', position)
    .executeTakeFirstOrThrow();

describeOnBoth('the audit log', (newPlace, newBarePlace) => {
  test('is only added to: the database refuses to change or remove an entry (§11.9)', async () => {
    const ledger = await openTestLedger(await newPlace());
    await fill(ledger, 9);
    const { db } = ledger;
    await expect(
      db.updateTable('audit').set({ actor: 'user:bob' }).where('position', '=', 1).execute(),
    ).rejects.toThrow('the audit log is only added to');
    await expect(db.deleteFrom('audit').where('position', '=', 1).execute()).rejects.toThrow('only added to');
    expect(await verifyAudit(ledger)).toMatchObject({ entries: 9, faults: [] });
  });

  const TAMPERINGS: readonly (readonly [string, (ledger: Ledger) => Promise<unknown>, string])[] = [
    ...(['at', 'actor', 'origin', 'action', 'details', 'hash'] as const).map(
      (column) =>
        [
          `a changed ${column}`,
          ({ db }: Ledger) =>
            db
              .updateTable('audit')
              .set({ [column]: column === 'at' ? 1 : 'x' })
              .where('account_id', '=', 'acme')
              .where('position', '=', 2)
              .execute(),
          'Entry 2 (',
        ] as const,
    ),
    [
      'an entry that was changed and hashed anew',
      async (ledger) => {
        const [first, second] = [await entryAt(ledger, 'acme', 1), await entryAt(ledger, 'acme', 2)];
        const forged = { ...second, actor: 'user:bob' };
        const hash = auditHash(first.hash, 2, forged);
        await ledger.db.updateTable('audit').set({ actor: 'user:bob', hash }).where('id', '=', second.id).execute();
      },
      'Entry 3 (create-key) is not as it was written.',
    ],
    [
      'an entry that was removed',
      ({ db }) => db.deleteFrom('audit').where('account_id', '=', 'acme').where('position', '=', 2).execute(),
      'Entry 2 is not there: entry 3 follows.',
    ],
    [
      'a last entry that was removed',
      ({ db }) => db.deleteFrom('audit').where('account_id', '=', 'acme').where('position', '=', 3).execute(),
      'The last entry is not entry 3 as it was written.',
    ],
    [
      'an entry that was put in',
      async (ledger) => {
        const { id: _, ...last } = await entryAt(ledger, 'acme', 3);
        const hash = auditHash(last.hash, 4, last);
        await ledger.db
          .insertInto('audit')
          .values({ ...last, position: 4, hash })
          .execute();
      },
      'The last entry is not entry 3 as it was written.',
    ],
    [
      'an entry that was given to another',
      ({ db }) =>
        db
          .updateTable('audit')
          .set({ account_id: 'bravo' })
          .where('account_id', '=', 'acme')
          .where('position', '=', 3)
          .execute(),
      'The last entry is not entry 3 as it was written.',
    ],
  ];
  test.each(TAMPERINGS)('%s is named (§11.9)', async (_name, tamper, told) => {
    const ledger = await openTestLedger(await newPlace());
    await fill(ledger, 9);
    await pastTriggers(ledger, () => tamper(ledger));
    const { faults } = await verifyAudit(ledger);
    const fault = faults.find(({ account }) => account === 'acme');
    expect(fault?.fault).toContain(told);
  });

  test('a chain rewritten from its beginning is distinguished from the one that was noted', async () => {
    const ledger = await openTestLedger(await newPlace());
    await fill(ledger, 9);
    const { heads } = await verifyAudit(ledger);
    await fill(ledger, 3);
    expect((await verifyAudit(ledger, heads)).faults).toEqual([]);
    await pastTriggers(ledger, async () => {
      await ledger.db.deleteFrom('audit').where('account_id', '=', 'acme').execute();
      await ledger.db.deleteFrom('audit_heads').where('account_id', '=', 'acme').execute();
    });
    await fill(ledger, 12, 'user:eve');
    expect((await verifyAudit(ledger)).faults).toEqual([]);
    expect((await verifyAudit(ledger, heads)).faults).toMatchObject([
      { account: 'acme', fault: 'Entry 3 is another than the one that was noted.' },
    ]);
  });

  test('of an earlier version is chained as it is when it is migrated', async () => {
    const place = await newBarePlace();
    await writeOld(place);
    await onTables(place, async (db) => {
      for (const account of ['org_a', 'org_a', 'org_b', null])
        await sql`insert into audit (at, actor, account_id, action, details)
          values (1, 'root', ${account}, 'create-key', '{"a": 1}')`.execute(db);
    });
    const ledger = await openTestLedger(place, 'migrate');
    const { entries, heads, faults } = await verifyAudit(ledger);
    expect([entries, heads.length, faults]).toEqual([4, 3, []]);
    await fill(ledger, 3);
    expect(await verifyAudit(ledger)).toMatchObject({ entries: 7, faults: [] });
  });
});

test('verify reports tampering, with status 1, and reports an intact chain', async () => {
  const folder = temporaryFolder();
  const env = { LETTERBOX_DATA_DIR: folder };
  await adminJson(env, 'accounts', 'create', '--name', 'Acme', '--plan', 'free');
  expect(await adminJson(env, 'verify')).toEqual({ entries: 1, chains: 1, faults: 0 });
  const heads = await adminJson<{ account: string; entries: number }[]>(env, 'verify', '--heads');
  const noted = join(folder, 'heads.json');
  writeFileSync(noted, JSON.stringify(heads));
  expect(await adminJson(env, 'verify', '--noted', noted)).toEqual({ entries: 1, chains: 1, faults: 0 });
  const ledger = await openLedger({ file: join(folder, 'ledger.db'), databaseUrl: null });
  onTestFinished(() => ledger.close());
  const { actor, origin } = await entryAt(ledger, heads[0].account, 1);
  expect([actor.split(':')[0], origin]).toEqual(['operator', 'admin program']);
  await pastTriggers(ledger, () => ledger.db.updateTable('audit').set({ actor: 'operator:eve' }).execute());
  const { code, err } = await admin(env, 'verify');
  expect(code).toBe(1);
  expect(err).toContain(`${heads[0].account}: Entry 1 (create-organization) is not as it was written.`);
  expect((await admin(env, 'verify', '--noted', join(folder, 'nowhere'))).err).toContain('--noted');
  for (const wrong of [{ account: 7 }, { entries: 1.5 }, { hash: null }]) {
    writeFileSync(noted, JSON.stringify([...heads, { ...heads[0], ...wrong }]));
    expect((await admin(env, 'verify', '--noted', noted)).err).toContain('is not what verify --heads --json printed');
  }
});
