import type { Selectable } from 'kysely';
import { writeAudit } from '../../ledger/audit.ts';
import type { LedgerTransaction } from '../../ledger/ledger.ts';
import type { PlanPreviewTable } from '../../ledger/schema.ts';
import type { AccountsTransaction, Actor, AuditEntry, StoredPreview } from '../accounts-store.ts';
import type { Instant } from '../plans/period.ts';
import type { ChangePreview } from '../transitions/preview.ts';

/** The audit log, and the previews and answers that the console keeps for later requests. */
export function requestAccess(
  trx: LedgerTransaction,
): Pick<
  AccountsTransaction,
  | 'addAudit'
  | 'auditLog'
  | 'addPreview'
  | 'preview'
  | 'takePreview'
  | 'addAnsweredRequest'
  | 'answeredRequest'
  | 'removeOutdated'
> {
  return {
    addAudit: ({ organization, at, actor, action, details }: AuditEntry) =>
      writeAudit(trx, {
        at,
        actor: `${actor.kind}:${actor.subject}`,
        origin: actor.from ?? null,
        account: organization,
        action,
        details,
      }),
    auditLog: async (organization, limit, before, { subject, action, from, until } = {}) => {
      const rows = await trx
        .selectFrom('audit')
        .selectAll()
        .where('account_id', '=', organization)
        .$if(before !== undefined, (query) => query.where('id', '<', before!))
        .$if(subject !== undefined, (query) => query.where('actor', 'in', actorsOf(subject!)))
        .$if(action !== undefined, (query) => query.where('action', '=', action!))
        .$if(from !== undefined, (query) => query.where('at', '>=', from!))
        .$if(until !== undefined, (query) => query.where('at', '<', until!))
        .orderBy('id', 'desc')
        .limit(limit)
        .execute();
      return rows.map(({ id, at, actor, action, details, origin, position, hash }) => ({
        sequence: id,
        organization,
        at,
        action,
        position,
        hash,
        actor: { ...actorOf(actor), ...(origin !== null && { from: origin }) },
        details: JSON.parse(details) as Readonly<Record<string, unknown>>,
      }));
    },
    addPreview: async ({ tokenHash, organization, version, preview, expiresAt }) => {
      await trx
        .insertInto('plan_previews')
        .values({
          token_hash: tokenHash,
          account_id: organization,
          version,
          preview: JSON.stringify(preview),
          expires_at: expiresAt,
        })
        .execute();
    },
    preview: async (tokenHash) => {
      const row = await trx
        .selectFrom('plan_previews')
        .selectAll()
        .where('token_hash', '=', tokenHash)
        .executeTakeFirst();
      return row ? previewOf(row) : null;
    },
    takePreview: async (tokenHash) => {
      const row = await trx
        .deleteFrom('plan_previews')
        .where('token_hash', '=', tokenHash)
        .returningAll()
        .executeTakeFirst();
      return row ? previewOf(row) : null;
    },
    addAnsweredRequest: async ({ organization, ...request }) => {
      await trx
        .insertInto('answered_requests')
        .values({ account_id: organization, ...request })
        .execute();
    },
    answeredRequest: async (organization, key) => {
      const row = await trx
        .selectFrom('answered_requests')
        .selectAll()
        .where('account_id', '=', organization)
        .where('key', '=', key)
        .executeTakeFirst();
      if (!row) return null;
      const { account_id, ...request } = row;
      return { organization: account_id, ...request };
    },
    removeOutdated: async (now: Instant, answeredBefore: Instant) => {
      await trx.deleteFrom('plan_previews').where('expires_at', '<=', now).execute();
      await trx.deleteFrom('answered_requests').where('at', '<', answeredBefore).execute();
      await trx.deleteFrom('invitations').where('person_id', 'is not', null).where('expires_at', '<=', now).execute();
    },
  };
}

function previewOf(row: Selectable<PlanPreviewTable>): StoredPreview {
  return {
    tokenHash: row.token_hash,
    organization: row.account_id,
    version: row.version,
    preview: JSON.parse(row.preview) as ChangePreview,
    expiresAt: row.expires_at,
  };
}

/** The forms in which the log may have a subject, for each kind of actor. */
function actorsOf(subject: string): string[] {
  return [subject, ...['user', 'operator', 'system'].map((kind) => `${kind}:${subject}`)];
}

/** Entries of earlier versions hold a user name only: an operator. */
function actorOf(text: string): Actor {
  const [, kind, subject] = /^(user|operator|system):(.*)$/s.exec(text) ?? [];
  return kind === undefined || subject === undefined
    ? { kind: 'operator', subject: text }
    : { kind: kind as Actor['kind'], subject };
}
