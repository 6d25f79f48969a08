import { excerpt } from '../../excerpt.ts';
import { type Account, stateOf } from '../account.ts';
import {
  createApiKey,
  DEFAULT_GRACE_SECONDS,
  MAX_GRACE_SECONDS,
  MAX_KEY_NAME,
  type RevealedKey,
  revokeApiKey,
  rotateApiKey,
} from '../keys.ts';
import type { Instant } from '../period.ts';
import { type ConsoleAnswer, ConsoleError, invalid, notFound } from './answer.ts';
import { pageFields, pageOf } from './page.ts';
import type { ConsoleRoute } from './route.ts';
import { keyView } from './views.ts';

/** API keys: create, list, rotate, revoke. */
export const KEY_ROUTES: readonly ConsoleRoute[] = [
  {
    operationId: 'listKeys',
    summary: 'List the API keys, oldest first; never the keys themselves',
    method: 'GET',
    path: '/organizations/{organization}/keys',
    role: 'member',
    query: pageFields('key'),
    answer: { status: 200, schema: 'KeyList' },
    async read(tx, account, { query }, accounts) {
      const { limit, after } = pageOf(query);
      const all = await tx.apiKeys(account.id);
      const start = after === null ? 0 : all.findIndex(({ id }) => id === after) + 1;
      if (after !== null && start === 0) throw invalid({ after: ['is not the id of a key of this organization'] });
      const keys = all.slice(start, start + limit).map((key) => keyView(key, stateOf(account), accounts.now()));
      const next = all.length > start + limit ? keys[limit - 1].id : null;
      return { status: 200, body: { keys, next } };
    },
  },
  {
    operationId: 'createKey',
    summary: 'Create an API key; the answer is the only time that it is shown',
    method: 'POST',
    path: '/organizations/{organization}/keys',
    role: 'admin',
    body: {
      name: { kind: 'text', required: true, min: 1, max: MAX_KEY_NAME, description: 'What people call it.' },
    },
    answer: { status: 201, schema: 'RevealedKey' },
    async change(tx, account, { actor, body }, accounts) {
      requireActive(account);
      const now = accounts.now();
      return revealed(await createApiKey(tx, account.id, String(body.name), actor, now), 201, now);
    },
  },
  {
    operationId: 'rotateKey',
    summary: 'Replace an API key; the old one works on for a grace period, both count on the same account',
    method: 'POST',
    path: '/organizations/{organization}/keys/{key}/rotate',
    role: 'admin',
    body: {
      graceSeconds: {
        kind: 'integer',
        required: false,
        min: 0,
        max: MAX_GRACE_SECONDS,
        description: `Seconds that the old key goes on working; ${DEFAULT_GRACE_SECONDS} unless given.`,
      },
    },
    answer: { status: 201, schema: 'RevealedKey' },
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
    answer: { status: 200, schema: 'Key' },
    async change(tx, account, { actor, path }, accounts) {
      const now = accounts.now();
      const revoked = await revokeApiKey(tx, account.id, path.key, actor, now);
      if (!revoked) throw notFound('Key', path.key);
      return { status: 200, body: keyView(revoked, stateOf(account), now) };
    },
  },
];

function requireActive(account: Account): void {
  const state = stateOf(account);
  if (state !== 'active') throw new ConsoleError('CONFLICT', `The organization is ${state}: it can have no new keys.`);
}

/** The answer with the key itself, and the one for a retry, which does not have it: it is stored nowhere. */
function revealed({ key, record }: RevealedKey, status: number, now: Instant): ConsoleAnswer {
  const view = keyView(record, 'active', now);
  return { status, body: { ...view, key }, replay: { ...view, key: null } };
}
