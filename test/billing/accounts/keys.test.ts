import { expect, test } from 'vitest';
import type { ApiKeyRecord } from '../../../src/billing/accounts/accounts-store.ts';
import { createApiKey, keyState, revokeApiKey, rotateApiKey } from '../../../src/billing/accounts/keys.ts';
import { createOrganization } from '../../../src/billing/accounts/organizations.ts';
import { hashOfKey, keyFault } from '../../../src/service/admission/api-key.ts';
import { describeOnBoth } from '../ledger/ledgers.ts';
import { ACTOR, everything, openBooks } from './books.ts';
import { at } from './world.ts';

const NOW = at('2026-03-10T12:00:00Z');
const ID = 'acme';

describeOnBoth('keys', (newPlace) => {
  async function open() {
    const books = await openBooks(await newPlace(), NOW);
    const { store, accounts } = books;
    await store.transaction((tx) => createOrganization(tx, ID, ID, ACTOR, accounts));
    return {
      books,
      keys: () => store.transaction((tx) => tx.apiKeys(ID)),
      create: () => store.transaction((tx) => createApiKey(tx, ID, 'first', ACTOR, NOW)),
      rotate: (key: string, now: number) => store.transaction((tx) => rotateApiKey(tx, ID, key, 5, ACTOR, now)),
      revoke: (key: string) => store.transaction((tx) => revokeApiKey(tx, ID, key, ACTOR, NOW)),
      owner: (key: string) => store.transaction((tx) => tx.organizationOfKey(key)),
    };
  }

  test('§7.1: are stored as their SHA-256 and prefix, never in full', async () => {
    const { books, keys, create } = await open();
    const { key, record } = await create();
    expect(keyFault(key)).toBeNull();
    expect(key.startsWith(record.prefix)).toBe(true);
    expect(await keys()).toEqual([record]);
    expect(record).toMatchObject({ sha256: hashOfKey(key), name: 'first', expiresAt: null, revokedAt: null });
    const kept = JSON.stringify(await everything(books.ledger));
    expect(kept).not.toContain(key);
    expect(kept).not.toContain(key.slice(13, 41));
  });

  test('are read by pages of any size in the order of all, those made at one moment too', async () => {
    const { books, keys } = await open();
    const { store, accounts } = books;
    await store.transaction((tx) => createOrganization(tx, 'other', 'other', ACTOR, accounts));
    for (const [i, of] of [ID, ID, 'other', ID, ID, 'other', ID].entries())
      await store.transaction((tx) => createApiKey(tx, of, `${i}`, ACTOR, NOW + Math.floor(i / 3)));
    const all = await keys();
    for (let limit = 1; limit <= all.length + 1; limit++) {
      const read: ApiKeyRecord[] = [];
      for (let page = null as ApiKeyRecord[] | null; page === null || page.length > 0; read.push(...page))
        page = await store.transaction((tx) => tx.apiKeys(ID, { limit, after: read.at(-1) ?? null }));
      expect(read).toEqual(all);
    }
  });

  test('that are rotated stay valid for the grace period; only a valid key can be rotated, and only once', async () => {
    const { books, keys, create, rotate, revoke, owner } = await open();
    const old = (await create()).record;
    const next = await rotate(old.id, NOW);
    if (next === null || typeof next === 'string') throw new Error(`the key is ${next}`);
    expect(next.record).toMatchObject({ name: old.name, replaces: old.id, expiresAt: null });
    const states = async (now: number) =>
      Object.fromEntries(
        (await keys()).map((key) => [key.id === old.id ? 'old' : 'new', keyState(key, 'active', now)]),
      );
    expect(await states(NOW + 4999)).toEqual({ old: 'rotated', new: 'active' });
    expect(await states(NOW + 5000)).toEqual({ old: 'expired', new: 'active' });
    expect([await rotate(old.id, NOW), await rotate(old.id, NOW + 5000)]).toEqual(['rotated', 'expired']);
    expect(await revoke(next.record.id)).toMatchObject({ revokedAt: NOW });
    expect(await revoke(next.record.id)).toMatchObject({ revokedAt: NOW });
    expect(await rotate(next.record.id, NOW)).toBe('revoked');
    expect([await rotate('key_none', NOW), await revoke('key_none'), await owner('key_none')]).toEqual([
      null,
      null,
      null,
    ]);
    expect(await owner(old.id)).toBe(ID);
    const { audit } = await everything(books.ledger);
    expect(
      audit.map((entry) => (entry as { action: string }).action).filter((action) => action.endsWith('-key')),
    ).toEqual(['create-key', 'rotate-key', 'revoke-key']);
  });
});
