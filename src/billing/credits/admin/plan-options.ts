import { type Command, InvalidArgumentError, Option } from 'commander';
import { BURST_RANGE, burstFault } from '../../../service/admission/limits/burst.ts';
import { isProductName, MAX_PRODUCTS, PRODUCT_NAME_RULE } from '../../../service/admission/product-names.ts';
import { wholeNumber } from '../../../system/flags.ts';
import { excerpt } from '../../../system/shown-text.ts';
import { BUNDLED_PLANS } from '../../accounts/console/configuration.ts';
import { findPlan, readCatalogue } from '../../accounts/plans/catalogue.ts';
import { parseDuration } from '../../accounts/plans/period.ts';
import type { Plan } from '../../accounts/plans/plan.ts';

/** The options of `addPlanOptions`, as commander gives them. */
interface PlanOptions {
  readonly plan?: string;
  readonly plans: string;
  readonly credits?: number;
  readonly mode: 'hard' | 'soft' | 'uncapped';
  readonly rate: number;
  readonly burst: number;
  readonly period: string;
  readonly products: string;
}

/** Adds the options for an account's plan: one from the catalogue, or custom terms. */
export function addPlanOptions(command: Command): Command {
  return command
    .option('--plan <id>', 'a plan of the catalogue; else the terms below, as a plan called custom')
    .addOption(
      new Option('--plans <file>', 'plan catalogue').env('LETTERBOX_PLANS').default(BUNDLED_PLANS, 'the bundled one'),
    )
    .addOption(new Option('--credits <number>', 'included credits per period').argParser(wholeNumber(0, 1e12)))
    .addOption(
      new Option('--mode <mode>', 'what happens beyond the included credits')
        .choices(['hard', 'soft', 'uncapped'])
        .default('hard'),
    )
    .addOption(new Option('--rate <number>', 'requests per second, sustained').argParser(readRate).default(50))
    .addOption(
      new Option('--burst <number>', 'requests at once').argParser(wholeNumber(...BURST_RANGE.size)).default(100),
    )
    .option('--period <duration>', 'length of a period, ISO 8601', 'P1M')
    .option('--products <names>', 'API families, comma-separated', 'address');
}

/** The options for custom terms. */
const TERMS = ['credits', 'mode', 'rate', 'burst', 'period', 'products'];

/** The plan that the options name or describe, or the end of the program with a sentence. */
export function planFromOptions(command: Command): Plan {
  const options = command.opts<PlanOptions>();
  if (options.plan !== undefined) {
    const given = TERMS.filter((term) => command.getOptionValueSource(term) === 'cli').map((term) => `--${term}`);
    if (given.length > 0)
      return command.error(`error: --plan ${options.plan} has terms of its own, leave out ${given.join(', ')}`);
    const catalogue = readCatalogue(options.plans);
    const plan = findPlan(catalogue, options.plan);
    const known = catalogue.plans.map(({ id }) => id).join(', ');
    return plan ?? command.error(`error: there is no plan '${excerpt(options.plan)}', expected one of ${known}`);
  }
  const { credits, mode, rate, burst, period } = options;
  if (credits === undefined && mode !== 'uncapped')
    return command.error(`error: a plan with a ${mode} limit needs --credits, or name a plan with --plan`);
  if (credits !== undefined && mode === 'uncapped')
    return command.error('error: an uncapped plan includes no credits, leave out --credits');
  const products = [...new Set(options.products.split(',').map((name) => name.trim()))];
  const unfit = products.find((product) => !isProductName(product));
  if (unfit !== undefined)
    return command.error(`error: --products names "${excerpt(unfit)}", expected API families: ${PRODUCT_NAME_RULE}`);
  if (products.length > MAX_PRODUCTS)
    return command.error(`error: --products names ${products.length} API families, expected at most ${MAX_PRODUCTS}`);
  const fault = burstFault(rate, burst);
  if (fault !== null) return command.error(`error: --burst and --rate say ${fault}`);
  if (parseDuration(period) === null)
    return command.error(`error: --period is "${period}", expected an ISO 8601 duration of one unit such as P1M`);
  const terms = {
    id: 'custom',
    name: 'Custom',
    period,
    products,
    burst: { perSecond: rate, size: burst },
    offered: false,
  };
  const free = { cents: 0, perCredits: 1 };
  if (mode === 'uncapped') return { ...terms, shape: 'payg', unitPrice: free };
  return { ...terms, shape: 'included', priceCents: 0, credits: credits!, overage: mode === 'soft' ? free : null };
}

function readRate(text: string): number {
  const value = /^[0-9]{1,10}(\.[0-9]{1,6})?$/.test(text) ? Number(text) : Number.NaN;
  if (value > 0 && value <= BURST_RANGE.perSecond[1]) return value;
  throw new InvalidArgumentError('Expected a number above 0, such as 50 or 0.5.');
}
