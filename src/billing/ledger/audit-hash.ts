import { hash } from 'node:crypto';
import type { Selectable } from 'kysely';
import type { AuditTable } from './schema.ts';

/** What the hash of an entry covers: all of it, with `details` as JSON text. */
type Hashed = Pick<Selectable<AuditTable>, 'at' | 'actor' | 'origin' | 'account_id' | 'action' | 'details'>;

/**
 * The hash of an entry: SHA-256 over the hash of the previous entry in its account's chain (empty
 * for the first), its position from 1, and its whole content. Whoever changes, inserts, moves or
 * removes an entry has to change all hashes after it.
 */
export function auditHash(before: string, position: number, entry: Hashed): string {
  const { at, actor, origin, account_id, action, details } = entry;
  return hash('sha256', JSON.stringify([before, position, at, actor, origin, account_id, action, details]));
}
