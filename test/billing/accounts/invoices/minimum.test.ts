import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isAbn } from '../../../../src/billing/accounts/plans/billing-terms.ts';
import { type Catalogue, CatalogueError, parseCatalogue } from '../../../../src/billing/accounts/plans/catalogue.ts';
import { charge, taxIncluded } from '../../../../src/billing/accounts/plans/money.ts';
import type { InvoiceDraft } from '../../../../src/billing/accounts/transitions/invoice.ts';
import { cases } from '../../../support/cases.ts';
import { CATALOGUE, Walk } from '../world.ts';

const MINIMUM: Catalogue = { ...CATALOGUE, minimumInvoiceCents: 500 };
const UNIT = { cents: 3, perCredits: 10 };
const MONTH = 31 * 86_400_000;

const drafts = (walk: Walk): InvoiceDraft[] =>
  walk.effects.flatMap((effect) => (effect.kind === 'invoice-issued' ? [effect.invoice] : []));
const cents = (invoices: readonly InvoiceDraft[]) => invoices.reduce((sum, { totalCents }) => sum + totalCents, 0);

/** Lets a period end in which so many credits were used. */
function period(walk: Walk, used: number): void {
  walk.now = Math.max(walk.now + MONTH, walk.window.period.end);
  walk.does({ kind: 'roll-over' });
  walk.settles(used);
}

describe('Usage under the minimum', () => {
  it('is added to the next invoice, to the cent, and billed in full when the plan ends (§9.9)', () => {
    const usages = fc.array(fc.integer({ min: 0, max: 4000 }), { minLength: 1, maxLength: 8 });
    fc.assert(
      fc.property(usages, fc.constantFrom('cancel-plan', 'change-plan', 'close'), (used, end) => {
        const walk = Walk.on('payg', '2026-01-01', MINIMUM);
        for (const each of used) {
          period(walk, each);
          for (const { totalCents } of drafts(walk)) expect(totalCents).toBeGreaterThanOrEqual(500);
          const waiting = walk.account.waiting.reduce((sum, { line }) => sum + line.amountCents, 0);
          expect(waiting).toBeLessThan(500);
          expect(cents(drafts(walk)) + waiting).toBe(totalOf(walk));
        }
        if (end === 'change-plan') walk.does({ kind: 'change-plan', plan: 'small' });
        else walk.does(end === 'close' ? { kind: 'close', unpaidInvoices: [] } : { kind: 'cancel-plan' });
        walk.settles(7);
        expect(walk.account.waiting).toEqual([]);
        const usage = drafts(walk).flatMap(({ lines }) => lines.filter(({ kind }) => kind === 'payg-usage'));
        expect(usage.reduce((sum, line) => sum + line.amountCents, 0)).toBe(
          [...used, 7].reduce((sum, each) => sum + charge(each, UNIT), 0),
        );
        expect(usage.reduce((sum, line) => sum + line.credits, 0)).toBe([...used, 7].reduce((sum, each) => sum + each));
      }),
      { numRuns: cases(60, 3000) },
    );
  });

  it('of an included-credit plan is billed with the price of the next period', () => {
    const walk = Walk.on('large', '2026-01-01', MINIMUM);
    period(walk, 5100);
    const before = drafts(walk).length;
    expect(walk.account.waiting.map(({ line }) => line.amountCents)).toEqual([70]);
    walk.now = walk.window.period.end;
    walk.does({ kind: 'roll-over' });
    const [invoice] = drafts(walk).slice(before);
    expect(invoice.lines.map(({ kind, amountCents }) => [kind, amountCents])).toEqual([
      ['plan', 3000],
      ['overage', 70],
    ]);
    expect(walk.account.waiting).toEqual([]);
  });

  it('of a suspended organization is invoiced at once, as no other invoice may follow', () => {
    const walk = Walk.on('payg', '2026-01-01', MINIMUM);
    walk.now += 86_400_000;
    walk.does({ kind: 'suspend' });
    walk.settles(100);
    expect(drafts(walk).map(({ totalCents }) => totalCents)).toEqual([30]);
  });
});

describe('Tax', () => {
  it('is the part of a price that includes it, to the cent, and adds up', () => {
    expect([taxIncluded(11_000, 10), taxIncluded(100, 10), taxIncluded(99, 0), taxIncluded(6, 10)]).toEqual([
      1000, 9, 0, 1,
    ]);
    fc.assert(
      fc.property(fc.nat(1_000_000_000), fc.integer({ min: 1, max: 30 }), (total, percent) => {
        const exact = (total * percent) / (100 + percent);
        expect(Math.abs(taxIncluded(total, percent) - exact)).toBeLessThanOrEqual(0.5);
      }),
    );
  });
});

describe('A catalogue', () => {
  const read = (terms: object) =>
    parseCatalogue(JSON.stringify({ currency: 'AUD', paymentTermDays: 14, plans: CATALOGUE.plans, ...terms }), 'plans');
  const seller = { name: 'Addresses Pty Ltd', abn: '51 824 753 556', address: ['1 Example Street'] };

  it('sets the seller, the tax, the minimum and the policy for overdue invoices', () => {
    const overdue = { graceDays: 3, reminderDays: [0, 7], suspendDays: 14 };
    expect(read({ seller, gstPercent: 10, minimumInvoiceCents: 500, overdue })).toMatchObject({
      seller: { ...seller, abn: '51824753556' },
      gstPercent: 10,
      minimumInvoiceCents: 500,
      overdue,
    });
    expect(read({})).toMatchObject({ seller: null, gstPercent: 0, minimumInvoiceCents: 0 });
  });

  it.each([
    [{ seller: { ...seller, abn: '51824753557' } }, 'seller.abn: got "51824753557", expected an ABN'],
    [{ gstPercent: 10 }, 'gstPercent: got 10, expected 0 where there is no seller with an abn'],
    [{ seller: { ...seller, address: [''] } }, 'seller.address: has ""'],
    [{ seller: { abn: null } }, 'seller.name: is missing'],
    [{ overdue: { reminderDays: [7, 3] } }, 'overdue.reminderDays: got [7,3]'],
    [{ overdue: { suspendDays: -1 } }, 'overdue.suspendDays: got -1'],
    [{ minimumInvoiceCents: 0.5 }, 'minimumInvoiceCents: got 0.5'],
  ])('with %j is refused with the field and what is expected', (terms, told) => {
    const problems = (() => {
      try {
        read(terms);
        return [];
      } catch (error) {
        if (error instanceof CatalogueError) return error.problems;
        throw error;
      }
    })();
    expect(problems.join('\n')).toContain(told);
  });

  it('accepts an ABN only with correct check digits', () => {
    expect(isAbn('51824753556')).toBe(true);
    for (let i = 0; i < 11; i++) {
      const digit = Number('51824753556'[i]);
      const other = '51824753556'.slice(0, i) + ((digit + 1) % 10) + '51824753556'.slice(i + 1);
      expect(isAbn(other)).toBe(false);
    }
  });
});

/** What all usage that was settled under PAYG comes to: each window charged by itself. */
function totalOf(walk: Walk): number {
  const windows = walk.account.windows.filter(({ settledAt, plan }) => settledAt !== null && plan.shape === 'payg');
  return windows.reduce(
    (sum, { used, granted, carried }) => sum + charge(Math.max(0, used - granted - carried), UNIT),
    0,
  );
}
