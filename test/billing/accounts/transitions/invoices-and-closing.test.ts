import { describe, expect, it } from 'vitest';
import {
  chargesInvoice,
  type Invoice,
  type InvoiceTransition,
  issue,
  markOverdue,
  markPaid,
  markVoid,
  overdueSteps,
  usageCharge,
} from '../../../../src/billing/accounts/transitions/invoice.ts';
import { previewChange } from '../../../../src/billing/accounts/transitions/preview.ts';
import { closureHeldBackBy } from '../../../../src/billing/accounts/transitions/status.ts';
import { at, CATALOGUE, kinds, Walk } from '../world.ts';

const START = '2026-03-10T12:00:00Z';
const LATER = at('2026-05-01');

function invoiceOf(walk: Walk): Invoice {
  const drafts = walk.effects.flatMap((effect) => (effect.kind === 'invoice-issued' ? [effect.invoice] : []));
  return issue(drafts.at(-1)!, 'INV-1', 'org', {
    seller: null,
    gstPercent: 0,
    gstCents: 0,
    buyer: { name: 'Org', abn: null, address: [] },
  });
}

function upgraded(): Invoice {
  const walk = Walk.on('free', START);
  walk.does({ kind: 'change-plan', plan: 'small' });
  return invoiceOf(walk);
}

function done(result: InvoiceTransition): Invoice {
  if (!result.accepted) throw new Error(result.message);
  return result.invoice;
}

describe('Invoices', () => {
  it('are never made for a negative number of credits', () => {
    const plan = { id: 'payg', name: 'Pay as you go', shape: 'payg' } as never;
    const usage = { plan, price: { cents: 1, perCredits: 1 }, window: 4, from: 5, to: 3, periodStart: 0, periodEnd: 1 };
    expect(() => chargesInvoice([usageCharge(usage)], 1, 2)).toThrow(
      'invoice line payg-usage of plan payg, window 4: -2 credits for -2 cents, expected whole numbers from 0',
    );
  });

  it('for a change are open, with lines that add up and a period, and due when they are issued (§9.11)', () => {
    const invoice = upgraded();
    expect(invoice).toMatchObject({ status: 'open', totalCents: 1000, overdueSince: null });
    expect(invoice.totalCents).toBe(invoice.lines.reduce((sum, line) => sum + line.amountCents, 0));
    expect([invoice.periodStart, invoice.periodEnd, invoice.dueAt]).toEqual([
      at(START),
      at('2026-04-10T12:00:00Z'),
      invoice.issuedAt,
    ]);
  });

  it('for a renewal and for usage are due after the payment term', () => {
    const walk = Walk.on('small', START).at('2026-04-10T12:00:00Z');
    walk.does({ kind: 'roll-over' });
    expect(invoiceOf(walk).dueAt).toBe(at('2026-04-24T12:00:00Z'));
    const used = Walk.on('payg', START).at('2026-03-12');
    used.does({ kind: 'cancel-plan' });
    used.settles(100);
    expect(invoiceOf(used).dueAt).toBe(at('2026-03-26'));
  });

  it('for usage are for the window in which it happened', () => {
    const walk = Walk.on('payg', START).at('2026-03-12');
    walk.does({ kind: 'cancel-plan' });
    walk.settles(100);
    expect(invoiceOf(walk)).toMatchObject({ periodStart: at(START), periodEnd: at('2026-03-12'), totalCents: 30 });
  });

  it('with nothing to collect are paid at once, and still list the usage', () => {
    const walk = Walk.on('payg', START);
    walk.does({ kind: 'cancel-plan' });
    walk.settles(1);
    expect(invoiceOf(walk)).toMatchObject({ status: 'paid', totalCents: 0, lines: [{ credits: 1 }] });
  });

  it('become overdue when their due time has passed, and stop being so when paid', () => {
    const invoice = upgraded();
    const steps = (of: Invoice, now: number) => overdueSteps(of, CATALOGUE.overdue, now);
    expect(steps(invoice, invoice.dueAt - 1)).toEqual([]);
    expect(steps(invoice, invoice.dueAt)).toEqual([{ kind: 'overdue' }]);
    const overdue = done(markOverdue(invoice, LATER));
    expect(overdue).toMatchObject({ status: 'open', overdueSince: LATER });
    expect(steps(overdue, LATER)).toEqual([]);
    expect(markOverdue(overdue, LATER).accepted).toBe(false);
    expect(done(markPaid(overdue, LATER + 1))).toMatchObject({
      status: 'paid',
      overdueSince: null,
      closedAt: LATER + 1,
    });
  });

  it('that are paid or void stay so, without refunds', () => {
    for (const invoice of [done(markPaid(upgraded(), LATER)), done(markVoid(upgraded(), LATER))]) {
      expect([markPaid, markVoid, markOverdue].map((mark) => mark(invoice, LATER).accepted)).toEqual([
        false,
        false,
        false,
      ]);
      expect(markVoid(invoice, LATER)).toMatchObject({
        message: `Invoice INV-1 is ${invoice.status}, expected it to be open.`,
      });
    }
  });
});

describe('Closing an organization', () => {
  const close = (unpaidInvoices: string[] = []) => ({ kind: 'close', unpaidInvoices }) as const;
  const complete = (unpaidInvoices: string[] = []) => ({ kind: 'complete-closure', unpaidInvoices }) as const;

  it('disables its keys and completes at once if nothing blocks it', () => {
    const walk = Walk.on('free', START);
    expect(kinds(walk.does(close()))).toEqual(['keys-disabled', 'closed']);
    expect(walk.account.status).toBe('closed');
  });

  it('is blocked by unpaid invoices until they are paid', () => {
    const walk = Walk.on('free', START);
    expect(kinds(walk.does(close(['INV-1'])))).toEqual(['keys-disabled']);
    expect(closureHeldBackBy(walk.account, ['INV-1'])).toEqual([{ reason: 'unpaid-invoices', invoices: ['INV-1'] }]);
    walk.refused(complete(['INV-1']));
    expect(kinds(walk.does(complete()))).toEqual(['closed']);
  });

  it('is blocked by an active paid plan, which it cancels for the end of the period', () => {
    const walk = Walk.on('large', START);
    walk.does({ kind: 'change-plan', plan: 'small' });
    expect(closureHeldBackBy(walk.account, [])).toEqual([{ reason: 'active-paid-plan', plan: 'large', until: null }]);
    expect(kinds(walk.does(close()))).toEqual(['keys-disabled', 'change-replaced', 'change-scheduled']);
    const end = at('2026-04-10T12:00:00Z');
    expect(closureHeldBackBy(walk.account, [])).toEqual([{ reason: 'active-paid-plan', plan: 'large', until: end }]);
    walk.at('2026-04-10T12:00:00Z').does({ kind: 'roll-over' });
    expect(closureHeldBackBy(walk.account, [])).toEqual([{ reason: 'unsettled-usage', windows: [2] }]);
    walk.settles(5010);
    expect(kinds(walk.effects)).toContain('invoice-issued');
    walk.does(complete());
    expect(walk.account.status).toBe('closed');
  });

  it('is blocked by unsettled usage, which becomes an unpaid invoice', () => {
    const walk = Walk.on('payg', START);
    walk.does(close());
    expect(walk.account.status).toBe('closing');
    expect(closureHeldBackBy(walk.account, [])).toEqual([{ reason: 'unsettled-usage', windows: [2] }]);
    walk.refused(complete());
    expect(kinds(walk.settles(100))).toContain('invoice-issued');
    walk.does(complete());
    expect(walk.account.status).toBe('closed');
  });

  it('§10.3: names every reason that blocks it', () => {
    const walk = Walk.on('free', START);
    walk.does({ kind: 'change-plan', plan: 'small' });
    const reasons = closureHeldBackBy(walk.account, ['INV-1']).map(({ reason }) => reason);
    expect(reasons).toEqual(['unpaid-invoices', 'active-paid-plan', 'unsettled-usage']);
  });

  it('accepts no further changes, and erases nothing', () => {
    const walk = Walk.on('large', START);
    const windows = walk.account.windows;
    walk.does(close());
    for (const trigger of [
      { kind: 'change-plan', plan: 'payg' },
      { kind: 'cancel-plan' },
      { kind: 'cancel-scheduled-change' },
      close(),
    ] as const) {
      expect(walk.refused(trigger)).toBe('organization-closing');
    }
    expect(walk.account.windows).toEqual(windows);
  });

  it('§10.4: once completed refuses everything but late usage, which is still billed', () => {
    const walk = Walk.on('payg', START);
    walk.does(close());
    walk.settles(100);
    walk.does(complete());
    expect(walk.refused({ kind: 'change-plan', plan: 'small' })).toBe('organization-closed');
    expect(walk.at('2027-01-01').refused({ kind: 'roll-over' })).toBe('organization-closed');
    expect(kinds(walk.settles(200))).toContain('invoice-issued');
  });
});

describe('A preview', () => {
  const usage = (credits: number) => new Map([[2, credits]]);

  it('of an immediate change says what is due, what carries over and which period begins', () => {
    const walk = Walk.on('small', START).at('2026-03-20');
    expect(
      previewChange(walk.account, { kind: 'change-plan', plan: 'large' }, usage(400), CATALOGUE, walk.now),
    ).toEqual({
      kind: 'change-plan',
      plan: 'large',
      effective: 'now',
      at: at('2026-03-20'),
      replaces: null,
      planCents: 3000,
      payment: 'invoiced',
      usageCents: 0,
      usageCredits: 0,
      grantedCredits: 5000,
      carriedCredits: 600,
      expiredCredits: 0,
      expiringCredits: 0,
      period: { anchor: at('2026-03-20'), index: 0, start: at('2026-03-20'), end: at('2026-04-20') },
    });
  });

  it('of leaving PAYG says what the accrued usage costs', () => {
    const walk = Walk.on('payg', START);
    expect(previewChange(walk.account, { kind: 'cancel-plan' }, usage(1000), CATALOGUE, walk.now)).toMatchObject({
      plan: 'free',
      effective: 'now',
      planCents: 0,
      usageCents: 300,
      usageCredits: 1000,
      grantedCredits: 100,
    });
  });

  it('of a change at the end of the period says when it applies, and what it replaces', () => {
    const walk = Walk.on('large', START);
    walk.does({ kind: 'cancel-plan' });
    expect(
      previewChange(walk.account, { kind: 'change-plan', plan: 'small' }, usage(9), CATALOGUE, walk.now),
    ).toMatchObject({
      plan: 'small',
      effective: 'period-end',
      at: at('2026-04-10T12:00:00Z'),
      replaces: 'free',
      planCents: 0,
      period: null,
    });
  });

  it('of a change that would be refused is the refusal', () => {
    const walk = new Walk(START);
    expect(
      previewChange(walk.account, { kind: 'change-plan', plan: 'payg' }, new Map(), CATALOGUE, walk.now),
    ).toMatchObject({
      reason: 'payment-method-needed',
    });
  });

  it('changes nothing', () => {
    const walk = Walk.on('small', START);
    const before = structuredClone(walk.account);
    previewChange(walk.account, { kind: 'change-plan', plan: 'large' }, usage(1), CATALOGUE, walk.now);
    expect(walk.account).toEqual(before);
  });
});
