import { join } from 'node:path';
import { expect, test } from 'vitest';
import { keyFault } from '../../../src/service/admission/api-key.ts';
import { temporaryFolder } from '../../service/admission/customer.ts';
import { admin, adminJson, adminProcess, adminUnread } from './support/programs.ts';

type Thing = Record<string, unknown>;

test('the admin program creates accounts, manages keys, and answers as text or JSON', async () => {
  const env = { LETTERBOX_DATA_DIR: join(temporaryFolder(), 'data') };
  const account = await adminJson<Thing>(env, 'accounts', 'create', '--name', 'Acme', '--plan', 'growth');
  expect(account).toMatchObject({
    name: 'Acme',
    status: 'active',
    plan: 'growth',
    mode: 'soft-overage',
    credits: 100_000,
    used: 0,
  });
  const id = String(account.id);
  const key = await adminJson<Thing>(env, 'keys', 'create', id, '--name', 'web');
  expect(keyFault(String(key.key))).toBeNull();
  const next = await adminJson<Thing>(env, 'keys', 'rotate', String(key.id), '--grace', '90m');
  expect(next).toMatchObject({ replaces: key.id });
  expect(Date.parse(String(next.old_key_valid_until)) - Date.now()).toBeLessThanOrEqual(90 * 60_000);
  await adminJson(env, 'keys', 'revoke', String(next.id));
  const keys = await adminJson<Thing[]>(env, 'keys', 'list', id);
  expect(keys.map((k) => [k.id, k.replaces, k.revoked_at !== null]).sort()).toEqual(
    [
      [key.id, null, false],
      [next.id, key.id, true],
    ].sort(),
  );
  const { code, out } = await admin(env, 'keys', 'list', id);
  expect(code).toBe(0);
  expect(out).toContain(`${String(key.prefix)}…`);
  expect(out + JSON.stringify(keys)).not.toContain(String(key.key).slice(13));
  const [listed] = await adminJson<Thing[]>(env, 'accounts', 'list');
  expect(listed).toEqual(await adminJson<Thing>(env, 'accounts', 'show', id));
  expect(await adminJson<Thing>(env, 'accounts', 'overdue', id, 'on')).toMatchObject({ overdue: true });
  expect(await adminJson<Thing>(env, 'suspend', id)).toMatchObject({ status: 'suspended' });
  expect(await adminJson<Thing>(env, 'resume', id)).toMatchObject({ status: 'active' });
  expect(await adminJson(env, 'usage', id)).toEqual([]);
});

test('a key that is rotated works for as long as the program says, a year at most', async () => {
  const env = { LETTERBOX_DATA_DIR: join(temporaryFolder(), 'data') };
  const { id } = await adminJson<Thing>(env, 'accounts', 'create', '--name', 'Acme', '--plan', 'growth');
  for (const [grace, days] of [
    ['45s', 45 / 86_400],
    ['366d', 366],
  ] as const) {
    const key = String((await adminJson<Thing>(env, 'keys', 'create', String(id))).id);
    const before = Date.now();
    const { old_key_valid_until: until } = await adminJson<Thing>(env, 'keys', 'rotate', key, '--grace', grace);
    const late = Date.parse(String(until)) - before - days * 86_400_000;
    expect([late >= 0, late < 60_000]).toEqual([true, true]);
    const keys = await adminJson<Thing[]>(env, 'keys', 'list', String(id));
    expect(keys.find((each) => each.id === key)).toMatchObject({ expires_at: until, state: 'rotated' });
  }
  expect((await admin(env, 'keys', 'rotate', 'key_x', '--grace', '367d')).err).toContain('at most 366d');
});

test('an account can have terms of its own', async () => {
  const env = { LETTERBOX_DATA_DIR: join(temporaryFolder(), 'data') };
  const terms = ['--credits', '10000', '--mode', 'hard', '--rate', '1000', '--burst', '5', '--period', 'P30D'];
  const made = await adminJson<Thing>(
    env,
    'accounts',
    'create',
    '--name',
    'A',
    ...terms,
    '--products',
    'address,business',
  );
  expect(made).toMatchObject({
    plan: 'custom',
    mode: 'hard-cap',
    credits: 10_000,
    per_second: 1000,
    burst: 5,
    products: ['address', 'business'],
  });
  const changed = await adminJson<Thing>(env, 'accounts', 'plan', String(made.id), '--mode', 'uncapped');
  expect(changed).toMatchObject({ mode: 'uncapped', credits: null, window: 2 });
});

test('a closed output pipe is not an error', async () => {
  const env = { LETTERBOX_DATA_DIR: join(temporaryFolder(), 'data') };
  await adminJson(env, 'accounts', 'create', '--name', 'Acme', '--plan', 'free');
  expect(await adminUnread(env, 'accounts', 'list')).toEqual({ code: 0, err: '' });
});

test('errors end the program with a sentence, no stack trace, and a status that says whose fault it is', async () => {
  const env = { LETTERBOX_DATA_DIR: join(temporaryFolder(), 'data') };
  expect(await Promise.all([adminProcess(env, 'suspend', 'org_none'), adminProcess({}, 'accounts', 'list')])).toEqual([
    { code: 1, out: '', err: "There is no account 'org_none'.\n" },
    { code: 1, out: '', err: expect.stringMatching(/^error: no data folder is named; [^\n]*\n$/) },
  ]);
});

test('errors are one sentence', async () => {
  const env = { LETTERBOX_DATA_DIR: join(temporaryFolder(), 'data') };
  const said = async (...args: string[]) => {
    const { code, err } = await admin(env, ...args);
    expect(code).not.toBe(0);
    expect(err).not.toMatch(/\n\s+at /);
    return err;
  };
  expect(await said('keys', 'create', 'org_none')).toBe("There is no account 'org_none'.\n");
  expect(await said('machines', 'retire', 'm')).toBe("There is no machine 'm'; machines list says which there are.\n");
  expect(await said('keys', 'list', 'org_none')).toBe("There is no account 'org_none'.\n");
  expect(await said('keys', 'rotate', 'key_none')).toBe("There is no key 'key_none'.\n");
  expect(await said('keys', 'revoke', 'key_none')).toBe("There is no key 'key_none'.\n");
  const { id } = await adminJson<Thing>(env, 'accounts', 'create', '--name', 'A', '--plan', 'growth');
  const key = String((await adminJson<Thing>(env, 'keys', 'create', String(id))).id);
  await adminJson(env, 'keys', 'rotate', key);
  expect(await said('keys', 'rotate', key)).toBe(`Key ${key} is rotated, expected it to be active.\n`);
  await adminJson(env, 'suspend', String(id));
  expect(await said('keys', 'create', String(id))).toBe(`The account ${id} is suspended.\n`);
  expect(await said('accounts', 'create', '--name', 'A')).toContain('needs --credits');
  expect(await said('accounts', 'create', '--name', 'A', '--plan', 'gold')).toContain(
    "there is no plan 'gold', expected one of free",
  );
  expect(await said('accounts', 'create', '--name', 'A', '--credits', 'many')).toContain(
    'Expected a whole number from 0',
  );
  const both = ['accounts', 'create', '--name', 'A', '--plan', 'free', '--credits', '5', '--products', 'address'];
  expect(await said(...both)).toBe('error: --plan free has terms of its own, leave out --credits, --products\n');
  expect(await said('accounts', 'create', '--name', 'A', '--mode', 'uncapped', '--credits', '5')).toBe(
    'error: an uncapped plan includes no credits, leave out --credits\n',
  );
  for (const [products, unfit] of [
    ['address,', ''],
    ['address,My API', 'My API'],
  ]) {
    expect(await said('accounts', 'create', '--name', 'A', '--credits', '5', '--products', products)).toBe(
      `error: --products names "${unfit}", expected API families: lower-case letters, digits and hyphens, at most 32, such as address\n`,
    );
  }
  const expected =
    'Expected a name of 1 to 100 characters without space around it, control characters or changes of direction.';
  expect(await said('accounts', 'create', '--name', 'A'.repeat(101), '--plan', 'free')).toContain(expected);
  expect(await said('keys', 'create', String(id), '--name', ' A')).toContain(expected);
  expect(await adminJson<Thing[]>(env, 'accounts', 'list')).toHaveLength(1);
  expect(await said('keys', 'rotate', 'key_x', '--grace', 'soon')).toContain('Expected a number and s, m, h or d');
  const nowhere = await admin({}, 'accounts', 'list');
  expect(nowhere.err).toContain('no data folder is named; give one with --data-dir or LETTERBOX_DATA_DIR');
  const away = await admin({ ...env, LETTERBOX_DATABASE_URL: 'postgres://u:secret@127.0.0.1:1/x' }, 'accounts', 'list');
  expect(away.err).toContain('The ledger at 127.0.0.1:1/x cannot be used');
  expect(away.err).not.toContain('secret');
});

test('terms that do not fit the counter file are refused with the limit', async () => {
  const env = { LETTERBOX_DATA_DIR: join(temporaryFolder(), 'data') };
  const create = (...terms: string[]) => admin(env, 'accounts', 'create', '--name', 'A', '--credits', '1', ...terms);
  const names = (count: number) => Array.from({ length: count }, (_, i) => `family-${i}`).join(',');
  for (const [terms, sentence] of [
    [['--rate', '0.0001', '--burst', '1000000'], 'expected a burst that is there again within a year'],
    [['--products', 'a'.repeat(33)], 'at most 32'],
    [['--products', names(32)], 'names 32 API families, expected at most 31'],
    [['--products', 'x'.repeat(5000)], '… (5000 characters)'],
  ] as const) {
    const { code, err } = await create(...terms);
    expect(code).toBe(1);
    expect(err).toContain(sentence);
    expect(err.length).toBeLessThan(400);
  }
  expect((await create('--products', 'a'.repeat(32))).code).toBe(0);
  expect((await create('--products', names(29))).code).toBe(0);
  const { code, err } = await create('--products', 'one-more');
  expect([code, err]).toEqual([1, expect.stringContaining('name 32 API families, expected at most 31')]);
});
