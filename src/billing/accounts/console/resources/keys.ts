import type { ApiKeyRecord, KeyUse } from '../../accounts-store.ts';
import { keyState } from '../../keys.ts';
import * as k from '../../kinds.ts';
import type { Instant } from '../../plans/period.ts';
import type { AccountState } from '../../transitions/account.ts';

const TERMS = k.resource('PublishableTerms', 'What a publishable key may be used for.', {
  origins: k.listOf(
    k.text('An origin, or https://*.example.com for all below it.', 'https://shop.example.com'),
    'Origins of the pages.',
    ['https://shop.example.com', 'https://*.shop.example.com'],
  ),
  operations: k.listOf(k.text('Name of an operation.', 'validate'), 'Operations.', [
    'autocomplete',
    'validate',
    'enrich',
    'lookupPostcode',
    'lookupLocality',
  ]),
  clientPerSecond: k.position('Requests per second of one client address.', 10),
  clientBurst: k.position('Requests at once of one client address.', 30),
});

const properties = {
  id: k.text('Id of the key, which is not the key itself.', 'key_5b1c9d20f3a84e6c7d10'),
  name: k.text('Display name.', 'web shop'),
  prefix: k.text('The beginning of the key, to tell keys apart.', 'lbx_live_7Yq2'),
  state: k.oneOf(
    ['active', 'rotated', 'disabled', 'expired', 'revoked'],
    '`rotated` keys work until they expire; `disabled` ones do not work, since the organization is suspended, closing or closed.',
  ),
  createdAt: k.moment('When it was created.', '2026-05-04T23:10:00.000Z'),
  expiresAt: k.momentOrNull('When it stops working; null: not by itself.'),
  rotatedAt: k.momentOrNull('When another key took its place: it works on until it expires.'),
  revokedAt: k.momentOrNull('When it was revoked.'),
  replaces: k.textOrNull('Id of the key that it was made to replace.'),
  kind: k.oneOf(['secret', 'publishable'], 'Publishable keys may stand in web pages.'),
  terms: k.orNull(k.as(TERMS, 'What a publishable key may be used for; null for a secret one.'), null),
  dailyCap: k.countOrNull('Credits that it may use in a UTC day; null for no cap of its own.', 5000),
  monthlyCap: k.countOrNull('Credits that it may use in a UTC calendar month; null for no cap of its own.', null),
  usedToday: k.count('Credits used in the present UTC day, as far as the ledger knows.', 1280),
  usedThisMonth: k.count('Credits used in the present UTC calendar month, as far as the ledger knows.', 20_460),
  lastUsedAt: k.momentOrNull(
    'When it was last used, to within seconds; null where it never was.',
    '2026-05-20T04:58:12.000Z',
  ),
};

/** A key, without the key itself. */
export const KEY = k.resource('Key', 'An API key, without the key itself.', properties, {
  state: 'revoked',
  revokedAt: '2026-05-20T05:00:00.000Z',
});

/** A key with the key itself. */
export const REVEALED_KEY = k.resource('RevealedKey', 'A new API key.', {
  ...properties,
  key: k.textOrNull(
    'The key itself, shown this once. Null in the answer to a retry.',
    `lbx_live_7Yq2${'x'.repeat(34)}`,
  ),
});

const active = { ...KEY.example, state: 'active', revokedAt: null };
const publishable = {
  ...active,
  id: 'key_91c0d2e8b7a65f431f02',
  name: 'address form',
  prefix: 'lbx_pub_Qm81',
  kind: 'publishable',
  terms: TERMS.example,
};

/** A page of keys. */
export const KEY_LIST = k.resource('KeyList', 'API keys, oldest first.', {
  keys: k.listOf(KEY, 'One page of them.', [active, publishable]),
  next: k.next,
});

const NEVER_USED: KeyUse = { day: 0, month: 0, lastUsedAt: null };

/** What a key is shown from. */
export function shownKey(key: ApiKeyRecord, organization: AccountState, now: Instant, use: KeyUse = NEVER_USED) {
  const { terms, caps } = key;
  return {
    ...key,
    state: keyState(key, organization, now),
    kind: terms === null ? ('secret' as const) : ('publishable' as const),
    terms: terms && { ...terms, clientPerSecond: terms.client.perSecond, clientBurst: terms.client.size },
    dailyCap: caps.day,
    monthlyCap: caps.month,
    usedToday: use.day,
    usedThisMonth: use.month,
    lastUsedAt: use.lastUsedAt,
  };
}
