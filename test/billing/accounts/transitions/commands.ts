import fc from 'fast-check';
import { expect } from 'vitest';
import { quotaMode } from '../../../../src/billing/accounts/plans/plan.ts';
import {
  type Account,
  availableCredits,
  type CreditWindow,
  openWindow,
} from '../../../../src/billing/accounts/transitions/account.ts';
import type { Effect, Transition } from '../../../../src/billing/accounts/transitions/effect.ts';
import type { Trigger } from '../../../../src/billing/accounts/transitions/transition.ts';
import { CATALOGUE } from '../world.ts';
import type { Model } from './model.ts';

/** The thing under test: the pure machine, or a service on a ledger. */
export interface Real {
  readonly effects: Effect[];
  account(): Promise<Account>;
  /** Every window, also those settled long ago. */
  windows(): Promise<readonly CreditWindow[]>;
  apply(trigger: Trigger, now: number): Promise<Transition>;
  /** Counts credits used in a window, as the ledger would. */
  use(window: number, credits: number): Promise<void>;
}

type Command = fc.AsyncCommand<Model, Real>;

class Step implements Command {
  readonly name: string;
  readonly #run: (model: Model, real: Real) => Promise<void>;

  constructor(name: string, run: (model: Model, real: Real) => Promise<void>) {
    this.name = name;
    this.#run = run;
  }

  check(): boolean {
    return true;
  }

  async run(model: Model, real: Real): Promise<void> {
    await this.#run(model, real);
    await agree(model, real);
  }

  toString(): string {
    return this.name;
  }
}

const HOUR = 3_600_000;

/** The plans that the model knows the moves of. */
const offered = fc.constantFrom(...CATALOGUE.plans.filter((plan) => plan.offered));

/** Random commands: changes, cancellations, usage in open and closed windows, time, rollovers and settlements. */
export const commands: fc.Arbitrary<Command>[] = [
  fc.constantFrom(...CATALOGUE.plans.map(({ id }) => id)).map(
    (id) =>
      new Step(`change to ${id}`, async (model, real) => {
        const result = await real.apply({ kind: 'change-plan', plan: id }, model.now);
        expect(result.accepted).toBe(model.change(id));
      }),
  ),
  fc.constantFrom(...CATALOGUE.plans.map(({ id }) => id)).map(
    (id) =>
      new Step(`begin to pay for ${id}`, async (model, real) => {
        const payer = { customer: 'cus_1', method: 'pm_1' };
        const result = await real.apply({ kind: 'begin-payment', plan: id, payment: 'pay_1', payer }, model.now);
        expect(result.accepted).toBe(model.beginPayment(id));
      }),
  ),
  fc.constantFrom('complete-payment' as const, 'complete-payment' as const, 'fail-payment' as const).map(
    (kind) =>
      new Step(kind, async (model, real) => {
        expect((await real.apply({ kind, payment: 'pay_2' }, model.now)).accepted).toBe(false);
        const result = await real.apply({ kind, payment: 'pay_1' }, model.now);
        expect(result.accepted).toBe(model.endPayment(kind === 'complete-payment'));
      }),
  ),
  fc.tuple(offered, fc.constantFrom('carried' as const, 'expired' as const)).map(
    ([plan, unused]) =>
      new Step(`operator sets ${plan.id}, unused credits ${unused}`, async (model, real) => {
        const result = await real.apply({ kind: 'set-plan', plan, unused }, model.now);
        expect(result.accepted).toBe(model.setPlan(plan.id, unused === 'carried'));
      }),
  ),
  fc.constant(
    new Step('cancel', async (model, real) => {
      const result = await real.apply({ kind: 'cancel-plan' }, model.now);
      expect(result.accepted).toBe(model.cancel());
    }),
  ),
  fc.constant(
    new Step('cancel the scheduled change', async (model, real) => {
      const result = await real.apply({ kind: 'cancel-scheduled-change' }, model.now);
      expect(result.accepted).toBe(model.cancelScheduled());
    }),
  ),
  fc.constantFrom('verified' as const, 'verified' as const, 'none' as const).map(
    (status) =>
      new Step(`payment method ${status}`, async (model, real) => {
        await real.apply({ kind: 'set-payment-method', status }, model.now);
        model.verified = status === 'verified';
      }),
  ),
  fc.integer({ min: 1, max: 3000 }).map(
    (credits) =>
      new Step(`use ${credits}`, async (model, real) => {
        const window = openWindow(await real.account());
        const mine = model.windows[model.windows.length - 1];
        // Admission: a hard cap admits what fits into what is known to be available, the other modes everything.
        if (model.suspendedSince !== null) return;
        const fits = quotaMode(mine.plan) !== 'hard-cap' || mine.used + credits <= availableCredits(window);
        if (!fits) return;
        await real.use(window.number, credits);
        mine.used += credits;
      }),
  ),
  fc.tuple(fc.integer({ min: 1, max: 500 }), fc.nat(3)).map(
    ([credits, back]) =>
      new Step(`use ${credits}, ${back + 1} windows ago, noticed late`, async (model, real) => {
        const number = model.windows.length - 1 - back;
        if (number < 1) return;
        await real.use(number, credits);
        model.windows[number - 1].used += credits;
      }),
  ),
  fc.nat(2).map(
    (skip) =>
      new Step(`settle window ${skip} after the last settled`, async (model, real) => {
        const { windows } = await real.account();
        const unsettled = windows.filter((window) => window.settledAt === null);
        const window = unsettled[skip];
        if (!window) return;
        const used = model.windows[window.number - 1].used;
        const result = await real.apply({ kind: 'settle-window', window: window.number, used }, model.now);
        expect(result.accepted).toBe(skip === 0 && window.closedAt !== null);
      }),
  ),
  fc.nat(4).map(
    (back) =>
      new Step(`settle again, ${back + 1} windows ago`, async (model, real) => {
        const window = (await real.account()).windows.at(-2 - back);
        if (!window || window.settledAt === null) return;
        const used = model.windows[window.number - 1].used;
        const result = await real.apply({ kind: 'settle-window', window: window.number, used }, model.now);
        expect(result.accepted).toBe(true);
      }),
  ),
  fc.oneof(fc.integer({ min: 1, max: 48 }), fc.integer({ min: 48, max: 2400 })).map(
    (hours) =>
      new Step(`wait ${hours} hours`, async (model) => {
        model.now += hours * HOUR;
      }),
  ),
  fc.constantFrom('suspend' as const, 'resume' as const, 'resume' as const).map(
    (kind) =>
      new Step(kind, async (model, real) => {
        const result = await real.apply({ kind }, model.now);
        expect(result.accepted).toBe(model[kind]());
      }),
  ),
  fc.constant(
    new Step('roll over', async (model, real) => {
      const result = await real.apply({ kind: 'roll-over' }, model.now);
      expect(result.accepted).toBe(model.catchUp() > 0);
    }),
  ),
];

async function agree(model: Model, real: Real): Promise<void> {
  const account = await real.account();
  const open = openWindow(account);
  expect(open.plan.id).toBe(model.current.id);
  expect(open.number).toBe(model.windows.length);
  expect(open.period.end).toBe(model.periodEnd);
  expect(account.scheduled?.plan.id ?? null).toBe(model.pending);
  expect(account.pending?.plan.id ?? null).toBe(model.unpaid);
  expect(account.status).toBe('active');
  expect(account.suspendedAt).toBe(model.suspendedSince);
  expect(account.scheduled?.at ?? open.period.end).toBe(open.period.end);
  expect(real.effects.some(({ kind }) => kind === 'keys-disabled')).toBe(false);
}

/** Settles all that is closed, and holds the account's books to the model's. */
export async function settleAndCompare(model: Model, real: Real): Promise<void> {
  const { windows } = await real.account();
  for (const { number } of windows.slice(0, -1)) {
    // A ledger looks no more at windows that are settled with all that was used, once those before them are.
    const isKept = (await real.account()).windows.some((window) => window.number === number);
    if (!isKept) continue;
    const { used } = model.windows[number - 1];
    const result = await real.apply({ kind: 'settle-window', window: number, used }, model.now);
    expect(result.accepted).toBe(true);
  }
  compareBooks(model, await real.windows(), real.effects);
}

function compareBooks(model: Model, windows: readonly CreditWindow[], effects: readonly Effect[]): void {
  const books = model.account();
  const lines = effects.flatMap((effect) => (effect.kind === 'invoice-issued' ? effect.invoice.lines : []));
  const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
  let granted = 0;
  let covered = 0;
  let expired = 0;
  for (const [i, mine] of books.entries()) {
    const number = i + 1;
    const { used, carries } = model.windows[i];
    const window = windows.find((each) => each.number === number)!;
    const isOpen = number === windows.at(-1)!.number;
    const usage = lines.filter((line) => line.window === number && line.kind !== 'plan');
    // Every used PAYG or overage credit is on exactly one invoice, and the amounts add up to the charge of the whole.
    expect(sum(usage.map((line) => line.credits))).toBe(isOpen ? 0 : mine.billed);
    expect(sum(usage.map((line) => line.amountCents))).toBe(isOpen ? 0 : mine.cents);
    expect(window.carried).toBe(mine.carried);
    expect(sum(effects.map((e) => (e.kind === 'credits-carried' && e.to === number ? e.credits : 0)))).toBe(
      mine.carried,
    );
    const gone = sum(effects.map((e) => (e.kind === 'credits-expired' && e.window === number ? e.credits : 0)));
    expect(gone).toBe(isOpen || carries ? 0 : mine.left);
    granted += sum(effects.map((e) => (e.kind === 'credits-granted' && e.window === number ? e.credits : 0)));
    if (!isOpen) covered += Math.min(used, mine.granted + mine.carried);
    expired += gone;
  }
  // Credits granted = used + expired + still available in the open window (carried ones are among these).
  const open = windows.at(-1)!;
  expect(granted).toBe(covered + expired + availableCredits(open));
  // No refund, and a period of an included-credit plan is invoiced once.
  expect(lines.every((line) => line.amountCents >= 0 && line.credits > 0)).toBe(true);
  expect(lines.filter((line) => line.kind === 'plan').length).toBe(model.planInvoices);
  // At most one scheduled change: those set are those replaced, removed, become the plan, or pending.
  const count = (kind: Effect['kind']) => effects.filter((effect) => effect.kind === kind).length;
  const gone = count('change-replaced') + count('change-removed') + model.applied;
  expect(count('change-scheduled') - gone).toBe(model.pending === null ? 0 : 1);
}
