import type { Selectable } from 'kysely';
import type { LedgerTransaction } from '../../ledger/ledger.ts';
import type { PaymentTable } from '../../ledger/schema.ts';
import type { Payment, PaymentAccess } from '../charges/payment.ts';

/** The most payments to ask the provider about in one round. */
const MOST_TO_RESUME = 20;

/** Payments for changes of plan, and whom the provider charges. */
export function paymentAccess(trx: LedgerTransaction): PaymentAccess {
  return {
    addPayment: async (payment) => {
      await trx.insertInto('payments').values(rowOf(payment)).execute();
    },
    payment: async (id) => {
      const row = await trx.selectFrom('payments').selectAll().where('id', '=', id).executeTakeFirst();
      return row === undefined ? null : paymentOf(row);
    },
    savePayment: async (payment) => {
      const { state, ended_at, invoice, code } = rowOf(payment);
      await trx.updateTable('payments').set({ state, ended_at, invoice, code }).where('id', '=', payment.id).execute();
    },
    paymentsToResume: async (askedBefore, oldBefore, oldAskedBefore) => {
      const rows = await trx
        .selectFrom('payments')
        .selectAll()
        .where('state', '=', 'pending')
        .where('code', 'is', null)
        .where('asked_at', '<', askedBefore)
        .where((eb) => eb.or([eb('begun_at', '>=', oldBefore), eb('asked_at', '<', oldAskedBefore)]))
        .orderBy('begun_at')
        .limit(MOST_TO_RESUME)
        .execute();
      return rows.map(paymentOf);
    },
    claimPayment: async ({ id, askedAt }, at) => {
      const claimed = await trx
        .updateTable('payments')
        .set({ asked_at: at })
        .where('id', '=', id)
        .where('state', '=', 'pending')
        .where('asked_at', '=', askedAt)
        .returning('id')
        .executeTakeFirst();
      return claimed !== undefined;
    },
    payer: async (organization) => {
      const row = await trx
        .selectFrom('accounts')
        .select(['payer_customer', 'payer_method'])
        .where('id', '=', organization)
        .executeTakeFirst();
      const { payer_customer: customer, payer_method: method } = row ?? {};
      return customer && method ? { customer, method } : null;
    },
    savePayer: async (organization, payer) => {
      await trx
        .updateTable('accounts')
        .set({ payer_customer: payer?.customer ?? null, payer_method: payer?.method ?? null })
        .where('id', '=', organization)
        .execute();
    },
    organizationOfPayer: async (method) => {
      const row = await trx.selectFrom('accounts').select('id').where('payer_method', '=', method).executeTakeFirst();
      return row?.id ?? null;
    },
  };
}

function rowOf({ organization, payer, begunAt, askedAt, endedAt, ...same }: Payment): Selectable<PaymentTable> {
  return { ...same, account_id: organization, ...payer, begun_at: begunAt, asked_at: askedAt, ended_at: endedAt };
}

function paymentOf(row: Selectable<PaymentTable>): Payment {
  const { account_id, customer, method, begun_at, asked_at, ended_at, ...same } = row;
  const payer = { customer, method };
  return { ...same, organization: account_id, payer, begunAt: begun_at, askedAt: asked_at, endedAt: ended_at };
}
