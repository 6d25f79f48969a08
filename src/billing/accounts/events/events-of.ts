import type { ApiKeyRecord } from '../accounts-store.ts';
import type { Instant } from '../plans/period.ts';
import type { Effect } from '../transitions/effect.ts';
import type { Invoice } from '../transitions/invoice.ts';
import type { EventDraft, EventType } from './event.ts';

type Told = Pick<EventDraft, 'type' | 'data'>;

/**
 * The events for an organization that the effects of a transition cause. `invoices` are those that
 * the effects issued, in order.
 */
export function eventsOfEffects(effects: readonly Effect[], invoices: readonly Invoice[], currency: string): Told[] {
  let issued = 0;
  return effects.flatMap((effect): Told[] => {
    switch (effect.kind) {
      case 'invoice-issued':
        return issuedEvents(invoices[issued++]!, effect.paid ?? false, currency);
      case 'plan-changed':
        return [{ type: 'plan.changed', data: { from: effect.from, to: effect.to, at: iso(effect.at) } }];
      case 'change-scheduled':
        return [{ type: 'plan.change_scheduled', data: { plan: effect.plan, at: iso(effect.at) } }];
      case 'change-replaced':
      case 'change-removed':
        return [{ type: 'plan.change_withdrawn', data: { plan: effect.plan } }];
      case 'suspended':
        return [
          {
            type: 'organization.suspended',
            data: { at: iso(effect.at), ...(effect.unpaid && { unpaid: effect.unpaid }) },
          },
        ];
      case 'resumed':
        return [{ type: 'organization.resumed', data: { at: iso(effect.at), periodEnd: iso(effect.periodEnd) } }];
      case 'keys-disabled':
        return [{ type: 'organization.closing', data: {} }];
      case 'closed':
        return [{ type: 'organization.closed', data: {} }];
      default:
        return [];
    }
  });
}

function issuedEvents(invoice: Invoice, paid: boolean, currency: string): Told[] {
  const data = invoiceData(invoice, currency);
  const issued: Told = { type: 'invoice.issued', data };
  return paid ? [issued, { type: 'invoice.paid', data }] : [issued];
}

/** The data of events about an invoice. */
export function invoiceData(invoice: Invoice, currency: string): EventDraft['data'] {
  const { number, status, totalCents, periodStart, periodEnd, issuedAt, dueAt } = invoice;
  const period = { start: iso(periodStart), end: iso(periodEnd) };
  return { invoice: number, status, totalCents, currency, period, issuedAt: iso(issuedAt), dueAt: iso(dueAt) };
}

/** An event about a key, which names the key but never reveals it. */
export function keyEvent(key: ApiKeyRecord, type: Extract<EventType, `key.${string}`>, at: Instant): EventDraft {
  const { id, name, prefix, replaces, organization } = key;
  return { organization, at, type, data: { key: id, name, prefix, ...(replaces !== null && { replaces }) } };
}

function iso(at: Instant): string {
  return new Date(at).toISOString();
}
