import { OPERATIONS } from '../../../../service/admission/costs.ts';
import { MAX_KEY_CAP } from '../../../../service/admission/counters/layout.ts';
import {
  DEFAULT_CLIENT_RATE,
  DEFAULT_OPERATIONS,
  MAX_CLIENT_RATE,
  MAX_ORIGIN_LENGTH,
  MAX_ORIGINS,
  type PublishableTerms,
} from '../../../../service/admission/publishable/terms.ts';
import { excerpt } from '../../../../system/shown-text.ts';
import type { KeyCaps } from '../../accounts-store.ts';
import {
  changeApiKey,
  createApiKey,
  DEFAULT_GRACE_SECONDS,
  MAX_GRACE_SECONDS,
  MAX_KEY_NAME,
  type RevealedKey,
  revokeApiKey,
  rotateApiKey,
} from '../../keys.ts';
import type { Instant } from '../../plans/period.ts';
import { publishableTerms } from '../../publishable-terms.ts';
import { type Account, stateOf } from '../../transitions/account.ts';
import { type ConsoleAnswer, ConsoleError, invalid, notFound } from '../answer.ts';
import {
  type FieldSet,
  type FieldValues,
  integerField,
  listField,
  pageFields,
  pageOf,
  required,
  textField,
} from '../fields/fields.ts';
import { KEY, KEY_LIST, REVEALED_KEY, shownKey } from '../resources/keys.ts';
import type { ConsoleRoute } from './route.ts';

/** What a publishable key is bound to; a key without `origins` is secret. */
const TERMS_FIELDS: FieldSet = {
  origins: listField(1, MAX_ORIGINS, MAX_ORIGIN_LENGTH, {
    items: 'An origin such as https://shop.example.com, or https://*.example.com for all below it.',
    description: 'Makes the key a publishable one, for pages of these origins.',
  }),
  operations: listField(1, OPERATIONS.length, 20, {
    items: `One of ${OPERATIONS.join(', ')}.`,
    description: `Operations of a publishable key; ${DEFAULT_OPERATIONS.join(', ')} unless given.`,
  }),
  clientPerSecond: integerField(
    1,
    MAX_CLIENT_RATE,
    `Requests per second of one client address; ${DEFAULT_CLIENT_RATE.perSecond} unless given.`,
  ),
  clientBurst: integerField(
    1,
    MAX_CLIENT_RATE,
    `Requests at once of one client address; ${DEFAULT_CLIENT_RATE.size} unless given.`,
  ),
};

/** A key's own caps. */
const CAP_FIELDS: FieldSet = {
  dailyCap: integerField(0, MAX_KEY_CAP, 'Credits that the key may use in a UTC day; 0 for no cap of its own.'),
  monthlyCap: integerField(
    0,
    MAX_KEY_CAP,
    'Credits that the key may use in a UTC calendar month; 0 for no cap of its own.',
  ),
};

/** The longest life of a new key, ms. */
const LONGEST_LIFE = 10 * 366 * 24 * 3_600_000;

/** API keys: create, list, change, rotate, revoke. */
export const KEY_ROUTES: readonly ConsoleRoute[] = [
  {
    operationId: 'listKeys',
    summary: 'List the API keys, oldest first; never the keys themselves',
    method: 'GET',
    path: '/organizations/{organization}/keys',
    role: 'member',
    query: pageFields('key'),
    answer: { status: 200, schema: KEY_LIST },
    async read(tx, account, { query }, accounts) {
      const { limit, after } = pageOf(query);
      const before = after === null ? null : await tx.apiKey(account.id, after);
      if (before === null && after !== null) throw invalid({ after: ['is not the id of a key of this organization'] });
      const found = await tx.apiKeys(account.id, { limit: limit + 1, after: before });
      const page = found.slice(0, limit);
      const now = accounts.now();
      const uses = await tx.keyUse(account.id, page, now);
      const keys = page.map((key) => shownKey(key, stateOf(account), now, uses.get(key.id)));
      const next = found.length > limit ? keys[limit - 1]!.id : null;
      return { status: 200, body: KEY_LIST.write({ keys, next }) };
    },
  },
  {
    operationId: 'createKey',
    summary: 'Create an API key; the answer is the only time that it is shown',
    method: 'POST',
    path: '/organizations/{organization}/keys',
    role: 'admin',
    body: {
      name: required(textField(1, MAX_KEY_NAME, 'Display name.')),
      ...TERMS_FIELDS,
      ...CAP_FIELDS,
      expiresAt: textField(
        20,
        24,
        'When the key stops working, at most ten years from now; it does not end by itself unless given.',
        {
          pattern: /^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(?:\.[0-9]{3})?Z$/,
          expected: 'a moment such as 2026-12-31T00:00:00Z',
        },
      ),
    },
    example: { name: 'web shop', dailyCap: 5000 },
    answer: { status: 201, schema: REVEALED_KEY },
    async change(tx, account, { actor, body }, accounts) {
      requireActive(account);
      const now = accounts.now();
      const { day = null, month = null } = capsIn(body);
      const restrictions = { terms: termsIn(body), caps: { day, month }, expiresAt: expiryIn(body, now) };
      return revealed(await createApiKey(tx, account.id, String(body.name), actor, now, restrictions), 201, now);
    },
  },
  {
    operationId: 'changeKey',
    summary: 'Name an API key anew, or change its own caps; what is left out stays as it is',
    method: 'POST',
    path: '/organizations/{organization}/keys/{key}/change',
    role: 'admin',
    body: {
      name: textField(1, MAX_KEY_NAME, 'Display name.'),
      ...CAP_FIELDS,
    },
    example: { dailyCap: 8000 },
    answer: { status: 200, schema: KEY },
    async change(tx, account, { actor, body, path }, accounts) {
      const now = accounts.now();
      const change = { ...(body.name !== undefined && { name: String(body.name) }), caps: capsIn(body) };
      const changed = await changeApiKey(tx, account.id, path.key, change, actor, now);
      if (changed === null) throw notFound('Key', path.key);
      if (typeof changed === 'string')
        throw new ConsoleError('CONFLICT', `Key ${excerpt(path.key)} is ${changed}, expected it to work.`);
      const use = (await tx.keyUse(account.id, [changed], now)).get(changed.id);
      return { status: 200, body: KEY.write(shownKey(changed, stateOf(account), now, use)) };
    },
  },
  {
    operationId: 'rotateKey',
    summary: 'Replace an API key; the old one works on for a grace period, both count on the same account',
    method: 'POST',
    path: '/organizations/{organization}/keys/{key}/rotate',
    role: 'admin',
    body: {
      graceSeconds: integerField(
        0,
        MAX_GRACE_SECONDS,
        `Seconds that the old key goes on working; ${DEFAULT_GRACE_SECONDS} unless given.`,
      ),
    },
    example: { graceSeconds: 3600 },
    answer: { status: 201, schema: REVEALED_KEY },
    async change(tx, account, { actor, body, path }, accounts) {
      requireActive(account);
      const now = accounts.now();
      const grace = Number(body.graceSeconds ?? DEFAULT_GRACE_SECONDS);
      const rotated = await rotateApiKey(tx, account.id, path.key, grace, actor, now);
      if (rotated === null) throw notFound('Key', path.key);
      if (typeof rotated === 'string')
        throw new ConsoleError('CONFLICT', `Key ${excerpt(path.key)} is ${rotated}, expected it to be active.`);
      return revealed(rotated, 201, now);
    },
  },
  {
    operationId: 'revokeKey',
    summary: 'Revoke an API key at once',
    method: 'POST',
    path: '/organizations/{organization}/keys/{key}/revoke',
    role: 'admin',
    body: {},
    answer: { status: 200, schema: KEY },
    async change(tx, account, { actor, path }, accounts) {
      const now = accounts.now();
      const revoked = await revokeApiKey(tx, account.id, path.key, actor, now);
      if (!revoked) throw notFound('Key', path.key);
      const use = (await tx.keyUse(account.id, [revoked], now)).get(revoked.id);
      return { status: 200, body: KEY.write(shownKey(revoked, stateOf(account), now, use)) };
    },
  },
];

/** The caps that a body sets; null for one that it removes. */
function capsIn({ dailyCap, monthlyCap }: FieldValues): Partial<KeyCaps> {
  const cap = (value: FieldValues[string]) => (value === 0 ? null : Number(value));
  return {
    ...(dailyCap !== undefined && { day: cap(dailyCap) }),
    ...(monthlyCap !== undefined && { month: cap(monthlyCap) }),
  };
}

function expiryIn({ expiresAt }: FieldValues, now: Instant): Instant | null {
  if (expiresAt === undefined) return null;
  const at = Date.parse(String(expiresAt));
  if (Number.isNaN(at)) throw invalid({ expiresAt: ['must be a moment of the calendar'] });
  if (at <= now) throw invalid({ expiresAt: ['must not be past'] });
  if (at > now + LONGEST_LIFE) throw invalid({ expiresAt: ['must be within ten years'] });
  return at;
}

/** The terms of the publishable key that a body asks for; null for a secret key. */
function termsIn(body: FieldValues): PublishableTerms | null {
  const { origins, operations, clientPerSecond, clientBurst } = body;
  if (origins === undefined) {
    const others = Object.keys(TERMS_FIELDS).filter((name) => body[name] !== undefined);
    if (others.length > 0) throw invalid(Object.fromEntries(others.map((name) => [name, ['goes with origins only']])));
    return null;
  }
  const found = publishableTerms({
    origins: origins as readonly string[],
    operations: operations as readonly string[] | undefined,
    clientPerSecond: clientPerSecond as number | undefined,
    clientBurst: clientBurst as number | undefined,
  });
  if ('problems' in found) throw invalid(found.problems);
  return found.terms;
}

function requireActive(account: Account): void {
  const state = stateOf(account);
  if (state !== 'active') throw new ConsoleError('CONFLICT', `The organization is ${state}: it can have no new keys.`);
}

/**
 * The answer with the key itself, and the one for a retry, without it: the key is stored nowhere.
 */
function revealed({ key, record }: RevealedKey, status: number, now: Instant): ConsoleAnswer {
  const shown = shownKey(record, 'active', now);
  return {
    status,
    body: REVEALED_KEY.write({ ...shown, key }),
    replay: REVEALED_KEY.write({ ...shown, key: null }),
  };
}
