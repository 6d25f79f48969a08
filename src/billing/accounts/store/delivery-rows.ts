import type { Selectable } from 'kysely';
import type { LedgerTransaction } from '../../ledger/ledger.ts';
import type { DeliveryTable } from '../../ledger/schema.ts';
import type { AccountsTransaction } from '../accounts-store.ts';
import type { Claimed } from '../events/delivery.ts';
import { deliveryOf, endpointOf, eventOf } from './event-rows.ts';

/** Sending the outbox, which one process does at a time. */
export function deliveryAccess(trx: LedgerTransaction) {
  return {
    holdSender: async (holder, now, until) => {
      const held = await trx
        .updateTable('event_sender')
        .set({ holder, until })
        .where('id', '=', 1)
        .where((eb) => eb.or([eb('holder', '=', holder), eb('until', '<=', now)]))
        .returning('id')
        .executeTakeFirst();
      return held !== undefined;
    },
    claimDeliveries: async ({ kind, failing }, most, busy, now, until) => {
      const oldest = await trx
        .selectFrom('deliveries')
        .innerJoin('endpoints', 'endpoints.id', 'deliveries.endpoint_id')
        .select((eb) => eb.fn.min<number>('deliveries.id').as('id'))
        .where('state', '=', 'pending')
        .where('next_at', '<=', now)
        .where('kind', '=', kind)
        .$if(failing !== null, (query) => query.where('failing_since', failing ? 'is not' : 'is', null))
        .$if(busy.length > 0, (query) => query.where('endpoint_id', 'not in', busy))
        .groupBy('endpoint_id')
        .orderBy('id')
        .limit(most)
        .execute();
      const claimed: Claimed[] = [];
      for (const { id } of oldest) {
        const row = await trx
          .updateTable('deliveries')
          .set({ next_at: until })
          .where('id', '=', Number(id))
          .returningAll()
          .executeTakeFirstOrThrow();
        claimed.push(await withEnds(trx, row));
      }
      return claimed;
    },
    saveDelivery: async (delivery, failingSince, disabledAt) => {
      const { event, endpoint, state, attempts, nextAt, lastAt, status, fault } = delivery;
      await trx
        .updateTable('deliveries')
        .set({ state, attempts, next_at: nextAt, last_at: lastAt, status, fault })
        .where('event_id', '=', event)
        .where('endpoint_id', '=', endpoint)
        .where('state', '=', 'pending')
        .execute();
      await trx
        .updateTable('endpoints')
        .set({ failing_since: failingSince, ...(disabledAt !== null && { disabled_at: disabledAt }) })
        .where('id', '=', endpoint)
        .execute();
    },
  } satisfies Partial<AccountsTransaction>;
}

async function withEnds(trx: LedgerTransaction, row: Selectable<DeliveryTable>): Promise<Claimed> {
  const event = trx.selectFrom('events').selectAll().where('id', '=', row.event_id);
  const endpoint = trx.selectFrom('endpoints').selectAll().where('id', '=', row.endpoint_id);
  return {
    delivery: deliveryOf(row),
    event: eventOf(await event.executeTakeFirstOrThrow()),
    endpoint: endpointOf(await endpoint.executeTakeFirstOrThrow()),
  };
}
