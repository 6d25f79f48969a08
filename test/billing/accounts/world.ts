import { type Catalogue, findPlan, freePlan, parseCatalogue } from '../../../src/billing/accounts/plans/catalogue.ts';
import type { Instant } from '../../../src/billing/accounts/plans/period.ts';
import type { Plan } from '../../../src/billing/accounts/plans/plan.ts';
import type { Account } from '../../../src/billing/accounts/transitions/account.ts';
import type { Effect, RefusalReason } from '../../../src/billing/accounts/transitions/effect.ts';
import type { InvoiceLine } from '../../../src/billing/accounts/transitions/invoice.ts';
import { openAccount, type Trigger, transition } from '../../../src/billing/accounts/transitions/transition.ts';

const common = { period: 'P1M', products: ['address'], burst: { perSecond: 5, size: 10 } };

/** Plans with every shape and every relation between two included-credit plans. */
export const CATALOGUE: Catalogue = parseCatalogue(
  JSON.stringify({
    currency: 'AUD',
    paymentTermDays: 14,
    plans: [
      { id: 'free', name: 'Free', shape: 'free', credits: 100, ...common },
      { id: 'small', name: 'Small', shape: 'included', priceCents: 1000, credits: 1000, overage: null, ...common },
      {
        id: 'large',
        name: 'Large',
        shape: 'included',
        priceCents: 3000,
        credits: 5000,
        overage: { cents: 7, perCredits: 10 },
        ...common,
      },
      { id: 'twin', name: 'Twin', shape: 'included', priceCents: 3000, credits: 5000, overage: null, ...common },
      { id: 'dear', name: 'Dear', shape: 'included', priceCents: 4000, credits: 5000, overage: null, ...common },
      { id: 'odd', name: 'Odd', shape: 'included', priceCents: 2000, credits: 6000, overage: null, ...common },
      {
        id: 'yearly',
        name: 'Yearly',
        shape: 'included',
        priceCents: 30000,
        credits: 60000,
        overage: null,
        ...common,
        period: 'P1Y',
      },
      {
        id: 'gone',
        name: 'Gone',
        shape: 'included',
        priceCents: 500,
        credits: 500,
        overage: null,
        offered: false,
        ...common,
      },
      { id: 'payg', name: 'Payg', shape: 'payg', unitPrice: { cents: 3, perCredits: 10 }, ...common },
    ],
  }),
  'test plans',
);

/** The plan of an id in the test catalogue. */
export function plan(id: string): Plan {
  return findPlan(CATALOGUE, id)!;
}

/** Milliseconds of an ISO time; a date alone is midnight UTC. */
export function at(time: string): Instant {
  return Date.parse(time);
}

/** An account that triggers are applied to, one after the other, with all effects so far. */
export class Walk {
  account: Account;
  effects: Effect[];
  now: Instant;
  readonly catalogue: Catalogue;

  constructor(start: string, catalogue = CATALOGUE) {
    this.catalogue = catalogue;
    this.now = at(start);
    const opened = openAccount('org', freePlan(catalogue), this.now);
    this.account = opened.account;
    this.effects = [...opened.effects];
  }

  /** An account that has a verified payment method and is on the plan, since `start`, with no effects noted. */
  static on(planId: string, start: string, catalogue = CATALOGUE): Walk {
    const walk = new Walk(start, catalogue);
    walk.does({ kind: 'set-payment-method', status: 'verified' });
    if (planId !== 'free') {
      walk.does({ kind: 'change-plan', plan: planId });
      walk.does({ kind: 'settle-window', window: 1, used: 100 });
    }
    walk.effects = [];
    return walk;
  }

  at(time: string): this {
    this.now = at(time);
    return this;
  }

  /** Applies a trigger that must be accepted; answers the effects of this step. */
  does(trigger: Trigger): readonly Effect[] {
    const result = transition(this.account, trigger, this.catalogue, this.now);
    if (!result.accepted) throw new Error(`${trigger.kind}: ${result.refusal.message}`);
    this.account = result.account;
    this.effects.push(...result.effects);
    return result.effects;
  }

  /** Applies a trigger that must be refused; answers the reason. */
  refused(trigger: Trigger): RefusalReason {
    const result = transition(this.account, trigger, this.catalogue, this.now);
    if (result.accepted) throw new Error(`${trigger.kind} was accepted.`);
    return result.refusal.reason;
  }

  /** Settles the newest closed window. */
  settles(used: number): readonly Effect[] {
    const window = this.account.windows.at(-2)!.number;
    return this.does({ kind: 'settle-window', window, used });
  }

  get plan(): string {
    return this.window.plan.id;
  }

  get window() {
    return this.account.windows.at(-1)!;
  }

  /** Credits of the open window, granted and carried. */
  get available(): number {
    return this.window.granted + this.window.carried;
  }

  get scheduled(): string | null {
    return this.account.scheduled?.plan.id ?? null;
  }
}

/** The kinds of effects, in their order. */
export function kinds(effects: readonly Effect[]): string[] {
  return effects.map(({ kind }) => kind);
}

/** All invoice lines among effects. */
function lines(effects: readonly Effect[]): InvoiceLine[] {
  return effects.flatMap((effect) => (effect.kind === 'invoice-issued' ? effect.invoice.lines : []));
}

/** Kind, credits and cents of all invoice lines among effects. */
export function bills(effects: readonly Effect[]): [kind: string, credits: number, cents: number][] {
  return lines(effects).map((line) => [line.kind, line.credits, line.amountCents]);
}
