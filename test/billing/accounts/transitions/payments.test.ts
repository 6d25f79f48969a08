import { describe, expect, it } from 'vitest';
import { activePlan } from '../../../../src/billing/accounts/transitions/account.ts';
import type { Trigger } from '../../../../src/billing/accounts/transitions/transition.ts';
import { at, bills, kinds, plan, Walk } from '../world.ts';

const START = '2026-03-10T12:00:00Z';
const PAYER = { customer: 'cus_1', method: 'pm_1' };
const begin = (to: string): Trigger => ({ kind: 'begin-payment', plan: to, payment: 'pay_1', payer: PAYER });
const complete: Trigger = { kind: 'complete-payment', payment: 'pay_1' };
const fail: Trigger = { kind: 'fail-payment', payment: 'pay_1' };

describe('A change that waits for its payment (§9.10)', () => {
  it('moves nothing before it is paid, and then all that the change does, with a paid invoice', () => {
    const walk = Walk.on('small', START).at('2026-03-20');
    const before = walk.account;
    expect(walk.does(begin('large'))).toEqual([
      { kind: 'payment-begun', payment: 'pay_1', plan: 'large', cents: 3000 },
    ]);
    expect({ ...walk.account, pending: null, version: before.version }).toEqual(before);
    const paid = walk.at('2026-03-21').does(complete);
    expect(kinds(paid)).toEqual([
      'payment-completed',
      'window-closed',
      'plan-changed',
      'window-opened',
      'credits-granted',
      'invoice-issued',
    ]);
    expect(paid.at(-1)).toMatchObject({ paid: true, invoice: { totalCents: 3000 } });
    expect(walk.window).toMatchObject({ plan: { id: 'large' }, period: { start: at('2026-03-21') } });
    expect(walk.account.pending).toBeNull();
  });

  it('is gone when the payment failed, as if it had not been confirmed', () => {
    const walk = Walk.on('large', START);
    walk.does({ kind: 'change-plan', plan: 'small' });
    const before = walk.account;
    walk.does(begin('yearly'));
    expect(walk.does(fail)).toEqual([{ kind: 'payment-failed', payment: 'pay_1' }]);
    expect({ ...walk.account, version: before.version }).toEqual(before);
    expect(walk.scheduled).toBe('small');
  });

  it('ends once', () => {
    for (const [first, second] of [
      [complete, complete],
      [complete, fail],
      [fail, complete],
    ] as const) {
      const walk = Walk.on('small', START);
      walk.does(begin('large'));
      walk.does(first);
      expect(walk.refused(second)).toBe('no-payment-pending');
    }
    expect(Walk.on('small', START).refused(complete)).toBe('no-payment-pending');
  });

  it('lets no other change of the plan come between', () => {
    const walk = Walk.on('large', START);
    walk.does({ kind: 'change-plan', plan: 'small' });
    walk.does(begin('yearly'));
    for (const trigger of [
      begin('yearly'),
      { kind: 'change-plan', plan: 'payg' },
      { kind: 'cancel-plan' },
      { kind: 'cancel-scheduled-change' },
      { kind: 'set-plan', plan: plan('payg'), unused: 'carried' },
      { kind: 'close', unpaidInvoices: [] },
    ] satisfies Trigger[])
      expect(walk.refused(trigger), trigger.kind).toBe('change-pending');
    expect(walk.scheduled).toBe('small');
  });

  it('is begun only for a change at once that has a price, and under the rules of any change', () => {
    const walk = Walk.on('large', START);
    expect(walk.refused(begin('small'))).toBe('no-payment-needed');
    expect(walk.refused(begin('payg'))).toBe('no-payment-needed');
    expect(walk.refused(begin('twin'))).toBe('equivalent-plan');
    expect(new Walk(START).refused(begin('small'))).toBe('payment-method-needed');
    walk.does({ kind: 'suspend' });
    expect(walk.refused(begin('yearly'))).toBe('organization-suspended');
  });

  it('takes effect on the terms agreed, though the period ended or the account was suspended meanwhile', () => {
    const ended = Walk.on('large', START);
    ended.does({ kind: 'cancel-plan' });
    ended.does(begin('yearly'));
    ended.at('2026-04-10T12:00:00Z').does({ kind: 'roll-over' });
    expect(activePlan(ended.account).id).toBe('free');
    ended.at('2026-04-11').does(complete);
    expect(ended.window).toMatchObject({ plan: { id: 'yearly' }, period: { start: at('2026-04-11') } });

    const suspended = Walk.on('small', START);
    suspended.does(begin('large'));
    suspended.at('2026-03-11').does({ kind: 'suspend' });
    suspended.at('2026-03-12').does(complete);
    expect(suspended.account.suspendedAt).toBe(at('2026-03-11'));
    suspended.at('2026-03-15').does({ kind: 'resume' });
    expect(suspended.window.period.end).toBe(at('2026-04-12') + 3 * 86_400_000);
  });

  it('leaves usage that has accrued, and charges that wait, to invoices of their own', () => {
    const walk = Walk.on('payg', START);
    walk.does(begin('small'));
    walk.at('2026-03-12').does(complete);
    walk.settles(1000);
    expect(bills(walk.effects)).toEqual([
      ['plan', 1000, 1000],
      ['payg-usage', 1000, 300],
    ]);
    expect(walk.available).toBe(1000);
  });
});
