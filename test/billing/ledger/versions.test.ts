import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFileSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { type LedgerPlace, stateAt } from '../../../src/billing/ledger/ledger.ts';
import { LEDGER_VERSION } from '../../../src/billing/ledger/migrations/version.ts';
import { temporaryFolder } from '../../service/admission/customer.ts';
import { admin, adminJson, startSidecar } from '../credits/support/programs.ts';
import { describeOnBoth } from './ledgers.ts';
import { onTables, writeOld } from './old-ledger.ts';

type Thing = Record<string, unknown>;

const READS = [
  ['accounts', 'list'],
  ['accounts', 'show', 'org_a'],
  ['keys', 'list', 'org_a'],
  ['usage', 'org_a'],
  ['machines', 'list'],
  ['console', 'list-organizations'],
];
const CHANGES = [
  ['accounts', 'create', '--name', 'A', '--plan', 'free'],
  ['suspend', 'org_a'],
  ['machines', 'retire', 'm'],
];

/** The environment of programs that work on a place. */
function environmentOf({ file, databaseUrl }: LedgerPlace): Record<string, string> {
  if (databaseUrl === null) return { LETTERBOX_DATA_DIR: join(file, '..') };
  return { LETTERBOX_DATA_DIR: join(temporaryFolder(), 'data'), LETTERBOX_DATABASE_URL: databaseUrl };
}

/** All that a ledger holds, as a digest: a row more, or a column, makes it another. */
function digest(place: LedgerPlace): Promise<string> {
  return onTables(place, async (db) => {
    const tables = await db.introspection.getTables({ withInternalKyselyTables: true });
    const hash = createHash('sha256');
    for (const { name, columns } of tables.sort((a, b) => (a.name < b.name ? -1 : 1))) {
      const { rows } = await sql`select * from ${sql.ref(name)}`.execute(db);
      hash.update(
        JSON.stringify([name, columns.map((c) => c.name).sort(), rows.map((row) => JSON.stringify(row)).sort()]),
      );
    }
    return hash.digest('hex');
  });
}

const backupsOf = ({ file }: LedgerPlace) =>
  readdirSync(join(file, '..'))
    .filter((name) => name.startsWith(`${basename(file)}.version-`))
    .map((name) => join(file, '..', name));

describeOnBoth('a ledger of another version', (newPlace, newBarePlace) => {
  test('of an earlier one is left unchanged by every command but migrate, which prints what it did', async () => {
    const place = await newBarePlace();
    await writeOld(place);
    const env = environmentOf(place);
    const before = await digest(place);
    for (const command of [...READS, ...CHANGES]) {
      const { code, err } = await admin(env, ...command);
      expect({ command, code }).toEqual({ command, code: 2 });
      expect(err).toMatch(
        /^The ledger at \S+ has version 4, and this program needs version \d+\. .*the command migrate of the admin program; until then use the commands of the program that runs\.\n$/,
      );
    }
    expect(await digest(place)).toBe(before);
    const told = await adminJson<Thing>(env, 'migrate');
    expect(told).toMatchObject({ version: LEDGER_VERSION, version_before: 4 });
    expect((await adminJson<Thing[]>(env, 'accounts', 'list')).length).toBeGreaterThan(0);
    if (place.databaseUrl === null) {
      expect(backupsOf(place)).toEqual([told.backup]);
      expect(await digest({ file: String(told.backup), databaseUrl: null })).toBe(before);
    } else expect(told.machines_at_work).toEqual([]);
    expect(await adminJson<Thing>(env, 'migrate')).toMatchObject({ version_before: LEDGER_VERSION });
  });

  test('of an earlier one is migrated by a starting sidecar, with a line in its log', async () => {
    const place = await newBarePlace();
    await writeOld(place);
    const before = await digest(place);
    const env = environmentOf(place);
    const sidecar = startSidecar(env);
    await sidecar.said('ledger brought up to date');
    const line = sidecar
      .log()
      .split('\n')
      .find((text) => text.includes('ledger brought up to date'));
    expect(JSON.parse(line!)).toMatchObject({ level: 30, from: 4, to: LEDGER_VERSION });
    await sidecar.said('ledger open');
    if (place.databaseUrl === null) {
      const [backup] = backupsOf(place);
      expect(JSON.parse(line!)).toMatchObject({ backup });
      expect(await digest({ file: backup, databaseUrl: null })).toBe(before);
      // The way back: an earlier program's ledger is there whole, and this one migrates it again.
      expect(await sidecar.end('SIGTERM')).toBe(0);
      expect(await adminJson<Thing>(env, 'restore', backup)).toMatchObject({ restored_from: backup });
    } else expect(await sidecar.end('SIGTERM')).toBe(0);
    expect(await stateAt(place)).toEqual({ state: 'current', version: LEDGER_VERSION });
  });

  test('of a later one is refused with its version and the way back, and stays unchanged', async () => {
    const place = await newPlace();
    const env = environmentOf(place);
    await adminJson(env, 'accounts', 'create', '--name', 'A', '--plan', 'free');
    const backup = (name: string) => `${place.file}.version-${name}`;
    // The way back is the newest that this program can use.
    const days = ['2026-01-01', '2026-01-03', '2026-01-02'];
    const backups = [...days.map((day) => `${LEDGER_VERSION}.${day}`), `${LEDGER_VERSION - 1}.2026-01-04`];
    if (place.databaseUrl === null)
      for (const name of [...backups, `${LEDGER_VERSION + 1}.2026-01-05`]) copyFileSync(place.file, backup(name));
    const early = startSidecar(env);
    await early.said('ledger open');
    await onTables(place, async (db) => {
      await sql`insert into kysely_migration (name, timestamp) values ('999_future', '')`.execute(db);
      await sql`alter table ledger_revision rename to ledger_revisions`.execute(db);
    });
    // The sidecar that was at work under the earlier version says why it cannot go on; usage waits.
    const way = place.databaseUrl === null ? `with the command restore ${backup(backups[1])}` : 'restore the dump';
    await early.said('ledger away: usage waits in the counter file');
    expect(early.log()).toMatch(/has version 999: a newer program has brought it there/);
    await early.end('SIGKILL');
    const before = await digest(place);
    for (const command of [...READS, ...CHANGES, ['migrate']]) {
      const { code, err } = await admin(env, ...command);
      expect({ command, code }).toEqual({ command, code: 2 });
      expect(err).toContain(
        `has version 999: a newer program has brought it there, and this one knows versions up to ${LEDGER_VERSION}`,
      );
      expect(err).toContain(way);
    }
    const sidecar = startSidecar(env);
    await sidecar.said('ledger away: usage waits in the counter file');
    expect(sidecar.log()).toContain('has version 999');
    await sidecar.end('SIGTERM');
    expect(await digest(place)).toBe(before);
  });

  test('that does not exist is created by a command that changes, never by one that only reads', async () => {
    const place = await newBarePlace();
    const env = environmentOf(place);
    for (const command of READS) {
      const { code, err } = await admin(env, ...command);
      expect({ code, err }).toEqual({
        code: 2,
        err: expect.stringMatching(/^The ledger at \S+ is not there yet: .*\n$/),
      });
    }
    expect(await stateAt(place)).toEqual({ state: 'none', version: 0 });
    await adminJson(env, 'accounts', 'create', '--name', 'A', '--plan', 'free');
    expect(await adminJson<Thing[]>(env, 'accounts', 'list')).toHaveLength(1);
  });
});

test('a ledger that cannot be copied is not migrated, and says so', async (context) => {
  const folder = join(temporaryFolder(), 'full');
  mkdirSync(folder);
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=4m', 'tmpfs', folder], { stdio: 'ignore' });
  } catch {
    context.skip('mounting a small tmpfs needs root');
  }
  onTestFinished(() => void execFileSync('umount', ['-l', folder]));
  const place = { file: join(folder, 'ledger.db'), databaseUrl: null };
  await writeOld(place);
  const before = readFileSync(place.file);
  const env = environmentOf(place);
  execFileSync('sh', ['-c', `head -c 8M /dev/zero > ${join(folder, 'filler')} || true`], { stdio: 'ignore' });
  const { code, err } = await admin(env, 'migrate');
  expect(code).toBe(2);
  expect(err).toMatch(
    /^The ledger at \S+ has version 4 and is not brought to version \d+, since it cannot be copied before\. .*full/,
  );
  expect(readFileSync(place.file).equals(before)).toBe(true);
  expect(backupsOf(place)).toEqual([]);
  execFileSync('rm', [join(folder, 'filler')]);
  expect(await adminJson<Thing>(env, 'migrate')).toMatchObject({ version: LEDGER_VERSION, version_before: 4 });
});

test('a sidecar at work keeps the command migrate from its ledger', async () => {
  const place = { file: join(temporaryFolder(), 'ledger.db'), databaseUrl: null };
  const env = environmentOf(place);
  const sidecar = startSidecar(env);
  await sidecar.said('ledger open');
  expect(await adminJson<Thing>(env, 'migrate')).toMatchObject({ version_before: LEDGER_VERSION });
  const last = sql`select max(name) from kysely_migration`;
  await onTables(place, (db) => sql`delete from kysely_migration where name = (${last})`.execute(db));
  expect(await admin(env, 'migrate')).toMatchObject({
    code: 1,
    err: expect.stringMatching(/^A sidecar works on .*: stop it first, or start that of this version/),
  });
});
