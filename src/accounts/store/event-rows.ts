import type { LedgerTransaction } from '../../ledger/ledger.ts';
import type { AccountsTransaction } from '../accounts-store.ts';
import { type EventType, newEventId } from '../events/event.ts';

/** The outbox: events are appended in the transaction of what they tell of. */
export function eventAccess(trx: LedgerTransaction) {
  return {
    addEvent: async ({ organization, at, type, data }) => {
      const id = newEventId();
      await trx
        .insertInto('events')
        .values({ id, account_id: organization, at, type, data: JSON.stringify(data) })
        .execute();
      return { id, organization, at, type, data };
    },
    events: async (organization, limit) => {
      const rows = await trx
        .selectFrom('events')
        .selectAll()
        .where('account_id', '=', organization)
        .orderBy('sequence', 'desc')
        .limit(limit)
        .execute();
      return rows.map(({ id, account_id, at, type, data }) => ({
        id,
        organization: account_id,
        at,
        type: type as EventType,
        data: JSON.parse(data) as Readonly<Record<string, unknown>>,
      }));
    },
  } satisfies Partial<AccountsTransaction>;
}
