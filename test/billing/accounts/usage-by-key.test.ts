import { expect, test } from 'vitest';
import { createApiKey, usageByKey } from '../../../src/billing/accounts/keys.ts';
import { createOrganization } from '../../../src/billing/accounts/organizations.ts';
import { recordKeyUsage } from '../../../src/billing/ledger/key-usage.ts';
import { OPERATIONS } from '../../../src/service/admission/costs.ts';
import { onDay, openKeyLease } from '../ledger/leases.ts';
import { sqlitePlace } from '../ledger/ledgers.ts';
import { ACTOR, openBooks } from './books.ts';
import { at } from './world.ts';

const NOW = at('2026-03-10T12:00:00Z');
const DAY = 86_400_000;
const ID = 'acme';

const autocompletes = (count: number) => OPERATIONS.map((operation) => (operation === 'autocomplete' ? count : 0));

async function start() {
  const books = await openBooks(await sqlitePlace(), NOW);
  const { store, accounts, ledger, clock } = books;
  await store.transaction((tx) => createOrganization(tx, ID, ID, ACTOR, accounts));
  const keys = new Map<string, { lease: number; sequence: number }>();
  return {
    ...books,
    /** Counts requests of the account, some of them with a key. */
    async use(requests: number, key: string | null = null, known = requests) {
      await books.use(ID, 1, requests);
      if (key === null) return;
      if (!keys.has(key)) {
        const asked = { key, account: ID, machine: 'machine', day: null, machines: null, least: 0, now: clock.now };
        keys.set(key, { lease: (await openKeyLease(ledger, asked)).lease, sequence: 0 });
      }
      const held = keys.get(key)!;
      const entry = { lease: held.lease, sequence: ++held.sequence, requests: autocompletes(known) };
      await recordKeyUsage(ledger, [{ ...entry, of: onDay(ID, key, null), givenBack: autocompletes(0) }], clock.now);
    },
    newKey: async () => (await store.transaction((tx) => createApiKey(tx, ID, 'k', ACTOR, clock.now))).record.id,
  };
}

test('usage by key adds up to all usage: what no key is known of has the key null', async () => {
  const { store, clock, use, newKey } = await start();
  const [one, two] = [await newKey(), await newKey()];
  await use(5);
  await use(7, one);
  await use(4, two, 3);
  clock.now += DAY;
  await use(6, one);
  const row = (day: string, key: string | null, requests: number) => ({
    day,
    key,
    operation: 'autocomplete',
    requests,
    credits: requests,
  });
  const rows = await store.transaction((tx) => usageByKey(tx, ID, '2026-03-10', '2026-03-11'));
  const inOrder = [...rows].sort((a, b) => a.day.localeCompare(b.day) || a.requests - b.requests);
  expect(inOrder).toEqual([
    row('2026-03-10', two, 3),
    row('2026-03-10', null, 6),
    row('2026-03-10', one, 7),
    row('2026-03-11', one, 6),
  ]);
});

test('the use of a key is that of the day and of the month, with the time of its last request', async () => {
  const { store, clock, use, newKey } = await start();
  const [used, unused] = [await newKey(), await newKey()];
  const keys = await store.transaction((tx) => tx.apiKeys(ID));
  await use(7, used);
  clock.now += DAY;
  const lastUsedAt = clock.now;
  await use(2, used);
  const seen = (now: number) => store.transaction((tx) => tx.keyUse(ID, keys, now));
  expect([...(await seen(clock.now))]).toEqual([[used, { day: 2, month: 9, lastUsedAt }]]);
  expect([...(await seen(clock.now + 30 * DAY))]).toEqual([[used, { day: 0, month: 0, lastUsedAt }]]);
  expect((await seen(clock.now)).has(unused)).toBe(false);
  const others = keys.filter(({ id }) => id !== used);
  expect((await store.transaction((tx) => tx.keyUse(ID, others, clock.now))).size).toBe(0);
});
