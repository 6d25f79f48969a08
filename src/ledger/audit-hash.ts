import { hash } from 'node:crypto';
import type { Selectable } from 'kysely';
import type { AuditTable } from './schema.ts';

/** What of an entry is under its hash: everything, as text of JSON for `details`. */
type Hashed = Pick<Selectable<AuditTable>, 'at' | 'actor' | 'origin' | 'account_id' | 'action' | 'details'>;

/**
 * The hash of an entry: SHA-256 over the hash of the one before in its account's chain (empty for
 * the first), its position from 1, and all that it says. Whoever changes, inserts, moves or removes
 * an entry has to change all hashes after it.
 */
export function auditHash(before: string, position: number, entry: Hashed): string {
  const { at, actor, origin, account_id, action, details } = entry;
  return hash('sha256', JSON.stringify([before, position, at, actor, origin, account_id, action, details]));
}
