import { accountsStore } from '../../../../src/billing/accounts/accounts.ts';
import type { KeyCaps } from '../../../../src/billing/accounts/accounts-store.ts';
import {
  changeApiKey,
  createApiKey,
  type KeyRestrictions,
  revokeApiKey,
  rotateApiKey,
} from '../../../../src/billing/accounts/keys.ts';
import type { Ledger } from '../../../../src/billing/ledger/ledger.ts';
import { ACTOR } from '../../ledger/ledgers.ts';

/** A key of an account: its id, and the key itself. */
export interface TestKey {
  readonly id: string;
  readonly key: string;
}

/** Makes a key for an account. */
export async function addKey(
  ledger: Ledger,
  account: string,
  now: number,
  restrictions: KeyRestrictions = {},
): Promise<TestKey> {
  const { key, record } = await accountsStore(ledger).transaction((tx) =>
    createApiKey(tx, account, 'k', ACTOR, now, restrictions),
  );
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
  const rotated = await accountsStore(ledger).transaction((tx) => rotateApiKey(tx, account, id, grace, ACTOR, now));
  if (rotated === null || typeof rotated === 'string') throw new Error(`the key is ${rotated}`);
  return { id: rotated.record.id, key: rotated.key };
}

/** Changes a key's own caps. */
export async function changeCaps(
  ledger: Ledger,
  account: string,
  id: string,
  caps: Partial<KeyCaps>,
  now: number,
): Promise<void> {
  const changed = await accountsStore(ledger).transaction((tx) => changeApiKey(tx, account, id, { caps }, ACTOR, now));
  if (changed === null || typeof changed === 'string') throw new Error(`the key is ${changed}`);
}

/** Ends a key. */
export async function revokeKey(ledger: Ledger, account: string, id: string, now: number): Promise<void> {
  await accountsStore(ledger).transaction((tx) => revokeApiKey(tx, account, id, ACTOR, now));
}
