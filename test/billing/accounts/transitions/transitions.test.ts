import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Catalogue, parseCatalogue } from '../../../../src/billing/accounts/plans/catalogue.ts';
import type { Plan } from '../../../../src/billing/accounts/plans/plan.ts';
import { openAccount, transition } from '../../../../src/billing/accounts/transitions/transition.ts';
import { at, bills, CATALOGUE, kinds, plan, Walk } from '../world.ts';

const START = '2026-03-10T12:00:00Z';
const MIDDLE = '2026-03-20T08:00:00Z';
const END = '2026-04-10T12:00:00Z';

const change = (plan: string) => ({ kind: 'change-plan', plan }) as const;
const cancel = { kind: 'cancel-plan' } as const;
const rollOver = { kind: 'roll-over' } as const;
const cancelScheduled = { kind: 'cancel-scheduled-change' } as const;

describe('Every row of the table', () => {
  it('§9.1: Free | change to included-credit plan | immediately | First period paid now; unused Free credits carry over; new credits added; new billing period starts', () => {
    const walk = Walk.on('free', START).at(MIDDLE);
    const effects = walk.does(change('small'));
    expect(walk.plan).toBe('small');
    expect(bills(effects)).toEqual([['plan', 1000, 1000]]);
    expect(walk.available).toBe(1000);
    walk.settles(30);
    expect(walk.window.carried).toBe(70);
    expect(walk.available).toBe(1070);
    expect(walk.window.period).toMatchObject({ start: at(MIDDLE), end: at('2026-04-20T08:00:00Z') });
  });

  it('§9.1: Smaller included-credit plan | change to larger plan | immediately | Full new price paid now; unused credits carry over; new credits added; new billing period starts; no refund for unused time', () => {
    const walk = Walk.on('small', START).at(MIDDLE);
    const effects = walk.does(change('large'));
    expect(walk.plan).toBe('large');
    expect(bills(effects)).toEqual([['plan', 5000, 3000]]);
    walk.settles(400);
    expect(walk.available).toBe(5000 + 600);
    expect(walk.window.period).toMatchObject({ start: at(MIDDLE), end: at('2026-04-20T08:00:00Z') });
    expect(bills(walk.effects)).toEqual([['plan', 5000, 3000]]);
  });

  it('§9.2: PAYG | change to included-credit plan | immediately | Accrued PAYG usage invoiced immediately; full new price paid; new credits start fresh', () => {
    const walk = Walk.on('payg', START).at(MIDDLE);
    expect(bills(walk.does(change('small')))).toEqual([['plan', 1000, 1000]]);
    expect(walk.plan).toBe('small');
    expect(bills(walk.settles(250))).toEqual([['payg-usage', 250, 75]]);
    expect(walk.available).toBe(1000);
  });

  it('§9.2: PAYG | change to included-credit plan | new credits start fresh: what was left over under PAYG expires', () => {
    const walk = new Walk(START);
    walk.does({ kind: 'set-payment-method', status: 'verified' });
    walk.does(change('payg'));
    walk.settles(40);
    expect(walk.available).toBe(60);
    walk.at(MIDDLE).does(change('small'));
    const settled = walk.settles(10);
    expect(bills(settled)).toEqual([]);
    expect(settled).toContainEqual({ kind: 'credits-expired', window: 2, credits: 50 });
    expect(walk.available).toBe(1000);
  });

  it('§9.3: Larger included-credit plan | change to smaller plan | Smaller plan at period end | Current plan and credits continue until the period ends; no refund', () => {
    const walk = Walk.on('large', START).at(MIDDLE);
    const before = walk.window;
    expect(kinds(walk.does(change('small')))).toEqual(['change-scheduled']);
    expect(walk.plan).toBe('large');
    expect(walk.window).toEqual(before);
    expect(walk.account.scheduled).toMatchObject({ plan: { id: 'small' }, at: at(END) });
    expect(walk.at('2026-04-10T11:59:59.999Z').refused(rollOver)).toBe('no-period-ended');
    expect(bills(walk.at(END).does(rollOver))).toEqual([['plan', 1000, 1000]]);
    expect(walk.plan).toBe('small');
    expect(walk.scheduled).toBe(null);
    expect(walk.settles(100)).toContainEqual({ kind: 'credits-expired', window: 2, credits: 4900 });
    expect(walk.available).toBe(1000);
  });

  it('§9.3: Included-credit plan | change to Free | Free at period end | Current plan and credits continue until rollover; Free credits apply at rollover; no refund', () => {
    const walk = Walk.on('small', START).at(MIDDLE);
    expect(kinds(walk.does(change('free')))).toEqual(['change-scheduled']);
    expect(walk.plan).toBe('small');
    expect(walk.available).toBe(1000);
    expect(bills(walk.at(END).does(rollOver))).toEqual([]);
    expect(walk.plan).toBe('free');
    walk.settles(100);
    expect(walk.available).toBe(100);
    expect(bills(walk.effects)).toEqual([]);
  });

  it('§9.4: PAYG | change to Free | Free, immediately | Accrued PAYG usage invoiced immediately; Free credits start fresh', () => {
    const walk = Walk.on('payg', START).at(MIDDLE);
    walk.does(change('free'));
    expect(walk.plan).toBe('free');
    expect(bills(walk.settles(1001))).toEqual([['payg-usage', 1001, 300]]);
    expect(walk.available).toBe(100);
  });

  it('§9.5: Free | change to PAYG | PAYG, immediately | No monthly charge; unused Free credits are used before PAYG billing begins', () => {
    const walk = Walk.on('free', START).at(MIDDLE);
    expect(bills(walk.does(change('payg')))).toEqual([]);
    expect(walk.plan).toBe('payg');
    walk.settles(30);
    expect(walk.available).toBe(70);
    walk.at('2026-04-20T08:00:00Z').does(rollOver);
    expect(bills(walk.settles(170))).toEqual([['payg-usage', 100, 30]]);
    expect(walk.available).toBe(0);
  });

  it('§9.5: Included-credit plan | change to PAYG | PAYG, immediately | Unused included credits used before PAYG billing begins; no refund for unused paid time', () => {
    const walk = Walk.on('small', START).at(MIDDLE);
    expect(bills(walk.does(change('payg')))).toEqual([]);
    walk.settles(400);
    expect(walk.available).toBe(600);
    walk.at('2026-04-20T08:00:00Z').does(rollOver);
    expect(bills(walk.settles(500))).toEqual([]);
    expect(walk.available).toBe(100);
    walk.at('2026-05-20T08:00:00Z').does(rollOver);
    expect(bills(walk.settles(110))).toEqual([['payg-usage', 10, 3]]);
  });

  it('§9.3: Included-credit plan | cancel | Free at period end | Paid plan and credits continue to period end; API keys keep working', () => {
    const walk = Walk.on('large', START).at(MIDDLE);
    walk.does(cancel);
    expect([walk.plan, walk.available, walk.scheduled]).toEqual(['large', 5000, 'free']);
    walk.at(END).does(rollOver);
    expect([walk.plan, walk.available, walk.scheduled]).toEqual(['free', 100, null]);
    expect(kinds(walk.effects)).not.toContain('keys-disabled');
  });

  it('§9.4: PAYG | cancel | Free, immediately | Accrued usage invoiced immediately; Free credits apply immediately; API keys keep working', () => {
    const walk = Walk.on('payg', START).at(MIDDLE);
    walk.does(cancel);
    expect([walk.plan, walk.available]).toEqual(['free', 100]);
    expect(bills(walk.settles(100))).toEqual([['payg-usage', 100, 30]]);
    expect(kinds(walk.effects)).not.toContain('keys-disabled');
  });

  it('§9.6: Any plan with a scheduled change | cancel scheduled change | Current plan continues | Scheduled change removed; no money or credits move', () => {
    const walk = Walk.on('large', START).at(MIDDLE);
    walk.does(change('small'));
    const before = walk.window;
    expect(walk.does(cancelScheduled)).toEqual([{ kind: 'change-removed', plan: 'small' }]);
    expect(walk.window).toEqual(before);
    expect(walk.scheduled).toBe(null);
    expect(bills(walk.at(END).does(rollOver))).toEqual([['plan', 5000, 3000]]);
    expect(walk.plan).toBe('large');
  });

  it('§9.6: Any plan with a scheduled change | confirm a different change | Per that change | The earlier scheduled change is replaced (by another scheduled one)', () => {
    const walk = Walk.on('large', START).at(MIDDLE);
    walk.does(change('small'));
    expect(walk.does(change('free'))).toEqual([
      { kind: 'change-replaced', plan: 'small' },
      { kind: 'change-scheduled', plan: 'free', at: at(END) },
    ]);
    walk.does(change('small'));
    expect(walk.does(cancel)).toContainEqual({ kind: 'change-replaced', plan: 'small' });
    walk.at(END).does(rollOver);
    expect(walk.plan).toBe('free');
  });

  it('Any plan with a scheduled change | confirm a different change | Per that change | The earlier scheduled change is replaced (by one that applies at once)', () => {
    for (const target of ['yearly', 'payg']) {
      const walk = Walk.on('large', START).at(MIDDLE);
      walk.does(cancel);
      expect(walk.does(change(target))).toContainEqual({ kind: 'change-replaced', plan: 'free' });
      expect([walk.plan, walk.scheduled]).toEqual([target, null]);
      walk.at('2026-08-01').does(target === 'payg' ? rollOver : cancel);
      expect(walk.plan).toBe(target);
    }
  });
});

describe('Every rule under the table', () => {
  it('§7.4: Rule 1: Plan changes never revoke API keys', () => {
    const walk = Walk.on('free', START);
    for (const plan of ['small', 'large', 'payg', 'small', 'payg', 'free', 'large', 'small']) walk.does(change(plan));
    walk.does(cancel);
    walk.at(END).does(rollOver);
    expect(kinds(walk.effects)).not.toContain('keys-disabled');
  });

  it('§9.3: Rule 2: Self-service plan changes issue no refunds', () => {
    const walk = Walk.on('free', START);
    for (const plan of ['small', 'large', 'payg', 'free', 'large', 'small']) walk.does(change(plan));
    expect(bills(walk.effects).every(([, , cents]) => cents > 0)).toBe(true);
  });

  it('§9.7: Rule 3: A change that needs a verified payment method is not accepted until one is set up', () => {
    for (const target of ['small', 'payg']) {
      const walk = new Walk(START);
      expect(walk.refused(change(target))).toBe('payment-method-needed');
      walk.does({ kind: 'set-payment-method', status: 'pending' });
      expect(walk.refused(change(target))).toBe('payment-method-needed');
      walk.does({ kind: 'set-payment-method', status: 'verified' });
      walk.does(change(target));
      expect(walk.plan).toBe(target);
    }
  });

  it('Rule 3: leaving for Free needs no payment method', () => {
    for (const [current, trigger] of [
      ['small', cancel],
      ['large', change('free')],
      ['payg', cancel],
      ['payg', change('free')],
    ] as const) {
      const walk = Walk.on(current, START);
      walk.does({ kind: 'set-payment-method', status: 'none' });
      walk.does(trigger);
      expect(walk.scheduled ?? walk.plan).toBe('free');
    }
  });

  it('§9.8: Rule 4: A change is not accepted when it is to the same plan', () => {
    for (const plan of ['free', 'small', 'large', 'payg']) {
      expect(Walk.on(plan, START).refused(change(plan))).toBe('same-plan');
    }
  });

  it('Rule 4: ... to the same plan, even while another is scheduled: the scheduled change is cancelled instead', () => {
    const walk = Walk.on('large', START);
    walk.does(change('small'));
    expect(walk.refused(change('large'))).toBe('same-plan');
  });

  it('§9.8: Rule 4: ... between equivalent included-credit plans', () => {
    expect(Walk.on('large', START).refused(change('twin'))).toBe('equivalent-plan');
    expect(Walk.on('twin', START).refused(change('large'))).toBe('equivalent-plan');
  });

  it('§9.8: Rule 4: ... or to an included-credit plan whose price and credits do not move in the same direction', () => {
    for (const [from, to] of [
      ['large', 'odd'],
      ['odd', 'large'],
      ['large', 'dear'],
      ['dear', 'large'],
    ]) {
      expect(Walk.on(from, START).refused(change(to))).toBe('price-and-credits-disagree');
    }
  });

  it('§9.8: Rule 4 holds between every two shapes of plans, from Free (0 cents) too', () => {
    const terms = { period: 'P1M', products: ['address'], burst: { perSecond: 5, size: 10 }, offered: true };
    const small = fc.nat(3);
    const of = (id: string): fc.Arbitrary<Plan> =>
      fc.oneof(
        small.map((credits): Plan => ({ ...terms, id, name: id, shape: 'free', credits })),
        fc
          .record({ priceCents: small, credits: small })
          .map((amounts): Plan => ({ ...terms, id, name: id, shape: 'included', overage: null, ...amounts })),
        fc.constant<Plan>({ ...terms, id, name: id, shape: 'payg', unitPrice: { cents: 3, perCredits: 10 } }),
      );
    const tried = new Set<string>();
    fc.assert(
      fc.property(of('from'), of('to'), (from, to) => {
        const now = at(START);
        const catalogue: Catalogue = { ...CATALOGUE, plans: [...CATALOGUE.plans, from, to] };
        const opened = openAccount('org', from, now).account;
        const account = { ...opened, paymentMethod: 'verified' as const };
        const result = transition(account, change('to'), catalogue, now);
        const reason = result.accepted ? null : result.refusal.reason;
        tried.add(`${from.shape} ${to.shape}`);
        if (to.shape !== 'included' || from.shape === 'payg') {
          expect(reason).toBe(from.shape === to.shape ? 'same-plan' : null);
          return;
        }
        const paid = from.shape === 'included' ? from.priceCents : 0;
        const rises = to.priceCents > paid && to.credits > from.credits;
        const falls = to.priceCents < paid && to.credits < from.credits;
        const isSame = to.priceCents === paid && to.credits === from.credits;
        if (isSame) expect(reason).toBe(from.shape === 'included' ? 'equivalent-plan' : null);
        else expect(reason).toBe(rises || falls ? null : 'price-and-credits-disagree');
      }),
      { numRuns: 2000 },
    );
    expect(tried.size).toBe(9);
  });

  it('a change that is already scheduled is not a different change', () => {
    const walk = Walk.on('large', START);
    walk.does(change('small'));
    expect(walk.refused(change('small'))).toBe('already-scheduled');
    walk.does(cancel);
    expect(walk.refused(cancel)).toBe('already-scheduled');
  });

  it('Free cannot be cancelled, and without a scheduled change there is none to remove', () => {
    const walk = Walk.on('free', START);
    expect(walk.refused(cancel)).toBe('nothing-to-cancel');
    expect(walk.refused(cancelScheduled)).toBe('nothing-scheduled');
  });

  it('nobody can change to a plan that is unknown or not offered', () => {
    const walk = Walk.on('large', START);
    expect(walk.refused(change('huge'))).toBe('unknown-plan');
    expect(walk.refused(change('gone'))).toBe('plan-not-offered');
  });

  it('a refusal leaves the account unchanged, and its message names the cause', () => {
    const walk = new Walk(START);
    const before = structuredClone(walk.account);
    expect(() => walk.does(change('small'))).toThrow("needs a verified payment method; this organization's is none");
    expect(walk.account).toEqual(before);
  });
});

describe('The end of a period', () => {
  it('renews an included-credit plan: a new invoice, fresh credits, and the old ones expire', () => {
    const walk = Walk.on('small', START).at(END);
    expect(bills(walk.does(rollOver))).toEqual([['plan', 1000, 1000]]);
    expect(walk.settles(999)).toContainEqual({ kind: 'credits-expired', window: 2, credits: 1 });
    expect(walk.available).toBe(1000);
  });

  it('renews Free credits without an invoice', () => {
    const walk = Walk.on('free', START).at(END);
    expect(bills(walk.does(rollOver))).toEqual([]);
    walk.settles(40);
    expect([walk.plan, walk.available]).toEqual(['free', 100]);
  });

  it('invoices overage once it is settled, at the price of the window it happened in', () => {
    const walk = Walk.on('large', START).at(END);
    walk.does(rollOver);
    expect(bills(walk.settles(5013))).toEqual([['overage', 13, 9]]);
  });

  it('invoices overage before an upgrade as well, and then carries nothing over', () => {
    const walk = Walk.on('large', START).at(MIDDLE);
    walk.does(change('yearly'));
    expect(bills(walk.settles(5010))).toEqual([['overage', 10, 7]]);
    expect(walk.available).toBe(60000);
  });

  it('is processed late period by period, each with its own invoice and window', () => {
    const walk = Walk.on('large', '2026-01-31T10:00:00Z');
    walk.does(change('small'));
    const effects = walk.at('2026-05-15').does(rollOver);
    expect(bills(effects)).toEqual([
      ['plan', 1000, 1000],
      ['plan', 1000, 1000],
      ['plan', 1000, 1000],
    ]);
    const opened = effects.flatMap((effect) => (effect.kind === 'window-opened' ? [effect.period] : []));
    expect(opened.map(({ start, end }) => [new Date(start).toISOString(), new Date(end).toISOString()])).toEqual([
      ['2026-02-28T10:00:00.000Z', '2026-03-31T10:00:00.000Z'],
      ['2026-03-31T10:00:00.000Z', '2026-04-30T10:00:00.000Z'],
      ['2026-04-30T10:00:00.000Z', '2026-05-31T10:00:00.000Z'],
    ]);
  });

  it('is processed before a change that is confirmed after it: by then the pending plan is the plan', () => {
    const walk = Walk.on('large', START);
    walk.does(change('small'));
    walk.at('2026-04-10T12:00:01Z');
    expect(walk.refused(cancelScheduled)).toBe('nothing-scheduled');
    expect(walk.refused(change('small'))).toBe('same-plan');
    expect(bills(walk.does(change('large')))).toEqual([
      ['plan', 1000, 1000],
      ['plan', 5000, 3000],
    ]);
  });

  it('applies the terms that were agreed on when the change was scheduled, and those of the day afterwards', () => {
    const dearer = parseCatalogue(
      JSON.stringify({
        ...CATALOGUE,
        plans: CATALOGUE.plans.map((p) =>
          p.id === 'small' && p.shape === 'included' ? { ...p, priceCents: 1500 } : p,
        ),
      }),
      'dearer plans',
    );
    const walk = Walk.on('large', START);
    walk.does(change('small'));
    const later = Object.assign(new Walk(START, dearer), { account: walk.account, effects: [] });
    expect(bills(later.at(END).does(rollOver))).toEqual([['plan', 1000, 1000]]);
    expect(bills(later.at('2026-05-10T12:00:00Z').does(rollOver))).toEqual([['plan', 1000, 1500]]);
  });

  it('keeps an account on its old terms if its plan is no longer in the catalogue', () => {
    const without = { ...CATALOGUE, plans: CATALOGUE.plans.filter((p) => p.id !== 'small') };
    const walk = Object.assign(new Walk(START, without), { account: Walk.on('small', START).account, effects: [] });
    expect(bills(walk.at(END).does(rollOver))).toEqual([['plan', 1000, 1000]]);
  });

  it('continues on individual terms, and issues no invoices over zero', () => {
    const unit = { cents: 0, perCredits: 1 };
    const own = { ...plan('free'), id: 'custom', name: 'Custom', offered: false };
    const customs: Plan[] = [
      { ...own, shape: 'free', credits: 7 },
      { ...own, shape: 'included', priceCents: 0, credits: 7, overage: unit },
      { ...own, shape: 'payg', unitPrice: unit },
    ];
    for (const custom of customs) {
      const walk = Walk.on('free', START);
      walk.account = { ...walk.account, windows: [{ ...walk.window, plan: custom }] };
      walk.at(END).does(rollOver);
      expect(walk.window.plan).toEqual(custom);
      walk.settles(1000);
      expect(bills(walk.effects)).toEqual([]);
      if (custom.shape !== 'included') expect(walk.refused(change(custom.shape))).toBe('same-plan');
    }
  });

  it('starts a new count of periods when the next plan has another length, and keeps it otherwise', () => {
    const walk = Walk.on('yearly', '2024-02-29T00:00:00Z');
    walk.does(change('small'));
    walk.at('2025-02-28T00:00:00Z').does(rollOver);
    expect(walk.window.period).toMatchObject({ start: at('2025-02-28'), end: at('2025-03-28'), index: 0 });
  });

  it('never lets a clock that was set back open a window before the one it follows', () => {
    const walk = Walk.on('small', START).at('2026-03-01');
    walk.does(change('large'));
    expect(walk.window.period.start).toBe(at(START));
  });
});

describe('Settlement', () => {
  it('proceeds in the order of the windows, since what one leaves is available in the next', () => {
    const walk = Walk.on('free', START);
    walk.does(change('small'));
    walk.does(change('payg'));
    walk.does(change('free'));
    expect(walk.refused({ kind: 'settle-window', window: 3, used: 0 })).toBe('earlier-window-unsettled');
    walk.does({ kind: 'settle-window', window: 1, used: 30 });
    walk.does({ kind: 'settle-window', window: 2, used: 900 });
    const settled = walk.does({ kind: 'settle-window', window: 3, used: 200 });
    expect(bills(settled)).toEqual([['payg-usage', 30, 9]]);
  });

  it('refuses an open window, an unknown one, and usage that shrinks', () => {
    const walk = Walk.on('payg', START);
    expect(walk.refused({ kind: 'settle-window', window: 2, used: 1 })).toBe('window-open');
    expect(walk.refused({ kind: 'settle-window', window: 9, used: 1 })).toBe('unknown-window');
    walk.does(cancel);
    walk.settles(10);
    expect(walk.refused({ kind: 'settle-window', window: 2, used: 9 })).toBe('usage-shrank');
  });

  it('repeated with the same usage does nothing', () => {
    const walk = Walk.on('payg', START);
    walk.does(cancel);
    walk.settles(10);
    expect(walk.settles(10)).toEqual([]);
  });

  it('of late usage bills only the new part, so that all parts add up to the charge for the whole', () => {
    const walk = Walk.on('payg', START);
    walk.does(cancel);
    const parts = [1, 2, 3, 4, 7, 11].flatMap((used) => bills(walk.settles(used)));
    expect(parts.map(([, credits]) => credits)).toEqual([1, 1, 1, 1, 3, 4]);
    expect(parts.reduce((sum, [, , cents]) => sum + cents, 0)).toBe(3);
  });

  it('of late usage takes back credits carried over in excess, as far as they were carried', () => {
    const walk = new Walk(START);
    walk.does({ kind: 'set-payment-method', status: 'verified' });
    walk.does(change('payg'));
    walk.does({ kind: 'settle-window', window: 1, used: 0 });
    walk.at('2026-04-10T12:00:00Z').does(rollOver);
    walk.does({ kind: 'settle-window', window: 2, used: 60 });
    walk.does(cancel);
    walk.does({ kind: 'settle-window', window: 3, used: 30 });
    expect(bills(walk.effects)).toEqual([]);
    const late = walk.does({ kind: 'settle-window', window: 1, used: 25 });
    expect(bills(late)).toEqual([['payg-usage', 15, 5]]);
    expect(late).toContainEqual({ kind: 'credits-carried', from: 1, to: 2, credits: -25 });
    expect(late).toContainEqual({ kind: 'credits-carried', from: 2, to: 3, credits: -25 });
    expect(late).toContainEqual({ kind: 'credits-expired', window: 3, credits: -10 });
  });
});
