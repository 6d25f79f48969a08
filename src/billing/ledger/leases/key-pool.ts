import { monthOf } from '../days.ts';
import type { Ledger, LedgerTransaction } from '../ledger.ts';
import type { Instant } from '../schema.ts';
import type { MeteredKey, Pool } from './pool.ts';

interface Caps {
  readonly daily_cap: number | null;
  readonly monthly_cap: number | null;
}

interface Window {
  readonly leased: number;
  readonly used: number;
}

/** A key's own caps: what is leased on a day counts in its month too. */
export function keyPool(ledger: Ledger, trx: LedgerTransaction, { key, day }: MeteredKey): Pool {
  let caps: Caps | undefined;
  return {
    name: `key ${key}`,
    async lock() {
      caps = await trx
        .selectFrom('api_keys')
        .select(['daily_cap', 'monthly_cap'])
        .where('id', '=', key)
        .$if(ledger.kind === 'postgres', (query) => query.forNoKeyUpdate())
        .executeTakeFirst();
      return caps !== undefined && day !== null;
    },
    async available() {
      if (caps === undefined || day === null || (await hasUncapped(trx, key))) return { credits: 0, used: [0, 0] };
      // The month before the day, the order that `recordKeyUsage` takes them in.
      const ofMonth = await window(trx, key, monthOf(day));
      const ofDay = await window(trx, key, day);
      return { credits: Math.max(0, availableOf(caps, ofDay, ofMonth)), used: [ofDay.used, ofMonth.used] };
    },
    take: (credits) => addLeased(trx, key, day, credits),
    takeBack: (credits) => addLeased(trx, key, day, -credits),
    async want(machine, at) {
      await trx
        .updateTable('key_windows')
        .set({ wanted_at: at, wanted_by: at === null ? null : machine })
        .where('key_id', '=', key)
        .where('period', '=', day ?? '')
        .$if(at === null, (query) => query.where('wanted_by', '=', machine))
        .execute();
    },
  };
}

async function addLeased(trx: LedgerTransaction, key: string, day: string | null, credits: number): Promise<void> {
  if (day === null) return;
  for (const period of [monthOf(day), day])
    await trx
      .updateTable('key_windows')
      .set((eb) => ({ leased: eb('leased', '+', credits) }))
      .where('key_id', '=', key)
      .where('period', '=', period)
      .execute();
}

/** Whether a lease without a cap is unsettled: its usage is not yet known, so nothing is granted. */
async function hasUncapped(trx: LedgerTransaction, key: string): Promise<boolean> {
  const lease = await trx
    .selectFrom('key_leases')
    .select('id')
    .where('key_id', '=', key)
    .where('settled_at', 'is', null)
    .where('day', 'is', null)
    .executeTakeFirst();
  return lease !== undefined;
}

function availableOf({ daily_cap, monthly_cap }: Caps, day: Window, month: Window): number {
  const left = (cap: number | null, { leased, used }: Window) => (cap ?? 1e15) - Math.max(leased, used);
  return Math.min(left(daily_cap, day), left(monthly_cap, month));
}

/**
 * The window of a key and period; a new one begins with what the key used in the period before it
 * had caps.
 */
async function window(trx: LedgerTransaction, key: string, period: string): Promise<Window> {
  const known = await trx
    .selectFrom('key_windows')
    .select(['leased', 'used'])
    .where('key_id', '=', key)
    .where('period', '=', period)
    .executeTakeFirst();
  if (known !== undefined) return known;
  const { credits } = await trx
    .selectFrom('key_days')
    .innerJoin('api_keys', (join) =>
      join.onRef('api_keys.id', '=', 'key_days.key_id').onRef('api_keys.account_id', '=', 'key_days.account_id'),
    )
    .select((eb) => eb.fn.coalesce(eb.fn.sum<number>('key_days.credits'), eb.lit(0)).as('credits'))
    .where('api_keys.id', '=', key)
    .where('key_days.day', 'like', `${period}%`)
    .executeTakeFirstOrThrow();
  const used = Number(credits);
  await trx
    .insertInto('key_windows')
    .values({ key_id: key, period, leased: used, used, wanted_at: null, wanted_by: null })
    .execute();
  return { leased: used, used };
}

/**
 * A key of which a machine requested more credits than were available. `at` is different for each
 * request.
 */
export interface WantedKey {
  readonly key: string;
  readonly at: Instant;
}

/** Keys for which another machine wants more credits on a day. */
export async function wantedKeys(ledger: Ledger, machine: string, day: string): Promise<WantedKey[]> {
  const rows = await ledger.db
    .selectFrom('key_windows')
    .select(['key_id', 'wanted_at'])
    .where('wanted_at', 'is not', null)
    .where('wanted_by', '!=', machine)
    .where('period', '=', day)
    .execute();
  return rows.map(({ key_id, wanted_at }) => ({ key: key_id, at: wanted_at! }));
}
