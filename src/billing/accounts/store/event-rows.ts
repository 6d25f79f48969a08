import type { Selectable } from 'kysely';
import type { LedgerTransaction } from '../../ledger/ledger.ts';
import type { DeliveryTable, EndpointTable, EventTable } from '../../ledger/schema.ts';
import type { AccountsTransaction, SentEvent } from '../accounts-store.ts';
import type { Delivery } from '../events/delivery.ts';
import { type Endpoint, wants } from '../events/endpoint.ts';
import { type AccountEvent, type EventType, newEventId } from '../events/event.ts';
import type { Instant } from '../plans/period.ts';

/** The most events removed in one transaction, with their deliveries. */
const MOST_REMOVED = 500;

/**
 * The outbox and its endpoints: an event is appended in the same transaction as what it reports.
 */
export function eventAccess(trx: LedgerTransaction) {
  const endpointsOf = async (organization: string) => {
    const rows = await trx
      .selectFrom('endpoints')
      .selectAll()
      .where('account_id', '=', organization)
      .where('removed_at', 'is', null)
      .orderBy('created_at')
      .orderBy('id')
      .execute();
    return rows.map(endpointOf);
  };
  const deliver = async (event: string, endpoint: string, at: Instant) => {
    const anew = { state: 'pending', attempts: 0, next_at: at } as const;
    await trx
      .insertInto('deliveries')
      .values({ event_id: event, endpoint_id: endpoint, ...anew, last_at: null, status: null, fault: null })
      .onConflict((conflict) => conflict.columns(['event_id', 'endpoint_id']).doUpdateSet(anew))
      .execute();
  };
  return {
    addEvent: async ({ organization, at, type, data }, only) => {
      const id = newEventId();
      await trx
        .insertInto('events')
        .values({ id, account_id: organization, at, type, data: JSON.stringify(data) })
        .execute();
      const to = only === undefined ? (await endpointsOf(organization)).filter((each) => wants(each, type)) : [only];
      for (const endpoint of to) await deliver(id, endpoint.id, at);
      return { id, organization, at, type, data };
    },
    events: async (organization, limit, before) => {
      const rows = await trx
        .selectFrom('events')
        .selectAll()
        .where('account_id', '=', organization)
        .$if(before !== undefined, (query) =>
          query.where('sequence', '<', (eb) => eb.selectFrom('events').select('sequence').where('id', '=', before!)),
        )
        .orderBy('sequence', 'desc')
        .limit(limit)
        .execute();
      return withDeliveries(trx, rows);
    },
    event: async (organization, id) => {
      const rows = await trx
        .selectFrom('events')
        .selectAll()
        .where('account_id', '=', organization)
        .where('id', '=', id)
        .execute();
      return (await withDeliveries(trx, rows))[0] ?? null;
    },
    endpoints: endpointsOf,
    addEndpoint: async (endpoint) => {
      await trx.insertInto('endpoints').values(endpointRow(endpoint)).execute();
    },
    saveEndpoint: async (endpoint) => {
      await trx.updateTable('endpoints').set(endpointRow(endpoint)).where('id', '=', endpoint.id).execute();
    },
    deliver,
    giveUp: async (endpoint, fault) => {
      await trx
        .updateTable('deliveries')
        .set({ state: 'failed', fault })
        .where('endpoint_id', '=', endpoint)
        .where('state', '=', 'pending')
        .execute();
    },
    removeEvents: async (before) => {
      const old = trx.selectFrom('events').select('id').where('at', '<', before).orderBy('at').limit(MOST_REMOVED);
      const ids = (await old.execute()).map(({ id }) => id);
      if (ids.length === 0) return;
      await trx.deleteFrom('deliveries').where('event_id', 'in', ids).execute();
      await trx.deleteFrom('events').where('id', 'in', ids).execute();
    },
  } satisfies Partial<AccountsTransaction>;
}

async function withDeliveries(trx: LedgerTransaction, rows: readonly Selectable<EventTable>[]): Promise<SentEvent[]> {
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  const deliveries = await trx
    .selectFrom('deliveries')
    .selectAll()
    .where('event_id', 'in', ids)
    .orderBy('id')
    .execute();
  return rows.map((row) => ({
    ...eventOf(row),
    deliveries: deliveries.filter(({ event_id }) => event_id === row.id).map(deliveryOf),
  }));
}

/** The event of a row. */
export function eventOf({ id, account_id, at, type, data }: Selectable<EventTable>): AccountEvent {
  return { id, organization: account_id, at, type: type as EventType, data: JSON.parse(data) as AccountEvent['data'] };
}

/** The delivery of a row. */
export function deliveryOf(row: Selectable<DeliveryTable>): Delivery {
  const { event_id, endpoint_id, state, attempts, next_at, last_at, status, fault } = row;
  return { event: event_id, endpoint: endpoint_id, state, attempts, nextAt: next_at, lastAt: last_at, status, fault };
}

/** The endpoint of a row. */
export function endpointOf(row: Selectable<EndpointTable>): Endpoint {
  const { id, kind, target, secret, types, old_secret, old_secret_until } = row;
  return {
    id,
    kind,
    target,
    secret,
    organization: row.account_id,
    types: types === null ? null : (JSON.parse(types) as EventType[]),
    former: old_secret === null ? null : { secret: old_secret, until: old_secret_until ?? 0 },
    createdAt: row.created_at,
    confirmedAt: row.confirmed_at,
    failingSince: row.failing_since,
    disabledAt: row.disabled_at,
    removedAt: row.removed_at,
  };
}

function endpointRow(endpoint: Endpoint): EndpointTable {
  const { id, kind, target, secret, types, former } = endpoint;
  return {
    id,
    kind,
    target,
    secret,
    account_id: endpoint.organization,
    types: types && JSON.stringify(types),
    old_secret: former?.secret ?? null,
    old_secret_until: former?.until ?? null,
    created_at: endpoint.createdAt,
    confirmed_at: endpoint.confirmedAt,
    failing_since: endpoint.failingSince,
    disabled_at: endpoint.disabledAt,
    removed_at: endpoint.removedAt,
  };
}
