import type { AccountsStore, Actor } from '../../src/accounts/accounts-store.ts';
import { createApiKey, revokeApiKey, rotateApiKey } from '../../src/accounts/keys.ts';
import { openAccountsStore } from '../../src/accounts/store/ledger-store.ts';
import type { Ledger } from '../../src/credits/ledger/ledger.ts';

const ACTOR: Actor = { kind: 'operator', subject: 'test' };
const stores = new WeakMap<Ledger, Promise<AccountsStore>>();

function storeOf(ledger: Ledger): Promise<AccountsStore> {
  const opened = stores.get(ledger) ?? openAccountsStore(ledger);
  stores.set(ledger, opened);
  return opened;
}

/** A key of an account: its id, and the key itself. */
export interface TestKey {
  readonly id: string;
  readonly key: string;
}

/** Makes a key for an account. */
export async function addKey(ledger: Ledger, account: string, now: number): Promise<TestKey> {
  const store = await storeOf(ledger);
  const { key, record } = await store.transaction((tx) => createApiKey(tx, account, 'k', ACTOR, now));
  return { id: record.id, key };
}

/** Makes a key in place of one that works, which stays valid for `grace` seconds. */
export async function rotateKey(
  ledger: Ledger,
  account: string,
  id: string,
  grace: number,
  now: number,
): Promise<TestKey> {
  const store = await storeOf(ledger);
  const rotated = await store.transaction((tx) => rotateApiKey(tx, account, id, grace, ACTOR, now));
  if (rotated === null || typeof rotated === 'string') throw new Error(`the key is ${rotated}`);
  return { id: rotated.record.id, key: rotated.key };
}

/** Ends a key. */
export async function revokeKey(ledger: Ledger, account: string, id: string, now: number): Promise<void> {
  const store = await storeOf(ledger);
  await store.transaction((tx) => revokeApiKey(tx, account, id, ACTOR, now));
}
