import { randomBytes } from 'node:crypto';
import {
  createKey,
  displayPrefix,
  hashOfKey,
  KEY_PREFIX,
  PUBLISHABLE_PREFIX,
} from '../../service/admission/api-key.ts';
import type { PublishableTerms } from '../../service/admission/publishable/terms.ts';
import type { AccountsTransaction, Actor, ApiKeyRecord, DailyKeyUsage, KeyCaps } from './accounts-store.ts';
import { keyEvent } from './events/events-of.ts';
import type { Instant } from './plans/period.ts';
import type { AccountState } from './transitions/account.ts';

/** How long a rotated key keeps working by default. */
export const DEFAULT_GRACE_SECONDS = 24 * 3600;

/** The longest grace period of a rotated key. */
export const MAX_GRACE_SECONDS = 90 * 24 * 3600;

const DAY = 24 * 3_600_000;

/** Longest name of a key, in characters. */
export const MAX_KEY_NAME = 100;

/** The most working keys of an organization, those in their grace period included. */
const MAX_KEYS = 100;

/**
 * The most keys that an organization can make in a day: each takes a place in the ledger and in
 * every counter file for good.
 */
const MAX_NEW_KEYS_A_DAY = 100;

/** An organization has as many keys as it can have; the message is a sentence for users. */
export class KeyLimit extends Error {
  override readonly name = 'KeyLimit';
}

/** A new key. `key` is the key itself, shown this once and stored nowhere. */
export interface RevealedKey {
  readonly key: string;
  readonly record: ApiKeyRecord;
}

/**
 * The state of a key. `rotated`: it still works, until its grace period ends. `disabled`: it would
 * work, but the organization is suspended, closing or closed.
 */
export type KeyState = 'active' | 'rotated' | 'disabled' | 'expired' | 'revoked';

/** The restrictions of a new key; none if left out. */
export interface KeyRestrictions {
  /** Makes it a publishable key. */
  readonly terms?: PublishableTerms | null;
  readonly caps?: KeyCaps;
  readonly expiresAt?: Instant | null;
}

/** No caps. */
const NO_CAPS: KeyCaps = { day: null, month: null };

/** The state of a key, given that of its organization. Only `active` and `rotated` keys work. */
export function keyState(key: ApiKeyRecord, organization: AccountState, now: Instant): KeyState {
  if (key.revokedAt !== null) return 'revoked';
  if (key.expiresAt !== null && key.expiresAt <= now) return 'expired';
  if (organization !== 'active') return 'disabled';
  return key.rotatedAt === null ? 'active' : 'rotated';
}

/**
 * Creates a key for an organization whose account is locked: publishable with terms, secret
 * without. Throws a KeyLimit if it has as many as it can have.
 */
export async function createApiKey(
  tx: AccountsTransaction,
  organization: string,
  name: string,
  actor: Actor,
  now: Instant,
  restrictions: KeyRestrictions = {},
): Promise<RevealedKey> {
  expectRoom(await tx.apiKeys(organization), now);
  const { terms = null, caps = NO_CAPS, expiresAt = null } = restrictions;
  const created = newKey({ organization, name, terms, caps, expiresAt, replaces: null }, now);
  await tx.addApiKey(created.record);
  const details = {
    name,
    prefix: created.record.prefix,
    ...(terms && { terms }),
    ...((caps.day !== null || caps.month !== null) && { caps }),
    ...(expiresAt !== null && { expiresAt: new Date(expiresAt).toISOString() }),
  };
  await audit(tx, created.record, 'create-key', details, actor, now);
  return created;
}

/**
 * Replaces an active key by a new one with the same terms, expiry and caps, which apply to each of
 * the two. The old key works until the grace period ends. The account must be locked and active.
 * Null if the organization has no such key, and the key's state if it is not active. Throws a
 * KeyLimit if there are as many keys as there can be.
 */
export async function rotateApiKey(
  tx: AccountsTransaction,
  organization: string,
  id: string,
  graceSeconds: number,
  actor: Actor,
  now: Instant,
): Promise<RevealedKey | Exclude<KeyState, 'active'> | null> {
  const old = await tx.apiKey(organization, id);
  if (old === null) return null;
  const state = keyState(old, 'active', now);
  if (state !== 'active') return state;
  expectRoom(await tx.apiKeys(organization), now);
  const created = newKey({ ...old, replaces: old.id }, now);
  await tx.addApiKey(created.record);
  const graceEnds = now + graceSeconds * 1000;
  await tx.saveApiKey({ ...old, rotatedAt: now, expiresAt: Math.min(graceEnds, old.expiresAt ?? graceEnds) });
  await audit(
    tx,
    created.record,
    'rotate-key',
    { replaces: id, graceSeconds, prefix: created.record.prefix },
    actor,
    now,
  );
  return created;
}

/**
 * Revokes a key at once; null if the organization has no such key. A revoked key stays as it is.
 */
export async function revokeApiKey(
  tx: AccountsTransaction,
  organization: string,
  id: string,
  actor: Actor,
  now: Instant,
): Promise<ApiKeyRecord | null> {
  const key = await tx.apiKey(organization, id);
  if (!key || key.revokedAt !== null) return key;
  const revoked = { ...key, revokedAt: now };
  await tx.saveApiKey(revoked);
  await audit(tx, revoked, 'revoke-key', {}, actor, now);
  return revoked;
}

function expectRoom(keys: readonly ApiKeyRecord[], now: Instant): void {
  const working = keys.filter((key) => ['active', 'rotated'].includes(keyState(key, 'active', now))).length;
  if (working >= MAX_KEYS)
    throw new KeyLimit(`The organization has ${working} keys that work, the most it can have; revoke one first.`);
  const made = keys.filter(({ createdAt }) => now - createdAt < DAY).length;
  if (made >= MAX_NEW_KEYS_A_DAY)
    throw new KeyLimit(`The organization made ${made} keys within a day, the most it can; make this one tomorrow.`);
}

/**
 * Renames a key, or changes its caps; what is left out stays. Usage so far in the day and month
 * counts towards new caps. Null if the organization has no such key, and the key's state if it does
 * not work.
 */
export async function changeApiKey(
  tx: AccountsTransaction,
  organization: string,
  id: string,
  change: { readonly name?: string; readonly caps?: Partial<KeyCaps> },
  actor: Actor,
  now: Instant,
): Promise<ApiKeyRecord | Exclude<KeyState, 'active' | 'rotated'> | null> {
  const key = await tx.apiKey(organization, id);
  if (key === null) return null;
  const state = keyState(key, 'active', now);
  if (state !== 'active' && state !== 'rotated') return state;
  const changed = { ...key, name: change.name ?? key.name, caps: { ...key.caps, ...change.caps } };
  await tx.saveApiKey(changed);
  await audit(tx, changed, 'change-key', { name: changed.name, caps: changed.caps }, actor, now);
  return changed;
}

function newKey(
  of: Pick<ApiKeyRecord, 'organization' | 'name' | 'terms' | 'caps' | 'expiresAt' | 'replaces'>,
  now: Instant,
): RevealedKey {
  const { organization, name, terms, caps, expiresAt, replaces } = of;
  const key = createKey(randomBytes, terms === null ? KEY_PREFIX : PUBLISHABLE_PREFIX);
  const record: ApiKeyRecord = {
    id: `key_${randomBytes(10).toString('hex')}`,
    organization,
    name,
    prefix: displayPrefix(key),
    sha256: hashOfKey(key),
    createdAt: now,
    expiresAt,
    rotatedAt: null,
    revokedAt: null,
    replaces,
    terms,
    caps,
  };
  return { key, record };
}

/** The event for each action in the audit log. */
const TOLD_AS = {
  'create-key': 'key.created',
  'change-key': 'key.changed',
  'rotate-key': 'key.rotated',
  'revoke-key': 'key.revoked',
} as const;

async function audit(
  tx: AccountsTransaction,
  key: ApiKeyRecord,
  action: keyof typeof TOLD_AS,
  details: Readonly<Record<string, unknown>>,
  actor: Actor,
  at: Instant,
): Promise<void> {
  await tx.addAudit({ organization: key.organization, at, actor, action, details: { key: key.id, ...details } });
  await tx.addEvent(keyEvent(key, TOLD_AS[action], at));
}

/**
 * The usage of an organization by day, key and operation, oldest first, both days included. Usage
 * without a known key (from before keys were counted, or lost with a killed process) has the key
 * null, so that the sums by operation are those of all usage.
 */
export async function usageByKey(
  tx: AccountsTransaction,
  organization: string,
  fromDay: string,
  toDay: string,
): Promise<DailyKeyUsage[]> {
  const byKey = await tx.dailyKeyUsage(organization, fromDay, toDay);
  const known = new Map<string, { requests: number; credits: number }>();
  for (const { day, operation, requests, credits } of byKey) {
    const sum = known.get(`${day} ${operation}`) ?? { requests: 0, credits: 0 };
    known.set(`${day} ${operation}`, { requests: sum.requests + requests, credits: sum.credits + credits });
  }
  const rest = (await tx.dailyUsage(organization, fromDay, toDay)).flatMap((all): DailyKeyUsage[] => {
    const { day, operation } = all;
    const { requests, credits } = known.get(`${day} ${operation}`) ?? { requests: 0, credits: 0 };
    if (all.credits <= credits && all.requests <= requests) return [];
    return [
      {
        day,
        key: null,
        operation,
        requests: Math.max(0, all.requests - requests),
        credits: Math.max(0, all.credits - credits),
      },
    ];
  });
  return [...byKey, ...rest].sort((a, b) => (a.day < b.day ? -1 : a.day > b.day ? 1 : 0));
}
