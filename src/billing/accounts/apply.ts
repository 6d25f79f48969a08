import type { AccountsTransaction, Actor } from './accounts-store.ts';
import { eventsOfEffects } from './events/events-of.ts';
import type { Catalogue } from './plans/catalogue.ts';
import type { Instant } from './plans/period.ts';
import type { Account } from './transitions/account.ts';
import { creditMovements, type Effect, type Refusal } from './transitions/effect.ts';
import type { Invoice } from './transitions/invoice.ts';
import { type Trigger, transition } from './transitions/transition.ts';

/** The outcome of a trigger: the account as it is now, what happened, and the invoices issued. */
export interface Applied {
  readonly account: Account;
  readonly effects: readonly Effect[];
  readonly invoices: readonly Invoice[];
}

/** The outcome of something that may be refused. */
export type Outcome<T> =
  | { readonly accepted: true; readonly value: T }
  | { readonly accepted: false; readonly refusal: Refusal };

/**
 * Applies a trigger to an account that this transaction has locked, and writes everything it does:
 * the account, its windows, the credit movements, the invoices, the events and the audit entry. A
 * refusal writes nothing.
 */
export async function applyTrigger(
  tx: AccountsTransaction,
  account: Account,
  trigger: Trigger,
  actor: Actor,
  catalogue: Catalogue,
  now: Instant,
): Promise<Outcome<Applied>> {
  const result = transition(account, trigger, catalogue, now);
  if (!result.accepted) return result;
  await tx.saveAccount(account, result.account, now);
  const invoices = await writeEffects(tx, account.id, result.effects, catalogue, now);
  const changedNothing = result.effects.length === 0 && result.account.paymentMethod === account.paymentMethod;
  if (!changedNothing || trigger.kind !== 'settle-window') {
    await tx.addAudit({
      organization: account.id,
      at: now,
      actor,
      action: trigger.kind,
      details: { trigger: auditable(trigger), effects: auditableEffects(result.effects, invoices) },
    });
  }
  return { accepted: true, value: { account: result.account, effects: result.effects, invoices } };
}

/** Writes the credit movements, invoices and events of effects; returns the invoices issued. */
export async function writeEffects(
  tx: AccountsTransaction,
  organization: string,
  effects: readonly Effect[],
  catalogue: Pick<Catalogue, 'currency' | 'seller' | 'gstPercent'>,
  now: Instant,
): Promise<Invoice[]> {
  const movements = creditMovements(effects, now);
  if (movements.length > 0) await tx.addCreditMovements(organization, movements);
  const invoices: Invoice[] = [];
  for (const effect of effects) {
    if (effect.kind === 'invoice-issued')
      invoices.push(await tx.issueInvoice(organization, effect.invoice, catalogue, effect.paid ?? false));
  }
  for (const told of eventsOfEffects(effects, invoices, catalogue.currency))
    await tx.addEvent({ organization, at: now, ...told });
  return invoices;
}

/** Effects as the audit log keeps them: invoices by their numbers, times in ISO 8601. */
export function auditableEffects(effects: readonly Effect[], invoices: readonly Invoice[]): object[] {
  let issued = 0;
  return effects.map((effect) => {
    if (effect.kind === 'invoice-issued') {
      const { number, totalCents } = invoices[issued++]!;
      return { kind: effect.kind, invoice: number, totalCents };
    }
    if (effect.kind === 'window-opened') {
      const { start, end } = effect.period;
      return { ...effect, period: { start: new Date(start).toISOString(), end: new Date(end).toISOString() } };
    }
    if (effect.kind === 'resumed') {
      const { at, periodEnd } = effect;
      return { ...effect, at: new Date(at).toISOString(), periodEnd: new Date(periodEnd).toISOString() };
    }
    return 'at' in effect ? { ...effect, at: new Date(effect.at).toISOString() } : effect;
  });
}

function auditable(trigger: Trigger): object {
  // Whom the provider charges is nobody else's business.
  const { kind: _, payer: __, ...details } = { payer: null, ...trigger };
  return details;
}
