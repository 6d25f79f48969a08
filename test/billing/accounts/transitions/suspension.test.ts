import { describe, expect, it } from 'vitest';
import { stateOf } from '../../../../src/billing/accounts/transitions/account.ts';
import { closureHeldBackBy } from '../../../../src/billing/accounts/transitions/status.ts';
import { at, bills, kinds, Walk } from '../world.ts';

const START = '2026-03-10T12:00:00Z';
const PERIOD_END = '2026-04-10T12:00:00Z';
const close = { kind: 'close', unpaidInvoices: [] } as const;

describe('Suspending an organization', () => {
  it('§10.1: renews nothing and charges nothing, however long it lasts', () => {
    for (const plan of ['free', 'small', 'large', 'payg']) {
      const walk = Walk.on(plan, START).at('2026-03-20T12:00:00Z');
      walk.does({ kind: 'suspend' });
      expect(stateOf(walk.account)).toBe('suspended');
      const { number } = walk.window;
      for (const day of ['2026-04-10T12:00:00Z', '2026-06-01T00:00:00Z', '2028-01-01T00:00:00Z']) {
        expect(walk.at(day).refused({ kind: 'roll-over' })).toBe('no-period-ended');
      }
      expect(walk.window.number).toBe(number);
      expect(bills(walk.effects)).toEqual([]);
    }
  });

  it('bills the usage so far, and keeps the remaining credits', () => {
    const payg = Walk.on('payg', START);
    payg.does({ kind: 'suspend' });
    expect(bills(payg.settles(250))).toEqual([['payg-usage', 250, 75]]);
    const over = Walk.on('large', START);
    over.does({ kind: 'suspend' });
    expect(bills(over.settles(5010))).toEqual([['overage', 10, 7]]);
    const left = Walk.on('large', START);
    left.does({ kind: 'suspend' });
    expect(bills(left.settles(1200))).toEqual([]);
    expect(left.available).toBe(3800);
  });

  it('keeps a scheduled change pending, and refuses new ones', () => {
    const walk = Walk.on('large', START);
    walk.does({ kind: 'change-plan', plan: 'small' });
    walk.does({ kind: 'suspend' });
    expect(walk.refused({ kind: 'change-plan', plan: 'yearly' })).toBe('organization-suspended');
    expect(walk.refused({ kind: 'suspend' })).toBe('organization-suspended');
    walk.at('2026-05-01T12:00:00Z');
    expect([walk.plan, walk.scheduled]).toEqual(['large', 'small']);
  });

  it('§10.2: lets the customer cancel and close: the paid period ends when it was to end, and then the organization is closed', () => {
    const payg = Walk.on('payg', START);
    payg.does({ kind: 'suspend' });
    payg.settles(0);
    payg.does({ kind: 'cancel-plan' });
    expect(payg.plan).toBe('free');
    const walk = Walk.on('small', START);
    walk.does({ kind: 'suspend' });
    walk.at('2026-03-25T00:00:00Z').does({ kind: 'cancel-plan' });
    expect([walk.plan, walk.scheduled]).toEqual(['small', 'free']);
    walk.does(close);
    expect(stateOf(walk.account)).toBe('closing');
    const until = at(PERIOD_END);
    expect(closureHeldBackBy(walk.account, [])).toEqual([{ reason: 'active-paid-plan', plan: 'small', until }]);
    walk.at(PERIOD_END).does({ kind: 'roll-over' });
    walk.settles(0);
    expect(kinds(walk.does({ kind: 'complete-closure', unpaidInvoices: [] }))).toEqual(['closed']);
    expect(bills(walk.effects)).toEqual([]);
  });

  it('ends its paid period at once if it is closed after the end of the period', () => {
    const walk = Walk.on('small', START);
    walk.does({ kind: 'suspend' });
    walk.at('2026-07-01T00:00:00Z').does(close);
    walk.does({ kind: 'roll-over' });
    expect(walk.plan).toBe('free');
    expect(bills(walk.effects)).toEqual([]);
  });

  it('§10.1: is lifted by resuming: the period continues where it stopped, with the same credits and no charge, and renews at its new end', () => {
    const walk = Walk.on('small', START).at('2026-03-20T12:00:00Z');
    walk.does({ kind: 'suspend' });
    walk.at('2026-06-20T12:00:00Z').does({ kind: 'resume' });
    expect(stateOf(walk.account)).toBe('active');
    expect(walk.window.period.end).toBe(at('2026-07-11T12:00:00Z'));
    expect(walk.available).toBe(1000);
    expect(bills(walk.effects)).toEqual([]);
    walk.at('2026-07-11T11:59:59Z').refused({ kind: 'roll-over' });
    walk.at('2026-07-11T12:00:00Z').does({ kind: 'roll-over' });
    expect(bills(walk.effects)).toEqual([['plan', 1000, 1000]]);
    expect(walk.window.period).toMatchObject({ start: at('2026-07-11T12:00:00Z'), end: at('2026-08-11T12:00:00Z') });
  });

  it('§10.4: cannot be used to reopen an organization that is closing or closed', () => {
    const walk = Walk.on('small', START);
    walk.does({ kind: 'suspend' });
    walk.does(close);
    for (const kind of ['suspend', 'resume'] as const) expect(walk.refused({ kind })).toBe('organization-closing');
    const closed = Walk.on('free', START);
    closed.does(close);
    for (const kind of ['suspend', 'resume'] as const) expect(closed.refused({ kind })).toBe('organization-closed');
    expect(Walk.on('free', START).refused({ kind: 'resume' })).toBe('not-suspended');
  });
});
