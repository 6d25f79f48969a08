import type { Catalogue } from '../../../accounts/plans/catalogue.ts';
import { type Plan, quotaMode, usagePrice } from '../../../accounts/plans/plan.ts';

const PERIODS: Readonly<Record<string, string>> = { P1M: 'a month', P1Y: 'a year' };

const BEYOND = { 'hard-cap': 'ends there', 'soft-overage': 'goes on', uncapped: 'billed by use' } as const;

/** The plans of a catalogue with their figures, as a Markdown table. */
export function planTable({ plans, currency }: Catalogue): string {
  const head = ['Plan', 'Price', 'Included credits', 'Beyond them', 'Requests a second', 'At once'];
  const rows = plans.filter(({ offered }) => offered).map((plan) => rowOf(plan, currency));
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [line(head), line(['---', '---', '---:', '---', '---:', '---:']), ...rows.map(line)].join('\n');
}

function rowOf(plan: Plan, currency: string): string[] {
  const period = PERIODS[plan.period] ?? `each ${plan.period}`;
  const price =
    plan.shape === 'included'
      ? `${money(plan.priceCents, currency)} ${period}`
      : plan.shape === 'free'
        ? 'free'
        : 'none';
  const included = plan.shape === 'payg' ? 'none' : `${grouped(plan.credits)} ${period}`;
  const beyond = usagePrice(plan);
  const per = beyond === null ? '' : `: ${money(beyond.cents, currency)} per ${grouped(beyond.perCredits)}`;
  const mode = BEYOND[quotaMode(plan)];
  return [plan.name, price, included, `${mode}${per}`, grouped(plan.burst.perSecond), grouped(plan.burst.size)];
}

function money(cents: number, currency: string): string {
  return `${(cents / 100).toLocaleString('en-AU', { minimumFractionDigits: cents % 100 === 0 ? 0 : 2 })} ${currency}`;
}

function grouped(count: number): string {
  return count.toLocaleString('en-AU');
}
