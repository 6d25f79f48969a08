import { h } from '../playground/dom.ts';

const ISO_MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/;

/** What an event or an entry says, as a list of names and values in words; amounts are in Australian dollars. */
export function detailsList(data: object): HTMLElement {
  const facts = factsOf(data, '').map(([name, value]) => h('div', {}, h('dt', {}, name), h('dd', {}, value)));
  return h('dl', { class: 'facts small' }, facts);
}

function factsOf(data: object, above: string): [name: string, value: string][] {
  return Object.entries(data).flatMap(([key, value]): [string, string][] => {
    const cents = key.endsWith('Cents');
    const name = `${above}${inWords(cents ? key.slice(0, -'Cents'.length) : key)}`;
    if (Array.isArray(value) && value.every((each) => typeof each !== 'object')) return [[name, value.join(', ')]];
    if (typeof value === 'object' && value !== null) return factsOf(value as object, `${name}, `);
    return [[name, typeof value === 'number' && cents ? money(value, 'AUD') : valueInWords(value)]];
  });
}

function inWords(key: string): string {
  return key.replace(/([a-z0-9])([A-Z])/g, (_, before: string, letter: string) => `${before} ${letter.toLowerCase()}`);
}

function valueInWords(value: unknown): string {
  if (value === null) return 'none';
  if (typeof value === 'number') return count(value);
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return typeof value === 'string' && ISO_MOMENT.test(value) ? moment(value) : String(value);
}
/** A unit price of credits. */
export interface UnitPrice {
  readonly cents: number;
  readonly perCredits: number;
}

/** A plan's terms, as far as the pages show them. */
export interface Plan {
  readonly id: string;
  readonly name: string;
  readonly shape: 'free' | 'included' | 'payg';
  readonly quotaMode: 'hard-cap' | 'soft-overage' | 'uncapped';
  readonly priceCents: number;
  readonly includedCredits: number;
  readonly unitPrice: UnitPrice | null;
}

/** The state of a plan: what is active, left and pending. */
export interface PlanState {
  readonly plan: Plan;
  readonly period: { readonly start: string; readonly end: string };
  readonly credits: {
    readonly granted: number;
    readonly carried: number;
    readonly used: number;
    readonly remaining: number;
    readonly billable: number;
  };
  readonly settlingWindows: readonly number[];
  readonly scheduledChange: { readonly plan: string; readonly at: string } | null;
  readonly pendingChange: { readonly plan: string; readonly cents: number; readonly confirmedAt: string } | null;
  readonly paymentMethod: 'none' | 'pending' | 'verified';
  readonly paymentOverdue: boolean;
}

/** What a change would do. */
export interface Change {
  readonly plan: string;
  readonly effective: 'now' | 'period-end';
  readonly at: string;
  readonly replaces: string | null;
  readonly planCents: number;
  readonly payment: 'none' | 'charged' | 'invoiced';
  readonly usageCents: number;
  readonly usageCredits: number;
  readonly totalCents: number;
  readonly grantedCredits: number;
  readonly carriedCredits: number;
  readonly expiredCredits: number;
  readonly expiringCredits: number;
  readonly currency: string;
}

/** How a payment method stands, for people. */
export const PAYMENT_METHOD_WORDS = { none: 'not set up', pending: 'being set up', verified: 'verified' } as const;

/** Cents as an amount of a currency. */
export function money(cents: number, currency: string): string {
  return new Intl.NumberFormat('en-AU', { style: 'currency', currency }).format(cents / 100);
}

/** A whole number with separated thousands. */
export function count(value: number): string {
  return new Intl.NumberFormat('en-AU').format(value);
}

/** A number of credits. */
export function credits(value: number): string {
  return `${count(value)} ${value === 1 ? 'credit' : 'credits'}`;
}

/** A moment in local notation. */
export function moment(iso: string): string {
  return new Intl.DateTimeFormat('en-AU', { dateStyle: 'medium', timeStyle: 'short' }).format(new Date(iso));
}

/** A day, UTC: that is how periods are counted. */
export function day(iso: string): string {
  return new Intl.DateTimeFormat('en-AU', { dateStyle: 'medium', timeZone: 'UTC' }).format(new Date(iso));
}

/** The price and terms of a plan, in a line. */
export function termsInWords(
  { shape, priceCents, includedCredits, unitPrice, quotaMode }: Plan,
  currency: string,
): string {
  const unit = unitPrice && `${money(unitPrice.cents, currency)} per ${credits(unitPrice.perCredits)}`;
  if (shape === 'payg') return `No monthly charge; ${unit}.`;
  const price = shape === 'free' ? 'Free' : `${money(priceCents, currency)} a period`;
  const beyond = quotaMode === 'soft-overage' && unit ? `beyond them ${unit}` : 'nothing beyond them';
  return `${price} with ${credits(includedCredits)}; ${beyond}.`;
}

/** What a change would do, in sentences: when, what is paid now, what carries over, what is lost. */
export function changeInWords(change: Change, name: string, state: PlanState): string[] {
  const { effective, at, currency, planCents, payment, usageCents, usageCredits, totalCents, replaces } = change;
  const told: string[] = [];
  if (effective === 'period-end') {
    told.push(
      `${name} begins on ${day(at)}, when the current period ends. Until then ${state.plan.name} goes on with its credits.`,
    );
    told.push(`Credits that are unused then expire; as of now that is ${credits(change.expiringCredits)}.`);
    told.push('Nothing is paid now, and nothing is refunded.');
  } else {
    told.push(
      payment === 'charged'
        ? `${money(planCents, currency)} for the first period is charged to your payment method when you confirm, and ${name} begins once that has succeeded.`
        : `${name} begins at once, when you confirm.`,
    );
    if (payment === 'invoiced')
      told.push(`${money(planCents, currency)} is invoiced now for the first period, and due at once.`);
    if (usageCents > 0) told.push(`${money(usageCents, currency)} is invoiced now for ${credits(usageCredits)} used.`);
    if (payment !== 'charged')
      told.push(totalCents > 0 ? `To pay now: ${money(totalCents, currency)}.` : 'Nothing is paid now.');
    if (change.grantedCredits > 0) told.push(`You get ${credits(change.grantedCredits)}.`);
    if (change.carriedCredits > 0) told.push(`${credits(change.carriedCredits)} unused carry over.`);
    told.push(
      change.expiredCredits > 0
        ? `${credits(change.expiredCredits)} unused expire: they are lost.`
        : 'No credits expire.',
    );
    if (state.plan.shape === 'included') told.push('Unused time that was paid for is not refunded.');
  }
  if (replaces !== null) told.push(`The change to ${replaces} that is scheduled now is replaced.`);
  told.push('Your API keys go on working.');
  return told;
}

/** A forecast for a period at the rate so far; null in its first hour. */
export function forecast(
  { plan, period, credits: known }: PlanState,
  now: number,
): { readonly credits: number; readonly cents: number; readonly emptyAt: number | null } | null {
  const start = Date.parse(period.start);
  const passed = now - start;
  const whole = Date.parse(period.end) - start;
  if (passed < 3_600_000 || now >= start + whole) return null;
  const expected = Math.round((known.used / passed) * whole);
  const available = known.granted + known.carried;
  const beyond = Math.max(0, expected - available);
  const capped = plan.quotaMode === 'hard-cap';
  const emptyAt = capped && beyond > 0 ? start + (available / known.used) * passed : null;
  const unit = capped ? null : plan.unitPrice;
  const price = plan.shape === 'included' ? plan.priceCents : 0;
  const cents = price + (unit ? Math.round((beyond * unit.cents) / unit.perCredits) : 0);
  return { credits: capped ? Math.min(expected, available) : expected, cents, emptyAt };
}
